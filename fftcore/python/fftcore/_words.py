# SPDX-License-Identifier: LGPL-2.1-or-later
"""Numbers that functions are given, and what messages quote of them."""
from typing import Any

_MOST = 200
"""Characters of what a message quotes."""


def quoted(value: Any) -> str:
    """The value as code, or the beginning of that."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no numbers of thousands of digits
        return f"{type(value).__name__} of too many digits"
    return text if len(text) <= _MOST else f"{text[:_MOST]}..."


def number(name: str, value: Any) -> float:
    """The value in double precision. `name` is the argument's in messages. Throws TypeError for
    what is no number, and ValueError for one beyond double precision or text that says none."""
    try:
        return float(value)
    except TypeError:
        raise TypeError(f"{name} is a {type(value).__name__}; a number is expected") from None
    except (OverflowError, ValueError):
        raise ValueError(f"{name} is {quoted(value)}; numbers of -1.7e308 to 1.7e308 are "
                         "allowed") from None


def whole(name: str, value: Any) -> int:
    """The value as a whole number; a fraction is left out. Throws likewise."""
    try:
        return int(value)
    except TypeError:
        raise TypeError(f"{name} is a {type(value).__name__}; a whole number is expected") from None
    except (OverflowError, ValueError):
        raise ValueError(f"{name} is {quoted(value)}; whole numbers are allowed") from None
