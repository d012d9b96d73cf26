// SPDX-License-Identifier: LGPL-2.1-or-later
// Marks in images of floating point: values such as -9999 or 1e9 that stand for "no data".
#pragma once

#include <cstdint>
#include <vector>

#include "fftcore/export.h"
#include "fftcore/layout.h"

namespace fftcore {

struct Marks {
  std::vector<double> values;  ///< the largest first, exactly as samples have them
  std::int64_t count = 0;      ///< how many samples are one of them
};

/// What a value is a mark by.
enum class MarkBy {
  /// All its samples have more than 2^24 (of f64 2^82) times the power of all smaller samples. The
  /// rounding of transforms, which is at the size of the largest samples, hides the others then.
  power,
  /// Likewise, or its square is more than 2^24 (2^82) times the mean of the squares of all smaller
  /// samples, however few are of that value: -9999 among 0 to 1. Such a value spoils results that
  /// each sample of an image has a part in. Whole numbers from -1 to 255 are no marks by that.
  size
};

/// Marks among an image's finite samples: up to three values, the largest, that `by` tells from all
/// smaller samples, and all larger values with them. A search for templates (search.h) takes them
/// for data; with numbers that are not finite in their place it leaves them out. An image with data
/// of any range has no marks, since many different values are large; an image of one value beside 0
/// has none either.
///
/// Sizes count from the image's level where `has_level`, as ccoeff_normed does not see a constant:
/// the median of the different values among 1024 samples that are spread over the image. Else they
/// count from 0. Slices are not looked at; rows are `row_stride` samples apart.
///
/// Whole numbers from -1 to 255 are no marks where the smaller samples are 2^40 to 2^80 times less,
/// as the root of both powers: these are rounding, as around an impulse that came out of a
/// transform.
FFTCORE_API Marks find_marks(const float* samples, Extent image, std::int64_t row_stride,
                             bool has_level, MarkBy by = MarkBy::power);
FFTCORE_API Marks find_marks(const double* samples, Extent image, std::int64_t row_stride,
                             bool has_level, MarkBy by = MarkBy::power);

/// How many octaves part marks from data for computations in single and in double precision.
inline constexpr int kMarkGap = 27, kMarkGapDouble = 57;

/// The least magnitude of marks among an image's finite samples, infinity where it has none. For
/// computations that let marks reach other samples, or that take a scale from the largest samples.
///
/// Marks are up to three values that a gap of that many octaves parts from smaller samples other
/// than 0. More values are data, whatever is below the gap: a sample near 0, or rounding. Data of a
/// wide range, such as stars on black, have no gap. Whole numbers from -1 to 255 are no marks where
/// the gap has 40 to 80 octaves, as above.
FFTCORE_API double least_mark(const float* samples, Extent image, std::int64_t row_stride);
FFTCORE_API double least_mark(const double* samples, Extent image, std::int64_t row_stride,
                              int gap = kMarkGapDouble);

}  // namespace fftcore
