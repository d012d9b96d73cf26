#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftforward ! fftmultiply ! fftinverse in gst-launch-1.0: what fftfilter gives, bit for bit where
it takes the same steps; two streams; audio; errors."""
import os
import re
import tempfile
import unittest

import numpy

from gst_tools import run_tool

GREY = "video/x-raw,format=GRAY8,width=320,height=240"
KERNEL = 'kernel="<<0.0,0.1,0.2>,<0.05,0.3,0.1>,<0.05,0.1,0.1>,<0.0,0.0,0.0>>"'


def launch(pipeline, *options, **environment):
    arguments = [word.replace('"', "") for word in re.findall(r'(?:[^\s"]|"[^"]*")+', pipeline)]
    return run_tool(["gst-launch-1.0", *(options or ["-q"]), *arguments], environment, text=True,
                    capture_output=True, timeout=60, check=False)


class Stages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def output(self, pipeline, dtype="u1", **environment):
        """Of the pipeline, whose last element writes to the file `out`."""
        path = os.path.join(self.folder, "out")
        result = launch(f"{pipeline} ! filesink location={path}" if "{out}" not in pipeline
                        else pipeline.format(out=f"filesink location={path}"), **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return numpy.fromfile(path, dtype)

    def matrix(self, name, *shape):
        path = os.path.join(self.folder, name)
        random = numpy.random.default_rng(5)
        numpy.save(path, random.random(shape) / numpy.prod(shape[1:]))
        return path

    def expect_error(self, pipeline, *words):
        result = launch(pipeline)
        self.assertGreater(result.returncode, 0, "a signal is negative")
        for word in words:
            self.assertIn(word, result.stderr)

    def test_equals_fftfilter(self):
        mix = self.matrix("mix.npy", 3, 3, 5, 4)
        for form, taps in (("GRAY8", KERNEL), ("NV12", "filter=lowpass"),
                           ("Y444", "filter=bandpass shape=butterworth"), ("RGB", KERNEL),
                           ("BGRA", f"kernel-location={mix} normalize=true"),
                           ("RGB", f"kernel-location={mix} correlate=true"), ("GRAY16_LE", KERNEL)):
            with self.subTest(form=form, taps=taps):
                source = ("videotestsrc num-buffers=3 pattern=smpte ! "
                          f"video/x-raw,format={form},width=320,height=240")
                dtype = "<u2" if "16" in form else "u1"
                stages = self.output(f"{source} ! fftforward edge-mode=reflect-101 backend=cpu ! "
                                     f"fftmultiply backend=cpu {taps} ! fftinverse backend=cpu",
                                     dtype)
                as_planned = self.output(f"{source} ! fftfilter backend=cpu {taps}", dtype)
                self.assertLessEqual(numpy.abs(stages.astype(int) - as_planned).max(), 1)
                same_steps = self.output(f"{source} ! fftfilter backend=cpu {taps}", dtype,
                                         FFTCORE_PLAN="three-pass")
                self.assertTrue((stages == same_steps).all(),
                                f"{(stages != same_steps).mean():%} differ")

    def test_rows_only_between_stages(self):
        result = launch(f"videotestsrc num-buffers=2 ! {GREY} ! fftforward ! fftmultiply "
                        "filter=lowpass ! fftinverse ! fakesink", "-v")
        caps = [line for line in result.stdout.splitlines() if "x-fft-spectrum" in line]
        self.assertEqual(len(caps), 4, result.stdout)
        for line in caps:
            self.assertIn("transformed=(string)rows,", line)

    def test_a_tee_gives_rows_and_columns_to_all(self):
        source = f"videotestsrc num-buffers=3 pattern=smpte ! {GREY}"
        through_tee = self.output(f"{source} ! fftforward edge-mode=reflect-101 ! tee name=t t. ! "
                                  "queue ! fftview ! fakesink "
                                  f"t. ! queue ! fftmultiply {KERNEL} ! fftinverse ! {{out}}")
        alone = self.output(f"{source} ! fftfilter {KERNEL}")
        self.assertLessEqual(numpy.abs(through_tee.astype(int) - alone).max(), 1)

    def test_phase_correlation_of_two_streams(self):
        correlate = ("fftmultiply name=m backend=cpu conjugate=true phase-only=true ! "
                     "fftinverse backend=cpu gain=1000")
        surface = self.output(f"videotestsrc num-buffers=2 pattern=snow ! {GREY} ! fftforward "
                              f"backend=cpu ! {correlate} ! {{out}} "
                              f"videotestsrc num-buffers=1 pattern=snow ! {GREY} ! fftforward "
                              "backend=cpu ! m.kernel").reshape(-1, 240, 320)
        # equal: in the middle
        self.assertEqual(numpy.unravel_index(surface[0].argmax(), surface[0].shape), (120, 160))
        self.assertEqual(surface[0].max(), 255)
        self.assertLess(surface[1].max(), 100)  # another frame of noise

    def test_a_small_picture_as_kernel_is_padded_to_the_frame(self):
        white = "video/x-raw,format=GRAY8,width=5,height=5"  # 235 each
        blurred = self.output(f"videotestsrc num-buffers=1 pattern=smpte ! {GREY} ! fftforward ! "
                              f"fftmultiply name=m ! fftinverse gain={1 / 25 / 235} ! {{out}} "
                              f"videotestsrc num-buffers=1 pattern=white ! {white} ! fftforward ! "
                              "m.kernel").reshape(240, 320)
        box = "<" + ",".join(["<" + ",".join(["0.04"] * 5) + ">"] * 5) + ">"
        expected = self.output(f'videotestsrc num-buffers=1 pattern=smpte ! {GREY} ! fftfilter '
                               f'kernel="{box}"').reshape(240, 320)
        inside = numpy.s_[2:-2, 2:-2]
        self.assertLessEqual(numpy.abs(blurred.astype(int) - expected)[inside].max(), 1)

    def test_two_live_streams(self):
        live = ("is-live=true ! video/x-raw,format=GRAY8,width=64,height=48,framerate=60/1 ! "
                "fftforward")
        result = launch(f"videotestsrc num-buffers=20 {live} ! fftmultiply name=m conjugate=true ! "
                        f"fftinverse ! fakesink videotestsrc num-buffers=10 {live} ! m.kernel")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_audio(self):
        for taps, matrix in (('kernel="<<0.5,0.25,0.125,1.0>>"',
                              [[[.5, .25, .125, 1], [0]], [[0], [.5, .25, .125, 1]]]),
                              ("stereo", None)):
            if matrix is None:
                path = self.matrix("stereo.npy", 2, 2, 1, 300)
                taps, matrix = f"kernel-location={path}", numpy.load(path)[:, :, 0]
            sound = os.path.join(self.folder, "in")
            heard = self.output("audiotestsrc num-buffers=20 wave=white-noise ! "
                                "audio/x-raw,format=F32LE,rate=8000,channels=2 ! tee name=t "
                                f"t. ! queue ! filesink location={sound} t. ! queue ! fftforward ! "
                                f"fftmultiply {taps} ! fftinverse ! {{out}}", "f4").reshape(-1, 2)
            said = numpy.fromfile(sound, "f4").reshape(-1, 2)
            self.assertEqual(len(heard), len(said))
            for channel in range(2):
                exact = sum(numpy.convolve(said[:, d].astype(float), matrix[channel][d])[:len(said)]
                            for d in range(2))
                self.assertLess(numpy.abs(heard[:, channel] - exact).max(), 1e-5)

    def test_a_stream_without_kernel(self):
        self.expect_error(f"videotestsrc num-buffers=3 ! {GREY} ! fftforward ! fftmultiply name=m "
                          "! fftinverse ! fakesink "
                          f"videotestsrc num-buffers=0 ! {GREY} ! fftforward ! m.kernel",
                          "no kernel came on pad kernel")

    def test_kernels_that_do_not_fit(self):
        main = (f"videotestsrc num-buffers=3 ! {GREY} ! fftforward ! fftmultiply name=m ! "
                "fftinverse ! fakesink")
        self.expect_error(f"{main} videotestsrc num-buffers=1 ! {GREY} ! fftforward pad-width=512 "
                          "! m.kernel", "of 256x512 points", "256x320",
                          "give both fftforwards the same pad-width and pad-height")
        self.expect_error(f"{main} videotestsrc num-buffers=1 ! {GREY} ! videoconvert ! "
                          "video/x-raw,format=RGB ! fftforward ! m.kernel",
                          "has 3 channels, the one on pad sink 1")

    def test_taps_that_do_not_fit(self):
        source = f"videotestsrc num-buffers=3 ! {GREY} ! fftforward"
        mix = self.matrix("mix.npy", 3, 3, 1, 1)
        self.expect_error(f"{source} ! fftmultiply kernel-location={mix} ! fftinverse ! fakesink",
                          "the kernel mixes 3 channels, and the spectrum has 1")
        self.expect_error(f"{source} ! fftmultiply kernel-location=/no/such.npy ! fftinverse ! "
                          "fakesink", "/no/such.npy")
        self.expect_error("audiotestsrc num-buffers=5 ! audio/x-raw,format=F32LE ! fftforward ! "
                          "fftmultiply kernel=\"<<1.0>,<2.0>>\" ! fftinverse ! fakesink",
                          "2 rows of taps")

    def test_nothing_leaks(self):
        result = launch(f"videotestsrc num-buffers=5 ! {GREY} ! fftforward ! fftmultiply name=m "
                        "conjugate=true ! fftinverse ! fakesink "
                        f"videotestsrc num-buffers=3 ! {GREY} ! fftforward ! m.kernel",
                        GST_TRACERS="leaks", GST_DEBUG="GST_TRACER:7", GST_DEBUG_NO_COLOR="1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("new format string: object-alive", result.stderr, "the tracer reports")
        self.assertEqual([line for line in result.stderr.splitlines()
                          if "object-alive, type-name=(string)Gst" in line], [])


if __name__ == "__main__":
    unittest.main()
