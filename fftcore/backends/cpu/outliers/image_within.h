// SPDX-License-Identifier: LGPL-2.1-or-later
// Images in host memory, for backends whose kernels do not look for samples that are too large, or
// not finite.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fftcore/backend.h"
#include "image_access.h"
#include "worker_pool.h"

namespace fftcore {

/// Whether all samples of the channels that a Convolution filters are finite and within limits, of
/// frames x channels. It may say no where one is as large as its limit but for rounding.
bool is_image_within(const Convolution& problem, const ConstBuffer& image,
                     std::span<const SampleLimit> limits);

/// A copy of a Frame's image within its limits: 0 stands for samples of filtered channels that are
/// not, and the others are divided by their unit.
class ImageWithin {
 public:
  ImageWithin(const Convolution& problem, const ImageAccess& image, const Frame& whole,
              WorkerPool& pool);
  ConstBuffer buffer() const { return {bytes_.data(), row_stride_, bytes_.size()}; }
  /// Whether 0 stands for some.
  bool has_others() const { return has_others_; }

 private:
  std::int64_t row_stride_;
  std::vector<std::byte> bytes_;
  bool has_others_ = false;
};

}  // namespace fftcore
