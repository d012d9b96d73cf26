// SPDX-License-Identifier: LGPL-2.1-or-later
#include "caps_fields.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fftcore::test {

const std::vector<std::string>& lines_that_keep_fields() {
  static const std::vector<std::string> lines = {
      "fftfilter",
      "fftfilter filter=lowpass",
      "fftcorrelate template-rect=\"<4,4,8,8>\"",
      "fftstabilize",
      "fftdenoise",
      "fftforward ! fftinverse",
      "fftforward ! fftmultiply filter=lowpass ! fftinverse",
      "fftforward ! fftspectrumenc ! fftspectrumdec ! fftinverse",
  };
  return lines;
}

bool takes_pictures(const std::string& line, const std::string& fields) {
  const auto is_of = [&](const char* element) { return line.starts_with(element); };
  if (line == "fftfilter" || is_of("fftcorrelate")) return true;  // frames pass
  const auto has = [&](const char* text) { return fields.find(text) != std::string::npos; };
  if (has("interlace-mode")) return is_of("fftfilter") || is_of("fftdenoise");
  if (has("frame-by-frame")) return is_of("fftfilter") || is_of("fftforward");
  return !has("side-by-side");
}

const std::vector<std::string>& kept_fields() {
  static const std::vector<std::string> fields = {
      "",
      ", framerate=0/1, max-framerate=60/1",
      ", framerate=30000/1001, pixel-aspect-ratio=40/33",
      ", interlace-mode=interleaved, field-order=top-field-first",
      ", interlace-mode=interleaved, field-order=bottom-field-first",
      ", interlace-mode=mixed",
      ", multiview-mode=side-by-side, multiview-flags=(GstVideoMultiviewFlagsSet)1:ffffffff, "
      "views=2",
      ", multiview-mode=frame-by-frame, multiview-flags=(GstVideoMultiviewFlagsSet)0:ffffffff, "
      "views=2",
      ", multiview-mode=left",
      ", colorimetry=bt601, chroma-site=mpeg2",
      ", colorimetry=(string)1:3:5:1, chroma-site=jpeg",
      ", colorimetry=bt2100-pq, mastering-display-info=(string)"
      "13250:34500:7500:3000:34000:16000:15635:16450:10000000:50, "
      "content-light-level=(string)1000:400",
      ", a-field-of-tomorrow=(string)any",
  };
  return fields;
}

std::string caps_with(const char* feature, GstVideoFormat format, Size size,
                      const std::string& fields) {
  const bool has_rate = fields.find("framerate") != std::string::npos;
  return fmt::format("video/x-raw{}, format={}, width={}, height={}{}{}",
                     feature != nullptr ? fmt::format("({})", feature) : "",
                     gst_video_format_to_string(format), size.width, size.height,
                     has_rate ? "" : ", framerate=25/1", fields);
}

void expect_same_fields(GstHarness* harness, const std::string& caps) {
  GstCaps* const output = gst_pad_get_current_caps(harness->sinkpad);
  ASSERT_NE(output, nullptr);
  GstCaps* const input = gst_caps_from_string(caps.c_str());
  gchar* const text = gst_caps_to_string(output);
  EXPECT_TRUE(gst_caps_is_equal(input, output)) << text;
  g_free(text);
  gst_caps_unref(input);
  gst_caps_unref(output);
}

}  // namespace fftcore::test
