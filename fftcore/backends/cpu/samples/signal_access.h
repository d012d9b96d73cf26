// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows of a search's signal: an image's channels, weighted and added. Immutable, so that all
// threads share it.
#pragma once

#include <array>
#include <vector>

#include "fftcore/backend.h"
#include "fftcore/search.h"

namespace fftcore {

class SignalAccess {
 public:
  /// Channels of weight 0 are not read.
  SignalAccess(const Layout& image, const std::array<float, 4>& weights);

  /// A number of each channel that is taken off its samples.
  using Levels = std::array<float, 4>;

  /// All columns of a row, `bias` taken off each sample. `scratch`: as many values.
  void read(const ConstBuffer& image, std::int64_t row, float bias, float* to,
            float* scratch) const {
    read(image, row, Levels{bias, bias, bias, bias}, to, scratch);
  }
  void read(const ConstBuffer& image, std::int64_t row, const Levels& levels, float* to,
            float* scratch) const;

  /// Levels of an image's channels (search.h), of samples that are no larger than `most`.
  Levels levels(const ConstBuffer& image, float most) const;

  /// What the signal loses by levels that are taken off.
  float signal_level(const Levels& levels) const;

 private:
  struct Channel {
    std::int64_t first;  ///< element of column 0
    float weight;
    std::size_t number;
  };
  const Layout image_;
  std::vector<Channel> channels_;
};

}  // namespace fftcore
