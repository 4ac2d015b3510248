"""Two sets of choices where the contract is silent: the usual one, and with --other a second, as different as possible."""
import sys

OTHER = "--other" in sys.argv
RESTLESS = "--restless" in sys.argv      # on top of either: snowflake ids, URN ids, lists in no order, trimmed names, a connection per request
STALE = "--stale" in sys.argv            # reads may lag 0.3 seconds behind
BUSY = "--busy" in sys.argv              # now and then 429


def pick(usual, other):
    return other if OTHER else usual
