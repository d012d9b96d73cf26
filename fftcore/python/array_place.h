// SPDX-License-Identifier: LGPL-2.1-or-later
// Places for arrays: what an executable expects of the arrays of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "array.h"
#include "fftcore/backend.h"
#include "work.h"

namespace fftcore {

/// One array of a run: its type and its axes of more than one step.
struct ArrayPlace {
  std::string name;
  nanobind::dlpack::dtype type{};
  std::vector<Axis> axes;           ///< in the order of Python's shape
  std::optional<std::size_t> rows;  ///< the axis whose stride may be another one in each run
  /// Memory alone counts, whatever axes it is seen by, as of a Transform: `axes` are merged.
  bool is_any_order = false;
  /// Those of a Transform one by one, as its text has them: batches, then axes of the transform.
  std::vector<Axis> as_in_text{};
  std::size_t batches = 0;  ///< of as_in_text
};

/// Arrays of a run of a value.
struct ArrayPlaces {
  std::vector<ArrayPlace> inputs;    ///< at least one
  std::optional<ArrayPlace> output;  ///< none where there is no result but peaks
  std::optional<ArrayPlace> state;   ///< what a run reads and updates
};

/// Throws Unsupported where Python's arrays do not do: of stages and streams.
ArrayPlaces places_of(const AnyWork& value);

/// Throws InvalidArgument where arrays of a Transform do not have its axes, each as one of theirs,
/// in one order for both; batches may also be several axes, where all are in the text's order.
/// buffer_at() compares memory alone, in which (2, 3) samples by rows are those of (3, 2) by
/// columns.
void check_axes(const ArrayPlaces& places, const Array& input, const Array& output);

/// An array as the buffer of a run. Axes of one step may be missing from an array's shape, or be
/// there besides. Throws InvalidArgument, which names the place, where type, shape or strides are
/// others, or memory is out of reach: `device` is the number of the queue's, none on the CPU.
Buffer buffer_at(const ArrayPlace& place, const Array& array, std::optional<int> device);

}  // namespace fftcore
