# SPDX-License-Identifier: LGPL-2.1-or-later
"""Arrays of CuPy and PyTorch on a CUDA device, beside the same work in this machine's memory."""
import numpy as np
import pytest

import fftcore

pytestmark = pytest.mark.skipif(fftcore.unavailable_reason("cuda") != "",
                                reason=fftcore.unavailable_reason("cuda"))


class CuPy:
    def __init__(self):
        self.cupy = pytest.importorskip("cupy")

    def put(self, array):
        return self.cupy.asarray(array)

    def get(self, array):
        assert isinstance(array, self.cupy.ndarray)
        return self.cupy.asnumpy(array)

    def on_stream(self):
        return self.cupy.cuda.Stream(non_blocking=True)

    def wait(self, stream):
        stream.synchronize()


class Torch:
    def __init__(self):
        self.torch = pytest.importorskip("torch")

    def put(self, array):
        return self.torch.from_numpy(array).cuda()

    def get(self, array):
        assert isinstance(array, self.torch.Tensor) and array.is_cuda
        return array.cpu().numpy()

    def on_stream(self):
        return self.torch.cuda.stream(self.torch.cuda.Stream())

    def wait(self, stream):
        self.torch.cuda.synchronize()


@pytest.fixture(params=[CuPy, Torch])
def library(request):
    return request.param()


def distance(one, other):
    return np.linalg.norm(one.astype(complex) - other) / np.linalg.norm(other)


WORKS = {
    "convolve": lambda a, taps: fftcore.convolve(a, taps),
    "convolve same": lambda a, taps: fftcore.convolve(a, taps, "same"),
    "convolve reflect": lambda a, taps: fftcore.convolve(a, taps, "reflect"),
    "correlate": lambda a, taps: fftcore.correlate(a, taps, "valid"),
    "lowpass": lambda a, taps: fftcore.lowpass(a, 0.1),
    "denoise": lambda a, taps: fftcore.denoise(a, 0.2, before=[a], after=[a]),
    "rfft2": lambda a, taps: fftcore.rfft2(a),
    "irfft2": lambda a, taps: fftcore.irfft2(fftcore.rfft2(a), s=a.shape),
    "fft of complex numbers": lambda a, taps: fftcore.fft(fftcore.rfft(a)),
    "dct": lambda a, taps: fftcore.dctn(a),
    "match": lambda a, taps: fftcore.match_template(a, taps),
}


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("shape", [(64, 64), (121, 77), (480, 640)])
def test_arrays_on_a_device_give_what_arrays_of_the_host_do(library, numbers, work, shape):
    image, taps = numbers(shape), numbers((7, 5))
    expected = WORKS[work](image, taps)
    result = library.get(WORKS[work](library.put(image), taps))
    assert result.dtype == expected.dtype and result.shape == expected.shape
    assert distance(result, expected) < 1e-5


@pytest.mark.parametrize("dtype", ["uint8", "float16", "float32", "float64", "complex64"])
def test_types(library, numbers, dtype):
    image, taps = numbers((90, 70), dtype), numbers((5, 5)) / 25
    expected = fftcore.convolve(image, taps, "same")
    result = library.get(fftcore.convolve(library.put(image), taps, "same"))
    assert result.dtype == expected.dtype
    assert distance(result, expected) < (0.02 if dtype in ("uint8", "float16") else 1e-5)


def test_work_is_ordered_by_the_current_stream(library, numbers):
    image, taps = numbers((2048, 2048)), numbers((31, 31))
    expected = fftcore.convolve(image, taps, "same")
    stream = library.on_stream()
    with stream:
        onto = library.put(np.zeros_like(image))
        for _ in range(8):  # each needs what the one before wrote
            onto = onto * 0 + library.put(image)
            onto = fftcore.convolve(onto, taps, "same")
        result = library.get(onto * 2)
    library.wait(stream)
    assert distance(result / 2, expected) < 1e-5


def test_plans_write_where_they_are_told(library, numbers):
    image, taps = numbers((100, 130)), numbers((9, 9))
    plan = fftcore.Convolution(image.shape, taps.shape, mode="same").compile(taps, backend="cuda")
    out = library.put(np.zeros_like(image))
    assert plan.run(library.put(image), out) is out
    plan.wait()
    assert distance(library.get(out), fftcore.convolve(image, taps, "same")) < 1e-5


def test_arrays_that_do_not_fit_are_refused(library, numbers):
    image = library.put(numbers((64, 64)))
    with pytest.raises(ValueError, match="taps lies on a device"):
        fftcore.convolve(image, image)
    with pytest.raises(ValueError, match="image"):
        fftcore.convolve(image[:, ::2], numbers((3, 3)))
    with pytest.raises(ValueError, match="complex numbers are allowed"):
        fftcore.fft(image)


@pytest.mark.parametrize("settings", [{}, {"score": "phase"}, {"search": 3, "refine": 0}])
def test_windows(library, settings):
    random = np.random.default_rng(3)
    image = random.integers(0, 256, (200, 300)).astype(np.uint8)
    moved = np.roll(image, (2, -1), (0, 1))
    places = random.uniform(60, 140, (50, 4)).astype(np.float32)
    places[:, 2:] = places[:, :2]
    found = fftcore.correlate_windows(*map(library.put, (image, moved, places)), **settings)
    expected = fftcore.correlate_windows(image, moved, places, **settings)
    assert np.abs(library.get(found.shift) - expected.shift).max() < 0.01
    assert np.array_equal(library.get(found.state), expected.state)
