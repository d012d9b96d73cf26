// SPDX-License-Identifier: LGPL-2.1-or-later
// What a run of a work reads and writes: layouts, and sizes of buffers.
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "fftcore/error.h"
#include "guard.h"
#include "overloaded.h"
#include "run_checks.h"
#include "strided_axes.h"
#include "work.h"

using namespace fftcore;

namespace {

/// An image, a spectrum, or so many bytes of a Transform.
using Memory = std::variant<Layout, SpectrumLayout, size_t>;

std::vector<Memory> inputs_of(const AnyWork& value) {
  const auto images = [](const auto& work) { return std::vector<Memory>{work.image}; };
  return std::visit(
      Overloaded{
          [&](const Convolution& work) { return std::vector<Memory>{work.input}; },
          [&](const Transform& work) { return std::vector<Memory>{input_size_bytes(work)}; },
          [&](const TemplateMatching& work) { return images(work); },
          [&](const PhaseCorrelation& work) { return images(work); },
          [&](const Denoise& work) {
            return std::vector<Memory>(static_cast<size_t>(work.prev + 1 + work.next), work.input);
          },
          [&](const ForwardStage& work) { return images(work); },
          [&](const MultiplyStage& work) {
            std::vector<Memory> spectra{work.input};
            if (work.spectrum) spectra.emplace_back(*work.spectrum);
            return spectra;
          },
          [&](const InverseStage& work) {
            std::vector<Memory> inputs{work.spectrum};
            if (work.copies_left_out) inputs.emplace_back(work.image);
            return inputs;
          },
          [&](const StreamConvolution&) { return std::vector<Memory>{}; },
      },
      value);
}

std::optional<Memory> output_of(const AnyWork& value) {
  const auto surface = [](const auto& work) {
    return work.has_surface ? std::optional<Memory>(surface_layout(work)) : std::nullopt;
  };
  return std::visit(
      Overloaded{
          [](const Convolution& work) -> std::optional<Memory> { return work.output; },
          [](const Transform& work) -> std::optional<Memory> { return output_size_bytes(work); },
          [&](const TemplateMatching& work) { return surface(work); },
          [&](const PhaseCorrelation& work) { return surface(work); },
          [](const Denoise& work) -> std::optional<Memory> { return work.output; },
          [](const ForwardStage& work) -> std::optional<Memory> { return work.spectrum; },
          [](const MultiplyStage& work) -> std::optional<Memory> { return work.output; },
          [](const InverseStage& work) -> std::optional<Memory> { return work.image; },
          [](const StreamConvolution&) -> std::optional<Memory> { return std::nullopt; },
      },
      value);
}

Memory input_of(const fftcore_work* work, size_t index) {
  const AnyWork& value = object(work, "the work").value;
  const std::vector<Memory> inputs = inputs_of(value);
  if (index >= inputs.size())
    throw InvalidArgument(fmt::format("a run of '{}' has {} inputs, and no input number {}",
                                      text_of(value), inputs.size(), index));
  return inputs[index];
}

Memory output_of(const fftcore_work* work) {
  const AnyWork& value = object(work, "the work").value;
  const std::optional<Memory> output = output_of(value);
  if (!output) throw InvalidArgument(fmt::format("a run of '{}' has no output", text_of(value)));
  return *output;
}

fftcore_axis shown(const Axis& axis) {
  return {axis.extent, axis.stride};
}

fftcore_layout shown(const Layout& image) {
  const ElementTraits traits = traits_of(image.element);
  // Words of elements are literals, which end with a zero.
  return {shown(image.columns),
          shown(image.rows),
          shown(image.channels),
          shown(image.slices),
          shown(image.frames),
          to_string(image.element).data(),
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
          spectrum.element == Element::f16 ? "c16" : "c32",
          static_cast<int64_t>(spectrum_value_bytes(spectrum)),
          1};
}

fftcore_layout layout_of(const Memory& memory) {
  return std::visit(Overloaded{[](const auto& layout) { return shown(layout); },
                               [](size_t) -> fftcore_layout {
                                 throw InvalidArgument(
                                     "a Transform has no layout of an image; fftcore_work_get() "
                                     "has its strides (in, out, offset, imaginary)");
                               }},
                    memory);
}

size_t bytes_of(const Memory& memory) {
  return std::visit(Overloaded{[](const Layout& image) {
                                 const int64_t samples =
                                     whole_words(image.element, image_reach(image));
                                 return static_cast<size_t>(byte_of(image.element, samples));
                               },
                               [](const SpectrumLayout& spectrum) { return size_bytes(spectrum); },
                               [](size_t bytes) { return bytes; }},
                    memory);
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
