// SPDX-License-Identifier: LGPL-2.1-or-later
// Values of enumerations by their names, for those who have no enumerations of ours.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "excerpt.h"
#include "fftcore/convolution.h"
#include "fftcore/device_fft.h"
#include "fftcore/error.h"
#include "fftcore/filters.h"
#include "fftcore/restoration.h"

namespace fftcore {

/// The value that a name stands for; values count from 0. Throws InvalidArgument with all names.
template <class Value, std::size_t count>
Value named(std::string_view what, std::string_view name,
            const std::array<std::string_view, count>& names) {
  const auto at = std::ranges::find(names, name);
  if (at == names.end())
    throw InvalidArgument(
        message("{} is '{}'; {} are allowed", what, name, fmt::join(names, ", ")));
  return static_cast<Value>(at - names.begin());
}

inline Band band_named(std::string_view name) {
  using namespace std::string_view_literals;
  return named<Band>("band", name,
                     std::array{"lowpass"sv, "highpass"sv, "bandpass"sv, "bandstop"sv});
}
inline Shape shape_named(std::string_view name) {
  using namespace std::string_view_literals;
  return named<Shape>("shape", name, std::array{"gaussian"sv, "butterworth"sv, "ideal"sv});
}
inline Penalty penalty_named(std::string_view name) {
  using namespace std::string_view_literals;
  return named<Penalty>("penalty", name, std::array{"flat"sv, "gradient"sv, "laplacian"sv});
}

inline EdgeMode edge_named(std::string_view name) {
  return named<EdgeMode>("edge", name,
                         std::array{to_string(EdgeMode::constant), to_string(EdgeMode::replicate),
                                    to_string(EdgeMode::reflect), to_string(EdgeMode::reflect_101),
                                    to_string(EdgeMode::wrap)});
}
inline Operation operation_named(std::string_view name) {
  return named<Operation>(
      "operation", name,
      std::array{to_string(Operation::convolve), to_string(Operation::correlate),
                 to_string(Operation::correlate_image)});
}
inline Language language_named(std::string_view name) {
  return named<Language>("language", name,
                         std::array{to_string(Language::cuda), to_string(Language::opencl)});
}

}  // namespace fftcore
