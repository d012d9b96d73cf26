# SPDX-License-Identifier: LGPL-2.1-or-later
"""Plan objects, threads, and the plans that functions keep."""
import copy
import ctypes
import multiprocessing
import pickle
import threading

import numpy as np
import pytest
import scipy.signal

import fftcore


def test_plan_as_function(numbers):
    image, taps = numbers((40, 41)), numbers((5, 6))
    plan = fftcore.Convolution((40, 41), (5, 6), mode="same").compile(taps)
    assert np.array_equal(plan.run(image), fftcore.convolve(image, taps, "same"))
    out = np.empty((40, 41), "float32")
    assert plan.run(image, out) is out
    assert plan.text.startswith("conv2d f32 40x41 k5x7 constant")
    assert plan.plan_text


def unaligned(array):
    """The same in memory that begins a byte off."""
    memory = np.zeros(array.nbytes + 1, np.uint8)
    other = memory[1:].view(array.dtype).reshape(array.shape)
    other[...] = array
    assert not other.flags.aligned
    return other


@pytest.mark.parametrize("dtype", ("uint16", "float32", "float64", "complex64"))
def test_arrays_at_any_address(numbers, dtype):
    image, taps = numbers((40, 41), dtype), numbers((5, 6))
    value = fftcore.Convolution((40, 41), (5, 6), dtype, mode="same")
    for plan in (value.compile(taps), fftcore.Plan(value.text)):
        plan.set_taps(value.fitted(taps)[0] if type(plan) is fftcore.Plan else taps)
        out, other = np.empty((40, 41), dtype), unaligned(np.zeros((40, 41), dtype))
        assert plan.run(unaligned(image), other) is other
        assert np.array_equal(other, plan.run(image, out))
    other.flags.writeable = False
    with pytest.raises(ValueError, match="out is read-only"):
        plan.run(image, other)


def test_images_of_searches_and_transforms_at_any_address(numbers):
    image = numbers((40, 41))
    matching = fftcore.TemplateMatching((40, 41), (8, 8))
    matching.set_template(image[5:13, 7:15])
    assert matching.find(unaligned(image)) == matching.find(image)
    phase = fftcore.PhaseCorrelation((40, 41))
    phase.set_reference(unaligned(image))
    assert phase.measure(unaligned(image))[0].confidence > 0.9
    transform = fftcore.Transform("r2c", (40, 41)).compile()
    assert np.array_equal(transform.run(unaligned(image)), transform.run(image))
    clean = unaligned(np.zeros((40, 41), "float32"))
    assert fftcore.denoise(image, 0.1, out=clean) is clean
    assert np.array_equal(clean, fftcore.denoise(image, 0.1))


def test_gain_and_offset(numbers):
    image, taps = numbers((20, 20)), numbers((3, 3))
    plan = fftcore.Convolution((20, 20), (3, 3), mode="same").compile(taps)
    before = plan.run(image)
    plan.set_gain(2, 3)
    assert np.allclose(plan.run(image), 2 * before + 3, atol=1e-5)


def test_text_of_ones_own(numbers):
    plan = fftcore.Plan("r2c 12x10", backend="cpu", threads=1)
    x = numbers((12, 10))
    out = plan.run(x, np.empty((12, 6), "complex64"))
    assert np.allclose(out, np.fft.rfft2(x), atol=1e-4)
    assert plan.backend == "cpu"


def test_second_image(numbers):
    image, w, taps = numbers((40, 41)), numbers((40, 41), "uint8"), numbers((5, 7))
    text = "conv2d f32 40x41 k5x7 replicate same"
    plan, plain = fftcore.Plan(text + ' w=u8 store="v * w"'), fftcore.Plan(text)
    for one in (plan, plain):
        one.set_taps(taps)
    out, alone = np.empty_like(image), np.empty_like(image)
    assert plan.run((image, w), out) is out
    assert np.allclose(out, plain.run(image, alone) * w, rtol=1e-5)
    padded = np.zeros((40, 64), "uint8")
    padded[:, :41] = w
    other = np.empty_like(out)
    assert np.array_equal(plan.run((image, padded[:, :41]), other), out)
    for images, words in ((image, "image is 1 arrays; 2 are expected"),
                          ((image, w, w), "image is 3 arrays; 2 are expected"),
                          ((image, image), "w is float32; uint8 is expected"),
                          ((image, w[:20]), r"w has shape \(20, 41\)")):
        with pytest.raises(ValueError, match=words):
            plan.run(images, out)
    small = fftcore.Plan('conv2d f32 8x9 k1x1 wrap same store="v * w"')
    with pytest.raises(ValueError, match="overlap"):
        small.run((image[:8, :9], out[:8, :9]), out[:8, :9])


def test_taps_change_while_frames_run():
    """A result has old taps or new ones, never both."""
    image = np.ones((64, 64), "float32")
    first, second = np.full((5, 5), 1 / 25), np.full((5, 5), 2 / 25)
    plan = fftcore.Convolution((64, 64), (5, 5), mode="nearest").compile(first, threads=1)
    done = threading.Event()

    def change():
        while not done.is_set():
            plan.set_taps(second)
            plan.set_taps(first)

    other = threading.Thread(target=change)
    other.start()
    try:
        for _ in range(300):
            result = plan.run(image)
            assert np.ptp(result) < 1e-4
            assert min(abs(result[0, 0] - 1), abs(result[0, 0] - 2)) < 1e-4
    finally:
        done.set()
        other.join()


def test_threads_share_a_plan_and_functions(numbers):
    images = [numbers((96, 96)) for _ in range(8)]
    taps = [numbers((7, 7)) for _ in range(8)]
    want = [scipy.signal.fftconvolve(i.astype(float), t.astype(float), "same")
            for i, t in zip(images, taps)]
    plan = fftcore.Convolution((96, 96), (7, 7), mode="same").compile(taps[0])
    alone = [plan.run(image) for image in images]
    wrong = []

    def work(i):
        for _ in range(20):
            if np.abs(fftcore.convolve(images[i], taps[i], "same") - want[i]).max() > 1e-3:
                wrong.append(i)
            if not np.array_equal(plan.run(images[i]), alone[i]):
                wrong.append(-i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_runs_are_without_the_gil():
    """Another thread counts on while one image takes its time."""
    image = np.ones((2048, 2048), "float32")
    plan = fftcore.Convolution(image.shape, (101, 101), mode="same").compile(
        np.random.default_rng(1).standard_normal((101, 101)), threads=1)
    ticks, done = [0], threading.Event()

    def tick():
        while not done.is_set():
            ticks[0] += 1
            done.wait(1e-4)

    other = threading.Thread(target=tick)
    other.start()
    out = np.empty_like(image)
    before = ticks[0]
    try:
        plan.run(image, out)
    finally:
        after = ticks[0]
        done.set()
        other.join()
    assert after - before > 5


def _convolved(image):
    return fftcore.convolve(image, np.ones((9, 9), "float32"), "same")


def _run(plan_and_image):
    plan, image = plan_and_image
    return plan.run(image)


def test_plans_are_pickled_by_their_value(numbers):
    image, taps = numbers((40, 41)), numbers((5, 6))
    plan = fftcore.Convolution((40, 41), (5, 6), mode="same").compile(taps, backend="cpu",
                                                                      threads=1)
    plan.set_gain(2, 3)
    want = plan.run(image)
    taps[...] = 0  # the plan has a copy
    for other in (pickle.loads(pickle.dumps(plan)), copy.copy(plan), copy.deepcopy(plan)):
        assert np.array_equal(other.run(image), want)
        assert (other.value, other.text, other.backend) == (plan.value, plan.text, "cpu")
        other.set_taps(np.ones((5, 6)))
    assert np.array_equal(plan.run(image), want)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert np.array_equal(pool.apply(_run, ((plan, image),)), want)


def test_every_plan_is_pickled(numbers):
    image = numbers((40, 41))
    finder = fftcore.TemplateMatching(image.shape, (8, 9))
    finder.set_template(image[10:18, 20:29])
    assert pickle.loads(pickle.dumps(finder)).find(image) == finder.find(image)
    transform = fftcore.Transform("r2c", image.shape).compile()
    other = pickle.loads(pickle.dumps(transform))
    assert np.array_equal(other.run(image), transform.run(image))
    plan = fftcore.Plan("corr2d f32 40x41 k1x3 replicate same", threads=1)
    plan.set_taps([[-0.5, 0.0, 0.5]])
    results = [one.run(image, np.empty_like(image)) for one in (plan, copy.copy(plan))]
    assert np.array_equal(*results)
    # Without a reference, and without taps, it says what it needs.
    motion = fftcore.PhaseCorrelation(image.shape)
    motion.set_reference(image)
    with pytest.raises(ValueError, match="reference"):
        copy.copy(motion).measure(image)
    with pytest.raises(ValueError, match="taps"):
        copy.copy(fftcore.Convolution((40, 41), (3, 3)).compile()).run(image)


def test_forked_processes(numbers):
    """A forked process has none of its parent's worker threads, and works by its own."""
    image = numbers((256, 256))
    want = _convolved(image)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        results = pool.map_async(_convolved, [image] * 4).get(timeout=60)
    assert all(np.array_equal(result, want) for result in results)
    assert np.array_equal(_convolved(image), want)


def test_kept_plans_are_bounded(numbers):
    from fftcore import _plans
    fftcore.clear_plans()
    for side in range(3, 3 + 70):
        fftcore.convolve(numbers((side,)), numbers((2,)))
    assert len(_plans._kept) == _plans._MOST_KEPT
    fftcore.clear_plans()
    assert not _plans._kept


def test_arrays_of_ctypes_are_taken_by_their_type():
    plan = fftcore.Plan("conv1d f64 5 k1 wrap same", backend="cpu")
    plan.set_taps(np.array([2.0]))
    image, out = (ctypes.c_double * 5)(1, 2, 3, 4, 5), (ctypes.c_double * 5)()
    plan.run(image, out)
    assert list(out) == [2, 4, 6, 8, 10]
    square = ((ctypes.c_double * 2) * 3)()
    with pytest.raises(ValueError, match=r"shape \(3, 2\)"):
        plan.run(square, out)


@pytest.mark.parametrize("value", (
    (ctypes.c_char * 5)(), (ctypes.c_double * 3)(), np.datetime64("2026-01-01"),
    np.timedelta64(5), np.array(["2026-01-01"], "datetime64[s]"), np.array([object()]), b"12345",
    (ctypes.c_wchar * 5)(), memoryview(b"abcd").cast("B", (2, 2))),
    ids=lambda value: type(value).__name__)
def test_what_has_the_buffer_protocol_and_no_such_numbers_is_refused(value):
    plan = fftcore.Plan("conv1d f32 5 k1 wrap same", backend="cpu")
    plan.set_taps(np.array([2.0]))
    with pytest.raises(ValueError, match="image"):
        plan.run(value, np.empty(5, "f4"))
    with pytest.raises(ValueError, match="out|read-only"):
        plan.run(np.empty(5, "f4"), value)
