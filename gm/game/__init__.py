"""The rules, pure: from a position and a move to what happened. No clock, no I/O, no language."""
