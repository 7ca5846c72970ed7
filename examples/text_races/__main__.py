"""The command line."""

from __future__ import annotations

import os

# One thread: equal runs then have equal sums, and these matrices are too small for more. The
# library reads this when PyTorch is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from text_races.command import main

if __name__ == "__main__":
    main()
