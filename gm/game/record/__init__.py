"""The case record: one file, a whole match. Text in, text out; the engine is the only referee."""
