// SPDX-License-Identifier: LGPL-2.1-or-later
// Negotiated caps -> what is to be done with each spectrum.
#pragma once

#include <vector>

#include "../frames/frame_planes.h"
#include "../spectra/spectrum_info.h"

namespace fftcore::gst::inverse {

/// Equal plans: what was compiled for one serves for the other.
struct InversePlan {
  /// All channels at once; or one of many, where they lie in another order than the spectrum's, or
  /// are too many for one stage.
  struct Part {
    InverseStage stage;
    std::int64_t spectrum_channel = 0;  ///< the first one
    PlaneJob image;                     ///< is written. Of audio: of one row
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;
  /// The one part copies what its plane has besides (alpha) from a source image.
  bool has_source() const { return parts.size() == 1 && parts.front().stage.copies_skipped; }
  /// Planes with something that the spectrum does not have: chroma, and alpha. They are written
  /// before the parts.
  std::vector<int> kept;
  double gain_scale = 1;    ///< from the spectrum's samples to the image's
  double offset_scale = 1;  ///< from the property's units
  bool operator==(const InversePlan&) const = default;
};

/// Throws InvalidArgument where the frame has another size than the spectrum's image, or another
/// number of filtered channels.
InversePlan plan_video(const SpectrumInfo& info, const GstVideoInfo& video);
InversePlan plan_audio(const SpectrumInfo& info);

}  // namespace fftcore::gst::inverse
