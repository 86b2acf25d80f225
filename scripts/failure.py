"""How a script ends after an error of its user."""

import os
import sys


def fail(reason, status=2):
    """Prints one line, with the script's name, and ends it."""
    print(f"{os.path.basename(sys.argv[0])}: {reason}", file=sys.stderr)
    sys.exit(status)
