// SPDX-License-Identifier: LGPL-2.1-or-later
// Problem <-> text.
#include <fmt/format.h>

#include <array>

#include "fftcore/problem.h"
#include "words.h"

namespace fftcore {
namespace {

constexpr std::array kElements = {Word<Element>{Element::u8, "u8"}, Word<Element>{Element::u16, "u16"}, Word<Element>{Element::f32, "f32"}};
constexpr std::array kOperations = {Word<Operation>{Operation::convolve, "conv2d"}, Word<Operation>{Operation::correlate, "corr2d"}};
constexpr std::array kEdgeModes = {Word<EdgeMode>{EdgeMode::constant, "constant"}, Word<EdgeMode>{EdgeMode::replicate, "replicate"},
                                   Word<EdgeMode>{EdgeMode::reflect, "reflect"}, Word<EdgeMode>{EdgeMode::reflect_101, "reflect-101"},
                                   Word<EdgeMode>{EdgeMode::wrap, "wrap"}};
constexpr std::array kRegions = {Word<Region>{Region::same, "same"}, Word<Region>{Region::valid, "valid"}, Word<Region>{Region::full, "full"}};

}  // namespace

std::string_view to_string(Element value) { return word_of(kElements, value); }
std::string_view to_string(Operation value) { return word_of(kOperations, value); }
std::string_view to_string(EdgeMode value) { return word_of(kEdgeModes, value); }
std::string_view to_string(Region value) { return word_of(kRegions, value); }

std::string to_string(const Problem& problem) {
  const Layout& in = problem.input;
  const Layout& out = problem.output;
  std::string text = fmt::format("{} {}", to_string(problem.operation), to_string(in.element));
  if (out.element != in.element) text += fmt::format(">{}", to_string(out.element));
  text += fmt::format(" {}x{}", in.rows.extent, in.columns.extent);
  if (in.channels.extent > 1) text += fmt::format("x{}", in.channels.extent);
  text += fmt::format(" k{}x{} {} {}", problem.kernel.rows, problem.kernel.columns, to_string(problem.edge), to_string(problem.region));
  const bool planar = in.channels.extent > 1 && !in.is_interleaved();
  if (planar) text += " planar";
  const std::int64_t pixel = planar ? 1 : in.channels.extent;
  if (in.rows.stride != in.columns.extent * pixel || out.rows.stride != out.columns.extent * pixel)
    text += fmt::format(" pitch={},{}", in.rows.stride, out.rows.stride);
  if (problem.bias != 0) text += fmt::format(" bias={}", problem.bias);
  if (problem.copied_channels != 0) text += fmt::format(" copy={}", problem.copied_channels);
  return text;
}

Problem parse_problem(std::string_view text) {
  const auto words = split_words(text);
  if (words.size() < 4)
    throw InvalidArgument(fmt::format("'{}' is no problem; expected: OPERATION ELEMENT ROWSxCOLUMNS[xCHANNELS] kROWSxCOLUMNS [EDGE] [REGION] ...", text));

  const Operation operation = parse_word(kOperations, words[0], "operation");
  const auto elements = split(words[1], '>');
  const Element in_element = parse_word(kElements, elements.front(), "element");
  const Element out_element = parse_word(kElements, elements.back(), "element");
  const auto sizes = split(words[2], 'x');
  if (sizes.size() < 2 || sizes.size() > 3) throw InvalidArgument(fmt::format("'{}' is no size; expected ROWSxCOLUMNS[xCHANNELS]", words[2]));
  const Extent image{parse_number<std::int64_t>(sizes[0], "a number of rows"), parse_number<std::int64_t>(sizes[1], "a number of columns")};
  const std::int64_t channels = sizes.size() == 3 ? parse_number<std::int64_t>(sizes[2], "a number of channels") : 1;
  const auto taps = split(words[3], 'x');
  if (taps.size() != 2 || !taps[0].starts_with('k')) throw InvalidArgument(fmt::format("'{}' is no kernel; expected kROWSxCOLUMNS", words[3]));
  const Extent kernel{parse_number<std::int64_t>(taps[0].substr(1), "a number of taps"), parse_number<std::int64_t>(taps[1], "a number of taps")};

  const auto edge = words.size() > 4 ? parse_word(kEdgeModes, words[4], "edge mode") : EdgeMode::reflect_101;
  const auto region = words.size() > 5 ? parse_word(kRegions, words[5], "region") : Region::same;
  bool planar = false;
  std::int64_t in_pitch = 0, out_pitch = 0;
  float bias = 0;
  std::uint32_t copied = 0;
  for (std::size_t i = 6; i < words.size(); ++i) {
    if (words[i] == "planar") {
      planar = true;
    } else if (const auto pitch = value_of(words[i], "pitch=")) {
      const auto pitches = split(*pitch, ',');
      in_pitch = parse_number<std::int64_t>(pitches.front(), "a row stride");
      out_pitch = parse_number<std::int64_t>(pitches.back(), "a row stride");
    } else if (const auto number = value_of(words[i], "bias=")) {
      bias = parse_number<float>(*number, "a bias");
    } else if (const auto mask = value_of(words[i], "copy=")) {
      copied = parse_number<std::uint32_t>(*mask, "a mask of channels");
    } else {
      throw InvalidArgument(fmt::format("'{}' is not understood; after the region come planar, pitch=, bias=, copy=", words[i]));
    }
  }

  const auto layout = [&](Element element, Extent extent, std::int64_t pitch) {
    return planar ? Layout::planar(element, extent, channels, pitch) : Layout::interleaved(element, extent, channels, pitch);
  };
  Problem problem;
  problem.operation = operation;
  problem.input = layout(in_element, image, in_pitch);
  problem.output = layout(out_element, output_extent(image, kernel, region), out_pitch);
  problem.kernel = kernel;
  problem.edge = edge;
  problem.region = region;
  problem.bias = bias;
  problem.copied_channels = copied;
  validate(problem);
  return problem;
}

}  // namespace fftcore
