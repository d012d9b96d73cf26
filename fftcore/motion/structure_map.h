// SPDX-License-Identifier: LGPL-2.1-or-later
// Where an image has structure in two directions, by which windows there can be found again: the
// smaller eigenvalue of the matrix of its gradient (Shi and Tomasi 1994), summed over kSide x kSide
// pixels of the level from which windows are chosen.
#pragma once

#include <vector>

#include "image_levels.h"
#include "left_out.h"

namespace fftcore {

class StructureMap {
 public:
  static constexpr std::int64_t kSide = 9;

  explicit StructureMap(const LevelPlan& plan);

  /// Takes in an image. Takes no memory.
  void set(const ImageLevels& image);

  struct Place {
    double x, y;  ///< of the image
  };
  /// The best place of each cell of a grid, where it has enough structure and is not left out.
  /// Centres keep `margin` pixels of this level from the borders. `places` keeps its memory.
  void choose(Extent grid, std::int64_t margin, const LeftOut& left_out,
              std::vector<Place>& places) const;

 private:
  template <class Sample>
  void set_of(const Sample* samples, std::int64_t stride);
  float* row(AlignedArray<float>& of, std::int64_t y) const { return of.data() + y * stride_; }

  const LevelPlan plan_;
  const Extent extent_;
  const std::int64_t stride_;
  AlignedArray<float> xx_, xy_, yy_;  // products of the gradient
  AlignedArray<float> sums_;          // three rows of sums, and three of these over neighbours
  AlignedArray<float> structure_;
  float least_ = 0;  // structure that is enough
};

}  // namespace fftcore
