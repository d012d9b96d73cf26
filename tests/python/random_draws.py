# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random arrays of every kind, the same ones in each run. FFTCORE_TEST_SEED is another beginning,
and FFTCORE_TEST_COUNT how many cases each function has."""
import os
from typing import Any, NamedTuple, Tuple

import arrays
import draws
import numpy as np

REAL = arrays.WHOLE + arrays.FLOATS
NUMBERS = REAL + arrays.COMPLEX
SEED = draws.SEED
LEVELS = (0, 0, 0, 1, 30)
"""How many times as large as its contrast an image's level is."""


def count(usual):
    return int(os.environ.get("FFTCORE_TEST_COUNT", usual))


class Given(NamedTuple):
    """An array as it is given, and its values in double precision, without gaps."""
    array: Any
    exact: np.ndarray
    dtype: np.dtype
    what: str
    layout: str

    @property
    def is_single(self):
        """Whether the library computes it in single precision."""
        return self.dtype.name in ("uint8", "uint16", "float16", "float32", "complex64")


class Draws(draws.Draws):
    def __init__(self, seed, name):
        super().__init__(seed, name)
        self.said = []
        """What was drawn, for a message."""

    def say(self, **words):
        self.said += [f"{name}={value}" for name, value in words.items()]

    def one_of(self, values, **name):
        value = super().one_of(values)
        for word in name:
            self.say(**{word: value})
        return value

    def sides(self, axes, most, least=1) -> Tuple[int, ...]:
        """Of an array: odd ones, and now and then one that has a single sample."""
        return tuple(1 if least == 1 and self.one_in(8) else self.number(least, most)
                     for _ in range(axes))

    def scale(self, least=-6.0, most=6.0):
        return float(10 ** self.random.uniform(least, most))

    def values(self, shape, dtype, levels=LEVELS, least_steps=1, pattern=None):
        """Noise, or a pattern of contrast 1, of any scale and on any level, as a type has it."""
        dtype = np.dtype(dtype)
        level = self.one_of(levels)
        noise = self.random.standard_normal(shape) if pattern is None else pattern
        if dtype.kind == "b":
            return noise > 0
        if dtype.kind in "iu":
            limits = np.iinfo(dtype)
            most = np.log2(limits.max) - 3
            # Double precision, by which all are computed, holds contrast of 2^-40 of a level.
            bits = self.random.uniform(min(max(np.log2(least_steps), most - 37), most - 0.5), most)
            middle = 0 if dtype.kind == "i" and self.one_in(2) else limits.max // 2
            limit = 2.0 ** bits
            noise = np.rint(np.clip(noise, -4, 4) * limit)
            # Beyond 2^53 double precision has not each of them.
            return np.clip(noise + middle, limits.min, float(limits.max) * (1 - 2**-50)).astype(
                dtype)
        scale = self.scale(-2, 1) if dtype.name == "float16" else self.scale()
        result = (noise + level) * scale
        if dtype.kind == "c":
            result = result + 1j * scale * self.random.standard_normal(shape)
        return result.astype(dtype)

    def hurt(self, image, share):
        """The image with so many samples that are not finite, in each part of complex ones."""
        kinds = self.one_of(((np.nan,), (np.inf,), (np.nan, np.inf, -np.inf)))
        for part in (image.real, image.imag) if image.dtype.kind == "c" else (image,):
            bad = self.random.random(part.shape) < share
            part[bad] = self.random.choice(kinds, bad.sum())
        return image

    def given(self, name, values, layouts=tuple(arrays.LAYOUTS)) -> Given:
        """Values in a layout and a byte order."""
        if 0 in values.shape:
            layouts = ("dense",)
        layout = self.one_of(layouts)
        order = "=" if layout == "list" or values.dtype.itemsize == 1 else self.one_of(
            arrays.ORDERS)
        array = arrays.LAYOUTS[layout](values.astype(values.dtype.newbyteorder(order)))
        what = f"{values.dtype.name} {order} {layout} {values.shape}"
        self.say(**{name: what})
        dtype = np.asarray(array).dtype.newbyteorder("=")
        return Given(array, arrays.exact(array), dtype, what, layout)

    def image(self, shape, dtypes=NUMBERS, share=True, levels=LEVELS, name="image",
              layouts=tuple(arrays.LAYOUTS)) -> Given:
        """An image. Where `share`, some of its samples may not be finite."""
        values = self.values(shape, self.one_of(dtypes), levels)
        if share and values.dtype.kind in "fc" and self.one_in(3):
            values = self.hurt(values, self.one_of((1e-3, 0.02, 0.3)))
        return self.given(name, values, layouts)

    def taps(self, shape, is_complex=False, name="taps") -> Given:
        """Taps of any kind of numbers, some of them 0, and some the product of a column and a row.
        Sums of their magnitudes are small enough for results of half precision."""
        if self.one_in(4):
            return self.given(name, self.random.integers(-3, 4, shape).astype(
                self.one_of(("int8", "int64", "uint8", "bool"))))
        taps = self.random.standard_normal(shape)
        if len(shape) == 2 and self.one_in(3):
            taps = np.outer(taps[:, 0], taps[0])
        if is_complex:
            taps = taps + 1j * self.random.standard_normal(shape)
        if self.one_in(2):
            taps[self.random.random(shape) < 0.4] = 0
        taps *= self.scale(-2, 0) / max(1.0, float(np.abs(taps).sum()) / 50)
        dtype = self.one_of(("complex64", "complex128") if is_complex else
                            ("float16", "float32", "float64", "float64"))
        return self.given(name, taps.astype(dtype))
