// SPDX-License-Identifier: LGPL-2.1-or-later
#include "picture.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string_view>
#include <utility>

#include "picture_formats.h"

namespace fftcore::test {
namespace {

constexpr int kFramesPerSecond = 25;
constexpr guint8 kBesideSamples = 0xA5;

int divided_up(int size, int divisor) {
  return (size + divisor - 1) / divisor;
}

// Pixels of a row that one repetition of the pattern holds.
int pixels_in(const Pattern& pattern) {
  return std::max<int>(1, static_cast<int>(std::ranges::count(pattern.letters, 'Y')));
}

// The letters of `which` in a plane of memory, as a plane or as more channels of one.
void add_channels(Plane& plane, const KnownFormat& format, int index, std::string_view which,
                  Size size) {
  const Pattern& pattern = format.planes[static_cast<std::size_t>(index)];
  const auto period = static_cast<int>(pattern.letters.size());
  for (int place = 0; place < period; ++place) {
    const char letter = pattern.letters[static_cast<std::size_t>(place)];
    if (which.find(letter) == std::string_view::npos || plane.channel_of(letter) >= 0) continue;
    const auto repeats = static_cast<int>(std::ranges::count(pattern.letters, letter));
    plane.in_memory.push_back({letter, index, place, period / repeats});
    plane.rows = divided_up(size.height, pattern.row_divisor);
    plane.columns = divided_up(size.width, pattern.column_divisor * pixels_in(pattern) / repeats);
  }
}

Picture blank(GstVideoFormat id, Size size) {
  const KnownFormat& format = known(id);
  Picture picture;
  picture.format = id;
  picture.white = (1 << format.bits) - 1;
  picture.no_colour = 1 << (format.bits - 1);
  picture.level =
      format.is_colour() || format.is_grey() ? picture.white / 255.0 : 1 << (format.bits - 8);
  const auto count = static_cast<int>(format.planes.size());
  const auto add = [&](Plane plane) {
    plane.channels = static_cast<int>(plane.in_memory.size());
    plane.samples.resize(static_cast<std::size_t>(plane.rows * plane.columns * plane.channels));
    if (plane.channels > 0) picture.planes.push_back(std::move(plane));
  };
  Plane image;
  for (int i = 0; i < count; ++i)
    add_channels(image, format, i, format.is_colour() ? "RGBAx" : "Y", size);
  for (const char letter : {'A', 'x'})
    if (image.channel_of(letter) >= 0) picture.untouched_channel = image.channel_of(letter);
  add(image);
  for (int i = 0; i < count && !format.is_colour(); ++i) {
    Plane chroma;
    chroma.is_chroma = true;
    add_channels(chroma, format, i, "UV", size);
    add(chroma);
  }
  for (int i = 0; i < count && !format.is_colour(); ++i) {
    Plane alpha;
    alpha.is_alpha = true;
    add_channels(alpha, format, i, "A", size);
    add(alpha);
  }
  return picture;
}

// Calls visit(sample, row, number) for each sample of a mapped frame: which of the row's it is.
template <class P, class Visit>
void for_each_sample(P& picture, GstVideoFrame& frame, Visit visit) {
  for (auto& plane : picture.planes) {
    for (int row = 0; row < plane.rows; ++row) {
      for (int column = 0; column < plane.columns; ++column) {
        for (int c = 0; c < plane.channels; ++c) {
          const Plane::Channel& channel = plane.in_memory[static_cast<std::size_t>(c)];
          auto* const data =
              static_cast<std::uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, channel.plane));
          visit(plane.samples[static_cast<std::size_t>(
                    (row * plane.columns + column) * plane.channels + c)],
                data + static_cast<std::ptrdiff_t>(row) *
                           GST_VIDEO_FRAME_PLANE_STRIDE(&frame, channel.plane),
                channel.place + column * channel.step);
        }
      }
    }
  }
}

// What else is in a word that samples share stays.
void write_shared(int sample, std::uint8_t* row, int number) {
  std::uint32_t word;
  std::memcpy(&word, row + number / 3 * 4, sizeof word);
  const int shift = 10 * (number % 3);
  word = (word & ~(0x3FFU << shift)) | static_cast<std::uint32_t>(sample) << shift;
  std::memcpy(row + number / 3 * 4, &word, sizeof word);
}

int read_shared(const std::uint8_t* row, int number) {
  std::uint32_t word;
  std::memcpy(&word, row + number / 3 * 4, sizeof word);
  return static_cast<int>(word >> 10 * (number % 3) & 0x3FFU);
}

void write(int sample, std::uint8_t* row, int number, const KnownFormat& format) {
  if (format.is_shared) return write_shared(sample, row, number);
  std::uint8_t* const address = row + number * format.word_bytes();
  const int word = sample << format.shift;
  address[format.is_big_endian ? 1 : 0] = static_cast<std::uint8_t>(word);
  if (format.bits > 8) address[format.is_big_endian ? 0 : 1] = static_cast<std::uint8_t>(word >> 8);
}

int read(const std::uint8_t* row, int number, const KnownFormat& format) {
  if (format.is_shared) return read_shared(row, number);
  const std::uint8_t* const address = row + number * format.word_bytes();
  if (format.bits == 8) return *address;
  const int low = address[format.is_big_endian ? 1 : 0];
  const int high = address[format.is_big_endian ? 0 : 1];
  return (low + 256 * high) >> format.shift;
}

void fill(const Picture& picture, const GstVideoInfo& info, GstBuffer* buffer, int index) {
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_WRITE)) std::abort();
  const KnownFormat& format = known(picture.format);
  for_each_sample(picture, frame, [&](int sample, std::uint8_t* row, int number) {
    write(sample, row, number, format);
  });
  gst_video_frame_unmap(&frame);
  GST_BUFFER_PTS(buffer) = index * GST_SECOND / kFramesPerSecond;
  GST_BUFFER_DURATION(buffer) = GST_SECOND / kFramesPerSecond;
}

Size size_of(const Picture& picture) {
  return {picture.planes[0].columns, picture.planes[0].rows};
}

}  // namespace

int Plane::channel_of(char letter) const {
  const auto found = std::ranges::find(in_memory, letter, &Channel::letter);
  return found != in_memory.end() ? static_cast<int>(found - in_memory.begin()) : -1;
}

const std::vector<GstVideoFormat>& all_formats() {
  static const std::vector<GstVideoFormat> formats = [] {
    std::vector<GstVideoFormat> ids;
    for (const KnownFormat& format : known_formats())
      ids.push_back(gst_video_format_from_string(format.name));
    return ids;
  }();
  return formats;
}

const std::vector<GstVideoFormat>& some_formats() {
  static const std::vector<GstVideoFormat> formats = [] {
    std::vector<GstVideoFormat> ids;
    for (const char* name :
         {"GRAY8", "GRAY16_BE", "NV12", "P010_10LE", "Y42B", "Y444", "A420", "UYVY", "AYUV", "BGR",
          "xRGB", "RGBA64_LE", "GBRA", "I420_12LE", "Y210", "v210", "BGR10A2_LE"})
      ids.push_back(gst_video_format_from_string(name));
    return ids;
  }();
  return formats;
}

GstVideoInfo info_of(GstVideoFormat format, Size size) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, format, static_cast<guint>(size.width),
                            static_cast<guint>(size.height));
  GST_VIDEO_INFO_FPS_N(&info) = kFramesPerSecond;
  GST_VIDEO_INFO_FPS_D(&info) = 1;
  return info;
}

GstCaps* caps_of(const GstVideoInfo& info) {
  return gst_video_info_to_caps(&info);
}

Picture random_picture(GstVideoFormat format, Size size, unsigned seed) {
  Picture picture = blank(format, size);
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> samples(0, picture.white);
  for (Plane& each : picture.planes)
    std::ranges::generate(each.samples, [&] { return samples(random); });
  return picture;
}

GstBuffer* buffer_of(const Picture& picture, int index) {
  const GstVideoInfo info = info_of(picture.format, size_of(picture));
  GstBuffer* buffer = gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&info), nullptr);
  gst_buffer_memset(buffer, 0, kBesideSamples, GST_VIDEO_INFO_SIZE(&info));
  fill(picture, info, buffer, index);
  return buffer;
}

GstBuffer* strided_buffer_of(const Picture& picture, int row_padding, int index) {
  const GstVideoInfo info = info_of(picture.format, size_of(picture));
  const KnownFormat& format = known(picture.format);
  gsize offsets[GST_VIDEO_MAX_PLANES] = {};
  gint strides[GST_VIDEO_MAX_PLANES] = {};
  gsize end = 0;
  for (std::size_t p = 0; p < format.planes.size(); ++p) {
    const Pattern& pattern = format.planes[p];
    const int repeats =
        divided_up(size_of(picture).width, pattern.column_divisor * pixels_in(pattern));
    const int samples = repeats * static_cast<int>(pattern.letters.size());
    // Rows of samples that share words are at least as long as GStreamer has them, and of words.
    strides[p] = format.is_shared
                     ? GST_VIDEO_INFO_PLANE_STRIDE(&info, p) + divided_up(row_padding, 4) * 4
                     : samples * format.word_bytes() + row_padding;
    // Gaps of different sizes: no plane is as far from the next as that from the one after.
    offsets[p] = end + static_cast<gsize>(row_padding) * (2 + p * p) / 4 * 4;
    end = offsets[p] +
          static_cast<gsize>(strides[p]) *
              static_cast<gsize>(divided_up(size_of(picture).height, pattern.row_divisor));
  }
  GstBuffer* buffer = gst_buffer_new_allocate(nullptr, end, nullptr);
  gst_buffer_memset(buffer, 0, kBesideSamples, end);
  gst_buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE, picture.format,
                                 GST_VIDEO_INFO_WIDTH(&info), GST_VIDEO_INFO_HEIGHT(&info),
                                 GST_VIDEO_INFO_N_PLANES(&info), offsets, strides);
  fill(picture, info, buffer, index);
  return buffer;
}

Picture read(GstVideoFormat format, Size size, GstBuffer* buffer) {
  const GstVideoInfo info = info_of(format, size);
  Picture picture = blank(format, size);
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ)) std::abort();
  for_each_sample(picture, frame, [&](int& sample, const std::uint8_t* row, int number) {
    sample = read(row, number, known(format));
  });
  gst_video_frame_unmap(&frame);
  return picture;
}

int largest_difference(const Picture& a, const Picture& b) {
  int largest = 0;
  for (std::size_t p = 0; p < a.planes.size(); ++p) {
    for (std::size_t i = 0; i < a.planes[p].samples.size(); ++i) {
      largest = std::max(largest, std::abs(a.planes[p].samples[i] - b.planes[p].samples[i]));
    }
  }
  return largest;
}

}  // namespace fftcore::test
