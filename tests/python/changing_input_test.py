# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.batch where the file that it reads by parts changes meanwhile."""
import os
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("cv2")
tifffile = pytest.importorskip("tifffile")

from fftcore.batch import large  # noqa: E402, after what is optional was found
from fftcore.batch.files import FileError  # noqa: E402

SHAPES = {"grey": (300, 500), "colours": (300, 500, 3), "planes": (3, 300, 500)}


def written(path, kind, **how):
    image = np.random.default_rng(5).integers(0, 65536, SHAPES[kind], np.uint16)
    tifffile.imwrite(path, image, photometric="minisblack" if kind == "grey" else "rgb",
                     planarconfig="separate" if kind == "planes" else None, metadata=None, **how)
    return np.moveaxis(image, 0, -1) if kind == "planes" else image


@pytest.mark.parametrize("byteorder", "<>")
@pytest.mark.parametrize("kind", SHAPES)
def test_parts_of_what_lies_in_one(kind, byteorder, tmp_path):
    path = str(tmp_path / "a.tif")
    want = written(path, kind, byteorder=byteorder)
    with large.open_tiff(path, 1 << 16) as (image, page):
        assert page.is_memmappable and image.shape == want.shape
        for part in (np.s_[:], np.s_[10:31], np.s_[5:6, 400:], np.s_[290:400, 7:9], np.s_[4:4]):
            found = image[part]
            np.testing.assert_array_equal(found, want[part])
            assert found.dtype == want.dtype and found.dtype.isnative


@pytest.mark.parametrize("compression", (None, "zlib"))
@pytest.mark.parametrize("kind", SHAPES)
def test_a_file_that_becomes_shorter(kind, compression, tmp_path):
    """In a process of its own, which must not be ended by a signal."""
    path = str(tmp_path / "a.tif")
    written(path, kind, compression=compression, rowsperstrip=16)
    done = subprocess.run([sys.executable, "-c", f"""
import os
from fftcore.batch import large
with large.open_tiff({path!r}, 1 << 16) as (image, _):
    image[:16]
    os.truncate({path!r}, os.path.getsize({path!r}) // 2)
    image[280:]
"""], capture_output=True, text=True)
    assert done.returncode == 1 and FileError.__name__ in done.stderr, done
    assert "is damaged" in done.stderr
    assert os.path.getsize(path)
