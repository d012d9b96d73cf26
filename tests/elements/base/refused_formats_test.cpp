// SPDX-License-Identifier: LGPL-2.1-or-later
// Video or sound in a format that no element takes: a warning that names the nearest one.
#include <gtest/gtest.h>

#include "fir_harness.h"
#include "frames/nearest_format.h"

namespace fftcore::test::refused_formats_test {
namespace {

constexpr Size kSize = {32, 18};

TEST(RefusedFormat, IsSaidOnceWithTheNearestOne) {
  for (const char* element :
       {"fftfilter", "fftcorrelate", "fftstabilize", "fftdenoise", "fftforward"}) {
    SCOPED_TRACE(element);
    FilterHarness harness(GST_VIDEO_FORMAT_v308, kSize, {}, element);
    harness.set_caps(GST_VIDEO_FORMAT_v308, {34, 18});
    harness.set_caps(GST_VIDEO_FORMAT_NV61, kSize);
    const std::vector<Report> warnings = harness.warnings();
    ASSERT_EQ(warnings.size(), 2U);
    EXPECT_NE(warnings[0].text.find("v308"), std::string::npos);
    EXPECT_NE(warnings[0].text.find("format=NV24"), std::string::npos) << warnings[0].text;
    EXPECT_NE(warnings[1].text.find("format=NV16"), std::string::npos) << warnings[1].text;
  }
}

// The caps of an ACCEPT_CAPS query alone.
TEST(RefusedFormat, IsSaidWhereANeighbourAsks) {
  FilterHarness harness(GST_VIDEO_FORMAT_NV12, kSize, {});
  GstCaps* const caps = caps_of(info_of(GST_VIDEO_FORMAT_RGB16, kSize));
  EXPECT_FALSE(gst_pad_query_accept_caps(GST_PAD(harness.element()->sinkpads->data), caps));
  gst_caps_unref(caps);
  const std::vector<Report> warnings = harness.warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].text.find("format=RGB "), std::string::npos) << warnings[0].text;
  harness.set_caps(GST_VIDEO_FORMAT_NV12, {34, 18});
  EXPECT_TRUE(harness.warnings().empty()) << "of a format that is taken";
}

TEST(RefusedFormat, OfSoundIsSaidOnceWithTheNearestOne) {
  struct Case {
    const char* element;
    const char* caps;
    const char* words;
  };
  const Case cases[] = {
      {"fftfir", "format=S24LE,layout=interleaved,channels=2", "format=S32LE"},
      {"fftfir", "format=S24_32BE,layout=interleaved,channels=2", "format=S32LE"},
      {"fftfir", "format=U8,layout=interleaved,channels=2", "format=S16LE"},
      {"fftfir", "format=F64BE,layout=interleaved,channels=2", "format=F64LE"},
      {"fftforward", "format=S16LE,layout=interleaved,channels=2", "format=F32LE"},
      {"fftforward", "format=F32LE,layout=non-interleaved,channels=2", "layout=interleaved"},
      {"fftfir", "format=F32LE,layout=interleaved,channels=65,channel-mask=(bitmask)0",
       "channels=[ 1, 64 ]"},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(std::string(each.element) + " " + each.caps);
    const Owned<GstElement> element(
        GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make(each.element, nullptr))));
    const Owned<GstBus> bus(gst_bus_new());
    gst_element_set_bus(element.get(), bus.get());
    const std::string text = std::string("audio/x-raw,rate=48000,") + each.caps;
    GstCaps* const caps = gst_caps_from_string(text.c_str());
    GstPad* const pad = GST_PAD(element->sinkpads->data);
    EXPECT_FALSE(gst_pad_query_accept_caps(pad, caps));
    EXPECT_FALSE(gst_pad_query_accept_caps(pad, caps));
    gst_caps_unref(caps);
    const std::vector<Report> warnings = reports(bus.get(), GST_MESSAGE_WARNING);
    gst_element_set_bus(element.get(), nullptr);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].text.find(each.words), std::string::npos) << warnings[0].text;
    EXPECT_NE(warnings[0].text.find("audioconvert"), std::string::npos) << warnings[0].text;
  }
}

TEST(NearestFormat, KeepsColourThenChromaThenBitsThenAlpha) {
  const auto nearest = [](GstVideoFormat format) {
    return std::string(gst::nearest_format(format, false).name());
  };
  EXPECT_EQ(nearest(GST_VIDEO_FORMAT_NV61), "NV16");
  EXPECT_EQ(nearest(GST_VIDEO_FORMAT_YUV9), "I420");
  EXPECT_EQ(nearest(GST_VIDEO_FORMAT_AYUV64), "Y444_16LE");
  EXPECT_EQ(nearest(GST_VIDEO_FORMAT_ARGB64_BE), "ARGB64_LE");
  EXPECT_EQ(nearest(GST_VIDEO_FORMAT_BGR15), "RGB");
  // Of Y'CbCr with alpha CUDA memory has VUYA, since GStreamer 1.26, and nothing before.
  guint minor = 0;
  guint ignored = 0;
  gst_version(&ignored, &minor, &ignored, &ignored);
  EXPECT_STREQ(gst::nearest_format(GST_VIDEO_FORMAT_A420, true).name(),
               minor >= 26 ? "VUYA" : "I420");
}

}  // namespace
}  // namespace fftcore::test::refused_formats_test
