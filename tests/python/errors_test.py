# SPDX-License-Identifier: LGPL-2.1-or-later
"""Bad input is a ValueError that names the argument and says what is allowed."""
import numpy as np
import pytest

import fftcore

IMAGE, TAPS = np.zeros((8, 8), "float32"), np.ones((3, 3), "float32")


def read_only():
    array = np.zeros((10, 10), "float32")
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("arguments, words", (
    (dict(image=IMAGE.astype("longdouble")), "image is of float128; bool, int8.*float64"),
    (dict(image=IMAGE, taps=TAPS + 1j, out=np.zeros((10, 10), "int32")), "the result is complex"),
    (dict(mode="constant", cval=1j), "cval is 1j, and image is real"),
    (dict(image="abc"), "image is of str"),
    (dict(image=None), "image is no array of numbers"),
    (dict(image=[[1, 2], [3]]), "image is no array"),
    (dict(image=IMAGE[:0]), "0 rows; 1 to"),
    (dict(image=IMAGE[None, None], taps=TAPS[None, None]), "image has 4 axes; 1 to 3"),
    (dict(image=np.float32(1), taps=np.float32(1)), "image has 0 axes; 1 to 3"),
    (dict(taps=TAPS[0]), "taps have 1 axes, and image has 2"),
    (dict(image=IMAGE[..., None].repeat(3, 2)),
     "taps have 2 axes, and image has 3; as many are expected: channel_axis=-1 or 0 .*frames=True"),
    (dict(taps=TAPS * 1e50, mode="nearest"), "taps are of up to 1e\\+50, and results of float32"),
    (dict(taps=np.ones((0, 3))), "0 rows; 1 to"),
    (dict(taps=TAPS * np.nan), "every tap must be a finite number"),
    (dict(taps="abc"), "taps is of <U3"),
    (dict(mode="fill"), "mode is 'fill'; full, same, valid, reflect"),
    (dict(mode="same", cval=1), "cval is 1; with mode 'same' 0 is allowed"),
    (dict(channel_axis=5), "channel_axis is 5; None, 0"),
    (dict(image=IMAGE[:, :2], taps=np.ones((2, 3)), mode="valid"), "region 'valid'"),
    (dict(out=read_only()), "out is read-only"),
    (dict(out=np.zeros((9, 10), "float32")), r"out has shape \(9, 10\); \(10, 10\) is expected"),
    (dict(out=np.zeros((9, 10), "int32")), r"out has shape \(9, 10\); \(10, 10\) is expected"),
    (dict(out=read_only().astype(">f4")[:0]), r"out has shape \(0, 10\)"),
    (dict(out=np.zeros((10, 20), "float32")[:, ::2]), r"out has strides \(20, 2\)"),
    (dict(mode="same", out=IMAGE), "input and output that overlap"),
), ids=lambda value: str(value)[:30])
def test_bad_values(arguments, words):
    with pytest.raises(ValueError, match=words):
        fftcore.convolve(**dict(dict(image=IMAGE, taps=TAPS), **arguments))


@pytest.mark.parametrize("out", ([1, 2], 5, "x", object()), ids=str)
@pytest.mark.parametrize("call", (
    lambda out: fftcore.convolve(IMAGE, TAPS, out=out),
    lambda out: fftcore.correlate(IMAGE.astype("int32"), TAPS, out=out),
    lambda out: fftcore.match_template(IMAGE, TAPS, out=out),
    lambda out: fftcore.denoise(np.zeros((32, 32)), 0.1, out=out),
), ids=("convolve", "correlate", "match_template", "denoise"))
def test_results_into_what_is_no_array(call, out):
    with pytest.raises(TypeError, match=f"out is a {type(out).__name__}; an array to write to"):
        call(out)


@pytest.mark.parametrize("number", (float("inf"), float("nan"), 8.5, "8", None), ids=str)
def test_sizes_of_transforms(number):
    for call in (lambda: fftcore.fftn(IMAGE, s=(8, number)),
                 lambda: fftcore.rfftn(IMAGE, axes=(0, number)),
                 lambda: fftcore.dctn(IMAGE, s=[number, number])):
        with pytest.raises(ValueError, match="whole numbers are allowed"):
            call()


def test_plans_of_other_things():
    with pytest.raises(TypeError, match="value is a int; a Convolution is expected"):
        fftcore.ConvolutionPlan(3)
    with pytest.raises(TypeError, match="value is a ndarray; a Transform is expected"):
        fftcore.TransformPlan(IMAGE)


def test_long_texts_are_quoted_in_part():
    for text in (" " * 10_000_000, "x" * 10_000_000, "conv2d f32 8x8 k3x3 " + "y" * 10_000_000):
        with pytest.raises(ValueError) as error:
            fftcore.Plan(text)
        assert len(str(error.value)) < 1000


@pytest.mark.parametrize("shape", ((511,), 511, (3, 3, 3), "ab", None, (2.5, 3)), ids=str)
def test_shapes_of_responses(shape):
    with pytest.raises(ValueError, match=r"shape is .*; \(rows, columns\) is allowed, such as"):
        fftcore.response_taps("f", shape)


@pytest.mark.parametrize("head, what", ((b"\x89PNG\r\n", "a PNG picture"), (b"II*\0", "a TIFF"),
                                        (b"\xff\xd8\xff\xe0", "a JPEG"), (b"PK\3\4", "an archive")))
def test_files_that_are_no_taps(head, what, tmp_path):
    file = tmp_path / "taps.png"
    file.write_bytes(head + b"abc")
    for name in (file, str(file), str(file).encode()):
        with pytest.raises(OSError, match=f"is {what}.*npy file of rows and columns.*text with"):
            fftcore.load_taps(name)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(OSError, match="none.npy"):
        fftcore.load_taps(tmp_path / "none.npy")


def test_backends_that_work():
    names = fftcore.backends()
    assert "cpu" in names and set(names) <= set(fftcore._core.backends())
    assert all(fftcore.unavailable_reason(name) == "" for name in names)
    for name in set(fftcore._core.backends()) - set(names):
        assert fftcore.unavailable_reason(name)


def test_devices_of_backends():
    listed = fftcore.devices()
    assert listed[-1].backend == "cpu" and listed[-1].number == 0 and not listed[-1].is_gpu
    for name in fftcore.backends():
        assert any(one.backend == name and one.reason == "" for one in listed)


def test_overlap_in_part():
    memory = np.zeros(200, "float32")
    with pytest.raises(ValueError, match="overlap"):
        fftcore.convolve(memory[:64].reshape(8, 8), TAPS, "same", out=memory[63:127].reshape(8, 8))


@pytest.mark.skipif(fftcore.unavailable_reason("cuda") == "", reason="a CUDA device is here")
def test_device_that_is_not_here(on_device):
    with pytest.raises(ValueError, match="image lies on a CUDA device.*libcuda"):
        fftcore.convolve(on_device(), TAPS)


def test_other_devices(on_device, on_vulkan):
    with pytest.raises(ValueError, match="image lies on a device of DLPack's type 7"):
        fftcore.convolve(on_vulkan(), TAPS)
    plan = fftcore.Convolution((8, 8), (3, 3), mode="same").compile(TAPS, backend="cpu")
    with pytest.raises(ValueError, match="image lies on CUDA device 0, and this work in this mach"):
        plan.run(on_device(), np.zeros((8, 8), "float32"))
    with pytest.raises(ValueError, match="out lies on CUDA device 0"):
        plan.run(IMAGE, on_device())
    with pytest.raises(ValueError, match="image is float64; float32 is expected"):
        plan.run(on_device(typestr="<f8"), np.zeros((8, 8), "float32"))
    with pytest.raises(ValueError, match="taps lies on a device"):
        plan.set_taps(on_device((3, 3)))


def test_plans():
    value = fftcore.Convolution((8, 8), (3, 3), mode="same")
    plan = value.compile(TAPS)
    for image, words in ((IMAGE.astype(float), "image is float64; float32 is expected"),
                         (IMAGE[:4], r"image has shape \(4, 8\); \(8, 8\) is expected"),
                         (IMAGE[:, ::-1], r"image has strides \(8, -1\)"),
                         (IMAGE.T, r"image has strides \(1, 8\)"),
                         (None, "image is a NoneType, no array")):
        with pytest.raises(ValueError, match=words):
            plan.run(image, np.zeros((8, 8), "float32"))
    with pytest.raises(ValueError, match=r"taps have shape \(3, 4\); \(3, 3\) is expected"):
        plan.set_taps(np.ones((3, 4)))
    with pytest.raises(ValueError, match="not|no taps|taps"):
        value.compile().run(IMAGE)
    with pytest.raises(ValueError, match="operation is 'convolute'; convolve and correlate"):
        fftcore.Convolution((8, 8), (3, 3), operation="convolute").compile()
    with pytest.raises(ValueError):
        fftcore.Plan("conv2d f32 8x8 k3x3 sideways same")
    with pytest.raises(ValueError, match="StreamConvolution is not for arrays"):
        fftcore.Plan("stream 2x2 k480 mix=full block=48")


class NoInterface:
    __cuda_array_interface__ = 5


class EmptyInterface:
    __cuda_array_interface__ = {}


class OfRealNumbers:
    __cuda_array_interface__ = {"shape": (3,), "typestr": "<f4", "data": (0, False), "version": 3}


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.lowpass(IMAGE, 10**400), "cutoff is 10*\\.\\.\\.; numbers of -1.7e308 to"),
    (lambda: fftcore.lowpass(IMAGE, "x" * 9999), "cutoff is 'x*\\.\\.\\.; numbers of"),
    (lambda: fftcore.filter_taps("lowpass", .1, order=float("inf")), "order is inf; whole numbers"),
    (lambda: fftcore.find_template(IMAGE, TAPS, flat=10**400), "flat is 10*\\.\\.\\.; numbers of"),
    (lambda: fftcore.deconvolve(IMAGE, TAPS, channel_axis=2**63), "channel_axis is 9223.*2 axes"),
    (lambda: fftcore.fft2(IMAGE, norm="x" * 9999), "norm is 'x*\\.\\.\\.; \"backward\""),
    (lambda: fftcore.convolve(IMAGE, TAPS, "x" * 9999), "mode is 'x*\\.\\.\\.; full"),
    (lambda: fftcore.phase_correlation(IMAGE, IMAGE, noise=10**400), "noise is 10*\\.\\.\\.;"),
    (lambda: fftcore.denoise(IMAGE, 10**400), "sigma is 10*\\.\\.\\.;"),
    (lambda: fftcore.irfftn(OfRealNumbers()), "x is of float32; on a device complex numbers"),
), ids=lambda value: value[:12] if isinstance(value, str) else "")
def test_numbers_and_texts_beyond_all_limits(call, words):
    with pytest.raises(ValueError, match=words) as raised:
        call()
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize("call, words", (
    (lambda: fftcore.lowpass(NoInterface(), .1), "image has a __cuda_array_interface__ that is"),
    (lambda: fftcore.piv(IMAGE, EmptyInterface()), "frame_b has a __cuda_array_interface__ w"),
    (lambda: fftcore.camera_motion(IMAGE, IMAGE, boxes=EmptyInterface()), "boxes has a __cuda_arr"),
    (lambda: fftcore.denoise(IMAGE, before=5), "before is 5; a list of frames is expected"),
    (lambda: fftcore.lowpass(IMAGE, .1, shape=5), "shape is 5; a text is expected"),
    (lambda: fftcore.deconvolve(IMAGE, TAPS, .1, penalty=5), "penalty is 5; a text is expected"),
    (lambda: fftcore.response_taps(5), "formula is 5; a text is expected"),
    (lambda: fftcore.Plan("c2c 8", backend=5), "backend is 5; a text is expected"),
    (lambda: fftcore.lowpass(IMAGE, None), "cutoff is a NoneType; a number is expected"),
    (lambda: fftcore.motion_blur([1]), "length is a list; a number is expected"),
), ids=lambda value: value[:12] if isinstance(value, str) else "")
def test_what_is_no_number_or_array(call, words):
    with pytest.raises(TypeError, match=words):
        call()


def test_taps_of_lists_are_fitted():
    [taps] = fftcore.Convolution((8, 8), (1, 3)).fitted([[1, 2, 3]])
    assert taps.tolist() == [[1, 2, 3]]
    with pytest.raises(ValueError, match="taps have shape"):
        fftcore.Convolution((8, 8), (3, 3)).fitted([1])


def test_an_inverse_converts_real_numbers_of_a_device_by_their_library():
    class OfALibrary(OfRealNumbers):
        def astype(self, name):
            return np.array([3, 0, 0], name)

    assert fftcore.irfftn(OfALibrary()).tolist() == [0.75] * 4
