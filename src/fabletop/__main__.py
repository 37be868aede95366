"""`python -m fabletop` is the command `fabletop`."""

import sys

from fabletop.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
