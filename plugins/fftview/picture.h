// SPDX-License-Identifier: LGPL-2.1-or-later
// Levels of a half spectrum -> the whole one as a picture, DC at row rows / 2, column columns / 2.
#pragma once

#include <gst/video/video.h>

#include <array>
#include <cstdint>
#include <span>

#include "color_map.h"
#include "fftcore/layout.h"

namespace fftcore::gst::view {

/// What a level of a bin is in the opposite one, whose value is the conjugate: the same of
/// magnitudes, the opposite phase (phase_levels()).
enum class Symmetry : std::uint8_t { even, odd };

/// How levels are written into pixels of a format.
class Palette {
 public:
  /// Formats: those of kViewCaps (view_caps.h). YUV as the colorimetry of `info` says.
  Palette(const GstVideoInfo& info, ColorMap map);

  /// A frame of `points`, mapped to write. `levels`: rows of points.columns / 2 + 1, from DC on, as
  /// spectra have them.
  void draw(std::span<const std::uint8_t> levels, Extent points, Symmetry symmetry,
            GstVideoFrame& frame) const;

 private:
  void write_row(const std::uint8_t* levels, std::int64_t count, std::uint8_t* to) const;
  void write_chroma(const std::uint8_t* upper, const std::uint8_t* lower, std::int64_t count,
                    std::uint8_t* to) const;

  GstVideoFormat format_;
  std::array<std::uint32_t, 256> pixels_{};                // RGBA: bytes R, G, B, 255
  std::array<std::uint8_t, 256> luma_{};                   // GRAY8: the level itself
  std::array<std::array<std::uint8_t, 2>, 256> chroma_{};  // U, V
};

/// Row `row` of the picture, points.columns levels, from all rows of the half spectrum.
void unfold_row(std::span<const std::uint8_t> levels, Extent points, Symmetry symmetry,
                std::int64_t row, std::uint8_t* to);

}  // namespace fftcore::gst::view
