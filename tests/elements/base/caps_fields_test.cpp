// SPDX-License-Identifier: LGPL-2.1-or-later
// Fields of caps that an element does not change are the same behind it, for every element of the
// plugin, alone or with those that belong to it.
#include <gtest/gtest.h>

#include <set>

#include "caps_fields.h"
#include "picture.h"

namespace fftcore::test::caps_fields_test {
namespace {

constexpr Size kSize = {32, 24};

TEST(CapsFields, PassThroughEveryElement) {
  for (const std::string& line : lines_that_keep_fields()) {
    for (const std::string& fields : kept_fields()) {
      if (!takes_pictures(line, fields)) continue;
      for (const GstVideoFormat format : {GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_RGB}) {
        SCOPED_TRACE(testing::Message() << line << fields);
        GstHarness* const harness = gst_harness_new_parse(line.c_str());
        const Picture picture = random_picture(format, kSize);
        const std::string caps = caps_with(nullptr, format, kSize, fields);
        gst_harness_set_src_caps_str(harness, caps.c_str());
        EXPECT_EQ(gst_harness_push(harness, buffer_of(picture)), GST_FLOW_OK);
        expect_same_fields(harness, caps);
        gst_harness_teardown(harness);
      }
    }
  }
}

TEST(CapsFields, OfAudioPass) {
  for (const char* fields :
       {"", ", channel-mask=(bitmask)0x3", ", a-field-of-tomorrow=(string)any"}) {
    SCOPED_TRACE(fields);
    GstHarness* const harness = gst_harness_new_parse("fftfir");
    const std::string caps =
        std::string("audio/x-raw, format=F32LE, rate=44100, channels=2, layout=interleaved") +
        fields;
    gst_harness_set_src_caps_str(harness, caps.c_str());
    GstBuffer* const sound = gst_buffer_new_and_alloc(800);
    gst_buffer_memset(sound, 0, 0, 800);
    EXPECT_EQ(gst_harness_push(harness, sound), GST_FLOW_OK);
    expect_same_fields(harness, caps);
    gst_harness_teardown(harness);
  }
}

// What a view shows is another picture: its rate alone is the video's.
TEST(CapsFields, OfAViewAreItsOwn) {
  GstHarness* const harness = gst_harness_new_parse("fftforward ! fftview");
  gst_harness_set_src_caps_str(
      harness, caps_with(nullptr, GST_VIDEO_FORMAT_I420, kSize,
                         ", framerate=30000/1001, colorimetry=bt601, multiview-mode=left")
                   .c_str());
  EXPECT_EQ(gst_harness_push(harness, buffer_of(random_picture(GST_VIDEO_FORMAT_I420, kSize))),
            GST_FLOW_OK);
  GstCaps* const caps = gst_pad_get_current_caps(harness->sinkpad);
  ASSERT_NE(caps, nullptr);
  gchar* const text = gst_caps_to_string(caps);
  EXPECT_NE(std::string(text).find("framerate=(fraction)30000/1001"), std::string::npos) << text;
  EXPECT_EQ(std::string(text).find("multiview-mode=(string)left"), std::string::npos) << text;
  g_free(text);
  gst_caps_unref(caps);
  gst_harness_teardown(harness);
}

TEST(CapsFields, OfAViewHaveTheVideosLargestRate) {
  GstHarness* const harness = gst_harness_new_parse("fftforward ! fftview");
  gst_harness_set_src_caps_str(harness,
                               caps_with(nullptr, GST_VIDEO_FORMAT_I420, kSize,
                                         ", framerate=(fraction)0/1, max-framerate=(fraction)60/1")
                                   .c_str());
  EXPECT_EQ(gst_harness_push(harness, buffer_of(random_picture(GST_VIDEO_FORMAT_I420, kSize))),
            GST_FLOW_OK);
  GstCaps* const caps = gst_pad_get_current_caps(harness->sinkpad);
  ASSERT_NE(caps, nullptr);
  int numerator = 0, denominator = 0;
  EXPECT_TRUE(gst_structure_get_fraction(gst_caps_get_structure(caps, 0), "max-framerate",
                                         &numerator, &denominator));
  EXPECT_EQ(numerator, 60);
  EXPECT_EQ(denominator, 1);
  gst_caps_unref(caps);
  gst_harness_teardown(harness);
}

// Interlaced frames say which field comes first by flags.
TEST(CapsFields, AndFlagsOfFieldsPass) {
  for (const std::string& line : lines_that_keep_fields()) {
    SCOPED_TRACE(line);
    if (!takes_pictures(line, ", interlace-mode=mixed")) continue;
    GstHarness* const harness = gst_harness_new_parse(line.c_str());
    gst_harness_set_src_caps_str(
        harness,
        caps_with(nullptr, GST_VIDEO_FORMAT_I420, kSize, ", interlace-mode=mixed").c_str());
    GstBuffer* const input = buffer_of(random_picture(GST_VIDEO_FORMAT_I420, kSize));
    GST_BUFFER_FLAG_SET(input, GST_VIDEO_BUFFER_FLAG_INTERLACED | GST_VIDEO_BUFFER_FLAG_TFF);
    EXPECT_EQ(gst_harness_push(harness, input), GST_FLOW_OK);
    GstBuffer* const output = gst_harness_try_pull(harness);
    ASSERT_NE(output, nullptr);
    EXPECT_TRUE(GST_BUFFER_FLAG_IS_SET(output, GST_VIDEO_BUFFER_FLAG_INTERLACED));
    gst_buffer_unref(output);
    gst_harness_teardown(harness);
  }
}

TEST(CapsFields, AreAskedOfEveryElementOfThePlugin) {
  std::set<std::string> asked = {"fftview", "fftfir"};
  for (const std::string& line : lines_that_keep_fields())
    for (const char* name : kElementNames)
      if (line.find(name) != std::string::npos) asked.insert(name);
  GList* const features = gst_registry_get_feature_list_by_plugin(gst_registry_get(), "fftcore");
  EXPECT_GT(g_list_length(features), asked.size() - 1);
  for (GList* each = features; each != nullptr; each = each->next) {
    if (!GST_IS_ELEMENT_FACTORY(each->data)) continue;
    EXPECT_TRUE(asked.contains(gst_plugin_feature_get_name(GST_PLUGIN_FEATURE(each->data))))
        << gst_plugin_feature_get_name(GST_PLUGIN_FEATURE(each->data));
  }
  gst_plugin_feature_list_free(features);
}

}  // namespace
}  // namespace fftcore::test::caps_fields_test
