# SPDX-License-Identifier: LGPL-2.1-or-later
"""One piece of work over many image files: ``python -m fftcore.batch --help``."""
