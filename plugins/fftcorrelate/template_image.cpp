// SPDX-License-Identifier: LGPL-2.1-or-later
#include "template_image.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "../frames/formats.h"
#include "../frames/luma_signal.h"
#include "../gobject/errors.h"
#include "../memory/mapped_frame.h"
#include "png_picture.h"

namespace fftcore::gst::correlate {
namespace {

struct FreeConverter {
  void operator()(GstVideoConverter* converter) const { gst_video_converter_free(converter); }
};

struct VideoFrame {
  VideoFrame(const GstVideoInfo& info, GstBuffer* buffer, GstMapFlags access) {
    if (!gst_video_frame_map(&mapped, &info, buffer, access)) {
      throw Error(fmt::format(
          "a template of {} bytes cannot be mapped as a {}x{} {} frame of {} bytes",
          gst_buffer_get_size(buffer), GST_VIDEO_INFO_WIDTH(&info), GST_VIDEO_INFO_HEIGHT(&info),
          GST_VIDEO_INFO_NAME(&info), GST_VIDEO_INFO_SIZE(&info)));
    }
  }
  ~VideoFrame() { gst_video_frame_unmap(&mapped); }
  VideoFrame(const VideoFrame&) = delete;
  VideoFrame& operator=(const VideoFrame&) = delete;

  GstVideoFrame mapped;
};

// Grey as the video's brightness is: R, G and B are weighed to full-range BT.601, as luma_signal()
// does; Y has a range and a matrix.
GstVideoInfo grey_like(const GstVideoInfo& video, int width, int height) {
  const bool is_16_bit = format_of(video).element == Element::u16;
  GstVideoInfo grey;
  gst_video_info_set_format(&grey, is_16_bit ? GST_VIDEO_FORMAT_GRAY16_LE : GST_VIDEO_FORMAT_GRAY8,
                            static_cast<guint>(width), static_cast<guint>(height));
  if (!GST_VIDEO_INFO_IS_RGB(&video)) {
    grey.colorimetry.range = video.colorimetry.range;
    grey.colorimetry.matrix = video.colorimetry.matrix;
  }
  return grey;
}

bool is_png(const std::string& location) {
  std::array<char, 4> head{};
  std::ifstream(location, std::ios::binary).read(head.data(), head.size());
  return head == std::array<char, 4>{'\x89', 'P', 'N', 'G'};
}

}  // namespace

TemplateImage TemplateImage::of_file(const std::string& location) {
  std::error_code unused;
  if (!std::filesystem::exists(location, unused)) {
    throw MissingFile(
        fmt::format("template-location: there is no file \"{}\"; give the path of a .png picture, "
                    "a .npy array or a text matrix "
                    "with one row a line",
                    location));
  }
  if (!is_png(location)) return TemplateImage(load_taps(location));
  const PngPicture picture = read_png(location);
  return {picture.info, picture.buffer.get()};
}

TemplateImage::TemplateImage(const GstVideoInfo& info, GstBuffer* buffer)
    : content_(Frame{info, std::shared_ptr<GstBuffer>(gst_buffer_ref(buffer), Unref{})}) {}

Extent TemplateImage::extent() const {
  if (const Taps* taps = std::get_if<Taps>(&content_)) return taps->extent;
  const GstVideoInfo& info = std::get<Frame>(content_).info;
  return {GST_VIDEO_INFO_HEIGHT(&info), GST_VIDEO_INFO_WIDTH(&info)};
}

Taps TemplateImage::luma(const GstVideoInfo& video) const {
  if (const Taps* taps = std::get_if<Taps>(&content_)) return *taps;
  const Frame& frame = std::get<Frame>(content_);
  const int width = GST_VIDEO_INFO_WIDTH(&frame.info);
  const int height = GST_VIDEO_INFO_HEIGHT(&frame.info);
  GstVideoInfo grey = grey_like(video, width, height);
  GstVideoInfo source = frame.info;
  // A converter refuses to change the rate.
  grey.fps_n = source.fps_n;
  grey.fps_d = source.fps_d;
  const std::unique_ptr<GstVideoConverter, FreeConverter> converter(
      gst_video_converter_new(&source, &grey, nullptr));
  if (converter == nullptr)
    throw Error(
        fmt::format("a template in {} cannot be converted to grey", GST_VIDEO_INFO_NAME(&source)));
  const std::unique_ptr<GstBuffer, Unref> target(
      gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&grey), nullptr));
  if (target == nullptr) throw std::bad_alloc();
  {
    const VideoFrame from(source, frame.buffer.get(), GST_MAP_READ);
    VideoFrame to(grey, target.get(), GST_MAP_WRITE);
    gst_video_converter_frame(converter.get(), &from.mapped, &to.mapped);
  }
  const LumaSignal signal = luma_signal(grey);
  const MappedFrame converted(grey, target.get(), GST_MAP_READ, MemoryKind::host);
  return read_luma(signal, {height, width}, converted.source(signal.plane));
}

bool TemplateImage::is_same(const TemplateImage& other) const {
  const Frame* const a = std::get_if<Frame>(&content_);
  const Frame* const b = std::get_if<Frame>(&other.content_);
  if (a == nullptr || b == nullptr || !gst_video_info_is_equal(&a->info, &b->info)) return false;
  const guint pieces = gst_buffer_n_memory(a->buffer.get());
  if (pieces != gst_buffer_n_memory(b->buffer.get())) return false;
  for (guint i = 0; i < pieces; ++i) {
    if (gst_buffer_peek_memory(a->buffer.get(), i) != gst_buffer_peek_memory(b->buffer.get(), i))
      return false;
  }
  return true;
}

}  // namespace fftcore::gst::correlate
