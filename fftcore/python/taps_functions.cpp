// SPDX-License-Identifier: LGPL-2.1-or-later
// Functions of the library that make taps, with enumerations by their names.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bindings.h"
#include "fftcore/filters.h"
#include "fftcore/frequency_response.h"
#include "fftcore/restoration.h"
#include "named.h"
#include "taps_array.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

nb::object filter_taps(const std::string& band, const std::string& shape, double cutoff,
                       double cutoff_high, int order) {
  ParametricFilter filter;
  filter.band = band_named(band);
  filter.shape = shape_named(shape);
  filter.cutoff = cutoff;
  filter.cutoff_high = cutoff_high;
  filter.order = order;
  return array_of_taps(taps_of(filter));
}

nb::object restoring(nb::handle blur, const std::string& penalty, double lambda) {
  return array_of_taps(
      restoring_taps(taps_of_array(blur, "blur"), Restoration{penalty_named(penalty), lambda}));
}

nb::object response_taps(const std::string& formula, std::int64_t rows, std::int64_t columns) {
  const FrequencyResponse response(formula);
  return array_of_taps(rows == 0 && columns == 0 ? taps_of(response)
                                                 : taps_of(response, Extent{rows, columns}));
}

}  // namespace

void bind_taps(nb::module_& module) {
  module.def("filter_taps", &filter_taps, nb::arg("band"), nb::arg("shape"), nb::arg("cutoff"),
             nb::arg("cutoff_high"), nb::arg("order"));
  module.def("restoring_taps", &restoring, nb::arg("blur"), nb::arg("penalty"), nb::arg("balance"));
  module.def("response_taps", &response_taps, nb::arg("formula"), nb::arg("rows"),
             nb::arg("columns"));
  module.def(
      "motion_blur",
      [](double length, double angle) { return array_of_taps(motion_blur(length, angle)); },
      nb::arg("length"), nb::arg("angle"));
  module.def(
      "defocus_blur", [](double radius) { return array_of_taps(defocus_blur(radius)); },
      nb::arg("radius"));
  module.def(
      "gaussian_blur", [](double sigma) { return array_of_taps(gaussian_blur(sigma)); },
      nb::arg("sigma"));
  module.def(
      "load_taps", [](const std::string& file) { return array_of_taps(load_complex_taps(file)); },
      nb::arg("file"));
}

}  // namespace fftcore
