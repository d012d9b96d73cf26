// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftinverse and fftview agree on with their neighbours, and what they say where they cannot.
#include <gtest/gtest.h>

#include <algorithm>

#include "fftcore/backend.h"
#include "spectrum_harness.h"

namespace fftcore::test::inverse_caps_test {
namespace {

using gst::SpectrumInfo;

constexpr Size kSize = {30, 20};
constexpr Extent kPoints = {24, 32};

SpectrumInfo info_of(GstVideoFormat format) {
  return spectrum_of_video(format, kSize, kPoints);
}

std::string format_between(const SpectrumInfo& info, const char* output_caps) {
  SpectrumHarness harness("fftinverse", {}, output_caps);
  harness.set_caps(info);
  const GstVideoInfo video = harness.output_info();
  return GST_VIDEO_INFO_NAME(&video);
}

TEST(InverseCaps, TheSpectrumsOwnFormatComesFirst) {
  EXPECT_EQ(format_between(info_of(GST_VIDEO_FORMAT_I420), nullptr), "I420");
  EXPECT_EQ(
      format_between(info_of(GST_VIDEO_FORMAT_I420), "video/x-raw,format={Y444,GRAY8,NV12,I420}"),
      "I420");
  EXPECT_EQ(format_between(info_of(GST_VIDEO_FORMAT_BGRA),
                           "video/x-raw,format={RGB};video/x-raw,format={RGBA,BGRA}"),
            "BGRA");
}

TEST(InverseCaps, WhatFollowsMayAskForAnother) {
  EXPECT_EQ(format_between(info_of(GST_VIDEO_FORMAT_I420), "video/x-raw,format={RGBA,GRAY16_LE}"),
            "GRAY16_LE");
  EXPECT_EQ(format_between(info_of(GST_VIDEO_FORMAT_BGRA), "video/x-raw,format={GRAY8,RGB}"),
            "RGB");
}

TEST(InverseCaps, DescribeTheVideoAsItWas) {
  constexpr char kMore[] =
      ", pixel-aspect-ratio=(fraction)4/3, colorimetry=(string)bt709, chroma-site=(string)mpeg2";
  SpectrumHarness same("fftinverse");
  same.set_caps(info_of(GST_VIDEO_FORMAT_NV12), kMore);
  for (const char* field : {"framerate=(fraction)25/1", "pixel-aspect-ratio=(fraction)4/3",
                            "colorimetry=(string)bt709", "chroma-site=(string)mpeg2"})
    EXPECT_NE(same.output_caps().find(field), std::string::npos) << same.output_caps();
  SpectrumHarness other("fftinverse", {}, "video/x-raw,format=GRAY8");
  other.set_caps(info_of(GST_VIDEO_FORMAT_NV12), kMore);
  EXPECT_NE(other.output_caps().find("pixel-aspect-ratio=(fraction)4/3"), std::string::npos)
      << other.output_caps();
  EXPECT_EQ(other.output_caps().find("chroma-site"), std::string::npos)
      << "grey has no chroma: " << other.output_caps();
}

TEST(InverseCaps, WithoutAFormatWhatFollowsDecides) {
  SpectrumInfo info = info_of(GST_VIDEO_FORMAT_GRAY8);
  info.video_format.clear();
  EXPECT_EQ(format_between(info, "video/x-raw,format=NV12"), "NV12");
  SpectrumHarness undecided("fftinverse");
  undecided.send_caps(text_of(info));
  undecided.push(gst_buffer_new_allocate(nullptr, size_bytes(info.layout), nullptr));
  expect_words(undecided.errors(), {"video-format", "video/x-raw,format=", "NV12", "GRAY16_LE"});
}

TEST(InverseCaps, NothingThatFollowsFits) {
  SpectrumHarness size("fftinverse", {}, "video/x-raw,format=GRAY8,width=640");
  size.send_caps(text_of(info_of(GST_VIDEO_FORMAT_GRAY8)));
  EXPECT_EQ(gst_harness_push(size.get(), gst_buffer_new()), GST_FLOW_NOT_NEGOTIATED);
  SpectrumHarness channels("fftinverse", {}, "video/x-raw,format=RGB");
  channels.send_caps(text_of(info_of(GST_VIDEO_FORMAT_GRAY8)));
  EXPECT_EQ(gst_harness_push(channels.get(), gst_buffer_new()), GST_FLOW_NOT_NEGOTIATED);
}

// From downstream's caps: what the element takes in front.
TEST(InverseCaps, AskForSpectraOfTheRightSize) {
  SpectrumHarness harness("fftinverse", {}, "video/x-raw,format=GRAY8,width=30,height=20");
  gst_harness_play(harness.get());
  GstCaps* const caps = gst_pad_peer_query_caps(harness.get()->srcpad, nullptr);
  GstCaps* const fits = gst_caps_from_string(text_of(info_of(GST_VIDEO_FORMAT_GRAY8)).c_str());
  SpectrumInfo larger = info_of(GST_VIDEO_FORMAT_GRAY8);
  larger.width = 31;
  GstCaps* const foreign = gst_caps_from_string(text_of(larger).c_str());
  EXPECT_TRUE(gst_caps_can_intersect(caps, fits));
  EXPECT_FALSE(gst_caps_can_intersect(caps, foreign));
  for (GstCaps* each : {caps, fits, foreign}) gst_caps_unref(each);
}

struct Refusal {
  const char* element;
  const char* from;  // in the caps' text
  const char* to;
  std::vector<const char*> words;
};

TEST(InverseCaps, RefusalsSayWhatIsExpected) {
  const std::string good = text_of(info_of(GST_VIDEO_FORMAT_GRAY8));
  for (const Refusal& refusal :
       {Refusal{"fftinverse",
                "channels=(int)1",
                "channels=(int)3",
                {"3 channels", "GRAY8", "1 is expected"}},
        Refusal{"fftinverse", "(string)GRAY8", "(string)v308", {"v308", "GRAY8", "NV12"}},
        Refusal{"fftinverse",
                ", video-format=(string)GRAY8",
                ", channels=(int)2",
                {"2 channels", "1 (grey", "3 (R, G, B)"}},
        Refusal{"fftinverse",
                ", normalized=(boolean)false",
                "",
                {"normalized", "missing", "true or false"}},
        Refusal{"fftinverse", "width=(int)30", "width=(int)300", {"width", "300", "1 to 32"}},
        Refusal{"fftinverse", "columns=(int)32", "columns=(int)33", {"columns", "33", "even"}},
        Refusal{"fftview", "columns=(int)32", "columns=(int)33", {"columns", "33", "even"}},
        Refusal{"fftview", "rows-and-columns", "rows", {"transformed", "rows-and-columns"}}}) {
    std::string caps = good;
    if (std::string_view(refusal.to).starts_with(", channels"))
      caps.replace(caps.find("channels=(int)1"), 15, "channels=(int)2");
    const std::size_t place = caps.find(refusal.from);
    ASSERT_NE(place, std::string::npos) << refusal.from << " in " << caps;
    caps.replace(place, std::string_view(refusal.from).size(),
                 std::string_view(refusal.to).starts_with(", channels") ? "" : refusal.to);
    SpectrumHarness harness(refusal.element);
    harness.send_caps(caps);
    EXPECT_EQ(gst_harness_push(harness.get(), gst_buffer_new()), GST_FLOW_NOT_NEGOTIATED) << caps;
    const std::vector<Report> errors = harness.errors();
    ASSERT_FALSE(errors.empty()) << caps;
    for (const char* word : refusal.words)
      EXPECT_NE(errors.front().text.find(word), std::string::npos)
          << errors.front().text << "\nlacks " << word;
  }
}

TEST(InverseCaps, ABufferThatIsTooSmallIsAnError) {
  for (const char* element : {"fftinverse", "fftview"}) {
    SpectrumHarness harness(element);
    harness.set_caps(info_of(GST_VIDEO_FORMAT_GRAY8));
    EXPECT_EQ(harness.push(gst_buffer_new_allocate(nullptr, 1000, nullptr)), nullptr);
    expect_words(harness.errors(), {"1000 bytes", "24x32"});
  }
}

TEST(InverseCaps, ABackendThatDoesNotWorkIsAnErrorAtStart) {
  const auto is_cuda = [](const Backend* backend) {
    return backend->name() == "cuda" && backend->unavailable_reason().empty();
  };
  if (std::ranges::any_of(backends(), is_cuda)) GTEST_SKIP() << "there is a GPU";
  const Owned<GstElement> element(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftinverse", nullptr))));
  set_property(element.get(), "backend", "cuda");
  EXPECT_EQ(gst_element_set_state(element.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
  gst_element_set_state(element.get(), GST_STATE_NULL);
}

TEST(ViewCaps, WrongRangesAreErrorsAtStartAndWarningsLater) {
  const Owned<GstElement> element(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftview", nullptr))));
  const Owned<GstBus> bus(gst_bus_new());
  gst_element_set_bus(element.get(), bus.get());
  for (const auto& [name, value] :
       FilterHarness::Properties{{"range", "fixed"}, {"low", "-10"}, {"high", "-20"}})
    set_property(element.get(), name, value);
  EXPECT_EQ(gst_element_set_state(element.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
  expect_words(reports(bus.get(), GST_MESSAGE_ERROR), {"low=-10", "high=-20"});
  gst_element_set_state(element.get(), GST_STATE_NULL);
  gst_element_set_bus(element.get(), nullptr);

  SpectrumHarness harness("fftview", {{"range", "fixed"}});
  harness.set_caps(info_of(GST_VIDEO_FORMAT_GRAY8));
  harness.set("low", "5");
  EXPECT_NE(harness.push(spectrum_buffer(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize),
                                         info_of(GST_VIDEO_FORMAT_GRAY8))),
            nullptr);
  expect_words(harness.warnings(), {"low=5", "high=0", "last settings"});
}

TEST(ViewCaps, ThePictureIsAsLargeAsTheTransform) {
  SpectrumHarness harness("fftview");
  harness.set_caps(info_of(GST_VIDEO_FORMAT_NV12));
  for (const char* field :
       {"format=(string)RGBA", "width=(int)32", "height=(int)24", "framerate=(fraction)25/1"})
    EXPECT_NE(harness.output_caps().find(field), std::string::npos) << harness.output_caps();
}

}  // namespace
}  // namespace fftcore::test::inverse_caps_test
