# SPDX-License-Identifier: LGPL-2.1-or-later
"""The program ``python -m fftcore.batch``."""
import sys

# Processes of a pool import this file too.
if __name__ == "__main__":
    try:
        from .cli import main
    except ImportError as error:
        print(f"python -m fftcore.batch: {error}", file=sys.stderr)
        sys.exit(1)
    sys.exit(main())
