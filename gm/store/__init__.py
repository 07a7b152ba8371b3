"""Where tables and logs live: Redis or Valkey, one atomic step a command."""
