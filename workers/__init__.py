"""What happens by itself: the pump finds what is due, jobs do it."""
