"""For all tests."""

import signal

# Started in the background (nohup ./test &) they ignore Ctrl-C, and so would the processes that they start,
# of which some are to be stopped by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
