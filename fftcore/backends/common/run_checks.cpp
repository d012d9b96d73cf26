// SPDX-License-Identifier: LGPL-2.1-or-later
#include "run_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "fftcore/error.h"
#include "product_convolution.h"
#include "strided_axes.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

constexpr std::size_t kDeviceAlignment = 64;  // bytes, of spectra in device memory

/// The Layout that a run() uses.
Layout with_row_stride(Layout layout, std::int64_t row_stride) {
  if (row_stride != 0) layout.rows.stride = row_stride;
  return layout;
}

/// First byte, and the one after the last, that an image may touch: whole words.
template <class Image>
std::pair<const std::byte*, const std::byte*> span_of(const Layout& layout, const Image& image) {
  std::int64_t end = 1;
  for (const Axis& axis :
       {layout.rows, layout.columns, layout.channels, layout.slices, layout.frames})
    end += (axis.extent - 1) * axis.stride;
  const auto* data = static_cast<const std::byte*>(image.data);
  return {data + byte_of(layout.element, image.first),
          data + byte_of(layout.element, whole_words(layout.element, image.first + end))};
}

void check_memory(ConstBuffer input, Buffer output, Reach reach) {
  if (reach == Reach::host_only &&
      (input.memory == MemoryKind::device || output.memory == MemoryKind::device))
    throw InvalidArgument(
        "run() got memory of a device; this backend takes memory of the host only (cuda takes "
        "both)");
}

/// Where an image begins that shares words: a row's must hold what the rows reach over then.
template <class Image>
void check_words(const Layout& layout, const Image& image, std::string_view name) {
  const ElementTraits traits = traits_of(layout.element);
  if (reinterpret_cast<std::uintptr_t>(image.data) % traits.bytes != 0)
    throw InvalidArgument(
        fmt::format("run() got an {} that is not aligned to the {} bytes of a word of {}", name,
                    traits.bytes, to_string(layout.element)));
  const std::int64_t reach = image.first % traits.samples + row_reach(layout);
  const std::int64_t stride =
      std::min(layout.rows.stride, image.row_stride != 0 ? image.row_stride : layout.rows.stride);
  if (layout.rows.extent > 1 && reach > stride)
    throw InvalidArgument(fmt::format(
        "run() got an {} that begins with sample {}; from its word on, rows reach over {} samples, "
        "so that row strides from {} on are allowed, also in the Layout; there is one of {}",
        name, image.first, reach, whole_words(layout.element, reach), stride));
}

template <class AnyBuffer>
void check_begin(const AnyBuffer& buffer, std::string_view name) {
  if (buffer.first != 0)
    throw InvalidArgument(fmt::format(
        "run() got an {} that begins with sample {}; only images may, give 0", name, buffer.first));
}

template <class AnyBuffer>
void check_buffer(const AnyBuffer& buffer, std::size_t needed, std::size_t real_bytes,
                  std::string_view name) {
  if (buffer.data == nullptr)
    throw InvalidArgument(fmt::format("run() got no {} (a null pointer)", name));
  check_begin(buffer, name);
  const std::size_t alignment = buffer.memory == MemoryKind::host ? real_bytes : 2 * real_bytes;
  if (reinterpret_cast<std::uintptr_t>(buffer.data) % alignment != 0)
    throw InvalidArgument(
        fmt::format("run() got an {} that is not aligned to {} bytes", name, alignment));
  if (buffer.row_stride != 0)
    throw InvalidArgument(
        fmt::format("run() got a row stride for the {}; a Transform's strides are its own", name));
  if (buffer.size_bytes != 0 && buffer.size_bytes < needed)
    throw InvalidArgument(fmt::format("run() got {} bytes of {}; the transform reaches over {}",
                                      buffer.size_bytes, name, needed));
}

/// Where it is right, the Layout that run() uses.
template <class Image>
Layout checked_layout(const Layout& layout, const Image& image, std::string_view name) {
  if (image.data == nullptr)
    throw InvalidArgument(fmt::format("run() got no {} (a null pointer)", name));
  if (image.first < 0)
    throw InvalidArgument(fmt::format(
        "run() got an {} that begins with sample {}; 0 and more are allowed", name, image.first));
  const Layout used = with_row_stride(layout, image.row_stride);
  // The Layout's own stride was checked when the Convolution was.
  if (image.row_stride != 0) validate_layout(used, name);
  if (traits_of(layout.element).is_packed()) check_words(layout, image, name);
  const auto end = span_of(used, image).second;
  const auto needed = static_cast<std::size_t>(end - static_cast<const std::byte*>(image.data));
  if (image.size_bytes != 0 && image.size_bytes < needed)
    throw InvalidArgument(fmt::format("run() got {} bytes of {}; its samples reach over {}",
                                      image.size_bytes, name, needed));
  return used;
}

/// Bytes that a buffer reaches over.
struct Reached {
  MemoryKind memory;
  const std::byte* first;
  const std::byte* end;
};

void check_overlap(const Reached& input, const Reached& output, std::string_view advice) {
  const std::less<const std::byte*> before;
  if (input.memory == output.memory && before(input.first, output.end) &&
      before(output.first, input.end))
    throw InvalidArgument(fmt::format("run() got input and output that overlap; {}", advice));
}

constexpr std::string_view kOwnMemory =
    "each output sample needs many input samples, so give it memory of its own";

template <class AnyBuffer>
Reached check_spectrum(const SpectrumLayout& layout, const AnyBuffer& buffer,
                       std::string_view name) {
  if (buffer.data == nullptr)
    throw InvalidArgument(fmt::format("run() got no {} (a null pointer)", name));
  check_begin(buffer, name);
  const std::size_t alignment =
      buffer.memory == MemoryKind::host ? 2 * size_bytes(layout.element) : kDeviceAlignment;
  if (reinterpret_cast<std::uintptr_t>(buffer.data) % alignment != 0)
    throw InvalidArgument(
        fmt::format("run() got an {} that is not aligned to {} bytes", name, alignment));
  if (buffer.row_stride != 0)
    throw InvalidArgument(fmt::format(
        "run() got a row stride of {} for the {}; a spectrum's is its SpectrumLayout's, give 0",
        buffer.row_stride, name));
  const std::size_t needed = size_bytes(layout);
  if (buffer.size_bytes != 0 && buffer.size_bytes < needed)
    throw InvalidArgument(fmt::format("run() got {} bytes of {}; the spectrum '{}' takes {}",
                                      buffer.size_bytes, name, to_string(layout), needed));
  const auto* const first = static_cast<const std::byte*>(buffer.data);
  return {buffer.memory, first, first + needed};
}

template <class Image>
Reached reached_image(const Layout& layout, const Image& image, std::string_view name) {
  const auto [first, end] = span_of(checked_layout(layout, image, name), image);
  return {image.memory, first, end};
}

void check_pair(const Layout& input_layout, ConstBuffer input, const Layout& output_layout,
                Buffer output, Reach reach) {
  check_memory(input, output, reach);
  check_overlap(reached_image(input_layout, input, "input"),
                reached_image(output_layout, output, "output"), kOwnMemory);
}

template <class Search>
void check_search(const Search& search, ConstBuffer image, Buffer surface, Reach reach) {
  if (search.has_surface) {
    check_pair(search.image, image, surface_layout(search, surface.row_stride), surface, reach);
  } else {
    check_memory(image, {}, reach);
    checked_layout(search.image, image, "input");
  }
}

}  // namespace

void check_images(const Convolution& problem, ConstBuffer input, Buffer output, Reach reach) {
  check_pair(problem.input, input, problem.output, output, reach);
}

Layout surface_layout(const TemplateMatching& matching, std::int64_t row_stride) {
  return Layout::interleaved(Element::f32, surface_extent(matching), 1, row_stride)
      .with_frames(matching.templates);
}

Layout surface_layout(const PhaseCorrelation& correlation, std::int64_t row_stride) {
  return Layout::interleaved(Element::f32, surface_extent(correlation), 1, row_stride);
}

void check_images(const TemplateMatching& matching, ConstBuffer image, Buffer surface,
                  Reach reach) {
  check_search(matching, image, surface, reach);
}

void check_images(const PhaseCorrelation& correlation, ConstBuffer image, Buffer surface,
                  Reach reach) {
  check_search(correlation, image, surface, reach);
}

void check_templates(const TemplateMatching& matching, std::span<const Taps> templates) {
  if (static_cast<std::int64_t>(templates.size()) != matching.templates)
    throw InvalidArgument(fmt::format("got {} templates; {} takes {}", templates.size(),
                                      to_string(matching), matching.templates));
  for (const Taps& templ : templates) {
    validate(templ);
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

TransformReach reach_of(const Transform& transform) {
  return {input_size_bytes(transform), output_size_bytes(transform),
          static_cast<std::size_t>(bytes_of(transform.numbers)), transform.in_place};
}

void check_buffers(const TransformReach& transform, ConstBuffer input, Buffer output, Reach reach) {
  check_memory(input, output, reach);
  check_buffer(input, transform.input_bytes, transform.real_bytes, "input");
  check_buffer(output, transform.output_bytes, transform.real_bytes, "output");
  if (transform.in_place) {
    if (input.data != output.data || input.memory != output.memory)
      throw InvalidArgument(
          "run() of an in-place transform got two buffers; input and output must be the same");
    return;
  }
  const auto* in = static_cast<const std::byte*>(input.data);
  const auto* out = static_cast<const std::byte*>(output.data);
  check_overlap({input.memory, in, in + transform.input_bytes},
                {output.memory, out, out + transform.output_bytes},
                "give the output memory of its own, or make the Transform in_place");
}

void check_buffers(const ForwardStage& stage, ConstBuffer image, Buffer spectrum, Reach reach) {
  check_memory(image, spectrum, reach);
  check_overlap(reached_image(stage.image, image, "input"),
                check_spectrum(stage.spectrum, spectrum, "output"), kOwnMemory);
}

void check_buffers(const MultiplyStage& stage, ConstBuffer input, ConstBuffer factor, Buffer output,
                   Reach reach) {
  check_memory(input, output, reach);
  check_memory(factor, output, reach);
  const Reached to = check_spectrum(stage.output, output, "output");
  check_overlap(check_spectrum(stage.input, input, "input"), to,
                "give the output memory of its own");
  if (stage.spectrum) {
    check_overlap(check_spectrum(*stage.spectrum, factor, "input kernel"), to,
                  "give the output memory of its own");
  } else if (factor.data != nullptr) {
    throw InvalidArgument(
        "run() got a kernel's spectrum; this stage multiplies by taps, which set_taps() takes: "
        "give none");
  }
}

void check_buffers(const InverseStage& stage, ConstBuffer spectrum, ConstBuffer source,
                   Buffer image, Reach reach) {
  check_memory(spectrum, image, reach);
  check_memory(source, image, reach);
  const Reached to = reached_image(stage.image, image, "output");
  check_overlap(check_spectrum(stage.spectrum, spectrum, "input"), to, kOwnMemory);
  if (stage.copies_left_out) {
    check_overlap(reached_image(stage.image, source, "input source"), to,
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
  }
}

}  // namespace fftcore
