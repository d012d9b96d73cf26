// SPDX-License-Identifier: LGPL-2.1-or-later
// Transform <-> text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "fftcore/transform.h"
#include "quoted_words.h"
#include "transform_sides.h"
#include "words.h"

namespace fftcore {
namespace {

constexpr std::array kKinds = {Word<TransformKind>{TransformKind::c2c, "c2c"},
                               Word<TransformKind>{TransformKind::r2c, "r2c"},
                               Word<TransformKind>{TransformKind::c2r, "c2r"},
                               Word<TransformKind>{TransformKind::dct1, "dct1"},
                               Word<TransformKind>{TransformKind::dct2, "dct2"},
                               Word<TransformKind>{TransformKind::dct3, "dct3"},
                               Word<TransformKind>{TransformKind::dct4, "dct4"},
                               Word<TransformKind>{TransformKind::dst1, "dst1"},
                               Word<TransformKind>{TransformKind::dst2, "dst2"},
                               Word<TransformKind>{TransformKind::dst3, "dst3"},
                               Word<TransformKind>{TransformKind::dst4, "dst4"}};
constexpr std::array kDirections = {Word<Direction>{Direction::forward, "forward"},
                                    Word<Direction>{Direction::inverse, "inverse"}};
constexpr std::array kNumbers = {
    Word<Numbers>{Numbers::f32, "f32"}, Word<Numbers>{Numbers::f64, "f64"},
    Word<Numbers>{Numbers::f16, "f16"}, Word<Numbers>{Numbers::f32_in_f64, "f32-in-f64"}};

/// Text has the contiguous axis last.
template <class Member>
std::vector<std::int64_t> in_text_order(const std::vector<TransformAxis>& axes, Member member) {
  std::vector<std::int64_t> numbers;
  for (const auto& axis : axes) numbers.push_back(axis.*member);
  std::reverse(numbers.begin(), numbers.end());
  return numbers;
}

std::vector<TransformAxis> axes_of(std::string_view text, std::string_view what) {
  std::vector<TransformAxis> axes;
  for (const std::int64_t extent : parse_numbers(text, 'x', what))
    axes.push_back({.extent = extent});
  std::reverse(axes.begin(), axes.end());
  return axes;
}

std::string strides_text(const Transform& transform, std::int64_t TransformAxis::*stride) {
  auto strides = in_text_order(transform.batches, stride);
  const auto points = in_text_order(transform.axes, stride);
  strides.insert(strides.end(), points.begin(), points.end());
  return fmt::format("{}", fmt::join(strides, ","));
}

void parse_strides(std::string_view text, Transform& transform,
                   std::int64_t TransformAxis::*stride) {
  const auto strides = parse_numbers(text, ',', "a stride");
  if (strides.size() != transform.axes.size() + transform.batches.size())
    throw InvalidArgument(
        message("'{}' has {} strides; the transform has {} axes and {} batch axes", text,
                strides.size(), transform.axes.size(), transform.batches.size()));
  auto next = strides.rbegin();
  for (auto& axis : transform.axes) axis.*stride = *next++;
  for (auto& batch : transform.batches) batch.*stride = *next++;
}

std::string ranges_text(const std::vector<PointRange>& ranges) {
  std::string text;
  for (auto range = ranges.rbegin(); range != ranges.rend(); ++range)
    text += fmt::format("{}{}:{}", text.empty() ? "" : "x", range->first, range->end);
  return text;
}

std::vector<PointRange> parse_ranges(std::string_view text) {
  std::vector<PointRange> ranges;
  for (const std::string_view part : split(text, 'x')) {
    const auto numbers = parse_numbers(part, ':', "a point");
    if (numbers.size() != 2)
      throw InvalidArgument(
          message("'{}' is no range of points; expected FIRST:END, one for each axis", part));
    ranges.push_back({numbers[0], numbers[1]});
  }
  std::reverse(ranges.begin(), ranges.end());
  return ranges;
}

/// Numbers of both sides.
std::pair<std::int64_t, std::int64_t> parse_pair(std::string_view text, std::string_view key) {
  const auto numbers = parse_numbers(text, ',', "a number of elements");
  if (numbers.size() != 2)
    throw InvalidArgument(message("'{}' is no pair; expected {}=IN,OUT", text, key));
  return {numbers[0], numbers[1]};
}

}  // namespace

bool is_transform_kind(std::string_view word) {
  return is_word(kKinds, word);
}

std::string_view to_string(TransformKind value) {
  return word_of(kKinds, value);
}
std::string_view to_string(Direction value) {
  return word_of(kDirections, value);
}
std::string_view to_string(Numbers value) {
  return word_of(kNumbers, value);
}

std::string to_string(const Transform& transform) {
  const auto extents = [](const std::vector<TransformAxis>& axes) {
    return fmt::format("{}", fmt::join(in_text_order(axes, &TransformAxis::extent), "x"));
  };
  std::string text = fmt::format("{} {}", to_string(transform.kind), extents(transform.axes));
  if (transform.numbers != Numbers::f32) text += fmt::format(" {}", to_string(transform.numbers));
  if (transform.kind != TransformKind::c2r && transform.direction == Direction::inverse)
    text += " inverse";
  if (transform.packed) text += " packed";
  if (!transform.batches.empty()) text += fmt::format(" batch={}", extents(transform.batches));
  if (!transform.zero.empty()) text += " zero=" + ranges_text(transform.zero);
  if (!transform.keep.empty()) text += " keep=" + ranges_text(transform.keep);
  if (transform.in_place) text += " in-place";
  if (transform.normalized) text += " normalized";
  if (transform.ortho) text += " ortho";
  if (transform.scale != 1) text += fmt::format(" scale={}", transform.scale);
  const Transform dense = with_dense_strides(transform);
  const auto differs = [&](std::int64_t TransformAxis::*stride) {
    return strides_text(transform, stride) != strides_text(dense, stride);
  };
  if (differs(&TransformAxis::input_stride))
    text += " in=" + strides_text(transform, &TransformAxis::input_stride);
  if (differs(&TransformAxis::output_stride))
    text += " out=" + strides_text(transform, &TransformAxis::output_stride);
  if (transform.input_offset != 0 || transform.output_offset != 0)
    text += fmt::format(" offset={},{}", transform.input_offset, transform.output_offset);
  if (transform.input_imaginary != 0 || transform.output_imaginary != 0)
    text += fmt::format(" imaginary={},{}", transform.input_imaginary, transform.output_imaginary);
  if (!transform.load.empty()) text += fmt::format(" load={}", quoted(transform.load));
  if (!transform.store.empty()) text += fmt::format(" store={}", quoted(transform.store));
  if (!transform.code.empty()) text += fmt::format(" code={}", quoted(transform.code));
  return text;
}

Transform parse_transform(std::string_view text) {
  const auto words = split_quoted_words(text);
  if (words.size() < 2)
    throw InvalidArgument(message(
        "'{}' is no transform; expected: KIND POINTS[xPOINTS...] [inverse] [batch=B] ...", text));
  Transform transform;
  transform.kind = parse_word(kKinds, words[0], "kind of transform");
  if (transform.kind == TransformKind::c2r) transform.direction = Direction::inverse;
  transform.axes = axes_of(words[1], "a number of points");
  std::string_view in, out, offset, imaginary;
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (words[i] == "forward" || words[i] == "inverse") {
      transform.direction = parse_word(kDirections, words[i], "direction");
    } else if (is_word(kNumbers, words[i])) {
      transform.numbers = parse_word(kNumbers, words[i], "format of numbers");
    } else if (words[i] == "packed") {
      transform.packed = true;
    } else if (words[i] == "in-place") {
      transform.in_place = true;
    } else if (words[i] == "normalized") {
      transform.normalized = true;
    } else if (words[i] == "ortho") {
      transform.ortho = true;
    } else if (const auto scale = value_of(words[i], "scale=")) {
      transform.scale = parse_number<double>(*scale, "a scale");
    } else if (const auto batch = value_of(words[i], "batch=")) {
      transform.batches = axes_of(*batch, "a number of transforms");
    } else if (const auto zero = value_of(words[i], "zero=")) {
      transform.zero = parse_ranges(*zero);
    } else if (const auto keep = value_of(words[i], "keep=")) {
      transform.keep = parse_ranges(*keep);
    } else if (const auto strides = value_of(words[i], "in=")) {
      in = *strides;
    } else if (const auto strides_out = value_of(words[i], "out=")) {
      out = *strides_out;
    } else if (const auto offsets = value_of(words[i], "offset=")) {
      offset = *offsets;
    } else if (const auto parts = value_of(words[i], "imaginary=")) {
      imaginary = *parts;
    } else if (const auto load = value_of(words[i], "load=")) {
      transform.load = unquoted(*load, "load");
    } else if (const auto store = value_of(words[i], "store=")) {
      transform.store = unquoted(*store, "store");
    } else if (const auto code = value_of(words[i], "code=")) {
      transform.code = unquoted(*code, "code");
    } else {
      throw InvalidArgument(message(
          "'{}' is not understood; after the points come f64, f16, f32-in-f64, "
          "inverse, packed, batch=, zero=, keep=, in-place, normalized, ortho, scale=, in=, out=, "
          "offset=, imaginary=, load=, store=, code=",
          words[i]));
    }
  }
  transform = with_dense_strides(std::move(transform));
  if (!in.empty()) parse_strides(in, transform, &TransformAxis::input_stride);
  if (!out.empty()) parse_strides(out, transform, &TransformAxis::output_stride);
  if (!offset.empty())
    std::tie(transform.input_offset, transform.output_offset) = parse_pair(offset, "offset");
  if (!imaginary.empty())
    std::tie(transform.input_imaginary, transform.output_imaginary) =
        parse_pair(imaginary, "imaginary");
  validate(transform);
  return transform;
}

}  // namespace fftcore
