// SPDX-License-Identifier: LGPL-2.1-or-later
// How a DeviceFft is done: its radices, threads and shared memory.
#pragma once

#include <string>
#include <variant>

#include "fftcore/device_fft.h"
#include "line_shape.h"

namespace fftcore {

struct DevicePlan {
  LineShape shape;
  int points = 0;    ///< complex points that are transformed: N, or N / 2 where folded
  int elements = 0;  ///< of a thread: those of points, in the DeviceFft's order
  /// Whether the elements that a thread is given, and those that it has to give, are those of its
  /// first and of its last butterflies. Else they go through shared memory.
  bool begins_in_place = false, ends_in_place = false;
};

/// Complex points of its transform.
int transformed_points(const DeviceFft& fft);

/// The plan, with elements and transforms per block as they are given or else suggested; or why
/// there is none. The DeviceFft is valid in itself.
std::variant<DevicePlan, std::string> plan_of(const DeviceFft& fft);

/// Whether a block holds so many of its transforms.
bool fits(DevicePlan plan, const DeviceFft& fft, int lines);

}  // namespace fftcore
