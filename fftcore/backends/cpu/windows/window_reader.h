// SPDX-License-Identifier: LGPL-2.1-or-later
// Windows of an image: gathered about their places, through their maps, between samples too.
#pragma once

#include <array>
#include <cstdint>

#include "aligned_array.h"
#include "interpolation_taps.h"
#include "window_samples.h"

namespace fftcore {

/// Where a window lies. Row i and column j of R x C lie at the centre plus
/// map (j - (C - 1) / 2, i - (R - 1) / 2).
struct WindowCentre {
  double x = 0, y = 0;
  std::array<double, 4> map{1, 0, 0, 1};  ///< xx xy yx yy

  bool has_map() const { return map != std::array<double, 4>{1, 0, 0, 1}; }
  /// The centre moved by so much in the window's own coordinates.
  WindowCentre moved(double dx, double dy) const {
    return {x + map[0] * dx + map[1] * dy, y + map[2] * dx + map[3] * dy, map};
  }
};

/// Immutable, so that all threads share it.
class WindowReader {
 public:
  /// Memory of one thread.
  struct Scratch {
    explicit Scratch(const WindowReader& reader)
        : patch(reader.patch_floats()), rows(reader.patch_floats()) {}
    AlignedArray<float> patch, rows;
  };

  explicit WindowReader(const WindowCorrelation& windows);

  /// Whether at least half of the window is in the image, and all numbers are finite.
  bool is_inside(const WindowCentre& centre, std::int64_t rows, std::int64_t columns) const;

  /// Rows of a window, `pitch` apart. The numbers are finite.
  void read(const ConstBuffer& image, const WindowCentre& centre, std::int64_t rows,
            std::int64_t columns, std::int64_t pitch, const Scratch& scratch, float* to) const;

 private:
  struct Part;
  std::int64_t patch_floats() const { return patch_floats_; }
  void read_shifted(const ConstBuffer& image, const WindowCentre& centre, std::int64_t rows,
                    std::int64_t columns, std::int64_t pitch, const Scratch& scratch,
                    float* to) const;
  void read_part(const ConstBuffer& image, const Part& part, const Scratch& scratch,
                 float* to) const;

  WindowSamples samples_;
  Extent image_;
  Interpolation interpolation_;
  AlignedArray<float> table_;
  std::int64_t patch_floats_;
};

}  // namespace fftcore
