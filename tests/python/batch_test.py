# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftcore.batch: files beside arrays, what is resumed, and what fails."""
import json
import os
import subprocess
import sys

import bounds
import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")
pytest.importorskip("tqdm")
tifffile, zarr = pytest.importorskip("tifffile"), pytest.importorskip("zarr")

import fftcore  # noqa: E402, after what is optional was found
from fftcore.batch import schedulers, task  # noqa: E402
from fftcore.batch.cli import main  # noqa: E402
from fftcore.batch.files import Pair, whole  # noqa: E402

BLUR = ("filter", "--gaussian", "2")
TAPS = fftcore.gaussian_blur(2)


@pytest.fixture
def folder(tmp_path, monkeypatch, numbers):
    """A folder `in` with images of several types, one of them in a folder below."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in" / "below").mkdir(parents=True)
    for name, dtype, shape in (("grey.png", "uint8", (41, 50)), ("below/deep.png", "uint16",
                               (30, 31, 3)), ("alpha.png", "uint8", (33, 20, 4)),
                               ("float.tiff", "float32", (1, 37, 3))):
        cv2.imwrite(f"in/{name}", numbers(shape, dtype))
    return tmp_path


def read(path):
    return cv2.imread(str(path), cv2.IMREAD_UNCHANGED)


def files_below(path):
    return sorted(os.path.relpath(os.path.join(place, name), path)
                  for place, _, names in os.walk(path) for name in names)


def run(*words, scheduler="none"):
    return main(["--scheduler", scheduler, "--no-progress", *words])


@pytest.mark.parametrize("scheduler", ("none", "local"))
def test_filtered_as_arrays(folder, scheduler):
    assert run(*BLUR, "in", "out", scheduler=scheduler) == 0
    assert files_below("out") == files_below("in")
    for name in files_below("in"):
        image, got = read(f"in/{name}"), read(f"out/{name}")
        colours = image[..., :3] if image.ndim == 3 else image
        want = fftcore.convolve(colours, TAPS, "mirror",
                                channel_axis=None if image.ndim == 2 else -1)
        assert got.shape == image.shape and got.dtype == image.dtype
        difference = np.abs(got[..., :3] - want.astype(float)) if image.ndim == 3 else np.abs(
            got - want.astype(float))
        assert difference.max() <= (1 if image.dtype.kind == "u" else 1e-5)
        if image.shape[2:] == (4,):
            assert np.array_equal(got[..., 3], image[..., 3])


@pytest.mark.parametrize("edge, mode", (("constant", "constant"), ("replicate", "nearest"),
                                        ("reflect", "reflect"), ("reflect-101", "mirror"),
                                        ("wrap", "wrap")))
@pytest.mark.parametrize("shape, side", (((700, 531), 39), ((300, 20), 90)), ids=str)
def test_tiles_make_the_whole(folder, edge, mode, shape, side, numbers):
    """Zarr, and TIFF larger than the memory, by tiles of 256 pixels; taps beyond the image."""
    image = numbers(shape)
    taps = numbers((side, side - 5), "float64")
    np.save("taps.npy", taps)
    zarr.save("in.zarr", image)
    tifffile.imwrite("in.tif", image, tile=(64, 48), compression="zlib")
    words = ("filter", "--taps", "taps.npy", "--edge", edge)
    assert run("--memory", "1", *words, "in.zarr", "in.tif", "out") == 0
    exact = fftcore.convolve(image.astype(float), taps, mode)
    for got in (zarr.open("out/in.zarr", mode="r")[:], tifffile.imread("out/in.tif")):
        assert got.dtype == image.dtype
        assert np.linalg.norm(got - exact) <= bounds.of_convolution("float32", image, taps)


@pytest.mark.parametrize("layout", ({"tile": (128, 64), "compression": "zlib"}, {},
                                    {"rowsperstrip": 32, "compression": "zlib"}), ids=str)
def test_tiff_in_colour_larger_than_memory(folder, layout, numbers):
    image = numbers((1100, 901, 3), "uint16")
    tifffile.imwrite("in.tif", image, photometric="rgb", **layout)
    assert run("--memory", "2", *BLUR, "in.tif", "out") == 0
    want = fftcore.convolve(image, TAPS, "mirror", channel_axis=-1)
    with tifffile.TiffFile("out/in.tif") as file:
        page = file.pages[0]
        assert page.is_tiled and page.photometric.name == "RGB"
        assert (page.compression == 1) == ("compression" not in layout)
        assert np.abs(page.asarray() - want.astype(float)).max() <= 1
    # OpenCV reads what was written.
    assert np.array_equal(read("out/in.tif")[..., ::-1], tifffile.imread("out/in.tif"))


def test_memory_is_bounded(folder):
    """A TIFF of 144 MB is filtered in less than it takes."""
    rows = 12000
    tifffile.imwrite("in.tif", (np.zeros((256, 256), "uint8") for _ in range(47 * 47)),
                     shape=(rows, rows), dtype="uint8", tile=(256, 256), compression="zlib")
    program = ("import resource, sys; from fftcore.batch.cli import main\n"
               "from fftcore.batch import large, options\n"
               "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
               "status = main(sys.argv[1:])\n"
               "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
               "sys.exit(status)")
    said = subprocess.run([sys.executable, "-c", program, "--scheduler", "none", "--memory", "24",
                           *BLUR, "in.tif", "out"], text=True, check=True, stdout=subprocess.PIPE)
    assert int(said.stdout) < 100 << 10  # KiB


def test_denoise_and_deblur(folder, numbers):
    image = np.clip(0.5 + 0.1 * numbers((600, 533)), 0, 1).astype("float32")
    zarr.save("in.zarr", image)
    assert run("--memory", "1", "denoise", "--sigma", "25.5", "in.zarr", "out") == 0
    got = zarr.open("out/in.zarr", mode="r")[:]
    assert np.abs(got - fftcore.denoise(image, 0.1)).max() <= 1e-5
    assert run("denoise", "--sigma", "10", "--sharpen", "0.7", "--dehalo", "0.5", "in.zarr",
               "sharpened") == 0
    want = fftcore.denoise(image, 10 / 255, sharpen=0.7, dehalo=0.5)
    assert np.abs(zarr.open("sharpened/in.zarr", mode="r")[:] - want).max() <= 1e-5
    cv2.imwrite("in/float.tiff", image)
    assert run("denoise", "in/float.tiff", "out") == 0
    assert np.abs(read("out/float.tiff") - fftcore.denoise(image)).max() <= 1e-5
    assert run("denoise", "in/alpha.png", "out") == 0
    assert np.array_equal(read("out/alpha.png")[..., 3], read("in/alpha.png")[..., 3])
    assert run("deblur", "--motion", "9@30", "--lambda", "0.05", "in/float.tiff", "sharp") == 0
    want = fftcore.deconvolve(image, fftcore.motion_blur(9, 30), 0.05)
    assert np.abs(read("sharp/float.tiff") - want).max() <= 1e-4
    assert run("deblur", "--motion", "9@30", "in/float.tiff", "sharp") == 0
    found = fftcore.deconvolve(image, fftcore.motion_blur(9, 30))
    assert np.abs(found - want).max() > 1e-2
    assert np.abs(read("sharp/float.tiff") - found).max() <= 1e-4


def test_match_and_register(folder, numbers):
    image = cv2.GaussianBlur(numbers((200, 210), "uint8"), (0, 0), 2)
    image = cv2.normalize(image, None, 0, 255, cv2.NORM_MINMAX)
    cv2.imwrite("scene.png", image)
    cv2.imwrite("moved.png", np.roll(image, (4, -3), (0, 1)))
    cv2.imwrite("part.png", image[50:70, 80:110])
    assert run("match", "--template", "part.png", "scene.png", "moved.png", "out") == 0
    peak = json.loads((folder / "out" / "scene.json").read_text())["peaks"][0]
    assert (round(peak["x"]), round(peak["y"]), peak["width"]) == (80, 50, 30)
    assert peak["score"] > 0.99
    assert run("register", "--reference", "scene.png", "moved.png", "out") == 0
    found = json.loads((folder / "out" / "moved.json").read_text())
    assert found["dx"] == pytest.approx(-3, abs=0.1) and found["dy"] == pytest.approx(4, abs=0.1)


# With a large distance lower places may be on the rim of a better one's, which are left out.
@pytest.mark.parametrize("distance, least", ((None, 0.2), (40, 0.8)))
def test_large_images_are_searched_by_tiles(folder, distance, least, numbers):
    """Peaks near and on the lines between tiles of 256 places, too, and none twice."""
    image = cv2.GaussianBlur(numbers((900, 811)), (0, 0), 2)
    template = image[100:121, 120:150]
    template = (template + template[:, ::-1]) / 2
    for row, column in ((100, 120), (240, 250), (255, 600), (500, 500), (512, 70), (760, 256)):
        image[row:row + 21, column:column + 30] = template + 0.05 * numbers((21, 30))
    # Halfway between the last place of a tile and the first one of the next.
    half = np.pad(template, ((0, 0), (0, 1)), "edge") + np.pad(template, ((0, 0), (1, 0)), "edge")
    image[600:621, 255:286] = half / 2
    zarr.save("in.zarr", image)
    tifffile.imwrite("in.tif", image, tile=(64, 64), compression="zlib")
    cv2.imwrite("part.tiff", template)
    words = ("match", "--template", "part.tiff", "--threshold", str(least), "--max-peaks", "30")
    words += () if distance is None else ("--distance", str(distance))
    want = fftcore.find_template(image, template, 30, radius=distance)
    assert want[6].score > 0.8 > want[7].score
    assert any(peak.x == pytest.approx(255.5, abs=0.005) for peak in want)
    for name in ("in.zarr", "in.tif"):
        assert run("--memory", "1", *words, name, "out") == 0
        peaks = json.loads((folder / "out" / "in.json").read_text())["peaks"]
        assert len(peaks) == sum(peak.score >= least for peak in want) > 6
        for got, peak in zip(peaks, want):
            # Of two places that score alike either is the one whose neighbours count.
            assert (got["x"], got["y"]) == pytest.approx(peak[:2], abs=0.05)
            assert got["score"] == pytest.approx(peak.score, abs=2e-4)
            assert got["confidence"] == pytest.approx(peak.confidence, abs=2e-3)


@pytest.mark.parametrize("bad, word", ((np.nan, "nan"), (-3.4e38, "-3.4e+38"), (1e20, "1e+20")))
def test_samples_that_would_spread_are_refused(folder, numbers, capsys, bad, word):
    image = numbers((600, 531))
    tifffile.imwrite("good.tif", image)
    image[400, 300] = bad
    tifffile.imwrite("bad.tif", image)
    for words in (("register", "--reference", "good.tif", "bad.tif"),
                  ("register", "--reference", "bad.tif", "good.tif"),
                  ("deblur", "--motion", "5@30", "bad.tif"),
                  ("--memory", "1", "deblur", "--motion", "5@30", "bad.tif")):
        assert run(*words, "out") == 1, words
        assert f"is {word} at row 400, column 300" in capsys.readouterr().err, words
    assert files_below("out") == []
    assert run("filter", "--gaussian", "2", "bad.tif", "out") == 0
    reached = ~(np.abs(read("out/bad.tif")) < 1e3)
    assert reached.sum() == fftcore.gaussian_blur(2).size


def test_json_has_no_numbers_that_are_not_finite(folder):
    found = {"x": 1.5, "peaks": [{"score": float("nan")}, {"score": -float("inf")}]}

    class Operation:
        ending = ".json"

        def find(self, image, grey, limit_bytes):
            return found

    task.Task(Pair("in/grey.png", "out/found.json"), Operation(), 512).run()
    with open("out/found.json", encoding="utf-8") as file:
        line = json.loads(file.read(), parse_constant=pytest.fail)
    assert line["peaks"] == [{"score": None}, {"score": None}] and line["x"] == 1.5


def test_large_images_are_not_registered(folder, numbers, capsys):
    zarr.save("in.zarr", numbers((700, 700)))
    assert run("--memory", "1", "register", "--reference", "in/grey.png", "in.zarr", "out") == 1
    assert "as an image is registered as a whole" in capsys.readouterr().err


def test_zarr_is_replaced(folder, numbers):
    for image in (numbers((40, 50)), numbers((30, 35))):
        zarr.save("in.zarr", image)
        assert run(*BLUR, "in.zarr", "out") == 0
        assert np.array_equal(zarr.open("out/in.zarr", mode="r")[:],
                              fftcore.convolve(image, TAPS, "mirror"))
    assert os.listdir("out") == ["in.zarr"]


def test_gain_and_offset(folder):
    image = read("in/grey.png")
    assert run("filter", "--gaussian", "1", "--gain", "-1.5", "--offset", "200", "in/grey.png",
               "out") == 0
    blurred = fftcore.convolve(image.astype(float), fftcore.gaussian_blur(1), "mirror")
    assert np.abs(read("out/grey.png") - np.clip(200 - 1.5 * blurred, 0, 255)).max() <= 1


def test_patterns_and_endings(folder):
    assert run(*BLUR, "in/**/*.png", "out") == 0
    assert files_below("out") == ["alpha.png", "below/deep.png", "grey.png"]
    assert run("filter", "--gaussian", "2", "--ending", ".tiff", "in", "other") == 0
    assert files_below("other") == ["alpha.tiff", "below/deep.tiff", "float.tiff", "grey.tiff"]
    assert np.array_equal(read("other/grey.tiff"), read("out/grey.png"))


def test_resume_does_what_is_not_there(folder, capsys):
    assert run(*BLUR, "in", "out") == 0
    kept = os.stat("out/grey.png").st_mtime_ns
    os.remove("out/below/deep.png")
    leftover = folder / "out" / "below" / ".deep.png.0123.fftcore-part"
    leftover.write_bytes(b"half")
    capsys.readouterr()
    assert run("--resume", *BLUR, "in", "out") == 0
    assert "1 done, 3 skipped, 0 failed" in capsys.readouterr().err
    assert os.stat("out/grey.png").st_mtime_ns == kept and not leftover.exists()
    assert files_below("out") == files_below("in")
    assert run(*BLUR, "in", "out") == 0  # without it all is done again
    assert os.stat("out/grey.png").st_mtime_ns != kept


@pytest.mark.parametrize("scheduler", ("none", "local"))
def test_failures_do_not_end_the_others(folder, scheduler, capsys):
    (folder / "in" / "a-text.png").write_text("no image")
    (folder / "in" / "below" / "empty.png").touch()
    assert run(*BLUR, "in", "out", scheduler=scheduler) == 1
    said = capsys.readouterr().err
    assert "4 done, 0 skipped, 2 failed" in said
    assert "a-text.png'" in said and "it is no image, or damaged" in said and "it is empty" in said
    assert len(files_below("out")) == 4
    assert run("--no-keep-going", *BLUR, "in", "again") == 1
    assert files_below("again") == []  # the first one fails


@pytest.mark.parametrize("ending", (".jpg", ".png", ".tif"))
def test_files_cut_short(folder, ending, numbers, capsys):
    data = cv2.imencode(ending, numbers((90, 80, 3), "uint8"))[1].tobytes()
    (folder / f"whole{ending}").write_bytes(data)
    (folder / f"half{ending}").write_bytes(data[:len(data) // 2])
    assert run(*BLUR, f"whole{ending}", f"half{ending}", "out") == 1
    assert files_below("out") == [f"whole{ending}"]
    assert "damaged" in capsys.readouterr().err


@pytest.mark.parametrize("layout", ({}, {"tile": (256, 256)}, {"tile": (256, 256),
                                    "compression": "zlib"}), ids=str)
def test_large_tiff_cut_short(folder, layout, numbers, capsys):
    tifffile.imwrite("in.tif", numbers((1100, 1000), "uint16"), **layout)
    os.truncate("in.tif", os.path.getsize("in.tif") // 2)
    assert run("--memory", "1", *BLUR, "in.tif", "out") == 1
    assert "damaged" in capsys.readouterr().err or not layout
    assert files_below("out") == []


def test_a_result_is_whole_or_not_there(folder):
    target = str(folder / "out" / "grey.png")
    with pytest.raises(OSError):
        with whole(target) as part:
            with open(part, "wb") as file:
                file.write(b"half")
            raise OSError("disk full")
    assert files_below("out") == []


def test_a_full_disk(folder, monkeypatch, capsys):
    """What the kernel says of a full disk is the file's failure, and no part of it stays."""
    def full(*_):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", full)
    assert run(*BLUR, "in/grey.png", "out") == 1
    assert "No space left on device" in capsys.readouterr().err and files_below("out") == []


class Dying:
    """An operation that ends its process, the first time or each time."""
    edge, ending, reach = None, None, ((0, 0), (0, 0))

    def __init__(self, mark):
        self.mark = mark

    def measured(self, _):
        return self

    def apply(self, part):
        if self.mark is None or not os.path.exists(self.mark):
            if self.mark is not None:
                open(self.mark, "w", encoding="utf-8").close()
            os.kill(os.getpid(), 9)
        return part


def test_a_process_that_dies(folder, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(__file__))

    def done(mark):
        tasks = [task.Task(Pair(f"{folder}/in/{name}", f"{folder}/out/{name}"),
                           Dying(mark) if name == "grey.png" else Dying(__file__), 64)
                 for name in ("grey.png", "alpha.png", "float.tiff")]
        return {one.name: outcome.failure
                for one, outcome in schedulers.on_this_machine(tasks, 2)}

    assert list(done(str(folder / "mark")).values()) == [None] * 3
    failures = done(None)
    assert len(failures) == 3
    assert "ended from outside" in failures.pop(f"{folder}/in/grey.png")
    assert list(failures.values()) == [None] * 2


@pytest.mark.parametrize("words, said", (
    ((*BLUR, "nothing", "out"), "'nothing' is not there"),
    ((*BLUR, "in/*.gif", "out"), "'in/*.gif' has no images"),
    ((*BLUR, "in", "in/out"), "lies in 'in'"),
    ((*BLUR, "in", "in"), "lies in 'in'"),
    ((*BLUR, "in/grey.png", "in"), "would replace"),
    ((*BLUR, "in/grey.png", "in/grey.png"), "is a file; a folder"),
    ((*BLUR, "--ending", ".png", "in", "in/float.tiff", "twins/float.png", "out"), "both become"),
    ((*BLUR, "--ending", "png", "in", "out"), "one of .png .tif"),
    (("filter", "--motion", "9", "in", "out"), "LENGTH@ANGLE is expected"),
    (("filter", "--motion", "0@0", "in", "out"), "1 to 1000"),
    (("filter", "--taps", "none.npy", "in", "out"), "none.npy"),
    (("denoise", "--sigma", "-1", "in", "out"), "0 to 10000"),
    (("denoise", "--sharpen", "-2", "in", "out"), "-1 to 100"),
    (("denoise", "--dehalo", "101", "in", "out"), "0 to 100"),
    (("match", "--template", "none.png", "in", "out"), "none.png"),
    (("--jobs", "2", *BLUR, "in", "out"), "with scheduler local"),
    (("--memory", "0", *BLUR, "in", "out"), "1 MiB and more"),
    (("--scheduler", "cloud", *BLUR, "in", "out"), "none, local and HOST:PORT"),
), ids=str)
def test_wrong_command_lines(folder, words, said, capsys):
    os.mkdir("twins")
    cv2.imwrite("twins/float.png", np.zeros((9, 9), "uint8"))
    assert run(*words) == 2
    assert said in capsys.readouterr().err
    assert not os.path.exists("out")


def test_wrong_files(folder, capsys):
    zarr.save("in/volume.zarr", np.zeros((9, 9, 9), "float32"))
    zarr.save("in/whole.zarr", np.zeros((9, 9), "int64"))
    os.mkdir("in/none.zarr")
    assert run(*BLUR, "in", "out") == 1
    said = capsys.readouterr().err
    assert "has shape (9, 9, 9)" in said and "samples of int64" in said
    assert "no array of Zarr" in said and "4 done, 0 skipped, 3 failed" in said
    assert run("filter", "--gaussian", "2", "--ending", ".jpg", "in/alpha.png", "out") == 1
    assert ".jpg does not hold uint8 with 4 channels" in capsys.readouterr().err
