"""What a seat can infer from the events it has seen."""
