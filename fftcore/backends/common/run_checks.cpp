// SPDX-License-Identifier: LGPL-2.1-or-later
#include "run_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "arithmetic.h"
#include "fftcore/error.h"
#include "product_convolution.h"
#include "reached_memory.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

constexpr std::size_t kDeviceAlignment = 64;  // bytes, of spectra in device memory

/// The Layout that a run() uses.
Layout with_row_stride(Layout layout, std::int64_t row_stride) {
  if (row_stride != 0) layout.rows.stride = row_stride;
  return layout;
}

/// First byte of `data` that an image may touch, and the one after the last: whole words.
template <class Image>
std::pair<std::size_t, std::size_t> span_of(const Layout& layout, const Image& image) {
  const std::int64_t end = image.first + image_reach(layout);
  return {byte_of(layout.element, image.first),
          byte_of(layout.element, whole_words(layout.element, end))};
}

/// Where an image begins that shares words: a row's must hold what the rows reach over then.
template <class Image>
void check_words(const Layout& layout, const Image& image, const CallersMemory& memory,
                 std::string_view name) {
  const ElementTraits traits = traits_of(layout.element);
  if (memory.begin % traits.bytes != 0)
    throw InvalidArgument(
        fmt::format("run() got {} that is not aligned to the {} bytes of a word of {}", name,
                    traits.bytes, to_string(layout.element)));
  const std::int64_t reach = image.first % traits.samples + row_reach(layout);
  const std::int64_t stride =
      std::min(layout.rows.stride, image.row_stride != 0 ? image.row_stride : layout.rows.stride);
  if (layout.rows.extent > 1 && reach > stride)
    throw InvalidArgument(fmt::format(
        "run() got {} that begins with sample {}; from its word on, rows reach over {} samples, "
        "so that row strides from {} on are allowed, also in the Layout; there is one of {}",
        name, image.first, reach, whole_words(layout.element, reach), stride));
}

constexpr std::string_view kOwnMemory =
    "each output sample needs many input samples, so give it memory of its own";

template <class AnyBuffer>
Reached check_spectrum(const SpectrumLayout& layout, const AnyBuffer& buffer, const Reach* device,
                       std::string_view name) {
  const std::size_t value_bytes = spectrum_value_bytes(layout);
  const Reached reached = reached_values(
      {value_bytes, buffer.memory == MemoryKind::host ? value_bytes : kDeviceAlignment,
       size_bytes(layout)},
      buffer, device, name,
      [&] { return fmt::format("the spectrum '{}' reaches over", to_string(layout)); });
  if (buffer.row_stride != 0)
    throw InvalidArgument(fmt::format(
        "run() got a row stride of {} for the {}; a spectrum's is its SpectrumLayout's, give 0",
        buffer.row_stride, name));
  return reached;
}

template <class Image>
Reached reached_image(const Layout& layout, const Image& image, const Reach* device,
                      std::string_view name) {
  const CallersMemory memory = memory_of(image, device, name);
  check_first(image, name);
  const Layout used = with_row_stride(layout, image.row_stride);
  // The Layout's own stride was checked when the Convolution was.
  if (image.row_stride != 0) validate_layout(used, name);
  if (traits_of(layout.element).is_packed()) check_words(layout, image, memory, name);
  const auto [first, end] = span_of(used, image);
  if (const ElementTraits traits = traits_of(layout.element);
      traits.is_complex() && image.memory == MemoryKind::device &&
      (memory.begin + first) % traits.bytes != 0)
    throw InvalidArgument(
        fmt::format("run() got {} that is not aligned to the {} bytes of a sample of {}", name,
                    traits.bytes, to_string(layout.element)));
  check_size(image, memory, end, name, [] { return "its samples reach over"; });
  return {image.memory, memory, first, end};
}

void check_pair(const Layout& input_layout, ConstBuffer input, const Layout& output_layout,
                Buffer output, const Reach* device) {
  check_overlap(reached_image(input_layout, input, device, "input"),
                reached_image(output_layout, output, device, "output"), kOwnMemory);
}

template <class Search>
void check_search(const Search& search, ConstBuffer image, Buffer surface, const Reach* device) {
  if (search.has_surface) {
    check_pair(search.image, image, surface_layout(search, surface.row_stride), surface, device);
  } else {
    reached_image(search.image, image, device, "input");
  }
}

}  // namespace

void check_images(const Convolution& problem, ConstBuffer input, Buffer output,
                  const Reach* device) {
  check_pair(problem.input, input, problem.output, output, device);
}

void check_images(const Denoise& denoise, std::span<const ConstBuffer> frames, Buffer output,
                  const Reach* device) {
  const auto needed = static_cast<std::size_t>(denoise.prev + 1 + denoise.next);
  if (frames.size() != needed)
    throw InvalidArgument(
        fmt::format("run() got {} frames; {} takes {}: {} before, the one that is denoised, {} "
                    "after",
                    frames.size(), to_string(denoise), needed, denoise.prev, denoise.next));
  for (const ConstBuffer& frame : frames)
    check_pair(denoise.input, frame, denoise.output, output, device);
}

void check_image(const Denoise& denoise, ConstBuffer frame, const Reach* device) {
  reached_image(denoise.input, frame, device, "input");
}

void check_strength(const Denoise& denoise, const DenoiseStrength& strength) {
  Denoise changed = denoise;
  changed.strength = strength;
  validate(changed);
}

Layout surface_layout(const TemplateMatching& matching, std::int64_t row_stride) {
  return Layout::interleaved(Element::f32, surface_extent(matching), 1, row_stride)
      .with_frames(matching.templates);
}

Layout surface_layout(const PhaseCorrelation& correlation, std::int64_t row_stride) {
  return Layout::interleaved(Element::f32, surface_extent(correlation), 1, row_stride);
}

void check_images(const TemplateMatching& matching, ConstBuffer image, Buffer surface,
                  const Reach* device) {
  check_search(matching, image, surface, device);
}

void check_images(const PhaseCorrelation& correlation, ConstBuffer image, Buffer surface,
                  const Reach* device) {
  check_search(correlation, image, surface, device);
}

void check_templates(const TemplateMatching& matching, std::span<const Taps> templates) {
  if (static_cast<std::int64_t>(templates.size()) != matching.templates)
    throw InvalidArgument(fmt::format("got {} templates; {} takes {}", templates.size(),
                                      to_string(matching), matching.templates));
  for (const Taps& templ : templates) {
    validate(templ);
    if (!templ.imaginary.empty())
      throw InvalidArgument("the template has imaginary parts; real ones are allowed");
    const Extent got = templ.extent, wanted = matching.template_extent;
    if (got != wanted)
      throw InvalidArgument(fmt::format(
          "the template is {}x{}x{}, the matching's are {}x{}x{} (slices x rows x columns)",
          got.slices, got.rows, got.columns, wanted.slices, wanted.rows, wanted.columns));
    const auto [least, most] = std::minmax_element(templ.values.begin(), templ.values.end());
    if (matching.score == Score::ccoeff_normed && *least == *most)
      throw InvalidArgument(
          fmt::format("all samples of the template are {}: it has no structure to look for; use "
                      "another template, or score ccorr",
                      *least));
    if (matching.score == Score::ccorr_normed && *least == 0 && *most == 0)
      throw InvalidArgument(
          "all samples of the template are 0: there is nothing to look for; use another template, "
          "or score ccorr");
  }
}

std::size_t spectrum_value_bytes(const SpectrumLayout& spectrum) {
  return static_cast<std::size_t>(2 * size_bytes(spectrum.element));
}

void check_buffers(const ForwardStage& stage, ConstBuffer image, Buffer spectrum,
                   const Reach* device) {
  check_overlap(reached_image(stage.image, image, device, "input"),
                check_spectrum(stage.spectrum, spectrum, device, "output"), kOwnMemory);
}

void check_buffers(const MultiplyStage& stage, ConstBuffer input, ConstBuffer factor, Buffer output,
                   const Reach* device) {
  const Reached to = check_spectrum(stage.output, output, device, "output");
  check_overlap(check_spectrum(stage.input, input, device, "input"), to,
                "give the output memory of its own");
  if (stage.spectrum) {
    check_overlap(check_spectrum(*stage.spectrum, factor, device, "input kernel"), to,
                  "give the output memory of its own");
  } else if (factor.data != nullptr) {
    throw InvalidArgument(
        "run() got a kernel's spectrum; this stage multiplies by taps, which set_taps() takes: "
        "give none");
  }
}

void check_buffers(const InverseStage& stage, ConstBuffer spectrum, ConstBuffer source,
                   Buffer image, const Reach* device) {
  const Reached to = reached_image(stage.image, image, device, "output");
  check_overlap(check_spectrum(stage.spectrum, spectrum, device, "input"), to, kOwnMemory);
  if (stage.copies_left_out) {
    check_overlap(reached_image(stage.image, source, device, "input source"), to,
                  "give the output memory of its own");
  } else if (source.data != nullptr) {
    throw InvalidArgument(
        "run() got a source to copy channels from; this stage does not copy (copies_left_out): "
        "give none");
  }
}

void check_points(Extent least) {
  for (const std::int64_t side : {least.rows, least.columns})
    if (side < 1 || side > kMaxSpectrumPoints)
      throw InvalidArgument(
          fmt::format("a spectrum of at least {}x{} points; 1 to {} a side are allowed", least.rows,
                      least.columns, kMaxSpectrumPoints));
}

void check_taps(const MultiplyStage& stage, std::span<const Taps> taps) {
  if (!stage.taps)
    throw InvalidArgument(
        "set_taps() is for stages with taps; this one multiplies by the spectrum that run() gets");
  check_taps(product_convolution(stage), taps);
}

void check_taps(const Convolution& problem, std::span<const Taps> taps) {
  const std::int64_t needed = taps_needed(problem);
  if (static_cast<std::int64_t>(taps.size()) != needed)
    throw InvalidArgument(
        fmt::format("got {} kernels; {} takes {}", taps.size(), to_string(problem), needed));
  for (const Taps& one : taps) {
    validate(one);
    if (one.extent != problem.taps)
      throw InvalidArgument(
          fmt::format("the kernel has {}x{}x{} taps (slices x rows x columns); this executable was "
                      "made for {}x{}x{}",
                      one.extent.slices, one.extent.rows, one.extent.columns, problem.taps.slices,
                      problem.taps.rows, problem.taps.columns));
    if (!one.imaginary.empty() && !is_complex(problem))
      throw InvalidArgument(fmt::format(
          "the kernel has imaginary parts, and results are {}; real taps are allowed, or c32 or "
          "c64 as output",
          to_string(problem.output.element)));
  }
}

}  // namespace fftcore
