// SPDX-License-Identifier: LGPL-2.1-or-later
// Templates of fftcorrelate from files: a picture or taps, then their brightness in videos of
// several kinds; or a FileError.
#include <gst/video/video.h>

#include <algorithm>
#include <cmath>

#include "fftcore/error.h"
#include "fftcorrelate/template_image.h"
#include "png_chunks.h"
#include "scratch_file.h"

namespace {

constexpr GstVideoFormat kFormats[] = {GST_VIDEO_FORMAT_RGB, GST_VIDEO_FORMAT_I420,
                                       GST_VIDEO_FORMAT_GRAY16_LE};

void check_luma(const fftcore::gst::correlate::TemplateImage& image) {
  for (const GstVideoFormat format : kFormats) {
    GstVideoInfo video;
    gst_video_info_set_format(&video, format, 64, 48);
    const fftcore::Taps luma = image.luma(video);
    fuzz::require(luma.extent == image.extent(), "the brightness has the picture's extent");
    validate(luma);
  }
}

}  // namespace

int LLVMFuzzerInitialize(int* count, char*** arguments) {
  setenv("G_DEBUG", "fatal-criticals", 1);
  gst_init(count, arguments);
  return 0;
}

/// Chunks keep right checksums, so that libpng looks at what is in them; now and then not.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned seed) {
  size = LLVMFuzzerMutate(data, size, max_size);
  if (seed % 8 != 0) fuzz::repair_chunks(data, size);
  return size;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchFile file("template.png");
  file.write(fuzz::text_of(data, size));
  try {
    check_luma(fftcore::gst::correlate::TemplateImage::of_file(file.path().string()));
  } catch (const fftcore::FileError&) {
  }
  return 0;
}
