# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.batch: kinds of files whose samples mean something else than what they look like."""
import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")
pytest.importorskip("tqdm")
tifffile = pytest.importorskip("tifffile")

from fftcore.batch.cli import main  # noqa: E402, after what is optional was found


def filtered(*words):
    return main(["filter", "--gaussian", "2", *words])


def test_tiffs_whose_samples_mean_something_else(tmp_path, monkeypatch, numbers, capsys):
    """Signs, few bits, 0 for white and volumes are refused; inks have no alpha."""
    monkeypatch.chdir(tmp_path)
    image = (numbers((40, 48)) * 255).astype("uint8")
    for how, changed, words in (
            ({"dtype": "int8"}, {}, "samples of int8"),
            ({}, {"BitsPerSample": 4}, "samples of 4 bits"),
            ({}, {"BitsPerSample": 6}, "samples of 6 bits"),
            ({"dtype": "float32"}, {"PhotometricInterpretation": 0}, "has 0 for white"),
            ({"volumetric": True, "tile": (2, 16, 16)}, {}, "a volume of 2 slices")):
        how = {"photometric": "minisblack", **how}
        shown = image.astype(how.pop("dtype", "uint8"))
        tifffile.imwrite("in.tif", np.stack([shown] * 2) if "tile" in how else shown, **how)
        with tifffile.TiffFile("in.tif", mode="r+b") as file:
            for name, value in changed.items():
                file.pages[0].tags[name].overwrite(value)
        assert filtered("in.tif", "out") == 1, words
        assert words in capsys.readouterr().err, words
    inks = (numbers((40, 48, 4)) * 255).astype("uint8")
    tifffile.imwrite("in.tif", inks, photometric="separated")
    assert filtered("in.tif", "out") == 0
    assert cv2.imread("out/in.tif", -1).shape == (40, 48, 3)


def test_pam_with_colours(tmp_path, monkeypatch, capsys):
    """OpenCV takes R for B in it."""
    monkeypatch.chdir(tmp_path)
    for depth, kind in ((3, b"RGB"), (4, b"RGB_ALPHA")):
        with open("in.pam", "wb") as file:
            file.write(b"P7\nWIDTH 8\nHEIGHT 4\nDEPTH %d\nMAXVAL 255\nTUPLTYPE %b\nENDHDR\n"
                       % (depth, kind) + bytes(range(32 * depth)))
        assert filtered("--ending", ".png", "in.pam", "out") == 1
        assert "PAM" in capsys.readouterr().err
