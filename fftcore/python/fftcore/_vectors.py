# SPDX-License-Identifier: LGPL-2.1-or-later
"""What particle image velocimetry has found: a field of vectors, drawn and written."""
import io
import os
from dataclasses import dataclass
from typing import Any, Iterator, Tuple, Union

import numpy as np

from ._passes import IS_MASKED
from ._words import quoted

_ENDINGS = (".csv", ".txt", ".npz")


@dataclass(eq=False)
class VectorField:
    """Vectors at the middles of windows, an array of (rows, columns) each. In the order of x, y, u,
    v, flags they can be taken apart: ``x, y, u, v, flags = fftcore.piv(a, b)``.

    ``flags`` is a sum of: 1 the vector is replaced by its neighbours, 2 it was unlike them, 4 its
    signal to noise was too low, 8 its peak was at the border of the search, 16 its window was flat,
    32 outside of a frame, 64 masked. 0 is a vector as it was measured.
    """
    x: np.ndarray
    """Columns of the windows' middles, as OpenPIV counts: the middle of the first pixel is 0.5."""
    y: np.ndarray
    """Rows likewise, downwards."""
    u: np.ndarray
    """To the right, in pixels a unit of time; NaN where there is no vector."""
    v: np.ndarray
    """Downwards."""
    flags: np.ndarray
    sig2noise: np.ndarray
    """Infinite where there is no second peak."""
    score: np.ndarray
    """Of the peak: 1 where both windows are alike; of subpixel_method gaussian, about that."""
    windowsize: int
    overlap: int
    dt: float
    scaling_factor: float

    def __iter__(self) -> Iterator[np.ndarray]:
        return iter((self.x, self.y, self.u, self.v, self.flags))

    def gradients(self) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """du/dx, du/dy, dv/dx and dv/dy, by differences of neighbours: of velocities, or, of
        digital image correlation with dt 1, of displacements, which strains are made of."""
        found = []
        for field in (self.u, self.v):
            for axis, places in ((1, self.x[0]), (0, self.y[:, 0])):
                found.append(np.gradient(field, places, axis=axis) if places.size > 1
                             else np.full(field.shape, np.nan))
        return found[0], found[1], found[2], found[3]

    def vorticity(self) -> np.ndarray:
        """dv/dx - du/dy: above 0 is clockwise as a picture shows it, since y goes down."""
        _, du_dy, dv_dx, _ = self.gradients()
        return dv_dx - du_dy

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draws the vectors by matplotlib, replaced ones in red, with y downwards as in pictures,
        and returns the axes. ``options`` are those of its quiver()."""
        if ax is None:
            try:
                from matplotlib import pyplot
            except ImportError as error:
                raise ImportError(f"plot() needs matplotlib: pip install matplotlib ({error})"
                                  ) from error
            _, ax = pyplot.subplots()
        if "color" not in options:
            options["color"] = np.where(self.flags.ravel() == 0, "black", "red")
        options = {"angles": "xy", **options}
        ax.quiver(self.x.ravel(), self.y.ravel(), self.u.ravel(), self.v.ravel(), **options)
        ax.set_aspect("equal")
        if not ax.yaxis_inverted():
            ax.invert_yaxis()
        ax.set_xlabel("x")
        ax.set_ylabel("y")
        return ax

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the vectors. ``.npz``: all arrays by their names. ``.csv``: a row a vector, and
        ``.txt`` likewise with tabs between: x, y, u, v, flags, mask, as OpenPIV has them."""
        name = os.fspath(path)
        data = self.as_file(os.path.splitext(name)[1])
        with open(name, "wb") as file:
            file.write(data)

    def as_file(self, ending: str) -> bytes:
        """What a file with an ending has in it."""
        if ending not in _ENDINGS:
            raise ValueError(f"a file of vectors that ends in {quoted(ending)}; "
                             f"{', '.join(_ENDINGS)} are allowed")
        file = io.BytesIO()
        if ending == ".npz":
            np.savez_compressed(file, **{one: getattr(self, one)
                                         for one in self.__dataclass_fields__})
            return file.getvalue()
        mask = (self.flags & IS_MASKED != 0).astype(int)
        rows = np.stack([one.ravel() for one in (*self, mask)], 1)
        separator = "," if ending == ".csv" else "\t"
        header = separator.join(("x", "y", "u", "v", "flags", "mask"))
        np.savetxt(file, rows, fmt=["%.6g"] * 4 + ["%d"] * 2, delimiter=separator, header=header,
                   comments="" if separator == "," else "# ")
        return file.getvalue()
