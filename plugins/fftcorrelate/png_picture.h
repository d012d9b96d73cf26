// SPDX-License-Identifier: LGPL-2.1-or-later
// PNG files as frames, where the plugin is built with libpng.
#pragma once

#include <gst/video/video.h>

#include <memory>
#include <string>

namespace fftcore::gst::correlate {

struct UnrefBuffer {
  void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
};

struct PngPicture {
  GstVideoInfo info;  ///< RGB
  std::unique_ptr<GstBuffer, UnrefBuffer> buffer;
};

/// What is transparent lies on black. Throws FileError with what is wrong.
PngPicture read_png(const std::string& location);

}  // namespace fftcore::gst::correlate
