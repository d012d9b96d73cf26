// SPDX-License-Identifier: LGPL-2.1-or-later
// An image's signal at several sizes: each has half the columns and rows of the one before, whose
// blocks of 2x2 samples it averages.
#pragma once

#include <array>
#include <vector>

#include "aligned_array.h"
#include "fftcore/backend.h"
#include "signal_access.h"

namespace fftcore {

/// Which levels an image has.
struct LevelPlan {
  /// Halvings before the first level that is kept: 1 where the image is larger than kMostSide, and
  /// the kept first level is its half.
  int first_halving = 0;
  std::vector<Extent> extents;  ///< of the levels that are kept, largest first
  std::size_t finest = 0;       ///< the first level of at most kMostSide columns and rows
  std::size_t structure =
      0;                     ///< the first of at most kStructureSide, from which windows are chosen
  std::size_t coarsest = 0;  ///< the last one

  static constexpr std::int64_t kMostSide = 1000, kStructureSide = 250, kCoarsestSide = 125;
  /// No side is halved to less than this.
  static constexpr std::int64_t kLeastSide = 40;

  explicit LevelPlan(Extent image);
  /// Pixels of the image along a side of a level's.
  double factor(std::size_t level) const {
    return static_cast<double>(std::int64_t{1}
                               << (level + static_cast<std::size_t>(first_halving)));
  }
  /// Coordinates of a level, from those of the image: pixels are squares about their coordinates.
  double to_level(std::size_t level, double at) const { return (at + 0.5) / factor(level) - 0.5; }
  double to_image(std::size_t level, double at) const { return (at + 0.5) * factor(level) - 0.5; }
};

/// The levels of one image. They are u8 where the signal is one channel of u8 as it is, else f32.
class ImageLevels {
 public:
  ImageLevels(const Layout& image, const std::array<float, 4>& weights, const LevelPlan& plan);

  /// Takes in an image that was checked. Takes no memory.
  void read(const ConstBuffer& image);

  Layout layout(std::size_t level) const;
  ConstBuffer buffer(std::size_t level) const;
  bool is_u8() const { return is_u8_; }
  /// Rows of a level lie so many samples apart.
  std::int64_t stride(std::size_t level) const { return strides_[level]; }
  const std::uint8_t* bytes(std::size_t level) const { return bytes_.data() + offsets_[level]; }
  const float* floats(std::size_t level) const { return floats_.data() + offsets_[level]; }

 private:
  void read_bytes(const ConstBuffer& image);
  void read_floats(const ConstBuffer& image);

  const Layout image_;
  const LevelPlan plan_;
  const SignalAccess access_;
  std::int64_t channel_ = 0;  // where is_u8_, the one that is read
  bool is_u8_ = false;
  std::vector<std::int64_t> strides_, offsets_;
  AlignedArray<std::uint8_t> bytes_;
  AlignedArray<float> floats_;
  AlignedArray<std::uint8_t> byte_rows_;  // two rows without gaps
  AlignedArray<float> rows_;              // two rows, and scratch
};

}  // namespace fftcore
