// SPDX-License-Identifier: LGPL-2.1-or-later
// A template as it came, from a file or a pad: its brightness in the levels of the video depends on
// the video.
#pragma once

#include <gst/video/video.h>

#include <memory>
#include <string>
#include <variant>

#include "fftcore/taps.h"

namespace fftcore::gst::correlate {

class TemplateImage {
 public:
  /// A PNG picture, or what load_taps() reads. Throws MissingFile, FileError.
  static TemplateImage of_file(const std::string& location);
  /// A frame in system memory, of which a reference is kept.
  TemplateImage(const GstVideoInfo& info, GstBuffer* buffer);

  /// Brightness as in such video: its number of bits, its range and matrix. Throws Error where
  /// the frame cannot be converted.
  Taps luma(const GstVideoInfo& video) const;

  Extent extent() const;
  /// The very same memory: a still picture that is sent again and again.
  bool is_same(const TemplateImage& other) const;

 private:
  struct Unref {
    void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
  };
  struct Frame {
    GstVideoInfo info;
    std::shared_ptr<GstBuffer> buffer;
  };

  explicit TemplateImage(Taps taps) : content_(std::move(taps)) {}

  std::variant<Taps, Frame> content_;
};

}  // namespace fftcore::gst::correlate
