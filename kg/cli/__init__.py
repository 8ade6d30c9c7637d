"""The command line: one command per module; it parses, calls one library function and prints."""
