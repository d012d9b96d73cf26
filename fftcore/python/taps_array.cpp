// SPDX-License-Identifier: LGPL-2.1-or-later
#include "taps_array.h"

#include <fmt/format.h>

#include <complex>
#include <memory>
#include <span>

#include "array.h"
#include "fftcore/error.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

Extent extent_of(const Array& array, std::string_view name) {
  const std::size_t count = array.axis_count;
  if (count < 1 || count > 3)
    throw InvalidArgument(fmt::format("{} have {} axes; 1 to 3 are allowed", name, count));
  std::int64_t dense = 1;
  for (std::size_t i = count; i-- > 0; dense *= array.axes[i].extent)
    if (array.axes[i].extent != 1 && array.axes[i].stride != dense)
      throw InvalidArgument(
          fmt::format("{} have gaps; numpy.ascontiguousarray() makes an array without", name));
  const auto side = [&](std::size_t from_last) {
    return from_last < count ? array.axes[count - 1 - from_last].extent : 1;
  };
  return {side(1), side(0), side(2)};
}

template <class Value>
nb::object new_array(const Taps& taps, const std::vector<Value>& values) {
  auto owned = std::make_unique<std::vector<Value>>(values);
  Value* const data = owned->data();
  nb::capsule owner(owned.release(),
                    [](void* kept) noexcept { delete static_cast<std::vector<Value>*>(kept); });
  std::vector<std::size_t> shape;
  const Extent& extent = taps.extent;
  if (extent.slices != 1) shape.push_back(static_cast<std::size_t>(extent.slices));
  shape.push_back(static_cast<std::size_t>(extent.rows));
  shape.push_back(static_cast<std::size_t>(extent.columns));
  return nb::cast(nb::ndarray<nb::numpy, Value>(data, shape.size(), shape.data(), owner));
}

}  // namespace

Taps taps_of_array(nb::handle object, std::string_view name) {
  const Array array = array_of(object, name, false);
  if (array.is_on_device)
    throw InvalidArgument(
        fmt::format("{} lie on a device; they are given in this machine's memory", name));
  const Extent extent = extent_of(array, name);
  const auto count = static_cast<std::size_t>(extent.slices * extent.rows * extent.columns);
  Taps taps{extent, {}};
  if (array.type == nb::dtype<double>()) {
    const std::span values(static_cast<const double*>(array.data), count);
    taps.values.assign(values.begin(), values.end());
  } else if (array.type == nb::dtype<std::complex<double>>()) {
    taps.values.reserve(count);
    taps.imaginary.reserve(count);
    for (const auto& value :
         std::span(static_cast<const std::complex<double>*>(array.data), count)) {
      taps.values.push_back(value.real());
      taps.imaginary.push_back(value.imag());
    }
  } else {
    throw InvalidArgument(
        fmt::format("{} are {}; float64 and complex128 are allowed", name, name_of(array.type)));
  }
  return taps;
}

std::vector<Taps> taps_of_arrays(nb::list arrays, std::string_view name) {
  std::vector<Taps> result;
  for (const nb::handle array : arrays) result.push_back(taps_of_array(array, name));
  return result;
}

nb::object array_of_taps(const Taps& taps) {
  if (taps.imaginary.empty()) return new_array(taps, taps.values);
  std::vector<std::complex<double>> values;
  values.reserve(taps.values.size());
  for (std::size_t i = 0; i < taps.values.size(); ++i)
    values.emplace_back(taps.values[i], taps.imaginary[i]);
  return new_array(taps, values);
}

}  // namespace fftcore
