// SPDX-License-Identifier: LGPL-2.1-or-later
#include "template_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "fftcore/error.h"
#include "fftcore/search.h"
#include "picture.h"

namespace fftcore::gst::correlate {
namespace {

struct Samples {
  pictures::PictureInfo info;
  pictures::Bytes bytes;
};

Samples read(const std::string& location) {
  Samples samples;
  samples.info = pictures::read_picture(location, {}, [&](const pictures::PictureInfo& header) {
    const Extent extent = header.extent;
    if (std::max(extent.rows, extent.columns) > kMaxTemplateSide)
      throw FileError(
          fmt::format("{}: a picture of {}x{} is too large for a template: at most {} a side",
                      location, extent.columns, extent.rows, kMaxTemplateSide));
    samples.bytes.resize(std::size_t(extent.rows) * header.row_bytes());
    return samples.bytes.data();
  });
  return samples;
}

/// Pixels of 3 samples, or of 4 whose first is opaque. `Sample` is the file's.
template <class Sample>
void write(const Samples& samples, Extent extent, GstVideoFrame& frame) {
  const pictures::PictureInfo& info = samples.info;
  constexpr std::uint32_t kWhite = Sample(-1);
  constexpr bool kHasAlpha = sizeof(Sample) == 2;  // ARGB64
  const auto channels = std::size_t(info.channels);
  std::vector<Sample> pixel(channels);
  for (std::int64_t row = 0; row < extent.rows; ++row) {
    unsigned char* to = static_cast<unsigned char*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, 0)) +
                        row * GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0);
    const auto put = [&](std::uint32_t value) {
      const auto sample = Sample(value);
      std::memcpy(to, &sample, sizeof sample);
      to += sizeof sample;
    };
    for (std::int64_t column = 0; column < extent.columns; ++column) {
      const auto [y, x] = pictures::stored_place(info.orientation, info.extent, row, column);
      std::memcpy(
          pixel.data(),
          &samples.bytes[std::size_t(y) * info.row_bytes() + std::size_t(x) * info.pixel_bytes()],
          info.pixel_bytes());
      const std::uint32_t alpha = info.alpha == pictures::Alpha::none ? kWhite : pixel.back();
      if (kHasAlpha) put(kWhite);
      for (std::size_t c = 0; c < 3; ++c) {
        const std::uint32_t value = pixel[info.is_colour ? c : 0];
        put(std::uint32_t((std::uint64_t{value} * alpha + kWhite / 2) / kWhite));
      }
    }
  }
}

}  // namespace

Picture read_template(const std::string& location) {
  Samples samples;
  try {
    samples = read(location);
  } catch (const FileError& error) {
    throw FileError(fmt::format("template-location: {}", error.what()));
  }
  Extent extent = samples.info.extent;
  if (pictures::is_transposing(samples.info.orientation)) std::swap(extent.rows, extent.columns);
  const bool is_deep = samples.info.type == SampleType::u16;
  Picture picture;
  gst_video_info_set_format(&picture.info, is_deep ? GST_VIDEO_FORMAT_ARGB64 : GST_VIDEO_FORMAT_RGB,
                            guint(extent.columns), guint(extent.rows));
  picture.buffer.reset(
      gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&picture.info), nullptr));
  GstVideoFrame frame;
  if (picture.buffer == nullptr ||
      !gst_video_frame_map(&frame, &picture.info, picture.buffer.get(), GST_MAP_WRITE))
    throw FileError(fmt::format("template-location: {}: there is no memory for it", location));
  if (is_deep)
    write<std::uint16_t>(samples, extent, frame);
  else
    write<std::uint8_t>(samples, extent, frame);
  gst_video_frame_unmap(&frame);
  return picture;
}

}  // namespace fftcore::gst::correlate
