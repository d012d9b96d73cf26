#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftforward, fftmultiply, fftinverse and fftview in gst-launch-1.0, beside fftfilter and NumPy;
spectra through files.

FFTCORE_TEST_BACKEND names the backend (cpu), FFTCORE_TEST_PICTURES the folder of OpenCV's sample
pictures, by default that of Debian's opencv-doc.
"""
import os
import subprocess
import sys
import unittest

from gst_tools import FolderTest, run_tool

try:
    import numpy as np
except ImportError as missing:
    print(f"SKIP: {missing} (Debian: python3-numpy)")
    sys.exit(77)

BACKEND = os.environ.get("FFTCORE_TEST_BACKEND", "cpu")
SCAN = os.path.join(
    os.environ.get("FFTCORE_TEST_PICTURES", "/usr/share/doc/opencv-doc/examples/data"), "apple.jpg")
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
MOTION = os.path.join(ROOT, "pipelines/kernels/motion-blur.txt")
WIDTH, HEIGHT, FRAMES = 160, 120, 3
KERNELS = {
    "low pass": "filter=lowpass cutoff=0.1",
    "even taps": "kernel=<<0.5,-0.25,0.125,0.375>,<0.25,0.5,-0.75,0.25>>",
    "correlation": f"kernel-location={MOTION} correlate=true",
    "notch": "notches=<<0.25,0.0>,<0.1,-0.2,0.03>>",
}


def source(video_format, pattern="zone-plate kx2=20 ky2=30 kt=7"):
    return (f"videotestsrc num-buffers={FRAMES} pattern={pattern} ! "
            f"video/x-raw,format={video_format},width={WIDTH},height={HEIGHT},framerate=25/1")


def stages(kernel, forward="", inverse=""):
    return (f"fftforward backend={BACKEND} {forward} ! fftmultiply backend={BACKEND} {kernel} ! "
            f"fftinverse backend={BACKEND} {inverse}")


class StagesTest(FolderTest):
    def sink(self, name):
        return f"queue ! filesink location={self.path(name)}"

    def launch(self, pipeline, status=0, **environment):
        result = run_tool(["gst-launch-1.0", "-q", *pipeline.split()], environment, text=True,
                          capture_output=True, timeout=60, check=False)
        self.assertEqual(result.returncode, status, f"{pipeline}\n{result.stderr}")
        return result.stderr

    def read(self, name, dtype=np.uint8):
        return np.fromfile(self.path(name), dtype)

    def frames(self, name, dtype=np.uint8):
        """Of GRAY8 or GRAY16_LE, whose rows have no padding at this width."""
        return self.read(name, dtype).reshape(-1, HEIGHT, WIDTH)


class BesideTheFilter(StagesTest):
    def compare(self, video_format, kernel, tolerance, forward="", **environment):
        with self.subTest(format=video_format, kernel=kernel):
            edge = "edge-mode=replicate"
            self.launch(f"{source(video_format)} ! tee name=t t. ! queue ! fftfilter "
                        f"backend={BACKEND} {edge} {KERNELS[kernel]} ! {self.sink('one')} "
                        f"t. ! queue ! {stages(KERNELS[kernel], f'{edge} {forward}')} ! "
                        f"{self.sink('three')} t. ! {self.sink('none')}", **environment)
            dtype = np.uint16 if video_format == "GRAY16_LE" else np.uint8
            one, three, none = (self.read(name, dtype).astype(int)
                                for name in ("one", "three", "none"))
            self.assertEqual(len(one), len(three))
            self.assertGreaterEqual(len(one) * dtype().itemsize, FRAMES * WIDTH * HEIGHT)
            self.assertLessEqual(np.abs(one - three).max(), tolerance)
            self.assertGreater(np.abs(none - three).mean(), 0.02, "something was filtered")

    def test_within_one(self):
        # Each plan is compiled anew by other backends.
        for video_format in ("GRAY8", "NV12", "I420", "Y444", "RGB", "BGRA",
                             "RGBx") if BACKEND == "cpu" else ("NV12", "BGRA"):
            for kernel in KERNELS:
                self.compare(video_format, kernel, 1)
        self.compare("GRAY16_LE", "low pass", 2)

    @unittest.skipIf(BACKEND != "cpu", "three passes of the CPU")
    def test_the_same_bits_as_three_passes(self):
        for video_format in ("GRAY8", "I420", "RGBA", "GRAY16_LE"):
            for kernel in KERNELS:
                self.compare(video_format, kernel, 0, FFTCORE_PLAN="three-pass")

    def test_half_precision(self):
        self.compare("GRAY8", "low pass", 2, "precision=fast")


class Unfiltered(StagesTest):
    def test_frames_come_back(self):
        for video_format in ("GRAY8", "GRAY16_LE", "NV12", "I420", "RGBA",
                             "BGR") if BACKEND == "cpu" else ("GRAY16_LE", "RGBA"):
            with self.subTest(format=video_format):
                self.launch(f"{source(video_format)} ! tee name=t t. ! {self.sink('before')} "
                            f"t. ! queue ! fftforward backend={BACKEND} ! fftinverse "
                            f"backend={BACKEND} ! {self.sink('after')}")
                np.testing.assert_array_equal(self.read("after"), self.read("before"))


class Branches(StagesTest):
    """One fftforward for a view, a bank of two filters and a correlator."""

    def test_all_at_once(self):
        # frames alike, since streams may run ahead of each other
        grey = source("GRAY8", "zone-plate kx2=20 ky2=30")
        self.launch(f"{grey} ! tee name=frames frames. ! {self.sink('before')} "
                    f"frames. ! queue ! fftfilter backend={BACKEND} filter=lowpass cutoff=0.05 ! "
                    f"{self.sink('low-filter')} "
                    f"frames. ! queue ! fftfilter backend={BACKEND} filter=highpass cutoff=0.05 "
                    f"offset=128 ! {self.sink('high-filter')} "
                    f"frames. ! queue ! fftforward backend={BACKEND} ! tee name=spectra "
                    f"spectra. ! queue ! fftview ! video/x-raw,format=GRAY8 ! {self.sink('view')} "
                    f"spectra. ! queue ! fftmultiply backend={BACKEND} filter=lowpass cutoff=0.05 "
                    f"! fftinverse ! {self.sink('low')} "
                    f"spectra. ! queue ! fftmultiply backend={BACKEND} filter=highpass cutoff=0.05 "
                    f"! fftinverse offset=128 ! {self.sink('high')} "
                    f"spectra. ! queue ! fftmultiply backend={BACKEND} name=correlator "
                    f"conjugate=true phase-only=true ! fftinverse gain=250 ! {self.sink('place')} "
                    f"{grey} ! fftforward backend={BACKEND} ! correlator.kernel")
        for name in ("low", "high"):
            difference = np.abs(self.frames(name).astype(int) - self.frames(f"{name}-filter"))
            self.assertLessEqual(difference.max(), 1, name)
            self.assertGreater(np.abs(self.frames(name).astype(int) - self.frames("before")).mean(),
                               5)
        # Each frame with itself: one bright place, in the middle.
        for surface in self.frames("place"):
            self.assertEqual(np.unravel_index(surface.argmax(), surface.shape),
                             (HEIGHT // 2, WIDTH // 2))
            self.assertGreater(surface.max(), 8 * surface.mean())
        view = self.read("view")
        self.assertEqual(len(view) % FRAMES, 0)
        self.assertGreaterEqual(len(view), FRAMES * WIDTH * HEIGHT)
        self.assertGreater(view.std(), 5)


class Views(StagesTest):
    def test_a_view_may_be_scaled_behind_a_filter(self):
        """The scaler prefers pictures of its output's size, for which the filter's border has no
        room."""
        self.launch(f"{source('I420')} ! fftforward ! fftmultiply filter=lowpass ! fftview ! "
                    "videoscale ! "
                    f"video/x-raw,format=GRAY8,width={WIDTH},height={HEIGHT} ! {self.sink('view')}")
        self.assertEqual(len(self.frames("view")), FRAMES)


@unittest.skipUnless(os.path.exists(SCAN), f"no {SCAN} (Debian: opencv-doc)")
class Notch(StagesTest):
    """An old scan with a line every three pixels."""

    NOTCHES = "<<0.0000,0.3340>>"
    SIDE = 512

    def test_the_lines_go_and_the_rest_stays(self):
        self.launch(f"filesrc location={SCAN} ! jpegdec ! videoconvert ! video/x-raw,format=GRAY8 "
                    f"! tee name=t t. ! {self.sink('before')} "
                    f"t. ! queue ! {stages('notches=' + self.NOTCHES)} ! {self.sink('after')}")
        before, after = (self.read(name).reshape(self.SIDE, self.SIDE).astype(float)
                         for name in ("before", "after"))
        window = np.outer(np.hanning(self.SIDE), np.hanning(self.SIDE))
        spectra = [np.abs(np.fft.fft2((image - image.mean()) * window))
                   for image in (before, after)]
        peak = round(0.334 * self.SIDE)
        self.assertGreater(spectra[0][peak, 0], 20 * spectra[1][peak, 0])
        # All that is farther than 4 radii from the notch, but for rounding to whole grey levels.
        frequency = np.fft.fftfreq(self.SIDE)
        far = np.hypot(np.abs(frequency[:, None]) - 0.334, frequency[None, :]) > 0.08
        self.assertLess(np.abs(spectra[0] - spectra[1])[far].mean(), 0.04 * spectra[0][far].mean())
        self.assertLess(np.abs(before - after).mean(), 3)

    def test_the_script_finds_them(self):
        found = subprocess.run([sys.executable, os.path.join(ROOT, "pipelines/lib/peaks.py"), SCAN],
                               text=True, capture_output=True, check=False)
        if "cv2" in found.stderr:
            self.skipTest("needs OpenCV for Python")
        self.assertEqual(found.stdout.strip(), self.NOTCHES, found.stderr)


class Files(StagesTest):
    def there_and_back(self, video_format, forward=""):
        kernel = f"fftmultiply backend={BACKEND} filter=highpass cutoff=0.2"
        self.launch(f"{source(video_format)} ! fftforward backend={BACKEND} {forward} ! tee "
                    "name=spectra "
                    f"spectra. ! queue ! {kernel} ! fftinverse backend={BACKEND} ! "
                    f"{self.sink('direct')} spectra. ! queue ! fftspectrumenc ! "
                    f"{self.sink('file')}")
        self.launch(f"filesrc location={self.path('file')} blocksize=1009 ! fftspectrumdec ! "
                    f"{kernel} ! fftinverse backend={BACKEND} ! "
                    f"{self.sink('loaded')}")

    def test_loaded_spectra_are_the_saved_ones(self):
        for video_format in ("GRAY8", "RGB"):
            for precision in ("precision=full", "precision=fast"):
                with self.subTest(format=video_format, precision=precision):
                    self.there_and_back(video_format, precision)
                    np.testing.assert_array_equal(self.read("loaded"), self.read("direct"))

    def test_chroma_is_not_in_the_file(self):
        self.there_and_back("I420")
        size = WIDTH * HEIGHT
        direct, loaded = (self.read(name).reshape(FRAMES, -1) for name in ("direct", "loaded"))
        np.testing.assert_array_equal(loaded[:, :size], direct[:, :size])
        self.assertTrue(np.all(loaded[:, size:] == 128))

    def test_numpy_has_the_same_transform(self):
        self.launch(f"{source('GRAY8')} ! tee name=frames frames. ! {self.sink('frames')} "
                    f"frames. ! queue ! fftforward backend={BACKEND} pad-width=192 pad-height=128 "
                    f"! fftspectrumenc ! {self.sink('file')}")
        subprocess.run([sys.executable, os.path.join(ROOT, "samples/spectrum_to_npy"),
                        self.path("file"), self.path("spectra.npy")], check=True,
                       stdout=subprocess.DEVNULL)
        spectra = np.load(self.path("spectra.npy"))
        expected = np.fft.rfft2(self.frames("frames").astype(float), (128, 192))[:, None]
        self.assertEqual(spectra.shape, expected.shape)
        self.assertLess(np.abs(spectra - expected).max(), 1e-5 * np.abs(expected).max())

    def test_decodebin_knows_the_file(self):
        self.launch(f"{source('GRAY8')} ! tee name=frames frames. ! {self.sink('before')} "
                    f"frames. ! queue ! fftforward ! fftspectrumenc ! {self.sink('file')}")
        self.launch(f"filesrc location={self.path('file')} ! decodebin "
                    f"caps=application/x-fft-spectrum ! fftinverse ! {self.sink('after')}")
        np.testing.assert_array_equal(self.read("after"), self.read("before"))


class Audio(StagesTest):
    def test_two_channels_through_a_matrix(self):
        random = np.random.default_rng(1)
        kernels = random.uniform(-0.1, 0.1, (2, 2, 1, 500))
        np.save(self.path("kernels.npy"), kernels)
        self.launch("audiotestsrc num-buffers=20 wave=white-noise ! "
                    "audio/x-raw,format=F32LE,channels=2,rate=8000 ! tee name=t "
                    f"t. ! {self.sink('before')} t. ! queue ! "
                    f"{stages('kernel-location=' + self.path('kernels.npy'))} ! "
                    f"{self.sink('after')}")
        before, after = (self.read(name, np.float32).reshape(-1, 2).astype(float)
                         for name in ("before", "after"))
        self.assertEqual(len(after), len(before))
        expected = np.zeros_like(before)
        for to in range(2):
            for origin in range(2):
                expected[:, to] += np.convolve(before[:, origin],
                                               kernels[to, origin, 0])[: len(before)]
        self.assertLess(np.abs(after - expected).max(), 1e-4)


if __name__ == "__main__":
    unittest.main(verbosity=2)
