"""Runs the command line of the capacity model."""

import sys

from tengen.plan.command import main

if __name__ == "__main__":
    sys.exit(main())
