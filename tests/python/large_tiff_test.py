# SPDX-License-Identifier: LGPL-2.1-or-later
"""TIFF that is read by parts: tiles and strips, compressed or not, without Zarr."""
import subprocess
import sys

import numpy as np
import pytest

tifffile = pytest.importorskip("tifffile")
cv2 = pytest.importorskip("cv2")
from fftcore.batch import images, large  # noqa: E402, after OpenCV was found

LAYOUTS = (dict(tile=(64, 48), compression="zlib"), dict(rowsperstrip=32, compression="zlib"),
           dict(tile=(16, 16)), dict(rowsperstrip=7),
           dict(tile=(64, 64), compression="zlib", predictor=True))
PLACES = (slice(None), np.s_[3:70, 5:60], np.s_[60:64, 47:49], np.s_[63:], np.s_[5:5])


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
@pytest.mark.parametrize("shape", ((101, 77), (64, 64), (90, 70, 3)), ids=str)
def test_parts_are_those_of_the_image(layout, shape, tmp_path):
    path = str(tmp_path / "a.tif")
    for dtype in ("uint8", "uint16", "float32"):
        if dtype == "float32" and "predictor" in layout:
            continue
        image = (200 * np.random.default_rng(1).random(shape)).astype(dtype)
        for order in "<>":
            tifffile.imwrite(path, image, byteorder=order, metadata=None,
                             photometric="rgb" if len(shape) == 3 else "minisblack", **layout)
            with large.open_tiff(path, 1 << 30) as (read, _):
                assert read.shape == shape and np.dtype(read.dtype).name == dtype
                for place in PLACES:
                    assert np.array_equal(np.asarray(read[place]), image[place])


def test_zarr_is_not_needed():
    """Nor is tifffile, before there is a TIFF."""
    said = subprocess.run(
        [sys.executable, "-c", "import sys; import fftcore.batch.cli, fftcore.batch.task\n"
         "print('zarr' in sys.modules, 'tifffile' in sys.modules)\n"
         "from fftcore.batch import large; print('zarr' in sys.modules)"],
        check=True, capture_output=True, text=True).stdout
    assert said.split() == ["False", "False", "False"]


def test_opencv_writes_no_tiff(monkeypatch, tmp_path):
    """And gets no options: OpenCV 5 warns of those that are not the format's."""
    given, encode = {}, cv2.imencode

    def watched(ending, image, *options):
        given[ending] = options
        return encode(ending, image, *options)

    monkeypatch.setattr(images.cv2, "imencode", watched)
    for ending in (".png", ".jpg", ".tif"):
        images.write(str(tmp_path / ("a" + ending)), np.zeros((8, 8), np.uint8), ending)
    assert given == {".png": (), ".jpg": ()}
    assert tifffile.imread(tmp_path / "a.tif").shape == (8, 8)
