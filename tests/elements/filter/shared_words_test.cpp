// SPDX-License-Identifier: LGPL-2.1-or-later
// Formats whose samples share words, on the backend that FFTCORE_TEST_BACKEND names: where samples
// lie, by GStreamer's own reading of them; what is filtered; and all other bits, which stay.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "filter_harness.h"

namespace fftcore::test::shared_words_test {
namespace {

std::string backend() {
  const char* const name = std::getenv("FFTCORE_TEST_BACKEND");
  return name != nullptr ? name : "cpu";
}

// On a processor that stands in for a GPU each compile takes seconds.
std::vector<Size> sizes() {
  if (backend() != "cpu") return {{35, 9}};
  return {{1, 1}, {4, 3}, {35, 9}, {48, 8}, {97, 5}};
}

std::vector<std::uint32_t> words_of(GstBuffer* buffer) {
  std::vector<std::uint32_t> words(gst_buffer_get_size(buffer) / 4);
  gst_buffer_extract(buffer, 0, words.data(), 4 * words.size());
  return words;
}

// The picture, and random bits wherever it has none.
GstBuffer* noisy_buffer_of(const Picture& picture, unsigned seed) {
  GstBuffer* const buffer = buffer_of(picture);
  const Owned<GstBuffer> samples(buffer_of(picture));
  Picture black = picture;
  for (Plane& plane : black.planes) std::ranges::fill(plane.samples, 0);
  Picture white = picture;
  for (Plane& plane : white.planes) std::ranges::fill(plane.samples, picture.white);
  const Owned<GstBuffer> zeros(buffer_of(black)), ones(buffer_of(white));
  const auto with_zeros = words_of(zeros.get()), with_ones = words_of(ones.get());
  auto words = words_of(samples.get());
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t mask = with_zeros[i] ^ with_ones[i];
    words[i] = (words[i] & mask) | (static_cast<std::uint32_t>(random()) & ~mask);
  }
  gst_buffer_fill(buffer, 0, words.data(), 4 * words.size());
  return buffer;
}

class SharedWords : public testing::TestWithParam<const char*> {
 protected:
  GstVideoFormat format() const { return gst_video_format_from_string(GetParam()); }
};

// A line as GStreamer unpacks it: A, R, G, B or A, Y, U, V of 16 bits each.
TEST_P(SharedWords, HaveSamplesWhereGStreamerReadsThem) {
  const Size size = {35, 3};
  const Picture picture = random_picture(format(), size);
  const Owned<GstBuffer> buffer(noisy_buffer_of(picture, 1));
  const GstVideoInfo info = info_of(format(), size);
  GstVideoFrame frame;
  ASSERT_TRUE(gst_video_frame_map(&frame, &info, buffer.get(), GST_MAP_READ));
  const Plane& image = picture.planes[0];
  for (int y = 0; y < size.height; ++y) {
    std::vector<std::uint16_t> line(4 * (static_cast<std::size_t>(size.width) + 8));
    info.finfo->unpack_func(info.finfo, GST_VIDEO_PACK_FLAG_TRUNCATE_RANGE, line.data(), frame.data,
                            frame.info.stride, 0, y, size.width);
    for (int x = 0; x < size.width; ++x) {
      const auto read = [&](int component) {
        return line[static_cast<std::size_t>(4 * x + component)] >> 6;
      };
      if (image.channels == 3) {
        EXPECT_EQ(read(1), image.at(y, x, image.channel_of('R'))) << x;
        EXPECT_EQ(read(2), image.at(y, x, image.channel_of('G'))) << x;
        EXPECT_EQ(read(3), image.at(y, x, image.channel_of('B'))) << x;
      } else {
        const Plane& chroma = picture.planes[1];
        EXPECT_EQ(read(1), image.at(y, x, 0)) << x;
        EXPECT_EQ(read(2), chroma.at(y, x / 2, chroma.channel_of('U'))) << x;
        EXPECT_EQ(read(3), chroma.at(y, x / 2, chroma.channel_of('V'))) << x;
      }
    }
  }
  gst_video_frame_unmap(&frame);
}

// Alpha, chroma that is not filtered, and what rows have after their last pixel.
TEST_P(SharedWords, KeepAllBitsThatAreNotFiltered) {
  DirectFilter filter;
  filter.taps = {{0.5, -0.25, 0.125}, {0.25, 0.5, -0.5}};
  filter.offset = 20;
  for (const Size size : sizes()) {
    for (const bool all_planes : {false, true}) {
      SCOPED_TRACE(testing::Message() << size.width << "x" << size.height << " " << all_planes);
      filter.all_planes = all_planes;
      const Picture picture = random_picture(format(), size, 3);
      auto properties = properties_of(filter);
      properties.emplace_back("backend", backend());
      FilterHarness harness(format(), size, properties);
      const Owned<GstBuffer> output = harness.push(noisy_buffer_of(picture, 2));
      ASSERT_NE(output, nullptr);
      const Picture expected = apply(filter, picture);
      const Picture result = read(format(), size, output.get());
      EXPECT_LE(largest_difference(result, expected), 2);
      // The input with what was filtered in it.
      Picture kept = result;
      if (!all_planes && kept.planes.size() > 1) kept.planes[1] = picture.planes[1];
      const Owned<GstBuffer> as_it_should_be(noisy_buffer_of(kept, 2));
      EXPECT_EQ(words_of(output.get()), words_of(as_it_should_be.get()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, SharedWords, testing::Values("v210", "RGB10A2_LE", "BGR10A2_LE"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace fftcore::test::shared_words_test
