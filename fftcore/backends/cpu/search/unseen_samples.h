// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples of a signal that were not seen (search.h): they are 0 for the transforms, and no template
// is found where one of them lies under it.
#pragma once

#include <cstdint>

#include "aligned_array.h"
#include "fftcore/layout.h"

namespace fftcore {

/// The unseen samples of one image. Its memory is written only where there are some.
class UnseenSamples {
 public:
  explicit UnseenSamples(Extent image)
      : extent_(image), counts_(image.rows), marks_(image.rows * image.columns) {}

  Extent extent() const { return extent_; }
  /// Makes the unseen samples of row y 0, and remembers them. Threads may take different rows.
  void take_out(std::int64_t y, float* row);
  /// Whether any row has one, of those last taken out.
  bool any() const;
  /// 1 for each sample of a row that was not seen, else 0; null where all were.
  const std::uint8_t* marks(std::int64_t y) const {
    return counts_[y] > 0 ? marks_.data() + y * extent_.columns : nullptr;
  }

 private:
  Extent extent_;
  AlignedArray<std::int64_t> counts_;  // of each row
  AlignedArray<std::uint8_t> marks_;
};

/// Stands for the factor of a numerator where there is no score: all others are 0 or above.
inline constexpr float kUnseenFactor = -1;

/// The places of S that have an unseen sample under the template; of one thread's rows.
class UnseenPlaces {
 public:
  UnseenPlaces(Extent templ, const UnseenSamples& samples)
      : template_(templ), samples_(samples), counts_(samples.extent().columns) {}

  /// Goes to row y of S.
  void start(std::int64_t y);
  /// Makes the factors of such places kUnseenFactor. Then goes to the next row.
  void next(float* factors);

 private:
  void add_row(std::int64_t y, std::int32_t sign);

  Extent template_;
  const UnseenSamples& samples_;
  std::int64_t y_ = 0;
  AlignedArray<std::int32_t> counts_;  // of each column, over the template's rows but the last
};

}  // namespace fftcore
