// SPDX-License-Identifier: LGPL-2.1-or-later
#include "ports.h"

#include <fmt/format.h>

#include <utility>

#include "overloaded.h"
#include "strided_axes.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

constexpr std::string_view kOwnMemory =
    "each output sample needs many input samples, so give it memory of its own";
constexpr std::string_view kApart = "give the output memory of its own";

template <class Work>
Ports ports(const Work& work, std::vector<Port> inputs, std::optional<Port> output) {
  Ports result{std::move(inputs), std::move(output)};
  result.takes = fmt::format("{} takes {}", to_string(work), result.inputs.size());
  return result;
}

/// Rows of numbers, one for each window.
Layout number_rows(std::int64_t rows, std::int64_t numbers) {
  return Layout::interleaved(SampleType::f32, {rows, numbers});
}

Port surface(Extent extent, std::int64_t frames) {
  Port port{Place::output, "output",
            Layout::interleaved(SampleType::f32, extent).with_frames(frames)};
  port.has_dense_frames = true;
  return port;
}

template <class Search>
Ports search_ports(const Search& search) {
  Ports result = ports(search, {{Place::input, "input", search.image, kOwnMemory}}, {});
  if (search.has_surface) result.output = surface_port(search);
  return result;
}

}  // namespace

Ports ports_of(const Convolution& problem) {
  std::vector<Port> inputs{{Place::input, "input", problem.input, kOwnMemory}};
  if (problem.second) inputs.push_back({Place::second, "input w", *problem.second, kApart});
  return ports(problem, std::move(inputs), Port{Place::output, "output", problem.output});
}

Ports ports_of(const Transform& transform) {
  const auto real_bytes = static_cast<std::size_t>(bytes_of(transform.numbers));
  const auto side = [&](std::size_t bytes, std::int64_t reals) {
    return TransformValues{bytes, static_cast<std::size_t>(reals) * real_bytes, real_bytes};
  };
  Ports result = ports(
      transform,
      {{Place::input, "input", side(input_size_bytes(transform), input_element_reals(transform)),
        "give the output memory of its own, or make the Transform in_place"}},
      Port{Place::output, "output",
           side(output_size_bytes(transform), output_element_reals(transform))});
  result.in_place = transform.in_place;
  return result;
}

Ports ports_of(const TemplateMatching& matching) {
  return search_ports(matching);
}

Ports ports_of(const PhaseCorrelation& correlation) {
  return search_ports(correlation);
}

Ports ports_of(const Denoise& denoise) {
  std::vector<Port> frames;
  for (int i = 0; i < denoise.before + 1 + denoise.after; ++i)
    frames.push_back({frame_place(i), "input", denoise.input, kOwnMemory});
  Ports result = ports(denoise, std::move(frames), Port{Place::output, "output", denoise.output});
  result.takes +=
      fmt::format(": {} before, the one that is denoised, {} after", denoise.before, denoise.after);
  result.unit = "frames";
  return result;
}

Ports ports_of(const Warp& warp) {
  Ports result =
      ports(warp,
            {{Place::input, "input", warp.input, kOwnMemory},
             {Place::second, "input map", Layout::interleaved(SampleType::f32, {3, 3}), kApart}},
            Port{Place::output, "output", warp.output});
  result.takes += ": the image and the map";
  result.keeps_output = warp.keeps_outside;
  return result;
}

Ports ports_of(const ForwardStage& stage) {
  Ports result = ports(stage, {{Place::input, "input", stage.image, kOwnMemory}},
                       Port{Place::output, "output", stage.spectrum});
  result.no_more =
      "run() got a source to copy channels from; only an InverseStage with copies_skipped takes "
      "one";
  return result;
}

Ports ports_of(const MultiplyStage& stage) {
  std::vector<Port> inputs{{Place::input, "input", stage.input, kApart}};
  if (stage.spectrum) inputs.push_back({Place::spectrum, "input factor", *stage.spectrum, kApart});
  Ports result = ports(stage, std::move(inputs), Port{Place::output, "output", stage.output});
  if (!stage.spectrum)
    result.no_more =
        "run() got a factor; this stage multiplies by taps, which set_taps() takes: "
        "give none";
  return result;
}

Ports ports_of(const InverseStage& stage) {
  std::vector<Port> inputs{{Place::input, "input", stage.spectrum, kOwnMemory}};
  if (stage.copies_skipped) inputs.push_back({Place::source, "input source", stage.image, kApart});
  Ports result = ports(stage, std::move(inputs), Port{Place::output, "output", stage.image});
  if (!stage.copies_skipped)
    result.no_more =
        "run() got a source to copy channels from; this stage does not copy (copies_skipped): "
        "give none";
  return result;
}

Ports ports_of(const WindowCorrelation& windows) {
  const Layout places =
      number_rows(windows.count, windows.is_mapped ? kMappedPlaceNumbers : kWindowPlaceNumbers);
  Ports result =
      ports(windows,
            {{Place::input, "input first", windows.image, kApart},
             {Place::second, "input second", windows.image, kApart},
             {Place::source, "input places", places, kApart}},
            Port{Place::output, "output", number_rows(windows.count, kWindowResultNumbers)});
  result.takes += ": two images, and the places of windows";
  return result;
}

Ports ports_of(const WindowFilters& filters) {
  const Layout places = number_rows(filters.count, kFilterPlaceNumbers);
  Ports result =
      ports(filters,
            {{Place::input, "input image", filters.image, kApart},
             {Place::source, "input places", places, kApart}},
            Port{Place::output, "output", number_rows(filters.count, kWindowResultNumbers)});
  result.state = Port{Place::state, "filters", stored_filters(filters), kApart};
  result.state->has_dense_frames = true;
  result.takes += ": an image, and the places of windows";
  return result;
}

Port surface_port(const TemplateMatching& matching) {
  return surface(surface_extent(matching), matching.templates);
}

Port surface_port(const PhaseCorrelation& correlation) {
  return surface(surface_extent(correlation), 1);
}

std::size_t spectrum_value_bytes(const SpectrumLayout& spectrum) {
  return static_cast<std::size_t>(2 * size_bytes(spectrum.type));
}

std::size_t bytes_of(const Port& port) {
  return std::visit(Overloaded{[](const Layout& image) {
                                 const std::int64_t samples =
                                     whole_words(image.type, image_reach(image));
                                 return static_cast<std::size_t>(byte_of(image.type, samples));
                               },
                               [](const SpectrumLayout& spectrum) { return size_bytes(spectrum); },
                               [](const TransformValues& values) { return values.bytes; }},
                    port.layout);
}

}  // namespace fftcore
