// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/marks.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "array.h"
#include "bindings.h"
#include "fftcore/error.h"
#include "without_gil.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

/// An array of two axes in this machine's memory, of float32 or float64, whose rows have no gaps.
struct Rows {
  explicit Rows(nb::handle image) : array(array_of(image, "image", false)) {
    if (array.axis_count != 2 || array.is_on_device ||
        (array.axes[1].extent > 1 && array.axes[1].stride != 1))
      throw InvalidArgument("image is no array of rows without gaps in this machine's memory");
    is_double = array.type == nb::dtype<double>();
    if (!is_double && array.type != nb::dtype<float>())
      throw InvalidArgument("image is neither of float32 nor of float64");
  }
  /// What look(samples, extent, row stride) returns; other threads run meanwhile.
  template <class Look>
  auto visit(const Look& look) const {
    const Extent extent{array.axes[0].extent, array.axes[1].extent};
    const std::int64_t row_stride = array.axes[0].stride;
    const WithoutGil others;
    return is_double ? look(static_cast<const double*>(array.data), extent, row_stride)
                     : look(static_cast<const float*>(array.data), extent, row_stride);
  }

  Array array;
  bool is_double = false;
};

std::vector<double> marks_in(nb::handle image, bool has_level, bool by_size) {
  return Rows(image).visit([=](const auto* samples, Extent extent, std::int64_t stride) {
    return find_marks(samples, extent, stride, has_level, by_size ? MarkBy::size : MarkBy::power)
        .values;
  });
}

/// In single precision, also of double.
double least_mark_in(nb::handle image) {
  return Rows(image).visit([](const auto* samples, Extent extent, std::int64_t stride) {
    if constexpr (std::is_same_v<decltype(samples), const double*>)
      return least_mark(samples, extent, stride, kMarkGap);
    else
      return least_mark(samples, extent, stride);
  });
}

}  // namespace

void bind_marks(nb::module_& module) {
  module.def("marks_in", &marks_in, nb::arg("image").none(), nb::arg("has_level"),
             nb::arg("by_size"));
  module.def("least_mark", &least_mark_in, nb::arg("image").none());
}

}  // namespace fftcore
