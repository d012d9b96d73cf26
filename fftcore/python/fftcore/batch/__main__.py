# SPDX-License-Identifier: LGPL-2.1-or-later
"""The program ``python -m fftcore.batch``."""
import sys

from .cli import main

# Processes of a pool import this file too.
if __name__ == "__main__":
    sys.exit(main())
