// SPDX-License-Identifier: LGPL-2.1-or-later
// Where samples of a frame are not finite, or too large.
#pragma once

#include <cstdint>
#include <vector>

#include "fftcore/convolution.h"
#include "image_access.h"
#include "worker_pool.h"

namespace fftcore {

/// `large` is finite.
enum class NotFinite : std::uint8_t { nan, plus, minus, large };
inline constexpr int kNotFiniteKinds = 4;

/// Neighbouring samples, in columns of the extended image, of which the same part is the same.
struct NotFiniteRun {
  std::int64_t first = 0, end = 0;
  int part = 0;  ///< 1: imaginary
  NotFinite kind = NotFinite::nan;
};

/// All samples of one frame's filtered channels, as they are when formula and bias are through.
/// `whole` sets none aside. Where it has limits, the places are those of finite samples beyond.
class NotFinitePlaces {
 public:
  NotFinitePlaces(const Convolution& problem, const ImageAccess& image,
                  const std::vector<int>& channels, const Frame& whole, std::int64_t frame,
                  WorkerPool& pool);

  /// Of a row of the image; channels are counted among those that are filtered.
  const std::vector<NotFiniteRun>& row(std::int64_t channel, std::int64_t slice,
                                       std::int64_t row) const {
    return rows_[index(channel, slice, row)];
  }

 private:
  std::size_t index(std::int64_t channel, std::int64_t slice, std::int64_t row) const {
    return static_cast<std::size_t>((channel * image_extent_.slices + slice) * image_extent_.rows +
                                    row);
  }
  template <class Real>
  void find(const Convolution& problem, const ImageAccess& image, const std::vector<int>& channels,
            const Frame& whole, std::int64_t frame, WorkerPool& pool);

  Extent image_extent_;
  std::vector<std::vector<NotFiniteRun>> rows_;
};

}  // namespace fftcore
