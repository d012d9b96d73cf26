// SPDX-License-Identifier: LGPL-2.1-or-later
// The one oracle: the definitions in fftcore/convolution.h, summed directly in double. It shares no
// code with the library: the edge modes walk step by step as cv::borderInterpolate describes them.
#pragma once

#include <span>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace oracle {

/// Samples (frame, channel, slice, row, column), as doubles.
struct Samples {
  std::int64_t channels = 0, rows = 0, columns = 0;
  std::vector<double> values;  ///< or their real parts
  std::int64_t slices = 1, frames = 1;
  std::vector<double> imaginary = {};  ///< as many where samples are complex, else none

  std::size_t index(std::int64_t f, std::int64_t c, std::int64_t z, std::int64_t y,
                    std::int64_t x) const {
    return static_cast<std::size_t>((((f * channels + c) * slices + z) * rows + y) * columns + x);
  }
  double& at(std::int64_t f, std::int64_t c, std::int64_t z, std::int64_t y, std::int64_t x) {
    return values[index(f, c, z, y, x)];
  }
  double at(std::int64_t f, std::int64_t c, std::int64_t z, std::int64_t y, std::int64_t x) const {
    return values[index(f, c, z, y, x)];
  }
  /// Of the first frame and slice.
  double& at(std::int64_t c, std::int64_t y, std::int64_t x) { return at(0, c, 0, y, x); }
  double at(std::int64_t c, std::int64_t y, std::int64_t x) const { return at(0, c, 0, y, x); }
};

/// Whether a convolution is computed in double precision, and an image's samples are complex.
constexpr bool is_double(fftcore::SampleType type) {
  return type == fftcore::SampleType::f64 || type == fftcore::SampleType::complex128;
}
constexpr bool is_double(const fftcore::Convolution& problem) {
  return is_double(problem.input.type) || is_double(problem.output.type);
}
constexpr bool is_complex(fftcore::SampleType type) {
  return type == fftcore::SampleType::complex64 || type == fftcore::SampleType::complex128;
}

/// Zeros for every sample of a layout.
Samples samples_of(const fftcore::Layout& layout);

/// Exact result before rounding and clamping; copied channels hold their input. Taps as set_taps()
/// takes them.
Samples direct_sum(const fftcore::Convolution& problem, const Samples& input,
                   std::span<const fftcore::Taps> taps, double gain = 1, double offset = 0);
inline Samples direct_sum(const fftcore::Convolution& problem, const Samples& input,
                          const fftcore::Taps& taps, double gain = 1, double offset = 0) {
  return direct_sum(problem, input, std::span(&taps, 1), gain, offset);
}

/// Source index or -1, one reflection at a time.
std::int64_t walk_edge(std::int64_t position, std::int64_t extent, fftcore::EdgeMode edge);

/// The frame that an output frame is made of.
std::int64_t input_frame(const fftcore::Convolution& problem, std::int64_t output_frame);

/// The bound (fftcore/accuracy.md) on the 2-norm of a convolution's error: 4 u sqrt(max(1, log2 N))
/// max|H| ||x||, u = 2^-24, or 2^-53 where input or output is f64 or complex128, N the padded size,
/// x the input extended by its edge mode, H the taps' spectrum; summed over the channels that a
/// mixed one is made of.
/// max|H| is bounded from below by |sum h| and from above by sum |h|; this takes the largest |H|
/// over a grid fine enough for the kernel.
///
/// In Precision::fast, v = 2^-11 (half precision's rounding) comes in: each of S times that a
/// spectrum is stored on the way, the kernel's own ones too, a value errs by v of itself at most,
/// so the array by v of its norm, and what follows is unitary but for H: v max|H| ||x|| each.
/// Roundings do not know of each other, so their squares add: v sqrt(S) max|H| ||x||. Lines that
/// take one launch store nothing but results; of k launches to the middle one S = 3 k - 2: 2 (k -
/// 1) times the image's, k times the kernel's. Below 2^-14, parts err by 2^-25 instead, on the
/// image's 2 (k - 1) times: 2^-25 sqrt(2 N) in the norm over N values, which what follows magnifies
/// by the root of what they were divided by, M, the lengths up to there, and by what taps were, to
/// come to 1/2 to 1: 2 sum |h|.
double error_bound(const fftcore::Convolution& problem, const Samples& input,
                   std::span<const fftcore::Taps> taps, double padded_points,
                   std::int64_t output_frame, std::int64_t channel);

}  // namespace oracle
