// SPDX-License-Identifier: LGPL-2.1-or-later
// Templates in PNG files, as frames.
#pragma once

#include <gst/video/video.h>

#include <memory>
#include <string>

namespace fftcore::gst::correlate {

struct UnrefBuffer {
  void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
};

struct Picture {
  GstVideoInfo info;  ///< RGB, or ARGB64 where the file has 16 bits
  std::unique_ptr<GstBuffer, UnrefBuffer> buffer;
};

/// Samples are taken as they are: as elements that decode pictures do, and whatever gamma the file
/// names. What is transparent lies on black. Throws FileError with what is wrong.
Picture read_template(const std::string& location);

}  // namespace fftcore::gst::correlate
