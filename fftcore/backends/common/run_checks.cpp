// SPDX-License-Identifier: LGPL-2.1-or-later
#include "run_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
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

/// First byte of `data` that an image may touch, and the one after the last: whole words.
template <class Image>
std::pair<std::size_t, std::size_t> span_of(const Layout& layout, const Image& image) {
  std::int64_t end = 1;
  for (const Axis& axis :
       {layout.rows, layout.columns, layout.channels, layout.slices, layout.frames})
    end += (axis.extent - 1) * axis.stride;
  return {byte_of(layout.element, image.first),
          byte_of(layout.element, whole_words(layout.element, image.first + end))};
}

/// The memory that a buffer is in, which must be in reach and open to what run() does.
template <class AnyBuffer>
CallersMemory memory_of(const AnyBuffer& buffer, const Reach* device, std::string_view name) {
  if (buffer.data == nullptr)
    throw InvalidArgument(fmt::format("run() got no {} (a null pointer)", name));
  if (buffer.memory == MemoryKind::host) return CallersMemory::at_address(buffer.data);
  if (device == nullptr)
    throw InvalidArgument(
        "run() got memory of a device; this backend takes memory of the host only (cuda and opencl "
        "take both)");
  const CallersMemory memory = device->callers_memory(buffer.data);
  constexpr bool is_output = std::is_same_v<AnyBuffer, Buffer>;
  if (!memory.is_readable || (is_output && !memory.is_writable))
    throw InvalidArgument(
        fmt::format("run() got {} in memory that kernels may not {}; make it with {}", name,
                    is_output ? "both read and write" : "read",
                    is_output ? "CL_MEM_READ_WRITE" : "CL_MEM_READ_WRITE or CL_MEM_READ_ONLY"));
  return memory;
}

template <class AnyBuffer>
void check_first(const AnyBuffer& buffer, std::string_view name) {
  if (buffer.first < 0 || buffer.first > kMaxReach)
    throw InvalidArgument(
        fmt::format("run() got {} that begins with element {}; 0 to {} are allowed", name,
                    buffer.first, kMaxReach));
}

/// `needed`: bytes from data on; `reach` returns of what, once it has to be said: run() takes no
/// memory for texts.
template <class AnyBuffer, class Text>
void check_size(const AnyBuffer& buffer, const CallersMemory& memory, std::size_t needed,
                std::string_view name, Text reach) {
  if (buffer.size_bytes != 0 && buffer.size_bytes < needed)
    throw InvalidArgument(
        fmt::format("run() got {} bytes of {}; {} {}", buffer.size_bytes, name, reach(), needed));
  if (memory.size_bytes && *memory.size_bytes < needed)
    throw InvalidArgument(fmt::format("run() got a memory object of {} bytes as {}; {} {}",
                                      *memory.size_bytes, name, reach(), needed));
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

/// Bytes that a buffer reaches over, counted from where its memory begins.
struct Reached {
  MemoryKind kind = MemoryKind::host;
  CallersMemory memory;
  std::size_t first = 0;
  std::size_t end = 0;
};

bool overlap(const Reached& a, const Reached& b) {
  return a.kind == b.kind && a.memory.object == b.memory.object &&
         a.memory.begin + a.first < b.memory.begin + b.end &&
         b.memory.begin + b.first < a.memory.begin + a.end;
}

void check_overlap(const Reached& input, const Reached& output, std::string_view advice) {
  if (overlap(input, output))
    throw InvalidArgument(fmt::format("run() got input and output that overlap; {}", advice));
}

constexpr std::string_view kOwnMemory =
    "each output sample needs many input samples, so give it memory of its own";

/// What is no image: elements of so many bytes, aligned, which reach over `bytes`.
struct Values {
  std::size_t element_bytes = 0;
  std::size_t alignment = 0;
  std::size_t bytes = 0;
};

template <class AnyBuffer, class Text>
Reached reached_values(const Values& values, const AnyBuffer& buffer, const Reach* device,
                       std::string_view name, Text reach) {
  const CallersMemory memory = memory_of(buffer, device, name);
  check_first(buffer, name);
  const std::size_t first = static_cast<std::size_t>(buffer.first) * values.element_bytes;
  if ((memory.begin + first) % values.alignment != 0)
    throw InvalidArgument(
        fmt::format("run() got {} that is not aligned to {} bytes", name, values.alignment));
  check_size(buffer, memory, first + values.bytes, name, reach);
  return {buffer.memory, memory, first, first + values.bytes};
}

template <class AnyBuffer>
Reached check_transformed(const AnyBuffer& buffer, std::size_t element_bytes, std::size_t bytes,
                          std::size_t real_bytes, const Reach* device, std::string_view name) {
  const std::size_t alignment = buffer.memory == MemoryKind::host ? real_bytes : 2 * real_bytes;
  const Reached reached = reached_values({element_bytes, alignment, bytes}, buffer, device, name,
                                         [] { return "the transform reaches over"; });
  if (buffer.row_stride != 0)
    throw InvalidArgument(
        fmt::format("run() got a row stride for the {}; a Transform's strides are its own", name));
  return reached;
}

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

TransformReach reach_of(const Transform& transform, Workspace workspace,
                        std::size_t workspace_bytes) {
  const auto real_bytes = static_cast<std::size_t>(bytes_of(transform.numbers));
  return {input_size_bytes(transform),
          output_size_bytes(transform),
          static_cast<std::size_t>(input_element_reals(transform)) * real_bytes,
          static_cast<std::size_t>(output_element_reals(transform)) * real_bytes,
          real_bytes,
          transform.in_place,
          workspace,
          workspace_bytes};
}

namespace {

void check_workspace(const TransformReach& transform, const Buffer& workspace,
                     std::span<const Reached> others, const Reach* device) {
  if (transform.workspace == Workspace::own) {
    if (workspace.data != nullptr)
      throw InvalidArgument(
          "run() got a workspace, and the executable has its own; compile it with "
          "Workspace::given, or give none");
    return;
  }
  if (transform.workspace_bytes == 0) return;
  const auto needed = [&] {
    return fmt::format("{} bytes of {} memory, aligned to {}, are needed",
                       transform.workspace_bytes, device != nullptr ? "device" : "host",
                       kWorkspaceAlignment);
  };
  if (workspace.data == nullptr)
    throw InvalidArgument(fmt::format("run() got no workspace; {}", needed()));
  if (device != nullptr && workspace.memory == MemoryKind::host)
    throw InvalidArgument(fmt::format("run() got a workspace in host memory; {}", needed()));
  const Reached reached =
      reached_values({1, kWorkspaceAlignment, transform.workspace_bytes}, workspace, device,
                     "workspace", [] { return "what lies between the steps takes"; });
  if (workspace.row_stride != 0)
    throw InvalidArgument("run() got a row stride for the workspace, which has no rows");
  for (const Reached& other : others)
    if (overlap(reached, other))
      throw InvalidArgument(
          fmt::format("run() got a workspace that overlaps input or output; {} besides", needed()));
}

}  // namespace

void check_buffers(const TransformReach& transform, ConstBuffer input, Buffer output,
                   Buffer workspace, const Reach* device) {
  const Reached from = check_transformed(input, transform.input_value_bytes, transform.input_bytes,
                                         transform.real_bytes, device, "input");
  const Reached to = check_transformed(output, transform.output_value_bytes, transform.output_bytes,
                                       transform.real_bytes, device, "output");
  if (!transform.in_place) {
    check_overlap(from, to, "give the output memory of its own, or make the Transform in_place");
  } else if (input.data != output.data || from.kind != to.kind || from.first != to.first) {
    throw InvalidArgument(
        "run() of an in-place transform got two buffers; input and output must be the same");
  }
  check_workspace(transform, workspace, std::array{from, to}, device);
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
  }
}

}  // namespace fftcore
