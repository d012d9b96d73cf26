// SPDX-License-Identifier: LGPL-2.1-or-later
// What a run of a work reads and writes: layouts, and sizes of buffers.
#include <fmt/format.h>

#include <optional>
#include <variant>
#include <vector>

#include "fftcore/error.h"
#include "guard.h"
#include "overloaded.h"
#include "ports.h"
#include "work.h"

using namespace fftcore;

namespace {

Port input_of(const fftcore_work* work, size_t index) {
  const AnyWork& value = object(work, "the work").value;
  const std::vector<Port> inputs = ports_of_any(value).inputs;
  if (index >= inputs.size())
    throw InvalidArgument(fmt::format("a run of '{}' has {} inputs, and no input number {}",
                                      text_of(value), inputs.size(), index));
  return inputs[index];
}

Port output_of(const fftcore_work* work) {
  const AnyWork& value = object(work, "the work").value;
  const std::optional<Port> output = ports_of_any(value).output;
  if (!output) throw InvalidArgument(fmt::format("a run of '{}' has no output", text_of(value)));
  return *output;
}

fftcore_axis shown(const Axis& axis) {
  return {axis.extent, axis.stride};
}

fftcore_layout shown(const Layout& image) {
  const SampleTraits traits = traits_of(image.type);
  // Words of sample types are literals, which end with a zero.
  return {shown(image.columns),
          shown(image.rows),
          shown(image.channels),
          shown(image.slices),
          shown(image.frames),
          to_string(image.type).data(),
          static_cast<int64_t>(traits.bytes),
          traits.samples};
}

fftcore_layout shown(const SpectrumLayout& spectrum) {
  const int64_t stride = row_stride(spectrum);
  return {{bins(spectrum), 1},
          {spectrum.stored_rows, stride},
          {spectrum.channels, spectrum.stored_rows * stride},
          {1, 1},
          {1, 1},
          spectrum.type == SampleType::f16 ? "complex32" : "complex64",
          static_cast<int64_t>(spectrum_value_bytes(spectrum)),
          1};
}

fftcore_layout layout_of(const Port& port) {
  return std::visit(Overloaded{[](const auto& layout) { return shown(layout); },
                               [](const TransformValues&) -> fftcore_layout {
                                 throw InvalidArgument(
                                     "a Transform has no layout of an image; fftcore_work_get() "
                                     "has its strides (in, out, offset, imaginary)");
                               }},
                    port.layout);
}

}  // namespace

fftcore_status fftcore_input_layout(const fftcore_work* work, size_t index,
                                    fftcore_layout* layout) {
  return guarded(
      [&] { object(layout, "the place for a layout") = layout_of(input_of(work, index)); });
}

fftcore_status fftcore_output_layout(const fftcore_work* work, fftcore_layout* layout) {
  return guarded([&] { object(layout, "the place for a layout") = layout_of(output_of(work)); });
}

fftcore_status fftcore_input_bytes(const fftcore_work* work, size_t index, size_t* size_bytes) {
  return guarded(
      [&] { object(size_bytes, "the place for a size") = bytes_of(input_of(work, index)); });
}

fftcore_status fftcore_output_bytes(const fftcore_work* work, size_t* size_bytes) {
  return guarded([&] { object(size_bytes, "the place for a size") = bytes_of(output_of(work)); });
}
