// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/marks.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "array.h"
#include "bindings.h"
#include "fftcore/error.h"
#include "without_gil.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

/// The values that are marks in an array of two axes in this machine's memory, of float32 or
/// float64, whose rows have no gaps.
std::vector<double> marks_in(nb::handle image, bool has_level) {
  const Array array = array_of(image, "image", false);
  if (array.axis_count != 2 || array.is_on_device ||
      (array.axes[1].extent > 1 && array.axes[1].stride != 1))
    throw InvalidArgument("image is no array of rows without gaps in this machine's memory");
  const Extent extent{array.axes[0].extent, array.axes[1].extent};
  const bool is_double = array.type == nb::dtype<double>();
  if (!is_double && array.type != nb::dtype<float>())
    throw InvalidArgument("image is neither of float32 nor of float64");
  const WithoutGil others;
  return is_double ? find_marks(static_cast<const double*>(array.data), extent,
                                array.axes[0].stride, has_level)
                         .values
                   : find_marks(static_cast<const float*>(array.data), extent, array.axes[0].stride,
                                has_level)
                         .values;
}

}  // namespace

void bind_marks(nb::module_& module) {
  module.def("marks_in", &marks_in, nb::arg("image").none(), nb::arg("has_level"));
}

}  // namespace fftcore
