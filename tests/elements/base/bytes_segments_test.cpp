// SPDX-License-Identifier: LGPL-2.1-or-later
// Streams whose segment counts bytes, as appsrc sends unless told otherwise: they are worked on,
// and nothing asks for times that they do not have.
#include <gtest/gtest.h>

#include "criticals.h"
#include "fir_harness.h"

namespace fftcore::test::bytes_segments_test {
namespace {

constexpr Size kSize = {64, 48};

GstEvent* segment_of_bytes() {
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_BYTES);
  return gst_event_new_segment(&segment);
}

TEST(BytesSegment, OfVideoIsWorkedOn) {
  const std::pair<const char*, FilterHarness::Properties> elements[] = {
      {"fftfilter", {{"filter", "lowpass"}}},
      {"fftcorrelate", {{"template-rect", "<8,8,16,16>"}}},
      {"fftstabilize", {{"post-messages", "true"}}},
      {"fftdenoise", {{"auto-noise", "true"}, {"post-messages", "true"}}},
      {"fftforward", {}}};
  for (const auto& [element, properties] : elements) {
    SCOPED_TRACE(element);
    const Criticals criticals;
    FilterHarness harness(GST_VIDEO_FORMAT_I420, kSize, properties, element);
    gst_harness_push_event(harness.get(), segment_of_bytes());
    for (int index = 0; index < 3; ++index) {
      const Picture picture = random_picture(GST_VIDEO_FORMAT_I420, kSize);
      EXPECT_NE(harness.push(buffer_of(picture, index)), nullptr);
    }
    EXPECT_EQ(criticals.texts(), std::vector<std::string>{});
    EXPECT_TRUE(harness.errors().empty());
  }
}

TEST(BytesSegment, OfSoundIsWorkedOn) {
  const Criticals criticals;
  const ResponseFile file = ResponseFile::of({0.5, 0.25});
  FirHarness harness({{"response-location", file.path()}});
  harness.send(segment_of_bytes());
  const Sound sound = noise(2, 300);
  harness.push(part(sound, 0, 100), 0);
  harness.push(part(sound, 100, 200), 100);
  EXPECT_LT(distance(harness.pull_all(0), direct_convolution(sound, {0.5, 0.25}, 300)), 5e-7);
  harness.send(gst_event_new_eos());
  EXPECT_EQ(criticals.texts(), std::vector<std::string>{});
}

}  // namespace
}  // namespace fftcore::test::bytes_segments_test
