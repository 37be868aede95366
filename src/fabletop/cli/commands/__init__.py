"""Each module here is one command: NAME, HELP, add(parser) for its arguments, run(args) -> exit code."""
