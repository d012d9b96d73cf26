// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps from arrays, and arrays of taps.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>
#include <vector>

#include "fftcore/taps.h"

namespace fftcore {

/// Taps of an array of float64 or complex128 without gaps, of one to three axes. `name` is the
/// argument's in messages.
Taps taps_of_array(nanobind::handle array, std::string_view name);

/// Taps of each array of a list.
std::vector<Taps> taps_of_arrays(nanobind::list arrays, std::string_view name);

/// A NumPy array of rows x columns, with slices before them where there are several: float64, or
/// complex128 where taps are complex.
nanobind::object array_of_taps(const Taps& taps);

}  // namespace fftcore
