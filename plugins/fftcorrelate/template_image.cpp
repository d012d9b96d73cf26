// SPDX-License-Identifier: LGPL-2.1-or-later
#include "template_image.h"

#include <fmt/format.h>

#include <cmath>

#include "../frames/formats.h"
#include "../frames/luma_signal.h"
#include "../frames/samples.h"
#include "../gobject/errors.h"
#include "../memory/mapped_frame.h"
#include "../taps/input_location.h"
#include "template_file.h"

namespace fftcore::gst::correlate {
namespace {

struct FreeConverter {
  void operator()(GstVideoConverter* converter) const { gst_video_converter_free(converter); }
};

// Grey as the video's brightness is: R, G and B are weighed to full-range BT.601, as luma_signal()
// does; Y has a range and a matrix.
GstVideoInfo grey_like(const GstVideoInfo& video, int width, int height) {
  const bool has_8_bits = bits_of(format_of(video).type) == 8;
  GstVideoInfo grey;
  gst_video_info_set_format(&grey, has_8_bits ? GST_VIDEO_FORMAT_GRAY8 : GST_VIDEO_FORMAT_GRAY16_LE,
                            static_cast<guint>(width), static_cast<guint>(height));
  if (!GST_VIDEO_INFO_IS_RGB(&video)) {
    grey.colorimetry.range = video.colorimetry.range;
    grey.colorimetry.matrix = video.colorimetry.matrix;
  }
  return grey;
}

// From levels of such grey to those of the video, where black is 0.
void scale_to_video(Taps& taps, const GstVideoInfo& grey, const GstVideoInfo& video) {
  const SampleType from = format_of(grey).type;
  const SampleType to = format_of(video).type;
  if (bits_of(from) == bits_of(to)) return;
  const bool is_narrow = grey.colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235;
  const double scale = is_narrow ? std::ldexp(1.0, bits_of(to) - bits_of(from))
                                 : static_cast<double>(white_of(to)) / white_of(from);
  for (double& value : taps.values) value *= scale;
}

}  // namespace

TemplateImage TemplateImage::of_file(const std::string& location) {
  constexpr FileProperty kProperty = {
      "template-location", "a .png picture, a .npy array or a text matrix with one row a line",
      true, false};
  if (input_kind(kProperty, location) == InputKind::numbers)
    return TemplateImage(load_taps(location));
  const Picture picture = read_template(location);
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
    const FrameMap from(source, frame.buffer.get(), GST_MAP_READ);
    FrameMap to(grey, target.get(), GST_MAP_WRITE);
    gst_video_converter_frame(converter.get(), &from.frame(), &to.frame());
  }
  const LumaSignal signal = luma_signal(grey);
  const MappedFrame converted(grey, target.get(), GST_MAP_READ, MemoryKind::host);
  Taps taps = read_luma(signal, {height, width}, converted.source(signal.planes.front()));
  scale_to_video(taps, grey, video);
  return taps;
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
