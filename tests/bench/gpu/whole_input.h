// SPDX-License-Identifier: LGPL-2.1-or-later
// All of a case's input, which tests hold against the oracle.
#pragma once

#include "direct_sum.h"
#include "work.h"

namespace bench {

/// The input of a Convolution as the oracle takes it.
inline oracle::Samples whole_input(const fftcore::Convolution& problem) {
  oracle::Samples samples = oracle::samples_of(problem.input);
  const fftcore::SampleType part = part_of(problem.input.type);
  const std::size_t parts = samples.imaginary.empty() ? 1 : 2;
  for (std::size_t i = 0; i < samples.values.size(); ++i) {
    samples.values[i] = input_value(parts * i, part);
    if (parts == 2) samples.imaginary[i] = input_value(2 * i + 1, part);
  }
  return samples;
}

}  // namespace bench
