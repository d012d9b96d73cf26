// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers whose GstVideoMeta claims what is not so, and buffers that are too small for their caps:
// an error that says what is wrong, for every format, and nothing outside the buffer is touched
// (the sanitizers' lane sees that).
#include <gtest/gtest.h>

#include "criticals.h"
#include "forward_harness.h"
#include "spectrum_harness.h"
#include "wrong_metas.h"

namespace fftcore::test::wrong_buffers_test {
namespace {

constexpr Size kSize = {32, 18};

void expect_wrong_format(const std::vector<Report>& errors, const std::vector<std::string>& words) {
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].domain, GST_STREAM_ERROR) << errors[0].text;
  EXPECT_EQ(errors[0].code, GST_STREAM_ERROR_FORMAT) << errors[0].text;
  for (const std::string& word : words)
    EXPECT_NE(errors[0].text.find(word), std::string::npos) << word << " in " << errors[0].text;
}

struct VideoElement {
  const char* name;
  FilterHarness::Properties properties;
};

const std::vector<VideoElement>& elements_for_video() {
  static const std::vector<VideoElement> elements = {
      {"fftfilter", {{"filter", "lowpass"}}},
      {"fftcorrelate", {{"template-rect", "<4,4,8,8>"}}},
      {"fftstabilize", {}},
      {"fftdenoise", {}},
      {"fftforward", {}},
  };
  return elements;
}

class WrongMetas : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(WrongMetas, OfInputsAreErrors) {
  const Picture picture = random_picture(GetParam(), kSize);
  for (const VideoElement& element : elements_for_video()) {
    for (const WrongMeta& wrong : wrong_metas()) {
      SCOPED_TRACE(testing::Message() << element.name << ": " << wrong.name);
      const Criticals criticals;
      FilterHarness harness(GetParam(), kSize, element.properties, element.name);
      GstBuffer* const input = strided_buffer_of(picture, 6);
      wrong.spoil(*gst_buffer_get_video_meta(input));
      EXPECT_EQ(harness.push(input), nullptr);
      expect_wrong_format(harness.errors(),
                          {"GstVideoMeta", gst_video_format_to_string(GetParam())});
      EXPECT_EQ(criticals.texts(), std::vector<std::string>());
    }
  }
}

TEST_P(WrongMetas, OfOutputsAreErrors) {
  const Picture picture = random_picture(GetParam(), kSize);
  for (const WrongMeta& wrong : wrong_metas()) {
    SCOPED_TRACE(wrong.name);
    const Criticals criticals;
    FilterHarness harness(GetParam(), kSize, {{"filter", "lowpass"}});
    offer_spoiled_pool(harness.get(), wrong);
    harness.set_caps(GetParam(), {kSize.width, kSize.height + 2});  // so that it asks again
    harness.set_caps(GetParam(), kSize);
    EXPECT_EQ(harness.push(buffer_of(picture)), nullptr);
    expect_wrong_format(harness.errors(), {"GstVideoMeta"});
    EXPECT_EQ(criticals.texts(), std::vector<std::string>());
  }
}

// Of elements that turn spectra into pictures.
TEST_P(WrongMetas, OfPicturesOfSpectraAreErrors) {
  const gst::SpectrumInfo info = spectrum_of_video(GetParam(), kSize, {kSize.height, kSize.width});
  const Picture picture = random_picture(GetParam(), kSize);
  for (const char* element : {"fftinverse", "fftview"}) {
    for (const WrongMeta& wrong : wrong_metas()) {
      SCOPED_TRACE(testing::Message() << element << ": " << wrong.name);
      const Criticals criticals;
      SpectrumHarness harness(element);
      offer_spoiled_pool(harness.get(), wrong);
      harness.set_caps(info);
      EXPECT_EQ(harness.push(spectrum_buffer(picture, info)), nullptr);
      expect_wrong_format(harness.errors(), {"GstVideoMeta"});
      EXPECT_EQ(criticals.texts(), std::vector<std::string>());
    }
  }
}

// As decoders give: the picture is a part of it.
TEST_P(WrongMetas, OfLargerFramesAreRight) {
  const Picture picture = random_picture(GetParam(), kSize);
  for (const VideoElement& element : elements_for_video()) {
    FilterHarness harness(GetParam(), kSize, element.properties, element.name);
    GstBuffer* const input = strided_buffer_of(picture, 6);
    GstVideoMeta* const meta = gst_buffer_get_video_meta(input);
    meta->width += 6;
    meta->height += 40;
    EXPECT_EQ(gst_harness_push(harness.get(), input), GST_FLOW_OK) << element.name;
    EXPECT_TRUE(harness.errors().empty());
  }
}

// The last row need not have what its stride has besides.
TEST_P(WrongMetas, ToTheLastByteAreRight) {
  const Picture picture = random_picture(GetParam(), kSize);
  FilterHarness harness(GetParam(), kSize, {{"filter", "lowpass"}});
  constexpr int kPadding = 8;
  const auto push = [&](gssize missing) {
    GstBuffer* const input = strided_buffer_of(picture, kPadding);
    gst_buffer_resize(input, 0, static_cast<gssize>(gst_buffer_get_size(input)) - missing);
    return harness.push(input);
  };
  EXPECT_NE(push(kPadding), nullptr);
  EXPECT_EQ(push(kPadding + 1), nullptr);
  expect_wrong_format(harness.errors(), {"end at byte", "the memory has"});
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(, WrongMetas, testing::ValuesIn(some_formats()), format_name);

TEST(SmallBuffer, OfVideoIsAnError) {
  for (const VideoElement& element : elements_for_video()) {
    SCOPED_TRACE(element.name);
    FilterHarness harness(GST_VIDEO_FORMAT_I420, kSize, element.properties, element.name);
    EXPECT_EQ(harness.push(gst_buffer_new_allocate(nullptr, 863, nullptr)), nullptr);
    expect_wrong_format(harness.errors(), {"863 bytes", "32x18 I420", "864"});
  }
}

TEST(SmallBuffer, OfASpectrumIsAnError) {
  for (const char* element : {"fftinverse", "fftmultiply", "fftview"}) {
    SCOPED_TRACE(element);
    const gst::SpectrumInfo info =
        spectrum_of_video(GST_VIDEO_FORMAT_GRAY8, kSize, {kSize.height, kSize.width});
    SpectrumHarness harness(element);
    if (std::string(element) == "fftmultiply") harness.set("kernel", "<<2.0>>");
    harness.set_caps(info);
    GstBuffer* const whole = spectrum_buffer(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize), info);
    const gsize size = gst_buffer_get_size(whole);
    gst_buffer_resize(whole, 0, static_cast<gssize>(size - 8));
    EXPECT_EQ(harness.push(whole), nullptr);
    expect_wrong_format(harness.errors(), {"too small for a spectrum", std::to_string(size - 8),
                                           std::to_string(size)});
  }
}

TEST(SmallBuffer, OfHalfASampleOfAudioIsAnError) {
  ForwardHarness harness({}, "");
  harness.set_audio(8000, 2);
  EXPECT_EQ(harness.push(gst_buffer_new_allocate(nullptr, 12, nullptr)), nullptr);
  expect_wrong_format(harness.errors(), {"12 bytes", "8 bytes a sample"});
}

}  // namespace
}  // namespace fftcore::test::wrong_buffers_test
