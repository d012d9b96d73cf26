// SPDX-License-Identifier: LGPL-2.1-or-later
#include "picture.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>

namespace fftcore::test {
namespace {

constexpr int kFramesPerSecond = 25;

Plane plane(Size size, int channels, bool is_chroma, int divisor = 1) {
  Plane result;
  result.rows = (size.height + divisor - 1) / divisor;
  result.columns = (size.width + divisor - 1) / divisor;
  result.channels = channels;
  result.is_chroma = is_chroma;
  result.samples.resize(static_cast<std::size_t>(result.rows) * result.columns * channels);
  return result;
}

Picture blank(GstVideoFormat format, Size size) {
  Picture picture;
  picture.format = format;
  switch (format) {
    case GST_VIDEO_FORMAT_GRAY8: picture.planes = {plane(size, 1, false)}; break;
    case GST_VIDEO_FORMAT_GRAY16_LE:
      picture.planes = {plane(size, 1, false)};
      picture.white = 65535;
      break;
    case GST_VIDEO_FORMAT_NV12:
      picture.planes = {plane(size, 1, false), plane(size, 2, true, 2)};
      break;
    case GST_VIDEO_FORMAT_I420:
      picture.planes = {plane(size, 1, false), plane(size, 1, true, 2), plane(size, 1, true, 2)};
      break;
    case GST_VIDEO_FORMAT_Y444:
      picture.planes = {plane(size, 1, false), plane(size, 1, true), plane(size, 1, true)};
      break;
    case GST_VIDEO_FORMAT_RGB:
    case GST_VIDEO_FORMAT_BGR: picture.planes = {plane(size, 3, false)}; break;
    default:  // RGBA and its like
      picture.planes = {plane(size, 4, false)};
      picture.untouched_channel = 3;
      break;
  }
  return picture;
}

// Calls visit(sample, address) for each sample of a mapped frame.
template <class P, class Visit>
void for_each_sample(P& picture, GstVideoFrame& frame, Visit visit) {
  const int sample_bytes = picture.white > 255 ? 2 : 1;
  for (std::size_t p = 0; p < picture.planes.size(); ++p) {
    auto& plane = picture.planes[p];
    auto* data = static_cast<std::uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, p));
    const int per_row = plane.columns * plane.channels;
    for (int row = 0; row < plane.rows; ++row) {
      std::uint8_t* address =
          data + static_cast<std::ptrdiff_t>(row) * GST_VIDEO_FRAME_PLANE_STRIDE(&frame, p);
      for (int i = 0; i < per_row; ++i)
        visit(plane.samples[row * per_row + i], address + i * sample_bytes);
    }
  }
}

void fill(const Picture& picture, const GstVideoInfo& info, GstBuffer* buffer, int index) {
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_WRITE)) std::abort();
  const bool wide = picture.white > 255;
  for_each_sample(picture, frame, [wide](int sample, std::uint8_t* address) {
    address[0] = static_cast<std::uint8_t>(sample);
    if (wide) address[1] = static_cast<std::uint8_t>(sample >> 8);
  });
  gst_video_frame_unmap(&frame);
  GST_BUFFER_PTS(buffer) = index * GST_SECOND / kFramesPerSecond;
  GST_BUFFER_DURATION(buffer) = GST_SECOND / kFramesPerSecond;
}

Size size_of(const Picture& picture) {
  return {picture.planes[0].columns, picture.planes[0].rows};
}

}  // namespace

const std::vector<GstVideoFormat>& all_formats() {
  static const std::vector<GstVideoFormat> formats = {
      GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_GRAY16_LE, GST_VIDEO_FORMAT_NV12,
      GST_VIDEO_FORMAT_I420,  GST_VIDEO_FORMAT_Y444,      GST_VIDEO_FORMAT_RGB,
      GST_VIDEO_FORMAT_BGR,   GST_VIDEO_FORMAT_RGBA,      GST_VIDEO_FORMAT_BGRA,
      GST_VIDEO_FORMAT_RGBx,  GST_VIDEO_FORMAT_BGRx};
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
  fill(picture, info, buffer, index);
  return buffer;
}

GstBuffer* strided_buffer_of(const Picture& picture, int row_padding, int index) {
  const GstVideoInfo info = info_of(picture.format, size_of(picture));
  gsize offsets[GST_VIDEO_MAX_PLANES] = {};
  gint strides[GST_VIDEO_MAX_PLANES] = {};
  gsize end = 0;
  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES(&info); ++p) {
    const Plane& each = picture.planes[p];
    strides[p] = each.columns * each.channels * (picture.white > 255 ? 2 : 1) + row_padding;
    offsets[p] = end + static_cast<gsize>(row_padding) * 2;
    end = offsets[p] + static_cast<gsize>(strides[p]) * static_cast<gsize>(each.rows);
  }
  GstBuffer* buffer = gst_buffer_new_allocate(nullptr, end, nullptr);
  gst_buffer_memset(buffer, 0, 0xA5, end);
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
  const bool wide = picture.white > 255;
  for_each_sample(picture, frame, [wide](int& sample, const std::uint8_t* address) {
    sample = address[0] + (wide ? address[1] * 256 : 0);
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
