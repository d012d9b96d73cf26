// SPDX-License-Identifier: LGPL-2.1-or-later
// The caps of spectra, `application/x-fft-spectrum`, also with memory:CUDAMemory: what elements
// must know of a spectrum to go on with it.
//
//   rows, columns          points of the transform (SpectrumLayout::points)
//   channels, precision    1 to 16; f32 or f16
//   transformed            rows | rows-and-columns (SpectrumLayout::transformed)
//   normalized             boolean
//   width, height          of the image that the spectrum is of: what comes out in the end
//   x, y                   where its first sample lies in the field that was transformed
//   border-left, -right, -top, -bottom   samples around the image that are right too: what a kernel
//                                        may still reach
//   framerate
//   video-format           of video: the format whose filtered channels (plane_jobs(): luma, or the
//                          colours) these are; all other fields as the video has them
//                          (carried_fields.h)
//   rate                   of audio, samples/s: then rows and height are 1, width is the samples
//                          that a block brings anew
//
// A buffer holds one spectrum as SpectrumLayout lays it out; of `transformed=rows`, border-top +
// height + border-bottom rows of each channel are stored, and y is border-top.
#pragma once

#include <gst/gst.h>

#include <optional>
#include <string>

#include "fftcore/stages.h"

namespace fftcore::gst {

inline constexpr char kSpectrumMediaType[] = "application/x-fft-spectrum";

struct SpectrumInfo {
  SpectrumLayout layout;
  int width = 0;
  int height = 0;
  int x = 0;
  int y = 0;
  Border border;
  int framerate_numerator = 0;  ///< 0/1: varies, or of audio
  int framerate_denominator = 1;
  std::string video_format;  ///< empty: not of video
  int rate = 0;              ///< 0: not of audio
  bool operator==(const SpectrumInfo&) const = default;
};

/// What fixed caps say. Throws InvalidArgument naming the field that is missing or not allowed,
/// and what is expected.
SpectrumInfo spectrum_info(const GstCaps* caps);

/// Fixed caps in system memory, without the fields that SpectrumInfo does not know
/// (pixel-aspect-ratio ...).
GstCaps* caps_of(const SpectrumInfo& info);

/// All spectra, in all memories that work here, CUDA's first; for pad templates. `transformed`: as
/// a caps field's value, null: any.
GstCaps* all_spectrum_caps(const char* transformed = nullptr);

}  // namespace fftcore::gst
