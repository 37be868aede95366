"""The command `fabletop`, and the table in the terminal."""
