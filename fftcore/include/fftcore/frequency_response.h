// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters that are given by their frequency response H: a formula of frequencies, or numbers on a
// grid of them. They become taps. Functions throw InvalidArgument or FileError; the message names
// the value and what is allowed.
#pragma once

#include <complex>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fftcore/taps.h"

namespace fftcore {

struct Formula;

/// Frequency in cycles/pixel along rows (x), columns (y) and slices (z). 0.5 is every other pixel.
/// What is filtered is a sum of waves exp(2 pi i (x m + y n + z l)), at pixel (m, n, l).
struct Frequency {
  double x = 0;
  double y = 0;
  double z = 0;
};

/// Frequency response H(f), by which a filter multiplies each wave, as a formula:
///   exp(-(f / 0.1)^2)                       a low pass
///   if(f < 0.1, 0, 1)                       an ideal high pass
///   exp(-2 * pi * i * (3.5 * fx))           a shift to the right by 3.5 pixels
///   2 * pi * i * fx                         the derivative along rows
/// Variables are fx, fy and fz, and f = sqrt(fx^2 + fy^2 + fz^2); constants are numbers, pi and i.
/// Operators are + - * / ^ (from the right), < <= > >= == != (1 where true, else 0), && || !, and
/// brackets. Functions are if(condition, then, else); exp log sqrt sin cos tan sinh cosh tanh conj;
/// re im abs arg; and of real numbers asin acos atan atan2 hypot min max floor round sign sinc,
/// where sinc(x) = sin(pi x) / (pi x). What is made of real numbers is real: sqrt(-1) is no number.
class FFTCORE_API FrequencyResponse {
 public:
  /// Throws with line and column of what cannot be read. At most 4096 characters.
  explicit FrequencyResponse(std::string text);
  const std::string& text() const { return text_; }

  /// H at a frequency. It may be infinite or no number.
  std::complex<double> operator()(const Frequency& frequency) const;

  bool operator==(const FrequencyResponse& other) const { return text_ == other.text_; }

 private:
  std::string text_;
  std::shared_ptr<const Formula> formula_;
};

/// Frequency response on a grid, row-major: value (slice, row, column) is H at the frequencies
/// slice/slices, row/rows and column/columns, less 1 where that is above a half. Spectra of
/// numpy.fft.fftn() lie so, and the DFT of taps whose first one is the centre.
struct SampledResponse {
  Extent grid;  ///< each side 1 to kMaxFileTaps
  std::vector<std::complex<double>> values;
  bool operator==(const SampledResponse&) const = default;
};

/// Frequency response on a grid. Where a side is even, half a cycle a pixel is as much to the left
/// as to the right: H is the mean of both there. Throws where H is not a finite number.
FFTCORE_API SampledResponse sampled(const FrequencyResponse& response, Extent grid);

/// Frequency response from a .npy file: 1 to 3 dimensions (columns last), elements as of
/// load_complex_taps().
FFTCORE_API SampledResponse load_frequency_response(const std::filesystem::path& file);

/// Taps of a frequency response on a grid: its inverse DFT, with value (0, 0) of that as the
/// centre. They are as many as the grid has points. They are real where H(-f) is conj(H(f)), to
/// 1e-9 of the largest |H|, and else complex. With them a Convolution with EdgeMode::wrap of images
/// of the grid's size is exactly the product with H.
FFTCORE_API Taps taps_of(const SampledResponse& response);

/// The same of taps_of(sampled(response, grid)).
FFTCORE_API Taps taps_of(const FrequencyResponse& response, Extent grid);

/// Taps of a frequency response for images of any size, and any edges. The grid has L x L points. L
/// is the smallest of 31, 63, 127 and 255 outside of which taps add up to at most 1/1000 of all, by
/// magnitude, on a grid of 512 x 512; or else 511. Results thus depend neither on the image's size
/// nor on the size that transforms are padded to.
FFTCORE_API Taps taps_of(const FrequencyResponse& response);

}  // namespace fftcore
