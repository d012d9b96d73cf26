// SPDX-License-Identifier: LGPL-2.1-or-later
// A DeviceFft on some input, and what has to come out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fftcore/device_fft.h"

namespace device_fft {

using Bytes = std::vector<std::uint8_t>;

/// Where a kernel's data lies.
enum class Form : std::uint8_t { registers, shared };

struct Case {
  fftcore::DeviceFft fft;
  Form form = Form::registers;
  int transforms = 1;  ///< f16: pairs of them
  /// What a device computes f16 with that has no halves: floats, and the structure is what is
  /// tested.
  bool halves_are_floats = false;
  /// Bytes of local memory that a thread of CUDA may take beside its registers.
  int most_local_bytes = 0;
};

/// Input in memory. Bins that count as real have no number as their imaginary part.
Bytes input_of(const Case& c, unsigned seed);
std::size_t output_bytes(const Case& c);

/// The largest error of a transform of the output, as a part of the bound (fftcore/accuracy.md):
/// ||d|| / ||ref|| over 4 u sqrt(log2 N). Where a chirp is in it, over the bound of three
/// transforms of its length: that many are done.
double error_of(const Case& c, const Bytes& input, const Bytes& output);

/// The kernel `test` in the language, after the text of the FFT named `fft`. Its arguments: input,
/// output, and how many transforms.
std::string kernel_of(const Case& c, fftcore::Language language);

/// Blocks, threads of a block, and bytes of a block's shared memory.
struct Launch {
  unsigned blocks = 1, threads_x = 1, threads_y = 1, shared_bytes = 0;
};
Launch launch_of(const Case& c);

/// Numbers of every pair of settings at least once, and cases of their own.
std::vector<Case> pairwise_cases();
std::vector<Case> further_cases();
/// Long ones. The values of most do not all fit into a multiprocessor's registers.
std::vector<Case> long_cases();

std::string name_of(const Case& c);

}  // namespace device_fft
