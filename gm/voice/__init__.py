"""What is said and offered, as keys and references: no language, no channel, no secrets."""
