// SPDX-License-Identifier: LGPL-2.1-or-later
// What a kernel is like, in the words that pairs are counted by: which rule planned it, what it
// loads, computes and stores, and how large it is.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "launch_plan.h"

namespace kernels {

enum class Factor : std::uint8_t {
  rule,
  work,     ///< what is done between load and store
  product,  ///< what happens to spectra
  load,     ///< what kind of values is loaded
  loaded,   ///< the number format in memory
  edge,     ///< what lies beside an image, or how far a line of points is read
  store,
  stored,
  number,  ///< type that the kernel computes with
  size,
  primes,  ///< prime factors of the transform
  block,   ///< how lines lie in a block of threads
};
inline constexpr std::size_t kFactors = 12;

std::string_view name_of(Factor factor);

/// Every value that a factor has, in the order that it is printed in.
const std::vector<std::string>& values_of(Factor factor);

/// A value of each factor; an empty one where the factor says nothing about the kernel.
using Features = std::array<std::string, kFactors>;

/// `kind`: of the case (kernel_case.h).
Features features_of(const fftcore::LaunchSpec& spec, std::string_view kind);

}  // namespace kernels
