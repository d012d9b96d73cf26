// SPDX-License-Identifier: LGPL-2.1-or-later
// Functions of the library that make taps, with enumerations by their names.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <array>
#include <string>
#include <string_view>

#include "bindings.h"
#include "fftcore/error.h"
#include "fftcore/filters.h"
#include "fftcore/response.h"
#include "fftcore/restoration.h"
#include "taps_array.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

/// The value of an enumeration that a name stands for; its values count from 0.
template <class Value, std::size_t count>
Value named(std::string_view what, std::string_view name,
            const std::array<std::string_view, count>& names) {
  std::string allowed;
  for (std::size_t i = 0; i < count; ++i) {
    if (names[i] == name) return static_cast<Value>(i);
    allowed += fmt::format("{}{}", i == 0 ? "" : ", ", names[i]);
  }
  throw InvalidArgument(fmt::format("{} is '{}'; {} are allowed", what, name, allowed));
}

nb::object filter_taps(const std::string& band, const std::string& shape, double cutoff,
                       double cutoff_high, int order) {
  using namespace std::string_view_literals;
  ParametricFilter filter;
  filter.band =
      named<Band>("band", band, std::array{"lowpass"sv, "highpass"sv, "bandpass"sv, "bandstop"sv});
  filter.shape = named<Shape>("shape", shape, std::array{"gaussian"sv, "butterworth"sv, "ideal"sv});
  filter.cutoff = cutoff;
  filter.cutoff_high = cutoff_high;
  filter.order = order;
  return array_of_taps(taps_of(filter));
}

nb::object restoring(nb::handle blur, const std::string& penalty, double lambda) {
  using namespace std::string_view_literals;
  const Restoration restoration{
      named<Penalty>("penalty", penalty, std::array{"flat"sv, "gradient"sv, "laplacian"sv}),
      lambda};
  return array_of_taps(restoring_taps(taps_of_array(blur, "blur"), restoration));
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
