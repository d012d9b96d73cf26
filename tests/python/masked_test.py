# SPDX-License-Identifier: LGPL-2.1-or-later
"""Masks are never lost without a word: what has masked samples is refused."""
import inspect

import numpy as np
import pytest

import fftcore

SHAPE, TAPS = (32, 32), (3, 3)
IMAGE = np.random.default_rng(3).random(SHAPE).astype("float32")
FILTER = np.random.default_rng(4).random(TAPS)
WORDS = "masked sample.*expected.*filled"


def hidden(array, count=1):
    """The array with a mask over its first samples."""
    mask = np.zeros(array.shape, bool)
    mask.flat[:count] = True
    return np.ma.masked_array(array, mask)


def matching(image=IMAGE, template=FILTER):
    plan = fftcore.TemplateMatching(SHAPE, TAPS)
    plan.set_template(template)
    return plan.find(image)


def measured(reference=IMAGE, image=IMAGE):
    plan = fftcore.PhaseCorrelation(SHAPE)
    plan.set_reference(reference)
    return plan.measure(image)


def convolved(image=IMAGE, taps=FILTER, out=None):
    return fftcore.Convolution(SHAPE, TAPS).compile(taps).run(image, out)


def by_text(image=IMAGE, taps=FILTER, out=None):
    plan = fftcore.Plan("conv2d f32 32x32 k3x3 replicate same")
    plan.set_taps(taps)
    return plan.run(image, np.empty(SHAPE, "float32") if out is None else out)


def denoised_frames(image=IMAGE, before=IMAGE, after=IMAGE, out=None):
    return fftcore.denoise(image, 0.1, block=8, before=[before], after=[after], out=out)


# Further arguments, of functions that are not called with an image alone.
ARGUMENTS = {
    "convolve": {"taps": FILTER}, "correlate": {"taps": FILTER}, "deconvolve": {"psf": FILTER},
    "lowpass": {"cutoff": 0.1}, "highpass": {"cutoff": 0.1},
    "bandpass": {"cutoff": 0.1, "cutoff_high": 0.2},
    "bandstop": {"cutoff": 0.1, "cutoff_high": 0.2}, "denoise": {"sigma": 0.1, "block": 8},
    "match_template": {"template": FILTER}, "find_template": {"template": FILTER},
    "phase_correlation": {"reference": IMAGE},
    "camera_motion": {"first": IMAGE, "second": IMAGE},
    "warp": {"map": np.eye(2, 3)},
    "correlate_windows": {"first": IMAGE, "second": IMAGE, "places": np.full((2, 2), 16.0),
                          "window": (8, 8), "search": 2},
    "piv": {"frame_a": IMAGE, "frame_b": IMAGE, "windowsizes": 16},
    "register": {"reference": IMAGE, "mask": np.zeros(SHAPE, bool),
                 "reference_mask": np.zeros(SHAPE, bool)},
    "register_tiles": {"tiles": [IMAGE, IMAGE], "positions": np.zeros((2, 2))},
    "fit_motion": {"points1": IMAGE[:, :2], "points2": IMAGE[:, :2]},
}
# Names of arguments that are arrays.
ARRAYS = ("image", "x", "taps", "psf", "template", "reference", "first", "second", "points1",
          "points2", "map", "places", "frame_a", "frame_b", "mask", "reference_mask", "positions",
          "out")
# What takes no array.
WITHOUT = ("CameraMotion", "Convolution", "ConvolutionPlan", "Motion", "Peak", "PhaseCorrelation",
           "Plan", "Registration", "TemplateMatching", "TilePositions", "Transform",
           "TransformPlan", "backends", "clear_plans", "defocus_blur", "devices", "filter_taps",
           "gaussian_blur", "load_taps", "motion_blur", "response_taps", "unavailable_reason",
           "VectorField", "WindowShifts")


def calls():
    """Each argument that is an array, of each function of the package and of each plan."""
    for name in fftcore.__all__:
        function = getattr(fftcore, name)
        if name.startswith("__") or name in WITHOUT:
            continue
        names = list(inspect.signature(function).parameters)
        given = {**{names[0]: FILTER if names[0] == "psf" else IMAGE}, **ARGUMENTS.get(name, {})}
        if "image" in names:
            given["image"] = IMAGE
        if "out" in names:
            given["out"] = None
        yield name, function, given
    yield "TemplateMatching", matching, {"image": IMAGE, "template": FILTER}
    yield "PhaseCorrelation", measured, {"reference": IMAGE, "image": IMAGE}
    yield "ConvolutionPlan", convolved, {"image": IMAGE, "taps": FILTER, "out": None}
    yield "CameraMotion", fftcore.CameraMotion().update, {"image": IMAGE}
    yield "Plan", by_text, {"image": IMAGE, "taps": FILTER, "out": None}
    yield "TransformPlan", fftcore.Transform("r2c", SHAPE).compile().run, {"image": IMAGE,
                                                                           "out": None}
    yield "denoise, frames", denoised_frames, {"image": IMAGE, "before": IMAGE, "after": IMAGE}


@pytest.mark.parametrize("name, function, given", calls(), ids=lambda value: (
    value if isinstance(value, str) else ""))
def test_masked_samples_are_refused(name, function, given):
    result = function(**given)
    tried = 0
    for argument, array in given.items():
        if argument not in ARRAYS + ("before", "after"):
            continue
        if argument == "out":
            array = np.zeros_like(result)
        for count in (1, 3):
            with pytest.raises(ValueError, match=f"{count} masked sample"):
                function(**{**given, argument: hidden(array, count)})
        # A mask that hides nothing loses nothing.
        function(**{**given, argument: hidden(array, 0)})
        tried += 1
    assert tried


def test_lists_of_masked_arrays_are_refused():
    with pytest.raises(ValueError, match="image has 2 " + WORDS):
        fftcore.convolve([IMAGE, hidden(IMAGE, 2)], FILTER, frames=True)
    with pytest.raises(ValueError, match="taps has 1 " + WORDS):
        fftcore.convolve(IMAGE[0], [1.0, np.ma.masked, 2.0])
    with pytest.raises(ValueError, match="x has 1 " + WORDS):
        fftcore.fft([hidden(IMAGE[0])])


def test_dask():
    da = pytest.importorskip("dask.array")
    chunked = pytest.importorskip("fftcore.dask")
    image = da.from_array(IMAGE, 16)
    hiding = da.ma.masked_greater(image, 0.9)
    for call in (lambda image, taps: chunked.convolve(image, taps),
                 lambda image, taps: chunked.correlate(image, taps, "nearest"),
                 lambda image, taps: chunked.match_template(image, taps)):
        with pytest.raises(ValueError, match="masked arrays.*expected.*filled"):
            call(hiding, FILTER)
        with pytest.raises(ValueError, match="1 " + WORDS):
            call(image, hidden(FILTER))
    with pytest.raises(ValueError, match="masked arrays.*expected.*filled"):
        chunked.denoise(hiding, 0.1, block=8)


def test_dask_of_blocks_that_turn_out_to_be_masked():
    da = pytest.importorskip("dask.array")
    chunked = pytest.importorskip("fftcore.dask")
    image = da.from_array(IMAGE, 16).map_blocks(hidden, dtype="float32",
                                                meta=np.empty((0, 0), "float32"))
    for call in (lambda: chunked.convolve(image, FILTER, "valid"),
                 lambda: chunked.denoise(image, 0.1, block=8),
                 lambda: chunked.match_template(image, FILTER)):
        with pytest.raises(ValueError, match=WORDS):
            call().compute(scheduler="synchronous")
