#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Elements on random video and sound: of any format, size, strides and gaps, by fields and in
planes too, beside SciPy and definitions. FFTCORE_TEST_SEED is another beginning, FFTCORE_TEST_COUNT
how many cases each element has; the message of one that failed says how to draw it alone.

Exit status 77 says that this was skipped."""
import os
import sys
import tempfile
import unittest

try:
    import gi
    import numpy as np
    for library in ("Gst", "GstApp", "GstAudio", "GstVideo"):
        gi.require_version(library, "1.0")
    from gi.repository import Gst, GstApp, GstVideo  # noqa: F401
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../python"))
    import random_reference as reference
    import scipy.ndimage
    from draws import SEED, Draws
    Gst.init(None)
    from random_frames import Format, Frame, by_fields, formats_of
    from random_sound import in_planes, of_planes
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
            block, step = draw.one_of(((8, 2), (16, 4), (8, 4)))
            words = (f"fftdenoise backend=cpu before=0 after=0 sigma={sigma} block={block} "
                     f"step={step} planes={'all' if has_chroma else 'luma'}")
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

    def test_fftview(self):
        """Levels of decibels and of angles, frequency 0 in the middle, of any number of points."""
        def case(draw, _):
            form = Format(draw.one_of(formats_of("fftforward")))
            width, height = (draw.one_of((4, 6, 8, 10, 16, 18, 30, 40)) for _ in range(2))
            frame = Frame(form, width, height, draw)
            show, picture = draw.one_of(("magnitude", "phase")), draw.one_of(("GRAY8", "RGBA"))
            low, high = draw.number(-120, -60), draw.number(-20, 10)
            columns = width + draw.one_of((0, 0, 2, 12))
            rows = height + draw.one_of((0, 0, 1, 7))
            found, _ = through(f"fftforward backend=cpu pad-width={columns} pad-height={rows} ! "
                               f"fftview show={show} color-map=none "
                               f"range=fixed low={low} high={high} ! "
                               f"video/x-raw,format={picture}", frame.caps, [frame.buffer()])
            shape, depth = (rows, columns), 1 if picture == "GRAY8" else 4
            info = GstVideo.VideoInfo.new_from_caps(Gst.Caps.from_string(
                f"video/x-raw,format={picture},width={columns},height={rows}"))
            data = found[0].extract_dup(0, found[0].get_size())
            got = np.ndarray((*shape, depth), np.uint8, data, 0, (info.stride[0], depth, 1))
            spectra = [np.fft.fftshift(np.fft.fft2(frame.numbers()[c], shape))
                       / (2**form.depth[c] - 1) / (width * height)
                       for c in form.worked_on(False)]
            if show == "magnitude":
                power = np.mean([np.abs(one)**2 for one in spectra], 0)
                want = (10 * np.log10(np.maximum(power, 1e-30)) - low) / (high - low) * 255
            else:
                angles = np.angle(np.sum(spectra, 0)) / (2 * np.pi)
                want = 128 + 256 * angles
            off = np.abs(got[..., 0] - np.clip(want, 0, 255))
            if show == "phase":  # goes round, and is chance where there is nothing
                off = np.minimum(off, np.abs(256 - off))
                off = off[np.abs(np.sum(spectra, 0)) > 1e-5]
            what = f"{form.name} {width}x{height} in {columns}x{rows} {show} {low} {high}"
            self.assertLessEqual(off.max(initial=0), 1.1, what)
            if depth == 4:
                np.testing.assert_array_equal(got[..., :3], got[..., :1].repeat(3, 2), what)
                self.assertTrue((got[..., 3] == 255).all(), what)
        self.each("fftview", 20, case)

    def test_fftspectrumfile(self):
        """Spectra through a file are the same bits, however the file comes, and as far as it
        goes."""
        def case(draw, _):
            form = Format(draw.one_of(formats_of("fftforward")))
            width, height = draw.number(2, 50), draw.number(2, 50)
            frames = [Frame(form, width, height, draw) for _ in range(draw.number(1, 4))]
            border = ",".join(f"border-{side}={draw.number(0, 7)}"
                              for side in ("left", "right", "top", "bottom"))
            spectra = f"application/x-fft-spectrum,transformed=rows-and-columns,{border}"
            forward = f"fftforward backend=cpu edge-mode={draw.one_of(tuple(EDGES))} ! {spectra}"
            buffers = [one.buffer(i) for i, one in enumerate(frames)]
            want, _ = through(forward, frames[0].caps, buffers)
            written, _ = through(f"{forward} ! fftspectrumenc", frames[0].caps, buffers)
            file = b"".join(one.extract_dup(0, one.get_size()) for one in written)
            header = file.index(b"\n", file.index(b"\n") + 1) + 1
            size = (len(file) - header) // len(frames)
            whole = draw.one_in(2) or len(frames) == 1
            end = len(file) if whole else header + draw.number(size, len(file) - header - 1)
            parts, at = [], 0
            while at < end:
                part = file[at:min(at + draw.number(1, 3 * size), end)]
                parts.append(Gst.Buffer.new_wrapped(part))
                at += len(part)
            found, _ = through("fftspectrumdec", "application/x-fft-spectrum-file", parts)
            what = f"{form.name} {width}x{height} {spectra} {end} of {len(file)}"
            self.assertEqual(len(found), (end - header) // size, what)
            for i, (one, other) in enumerate(zip(found, want)):
                self.assertEqual(one.extract_dup(0, one.get_size()),
                                 other.extract_dup(0, other.get_size()), what)
                self.assertEqual(one.pts, i * Gst.SECOND // 25, what)
        self.each("fftspectrumfile", 20, case)

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
            layout = draw.one_of(("interleaved", "non-interleaved"))
            caps = (f"audio/x-raw,format={name},channels={channels},rate=48000,layout={layout},"
                    "channel-mask=(bitmask)0")
            buffers, at = [], 0
            while at < samples:
                part = sound[at:at + draw.number(1, 1000)]
                buffers.append(Gst.Buffer.new_wrapped(part.tobytes()) if layout == "interleaved"
                               else in_planes(part, caps, draw))
                buffers[-1].pts = at * Gst.SECOND // 48000
                at += len(part)
            found, _ = through(f"fftfir response-location={folder}/taps.npy fade=0", caps, buffers)
            got = np.concatenate([
                np.frombuffer(one.extract_dup(0, one.get_size()), dtype).reshape(-1, channels)
                if layout == "interleaved" else of_planes(one, dtype, channels)
                for one in found]).astype(float)
            want = np.stack([np.convolve(sound[:, c].astype(float), taps[c % len(taps)])
                             for c in range(channels)], -1)
            what = f"{name} {layout} {sound.shape} {taps.shape}"
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
        """A camera that moves is held where it was at first, whatever the picture's level and
        contrast are."""
        def case(draw, _):
            form = Format(draw.one_of(formats_of("fftstabilize")))
            width, height = draw.number(70, 90), draw.number(70, 90)
            made = scipy.ndimage.gaussian_filter(
                draw.random.standard_normal((height + 12, width + 12)), 1.5)
            # As of cameras of 12 bits in 16, up to a contrast of some steps on a large level.
            white = 2**form.depth[0] - 1
            least = 8 if white == 255 else draw.one_of((8, 8 * white / 255))
            contrast = draw.random.uniform(least, 30 * white / 255) if draw.one_in(2) else least
            level = draw.random.uniform(0.2, 0.8) if form.count == 1 else 0.5
            made *= contrast / white / made.std()

            def frame(down, right):
                def pattern(c, shape, white):
                    part = made[down:down + height, right:right + width]
                    part = part[::height // shape[0], ::width // shape[1]][:shape[0], :shape[1]]
                    part = np.pad(part, [(0, a - b) for a, b in zip(shape, part.shape)])
                    return np.clip(np.rint((part + level) * white), 0, white)
                return Frame(form, width, height, draw, pattern)

            frames = [frame(draw.number(2, 8), draw.number(2, 8)) for _ in range(3)]
            how = draw.one_of(("reference=first", "model=similarity min-confidence=0"))
            found, _ = through(f"fftstabilize backend=cpu {how} smoothing=0",
                               frames[0].caps, [one.buffer(i) for i, one in enumerate(frames)])
            self.assertEqual(len(found), len(frames))
            inner = np.s_[12:-12, 12:-12]
            first = frames[0].numbers()[0][inner]
            for one, buffer in zip(frames, found):
                off = np.std(one.result(buffer)[0][inner] - first)
                self.assertLess(off, 0.3 * first.std(), f"{form.name} {width}x{height} {how}")
        self.each("fftstabilize", 12, case)


if __name__ == "__main__":
    unittest.main()
