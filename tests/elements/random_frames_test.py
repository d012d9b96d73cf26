#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Elements on random video and sound: of any format, size, strides and gaps, by fields too, beside
SciPy and definitions. FFTCORE_TEST_SEED is another beginning, FFTCORE_TEST_COUNT how many cases
each element has; the message of one that failed says how to draw it alone.

Exit status 77 says that this was skipped."""
import os
import sys
import tempfile
import unittest

try:
    import gi
    import numpy as np
    for library in ("Gst", "GstApp", "GstVideo"):
        gi.require_version(library, "1.0")
    from gi.repository import Gst, GstApp  # noqa: F401
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../python"))
    import random_reference as reference
    import scipy.ndimage
    from draws import SEED, Draws
    Gst.init(None)
    from random_frames import Format, Frame, by_fields, formats_of
except (ImportError, ValueError) as missing:
    print(f"SKIP: {missing} (Debian: python3-gst-1.0 gir1.2-gst-plugins-base-1.0 python3-scipy)")
    sys.exit(77)

EDGES = {"reflect-101": "mirror", "replicate": "nearest", "reflect": "reflect", "wrap": "wrap"}
WAIT = 60 * Gst.SECOND


def through(elements, caps, buffers):
    """The buffers that come of some, and the element messages."""
    pipeline = Gst.parse_launch(f"appsrc name=in format=time caps=\"{caps}\" ! {elements} ! "
                                "appsink name=out sync=false")
    source, sink = pipeline.get_by_name("in"), pipeline.get_by_name("out")
    pipeline.set_state(Gst.State.PLAYING)
    try:
        for buffer in buffers:
            source.push_buffer(buffer)
        source.end_of_stream()
        bus, found, messages = pipeline.get_bus(), [], []
        while sample := sink.try_pull_sample(WAIT):
            found.append(sample.get_buffer())
        while message := bus.pop_filtered(Gst.MessageType.ELEMENT | Gst.MessageType.ERROR):
            if message.type == Gst.MessageType.ERROR:
                raise AssertionError(f"{elements}: {message.parse_error()}")
            messages.append(message.get_structure())
        return found, messages
    finally:
        pipeline.set_state(Gst.State.NULL)


class Random(unittest.TestCase):
    def each(self, name, usual, case):
        for seed in range(SEED, SEED + int(os.environ.get("FFTCORE_TEST_COUNT", usual))):
            with self.subTest(repeat=f"FFTCORE_TEST_SEED={seed} FFTCORE_TEST_COUNT=1 tests/lane "
                              f"release random_frames 'Random.test_{name}'"):
                with tempfile.TemporaryDirectory() as folder:
                    case(Draws(seed, name), folder)

    def video(self, draw, element, may_be_fields=True):
        form = Format(draw.one_of(formats_of(element)))
        width, height = (draw.number(2, 50) for _ in range(2))
        is_interlaced = may_be_fields and height > 3 and draw.one_in(3)
        frame = Frame(form, width, height, draw,
                      mode="interleaved" if is_interlaced else "progressive")
        return frame, frame.caps, is_interlaced

    def taps(self, draw, folder):
        taps = draw.random.standard_normal((draw.number(1, 7), draw.number(1, 7)))
        taps /= 2 * np.abs(taps).sum()
        np.save(folder + "/taps.npy", taps)
        return taps, folder + "/taps.npy"

    def check(self, frame, found, changed, want, less=1.0):
        """`want(c)` of each component that is changed; the others are copied."""
        before = frame.numbers()
        for c, numbers in enumerate(frame.result(found)):
            white = 2**frame.form.depth[c] - 1
            what = f"component {c} of {frame.form.name} {frame.width}x{frame.height}"
            if c not in changed:
                np.testing.assert_array_equal(numbers, before[c], what)
                continue
            error = np.abs(numbers - np.clip(want(c), 0, white)).max()
            self.assertLessEqual(error, (1 if white == 255 else 2) * less, what)

    def test_fftfilter(self):
        def case(draw, folder):
            frame, caps, is_interlaced = self.video(draw, "fftfilter")
            taps, path = self.taps(draw, folder)
            edge, has_chroma = draw.one_of(tuple(EDGES)), draw.one_in(2)
            gain, offset = draw.one_of(((1, 0), (1.5, 20), (-1, 255)))
            operation = draw.one_of(("convolve", "correlate"))
            words = (f"fftfilter backend=cpu kernel-location={path} edge-mode={edge} gain={gain} "
                     f"offset={offset} planes={'all' if has_chroma else 'luma'} "
                     f"correlate={operation == 'correlate'}")
            found, _ = through(words, caps, [frame.buffer()])
            form, before = frame.form, frame.numbers()

            def want(c):
                is_chroma = form.is_yuv and c > 0
                middle = 2**(form.depth[c] - 1) if is_chroma else 0
                unit = 2**(form.depth[c] - 8) if form.is_yuv else (2**form.depth[c] - 1) / 255
                return gain * by_fields(lambda image: reference.filtered(
                    operation, image, taps, EDGES[edge]), before[c] - middle, is_interlaced) + (
                        middle if is_chroma else offset * unit)

            self.check(frame, found[0], form.worked_on(has_chroma), want)
        self.each("fftfilter", 60, case)

    def test_fftdenoise(self):
        def case(draw, _):
            frame, caps, is_interlaced = self.video(draw, "fftdenoise")
            has_chroma, sigma = draw.one_in(2), draw.one_of((5, 30, 60))
            block, overlap, step = draw.one_of(((8, "75", 2), (16, "75", 4), (8, "50", 4)))
            words = (f"fftdenoise backend=cpu prev=0 next=0 sigma={sigma} block-size={block} "
                     f"overlap={overlap} planes={'all' if has_chroma else 'luma'}")
            found, _ = through(words, caps, [frame.buffer()])
            before = frame.numbers()

            def want(c):
                unit = (2**frame.form.depth[c] - 1) / 255
                return by_fields(lambda image: reference.denoised(
                    image, block, step, "firm", sigma * unit)[0], before[c], is_interlaced)

            # What 10 bits count for a level is 4 here, and 1023 / 255 there.
            deep = max(frame.form.depth[:frame.form.count]) > 8
            self.check(frame, found[0], frame.form.worked_on(has_chroma), want,
                       2**max(frame.form.depth[0] - 9, 0) if deep else 1)
        self.each("fftdenoise", 30, case)

    def test_fftmultiply(self):
        def case(draw, folder):
            frame, caps, _ = self.video(draw, "fftforward", False)
            taps, path = self.taps(draw, folder)
            edge = draw.one_of(tuple(EDGES))
            found, _ = through(f"fftforward backend=cpu edge-mode={edge} ! fftmultiply backend=cpu "
                               f"kernel-location={path} ! fftinverse backend=cpu ! "
                               f"video/x-raw,format={frame.form.name}", caps, [frame.buffer()])
            before = frame.numbers()
            self.check(frame, found[0], frame.form.worked_on(False), lambda c: reference.filtered(
                "convolve", before[c], taps, EDGES[edge]))
        self.each("fftmultiply", 30, case)

    def test_fftfir(self):
        def case(draw, folder):
            name, dtype, white = draw.one_of((("F32LE", "<f4", 1), ("F64LE", "<f8", 1),
                                              ("S16LE", "<i2", 2**15), ("S32LE", "<i4", 2**31)))
            channels, samples = draw.number(1, 5), draw.number(1, 3000)
            sound = np.clip(0.3 * draw.random.standard_normal((samples, channels)), -1, 0.999)
            sound = (sound * white).astype(dtype)
            taps = draw.random.standard_normal((draw.one_of((1, channels)), draw.number(1, 900)))
            taps /= np.abs(taps).sum(1, keepdims=True)
            np.save(folder + "/taps.npy", taps)
            caps = (f"audio/x-raw,format={name},channels={channels},rate=48000,layout=interleaved,"
                    "channel-mask=(bitmask)0")
            buffers, at = [], 0
            while at < samples:
                part = sound[at:at + draw.number(1, 1000)]
                buffers.append(Gst.Buffer.new_wrapped(part.tobytes()))
                buffers[-1].pts = at * Gst.SECOND // 48000
                at += len(part)
            found, _ = through(f"fftfir response-location={folder}/taps.npy fade=0", caps, buffers)
            data = b"".join(one.extract_dup(0, one.get_size()) for one in found)
            got = np.frombuffer(data, dtype).reshape(-1, channels).astype(float)
            want = np.stack([np.convolve(sound[:, c].astype(float), taps[c % len(taps)])
                             for c in range(channels)], -1)
            what = f"{name} {sound.shape} {taps.shape}"
            self.assertEqual(got.shape, want.shape, what)
            bound = {"F32LE": 1e-6, "F64LE": 1e-6, "S16LE": 1, "S32LE": 2**31 * 1e-6}[name]
            self.assertLessEqual(np.abs(got - want).max(), bound, what)
        self.each("fftfir", 30, case)

    def test_fftcorrelate(self):
        """A part of the first frame is found where it has moved."""
        def case(draw, _):
            form = Format(draw.one_of(formats_of("fftcorrelate")))
            width, height = draw.number(40, 70), draw.number(40, 70)
            made = draw.random.standard_normal((height, width))
            moves = [(0, 0), (draw.number(-6, 6), draw.number(-6, 6))]
            bits = draw.random.uniform(5, 30)

            def frame(move):
                def pattern(c, shape, white):
                    if form.is_yuv and c > 0:
                        return np.full(shape, white // 2)
                    return np.clip(np.rint(np.roll(made, move, (0, 1)) * bits * white / 255 / 4
                                           + white / 2), 0, white)
                return Frame(form, width, height, draw, pattern)

            x, y = draw.number(8, width - 26), draw.number(8, height - 26)
            words = f"fftcorrelate backend=cpu template-rect=\"<{x},{y},18,17>\""
            frames = [frame(move) for move in moves]
            _, messages = through(words, frames[0].caps,
                                  [one.buffer(i) for i, one in enumerate(frames)])
            what = f"{form.name} {width}x{height} {x} {y} {moves}"
            found = [one for one in messages if one.get_name() == "fftcorrelate"]
            self.assertTrue(found, what)
            best = found[-1]
            self.assertLess(abs(best["x"] - x - moves[1][1]), 0.2, f"{what} {best.to_string()}")
            self.assertLess(abs(best["y"] - y - moves[1][0]), 0.2, f"{what} {best.to_string()}")
        self.each("fftcorrelate", 20, case)

    def test_fftstabilize(self):
        """A camera that moves is held where it was at first."""
        def case(draw, _):
            form = Format(draw.one_of(formats_of("fftstabilize")))
            width, height = draw.number(70, 90), draw.number(70, 90)
            made = scipy.ndimage.gaussian_filter(
                draw.random.standard_normal((height + 12, width + 12)), 1.5)
            made *= draw.random.uniform(8, 30) / 255 / made.std()

            def frame(down, right):
                def pattern(c, shape, white):
                    part = made[down:down + height, right:right + width]
                    part = part[::height // shape[0], ::width // shape[1]][:shape[0], :shape[1]]
                    part = np.pad(part, [(0, a - b) for a, b in zip(shape, part.shape)])
                    return np.clip(np.rint((part + 0.5) * white), 0, white)
                return Frame(form, width, height, draw, pattern)

            frames = [frame(draw.number(2, 8), draw.number(2, 8)) for _ in range(3)]
            found, _ = through("fftstabilize backend=cpu reference=first smoothing=0",
                               frames[0].caps, [one.buffer(i) for i, one in enumerate(frames)])
            self.assertEqual(len(found), len(frames))
            inner = np.s_[12:-12, 12:-12]
            first = frames[0].numbers()[0][inner]
            for one, buffer in zip(frames, found):
                off = np.std(one.result(buffer)[0][inner] - first)
                self.assertLess(off, 0.3 * first.std(), f"{form.name} {width}x{height}")
        self.each("fftstabilize", 12, case)


if __name__ == "__main__":
    unittest.main()
