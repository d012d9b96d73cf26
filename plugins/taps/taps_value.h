// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps and notches written in a pipeline: a GstValueArray of rows, each a GstValueArray of numbers.
#pragma once

#include <gst/gst.h>

#include <vector>

#include "fftcore/filters.h"

namespace fftcore::gst {

/// Throws InvalidArgument where rows differ in length or are none, an entry is not a number or not
/// finite, or the size is not allowed.
Taps taps_of_value(const GValue* value);

/// Throws InvalidArgument where one has not two or three numbers. taps_of() checks what these are.
std::vector<Notch> notches_of_value(const GValue* value);

}  // namespace fftcore::gst
