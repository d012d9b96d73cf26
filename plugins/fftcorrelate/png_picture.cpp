// SPDX-License-Identifier: LGPL-2.1-or-later
#include "png_picture.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "fftcore/error.h"
#include "fftcore/search.h"

#ifdef FFTCORE_PNG
#include <png.h>
#endif

namespace fftcore::gst::correlate {

#ifdef FFTCORE_PNG

namespace {

constexpr std::uintmax_t kMostDeflation = 1032;  // of zlib's deflate: 258 bytes in 2 bits

}  // namespace

PngPicture read_png(const std::string& location) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const auto refuse = [&](std::string_view what) {
    png_image_free(&image);
    throw FileError(fmt::format("template-location: {}: {}", location, what));
  };
  if (png_image_begin_read_from_file(&image, location.c_str()) == 0) refuse(image.message);
  if (image.width > kMaxTemplateSide || image.height > kMaxTemplateSide)
    refuse(fmt::format("a picture of {}x{} is too large for a template: at most {} a side",
                       image.width, image.height, kMaxTemplateSide));
  // A byte of the file gives at most so many of the picture, which has a bit a pixel at least.
  const std::uintmax_t least = std::uintmax_t{image.height} * (image.width / 8);
  std::error_code unknown;
  if (const std::uintmax_t bytes = std::filesystem::file_size(location, unknown);
      unknown || least / kMostDeflation > bytes)
    refuse(fmt::format("it claims {}x{} pixels, which its {} bytes cannot hold", image.width,
                       image.height, bytes));
  image.format = PNG_FORMAT_RGB;
  PngPicture picture;
  gst_video_info_set_format(&picture.info, GST_VIDEO_FORMAT_RGB, image.width, image.height);
  picture.buffer.reset(
      gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&picture.info), nullptr));
  GstMapInfo map;
  if (picture.buffer == nullptr || !gst_buffer_map(picture.buffer.get(), &map, GST_MAP_WRITE))
    refuse("there is no memory for it");
  constexpr png_color kBlack = {0, 0, 0};
  const int is_read = png_image_finish_read(&image, &kBlack, map.data,
                                            GST_VIDEO_INFO_PLANE_STRIDE(&picture.info, 0), nullptr);
  gst_buffer_unmap(picture.buffer.get(), &map);
  if (is_read == 0) refuse(image.message);
  return picture;
}

#else

PngPicture read_png(const std::string& location) {
  throw FileError(
      fmt::format("template-location: {} is a PNG picture, and this plugin is built without "
                  "libpng; use a .npy array, or "
                  "give it to the pad: filesrc location=... ! pngdec ! fftcorrelate.template",
                  location));
}

#endif

}  // namespace fftcore::gst::correlate
