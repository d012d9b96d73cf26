// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters of the caller's as those of the library.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "fftcore/c.h"
#include "fftcore/error.h"
#include "fftcore/filters.h"
#include "given_taps.h"
#include "named.h"

namespace fftcore {

/// Throws InvalidArgument for a name that there is not.
inline ParametricFilter parametric_of(const char* band, const char* shape, double cutoff,
                                      double cutoff_high, int order) {
  return {band_named(&object(band, "the name of a band")),
          shape_named(&object(shape, "the name of a shape")), cutoff, cutoff_high, order};
}

inline std::vector<Notch> notches_of(const fftcore_notch* notches, size_t count) {
  if (count > kMaxNotches)
    throw InvalidArgument(fmt::format("{} notches; allowed are 1 to {}", count, kMaxNotches));
  std::vector<Notch> all;
  for (const fftcore_notch& one : several(notches, count, "the list of notches"))
    all.push_back({one.fx, one.fy, one.radius});
  return all;
}

}  // namespace fftcore
