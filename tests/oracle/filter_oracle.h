// SPDX-License-Identifier: LGPL-2.1-or-later
// The definition in fftcore/window_filters.h, computed directly in double. It shares no code with
// the library.
#pragma once

#include <complex>
#include <vector>

#include "direct_sum.h"
#include "fftcore/window_filters.h"
#include "window_oracle.h"

namespace oracle {

/// Filters in double, and what windows find by them.
class ExactFilters {
 public:
  explicit ExactFilters(const fftcore::WindowFilters& filters);

  /// What a window of the image finds; then its filter learns.
  ExactWindow met(const Samples& image, const fftcore::FilterPlace& place);

  /// Numbers of a stored filter: planes of R x K.
  std::vector<double> stored(std::int64_t filter) const;

 private:
  using Spectrum = std::vector<std::complex<double>>;
  struct Filter {
    std::vector<Spectrum> a;  // of each channel
    std::vector<double> b;
  };

  Spectrum response() const;  // G / G[0]

  fftcore::WindowFilters filters_;
  std::vector<Filter> learned_;
};

}  // namespace oracle
