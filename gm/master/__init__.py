"""One door: every change to a match is a command that the master takes."""
