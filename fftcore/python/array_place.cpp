// SPDX-License-Identifier: LGPL-2.1-or-later
#include "array_place.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "fftcore/error.h"

namespace fftcore {
namespace {

/// Axes in one order, however they came: the longest stride first, and those as one that lie as
/// one, without those of one step. Returns how many are left.
std::size_t merge_axes(std::span<Axis> axes) {
  std::ranges::sort(axes, [](const Axis& a, const Axis& b) {
    return a.stride != b.stride ? a.stride > b.stride : a.extent > b.extent;
  });
  std::size_t count = 0;
  for (const Axis& axis : axes) {
    if (axis.extent == 1) continue;
    if (count != 0 && axes[count - 1].stride == axis.extent * axis.stride)
      axes[count - 1] = {axes[count - 1].extent * axis.extent, axis.stride};
    else
      axes[count++] = axis;
  }
  return count;
}

ArrayPlace place_of(std::string name, const Port& port) {
  const auto& layout = std::get<Layout>(port.layout);
  ArrayPlace place{std::move(name), type_of(layout.type), {}, {}, false};
  const auto add = [&](const Axis& axis) {
    if (axis.extent != 1) place.axes.push_back(axis);
  };
  const bool is_planar = !layout.is_interleaved();
  add(layout.frames);
  if (is_planar) add(layout.channels);
  add(layout.slices);
  // With slices, frames or planes the rows' stride is theirs too, and so it is the Layout's.
  if (layout.rows.extent != 1 && place.axes.empty()) place.rows = 0;
  add(layout.rows);
  add(layout.columns);
  if (!is_planar) add(layout.channels);
  return place;
}

/// One side of a Transform. `halved`: how many values half a spectrum has along axes[0].
ArrayPlace place_of(const Transform& transform, bool is_input) {
  const bool is_real = is_trigonometric(transform.kind) ||
                       transform.kind == (is_input ? TransformKind::r2c : TransformKind::c2r);
  const bool is_f64 = transform.numbers == Numbers::f64;
  if (transform.numbers == Numbers::f16 && !is_real)
    throw Unsupported("arrays have no complex numbers of half precision; f32 and f64 are allowed");
  if (transform.input_imaginary != 0 || transform.output_imaginary != 0 ||
      transform.input_offset != 0 || transform.output_offset != 0)
    throw Unsupported("arrays have no planar complex values, and begin with their first element");
  const SampleType real = transform.numbers == Numbers::f16 ? SampleType::f16
                          : is_f64                          ? SampleType::f64
                                                            : SampleType::f32;
  const SampleType sample_type = is_real  ? real
                                 : is_f64 ? SampleType::complex128
                                          : SampleType::complex64;
  ArrayPlace place{is_input ? "x" : "out", type_of(sample_type), {}, {}, true};
  const auto add = [&](std::int64_t extent, const TransformAxis& axis) {
    place.as_in_text.push_back({extent, is_input ? axis.input_stride : axis.output_stride});
  };
  const bool is_half = !is_real && transform.kind != TransformKind::c2c;
  for (std::size_t i = transform.batches.size(); i-- > 0;)
    add(transform.batches[i].extent, transform.batches[i]);
  place.batches = transform.batches.size();
  for (std::size_t i = transform.axes.size(); i-- > 0;) {
    const std::int64_t points = transform.axes[i].extent;
    const std::int64_t bins = points / 2 + (transform.packed ? 0 : 1);
    add(i == 0 && is_half ? bins : points, transform.axes[i]);
  }
  place.axes = place.as_in_text;
  place.axes.resize(merge_axes(place.axes));
  return place;
}

std::vector<std::int64_t> extents_of(std::span<const Axis> axes) {
  std::vector<std::int64_t> extents;
  for (const Axis& axis : axes) extents.push_back(axis.extent);
  return extents;
}

std::vector<std::int64_t> strides_of(std::span<const Axis> axes) {
  std::vector<std::int64_t> strides;
  for (const Axis& axis : axes) strides.push_back(axis.stride);
  return strides;
}

[[noreturn]] void refuse_shape(const ArrayPlace& place, const Array& array) {
  throw InvalidArgument(
      fmt::format("{} has shape ({}); ({}) is expected, but for axes of length 1", place.name,
                  fmt::join(extents_of(std::span(array.axes).first(array.axis_count)), ", "),
                  fmt::join(extents_of(place.axes), ", ")));
}

[[noreturn]] void refuse_strides(const ArrayPlace& place, std::span<const Axis> axes) {
  throw InvalidArgument(fmt::format(
      "{} has strides ({}) in elements along its axes of shape ({}); ({}) are expected{}",
      place.name, fmt::join(strides_of(axes), ", "), fmt::join(extents_of(axes), ", "),
      fmt::join(strides_of(place.axes), ", "),
      place.rows ? ", where rows may lie further apart" : ""));
}

/// The array's axes of more than one step.
std::vector<Axis> axes_of(const Array& array) {
  std::vector<Axis> axes;
  for (const Axis& axis : std::span(array.axes).first(array.axis_count))
    if (axis.extent != 1) axes.push_back(axis);
  return axes;
}

/// Takes the axes off the front of `axes` that are `wanted`: one, or several that lie as one.
bool take_front(std::span<const Axis>& axes, const Axis& wanted, bool may_be_several) {
  std::int64_t extent = 1;
  for (std::size_t i = 0; i < axes.size() && (i == 0 || may_be_several); ++i) {
    extent *= axes[i].extent;
    if (extent == wanted.extent && axes[i].stride == wanted.stride) {
      axes = axes.subspan(i + 1);
      return true;
    }
    if (i + 1 < axes.size() && axes[i].stride != axes[i + 1].extent * axes[i + 1].stride)
      return false;
  }
  return false;
}

/// Which axis of the text each of the array's is, in the array's order; those of several batches
/// are one.
std::vector<std::size_t> numbers_in_text(const ArrayPlace& place, const Array& array) {
  const std::vector<Axis> axes = axes_of(array), &text = place.as_in_text;
  std::vector<std::size_t> wanted, found;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i].extent != 1) wanted.push_back(i);
  std::span<const Axis> rest = axes;
  if (std::ranges::all_of(
          wanted, [&](std::size_t i) { return take_front(rest, text[i], i < place.batches); }) &&
      rest.empty())
    return wanted;
  for (const Axis& axis : axes) {
    const auto at = std::ranges::find_if(wanted, [&](std::size_t i) {
      return text[i] == axis && std::ranges::find(found, i) == found.end();
    });
    if (at == wanted.end()) break;
    found.push_back(*at);
  }
  if (found.size() == axes.size() && found.size() == wanted.size()) return found;
  const auto sorted_extents = [](std::vector<Axis> some) {
    std::ranges::sort(some, {}, &Axis::extent);
    return extents_of(some);
  };
  ArrayPlace shown = place;
  shown.axes.clear();
  for (const std::size_t i : wanted) shown.axes.push_back(text[i]);
  if (extents_of(axes) != extents_of(shown.axes) &&
      sorted_extents(axes) != sorted_extents(shown.axes))
    refuse_shape(shown, array);
  refuse_strides(shown, axes);
}

}  // namespace

void check_axes(const ArrayPlaces& places, const Array& input, const Array& output) {
  std::vector<std::size_t> from = numbers_in_text(places.inputs[0], input),
                           to = numbers_in_text(*places.output, output);
  // Half a spectrum may be one bin.
  const auto keep_common = [](std::vector<std::size_t>& some, std::vector<std::size_t> others) {
    std::erase_if(some,
                  [&](std::size_t i) { return std::ranges::find(others, i) == others.end(); });
  };
  keep_common(from, to);
  keep_common(to, from);
  if (from != to)
    throw InvalidArgument(fmt::format("the axes of {} are in another order than those of {}",
                                      places.output->name, places.inputs[0].name));
}

ArrayPlaces places_of(const AnyWork& value) {
  if (const auto* transform = std::get_if<Transform>(&value))
    return {{place_of(*transform, true)}, place_of(*transform, false), {}};
  const Ports ports = ports_of_any(value);
  const auto is_image = [](const Port& port) {
    return std::holds_alternative<Layout>(port.layout);
  };
  if (ports.inputs.empty() || !std::ranges::all_of(ports.inputs, is_image) ||
      (ports.output && !is_image(*ports.output)))
    throw Unsupported(fmt::format(
        "a {} is not for arrays, which are images or values of a Transform", kind_of(value)));
  ArrayPlaces places;
  for (const Port& port : ports.inputs)
    places.inputs.push_back(place_of(port.place == Place::second ? "w" : "image", port));
  if (ports.output) places.output = place_of("out", *ports.output);
  if (ports.state) places.state = place_of("state", *ports.state);
  return places;
}

Buffer buffer_at(const ArrayPlace& place, const Array& array, std::optional<int> device) {
  if (array.type != place.type)
    throw InvalidArgument(fmt::format("{} is {}; {} is expected", place.name, name_of(array.type),
                                      name_of(place.type)));
  const std::size_t alignment =
      place.type.bits / (static_cast<nanobind::dlpack::dtype_code>(place.type.code) ==
                                 nanobind::dlpack::dtype_code::Complex
                             ? 16
                             : 8);
  if (reinterpret_cast<std::uintptr_t>(array.data) % alignment != 0)
    throw InvalidArgument(
        fmt::format("{} begins at an address that is no multiple of {} bytes; a copy of it does",
                    place.name, alignment));
  if (array.is_on_device && device != array.device)
    throw InvalidArgument(fmt::format(
        "{} lies on CUDA device {}, and this work {}", place.name, array.device,
        device ? fmt::format("on CUDA device {}", *device) : "in this machine's memory"));
  std::array<Axis, kMaxArrayAxes> kept;
  std::size_t count = 0;
  for (const Axis& axis : std::span(array.axes).first(array.axis_count))
    if (axis.extent != 1) kept[count++] = axis;
  if (place.is_any_order) count = merge_axes(std::span(kept).first(count));
  const std::span<Axis> axes = std::span(kept).first(count);
  if (!std::ranges::equal(axes, place.axes, {}, &Axis::extent, &Axis::extent))
    refuse_shape(place, array);
  std::int64_t row_stride = 0;
  std::int64_t last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i == place.rows && axes[i].stride > 0)
      row_stride = axes[i].stride;
    else if (axes[i].stride != place.axes[i].stride)
      refuse_strides(place, axes);
    last += (axes[i].extent - 1) * axes[i].stride;
  }
  return {array.data, row_stride, static_cast<std::size_t>(last + 1) * (place.type.bits / 8),
          array.is_on_device ? MemoryKind::device : MemoryKind::host, 0};
}

}  // namespace fftcore
