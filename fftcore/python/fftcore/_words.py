# SPDX-License-Identifier: LGPL-2.1-or-later
"""Numbers that functions are given, and what messages quote of them."""
import operator
from typing import Any, Optional, Tuple

import numpy as np

_MOST = 200
"""Characters of what a message quotes."""
_TEXTS = (str, bytes, bytearray)


def quoted(value: Any) -> str:
    """The value as code, or the beginning of that."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no numbers of thousands of digits
        return f"{type(value).__name__} of too many digits"
    return text if len(text) <= _MOST else f"{text[:_MOST]}..."


def checked_text(name: str, value: Any) -> str:
    """The value, which is a text. `name` is the argument's in messages. Throws TypeError."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is {quoted(value)}; a text is expected")
    return value


def number(name: str, value: Any) -> float:
    """The value in double precision. `name` is the argument's in messages. Throws TypeError for
    what is no real number, and ValueError for one beyond double precision and for text."""
    if type(value) is float:
        return value
    try:
        if isinstance(value, _TEXTS):  # float() would read it
            raise ValueError
        # NumPy would leave out an imaginary part, and take an array of one number.
        if (isinstance(value, (bool, np.bool_, np.complexfloating))
                or getattr(value, "shape", ()) != ()
                or isinstance(value, np.ndarray) and value.dtype.kind not in "iufO"):
            raise TypeError
        return float(value)
    except TypeError:
        raise TypeError(f"{name} is a {type(value).__name__}; a number is expected") from None
    except (OverflowError, ValueError):
        raise ValueError(f"{name} is {quoted(value)}; numbers of -1.7e308 to 1.7e308 are "
                         "allowed") from None


def number_of_any_kind(name: str, value: Any) -> Any:
    """A real or complex number as Python has it. Whole ones stay so, as far as images have them;
    True is 1. Throws as number() does."""
    if type(value) is float:
        return value
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    if isinstance(value, (int, np.integer)) and abs(int(value)) < 2**64:
        return int(value)
    if isinstance(value, (complex, np.complexfloating)):
        return complex(value)
    return number(name, value)


LARGEST_INT = 2**31 - 1
"""Of the library's numbers that have no reason to be large."""


def whole(name: str, value: Any, largest: Optional[int] = None) -> int:
    """The value as a whole number. Throws TypeError for what is no number, and ValueError for one
    with a fraction, or of more than `largest` without its sign."""
    found = value if type(value) is int else _whole(name, value)
    if largest is not None and not -largest <= found <= largest:
        raise ValueError(f"{name} is {quoted(value)}; whole numbers of -{largest} to {largest} are "
                         "allowed")
    return found


def _whole(name: str, value: Any) -> int:
    # Text, and arrays of one number, would be taken by int().
    if isinstance(value, (bool, np.bool_, *_TEXTS)) or getattr(value, "shape", ()) != ():
        raise TypeError(f"{name} is {quoted(value)}; a whole number is expected")
    try:
        return operator.index(value)
    except TypeError:
        pass
    try:
        found = int(value)
        is_whole = found == value
    except (OverflowError, ValueError):
        is_whole = False
    except TypeError:
        raise TypeError(f"{name} is a {type(value).__name__}; a whole number is expected") from None
    if not is_whole:
        raise ValueError(f"{name} is {quoted(value)}; whole numbers are allowed")
    return found


def whole_or_none(name: str, value: Any) -> Optional[int]:
    """Likewise, or None."""
    return None if value is None else whole(name, value)


def wholes(name: str, values: Any, count: Optional[int] = None) -> Tuple[int, ...]:
    """Several whole numbers, such as a shape, and so many of them. Throws likewise."""
    if type(values) is tuple and all(type(one) is int for one in values):
        found: Tuple[int, ...] = values
    elif isinstance(values, _TEXTS):
        raise TypeError(f"{name} is {quoted(values)}; whole numbers are expected")
    else:
        try:
            each = tuple(values)
        except TypeError:
            raise TypeError(f"{name} is {quoted(values)}; several whole numbers are "
                            "expected") from None
        found = tuple(whole(name, one) for one in each)
    if count is not None and len(found) != count:
        raise ValueError(f"{name} is {quoted(values)}; {count} whole numbers are expected")
    return found


def flag(name: str, value: Any) -> bool:
    """The value as True or False. Throws TypeError for other values, such as a word: "no" would
    count as true."""
    if type(value) is bool:
        return value
    if isinstance(value, (int, np.integer, np.bool_)) and value in (0, 1):
        return bool(value)
    raise TypeError(f"{name} is {quoted(value)}; True and False are allowed")
