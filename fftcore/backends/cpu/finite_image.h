// SPDX-License-Identifier: LGPL-2.1-or-later
// Images in host memory, for backends whose kernels do not look for samples that are not finite.
#pragma once

#include <cstddef>
#include <vector>

#include "fftcore/backend.h"

namespace fftcore {

/// Whether all samples of the channels that a Convolution filters are finite.
bool is_finite_image(const Convolution& problem, const ConstBuffer& image);

/// A copy of an image in which 0 stands for samples of filtered channels that are not finite.
class FiniteCopy {
 public:
  FiniteCopy(const Convolution& problem, const ConstBuffer& image);
  ConstBuffer buffer() const { return {bytes_.data(), row_stride_, bytes_.size()}; }

 private:
  std::int64_t row_stride_;
  std::vector<std::byte> bytes_;
};

}  // namespace fftcore
