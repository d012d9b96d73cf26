// SPDX-License-Identifier: LGPL-2.1-or-later
// What examples.cl and examples.cu compute, and what has to come out.
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fftcore/device_fft.h>

namespace examples {

using Bytes = std::vector<std::uint8_t>;

/// An FFT and the name that its text has.
struct NamedFft {
  const char* name;
  const char* text;
};
/// All that the kernels use.
std::span<const NamedFft> ffts();
/// Their texts, one after the other; those of halves only where the device has such.
std::string sources(fftcore::Language language, bool has_halves);

/// A file of kernels. Throws std::runtime_error where there is none, or no end of it (/dev/zero).
std::string text_of(const std::string& file);

/// A kernel with its input, its second input and its output's size; some run twice, the second time
/// on what the first gave.
struct Example {
  std::string kernel;
  fftcore::DeviceFft fft;  ///< that blocks are as large as
  bool is_shared = false;  ///< data lies in shared memory
  Bytes input = {}, second = {};
  std::size_t output_bytes = 0;
  std::uint64_t transforms = 0;
  int runs = 1;
  /// The real and imaginary parts that have to come out, and the norm of the error that may.
  std::vector<double> expected = {};
  double bound = 0;
};
std::vector<Example> all();

/// Blocks and threads of a launch, and shared memory where it is asked for.
struct Launch {
  unsigned blocks, threads_x, threads_y, shared_bytes;
};
Launch launch_of(const Example& example);

/// Prints how far an output is from what has to come out. False where that is above the bound.
bool report(const Example& example, const Bytes& output);

}  // namespace examples
