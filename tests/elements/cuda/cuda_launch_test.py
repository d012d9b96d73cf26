#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fftfilter beside GStreamer's own CUDA elements in gst-launch-1.0, with a driver that pretends:
which memory they agree on, one context for all. FFTCORE_TEST_NVCODEC is a folder with
libgstnvcodec.so, where it is not installed.

Refusals are tested elsewhere: gst-launch-1.0 1.22 goes to sleep for ever where an error comes
before its main loop runs.
"""
import os
import re
import sys
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../launch"))
from gst_tools import run_tool  # pylint: disable=wrong-import-position

SOURCE = "videotestsrc num-buffers=3 ! video/x-raw,format=NV12,width=64,height=48"
CUDA = "video/x-raw(memory:CUDAMemory)"
SYSTEM = "video/x-raw"

if folder := os.environ.get("FFTCORE_TEST_NVCODEC"):
    os.environ["GST_PLUGIN_PATH_1_0"] += os.pathsep + folder


def launch(pipeline, **environment):
    return run_tool(["gst-launch-1.0", "-v", *pipeline.split()],
                    {"GST_DEBUG": "fftcorecuda:4", "GST_DEBUG_NO_COLOR": "1", **environment},
                    text=True, capture_output=True, timeout=60,
                    check=False)


@unittest.skipIf(run_tool(["gst-inspect-1.0", "--exists", "cudaupload"],
                          check=False).returncode != 0,
                 "no cudaupload here (Debian: gstreamer1.0-plugins-bad)")
class Lines(unittest.TestCase):
    def run_line(self, line, **environment):
        result = launch(line, **environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def memory_after(self, result, element):
        """What comes out of it."""
        return re.search(rf"{element}0?\.GstPad:src: caps = ([^,]*),", result.stdout)[1]

    def test_frames_go_up_and_stay_there(self):
        result = self.run_line(f"{SOURCE} ! cudaupload ! fftfilter filter=lowpass name=a ! "
                               "fftfilter filter=highpass name=b ! "
                               f"cudadownload ! {SYSTEM} ! fakesink")
        for element, memory in (("GstCudaUpload:cudaupload", CUDA), ("GstFftFilter:a", CUDA),
                                ("GstFftFilter:b", CUDA),
                                ("GstCudaDownload:cudadownload", SYSTEM)):
            self.assertEqual(self.memory_after(result, element), memory, element)
        used = re.findall(r"<(\w)> CUDA device (\d+), context (\S+), stream", result.stderr)
        self.assertEqual([name for name, _, _ in used], ["a", "b"], result.stderr)
        self.assertEqual(used[0][1:], used[1][1:], "one context")

    def test_frames_stay_down_where_the_cpu_works(self):
        result = self.run_line(f"{SOURCE} ! cudaupload ! {CUDA} ! cudadownload ! fftfilter "
                               "filter=lowpass backend=cpu name=f ! "
                               f"cudaupload ! {CUDA} ! fakesink")
        self.assertEqual(self.memory_after(result, "GstFftFilter:f"), SYSTEM)

    def test_frames_stay_down_where_downstream_needs_them(self):
        result = self.run_line(f"{SOURCE} ! cudaupload ! fftfilter filter=lowpass name=f ! "
                               f"{SYSTEM} ! fakesink")
        self.assertEqual(self.memory_after(result, "GstFftFilter:f"), SYSTEM)

    def test_nothing_leaks(self):
        result = self.run_line(f"{SOURCE} ! cudaupload ! fftfilter filter=lowpass ! fftfilter "
                               f"filter=highpass ! cudadownload ! {SYSTEM} ! "
                               "fakesink", GST_TRACERS="leaks", GST_DEBUG="GST_TRACER:7")
        alive = [line for line in result.stderr.splitlines()
                 if "object-alive, type-name=(string)Gst" in line]
        self.assertEqual(alive, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
