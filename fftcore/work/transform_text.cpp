// SPDX-License-Identifier: LGPL-2.1-or-later
// Transform <-> text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "fftcore/transform.h"
#include "field_rows.h"
#include "field_text.h"
#include "kind_fields.h"
#include "transform_sides.h"

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

/// Numbers of both sides; where there is no text they stay as they are.
void parse_pair(std::string_view text, std::string_view key, std::int64_t& input,
                std::int64_t& output) {
  if (text.empty()) return;
  const auto numbers = parse_numbers(text, ',', "a number of elements");
  if (numbers.size() != 2)
    throw InvalidArgument(message("'{}' is no pair; expected {}=IN,OUT", text, key));
  input = numbers[0];
  output = numbers[1];
}

}  // namespace

template <>
struct Draft<Transform> {
  Transform value;
  // They are read when all axes are known, and each is what was said last.
  std::string_view in, out, offset, imaginary;

  /// Of a c2r the direction is not written.
  static Transform usual(const Transform& transform) {
    Transform usual;
    if (transform.kind == TransformKind::c2r) usual.direction = transform.direction;
    return usual;
  }
  Transform finish() {
    value = with_dense_strides(std::move(value));
    if (!in.empty()) parse_strides(in, value, &TransformAxis::input_stride);
    if (!out.empty()) parse_strides(out, value, &TransformAxis::output_stride);
    parse_pair(offset, "offset", value.input_offset, value.output_offset);
    parse_pair(imaginary, "imaginary", value.input_imaginary, value.output_imaginary);
    return std::move(value);
  }
};

namespace {

using TransformRow = Rows<Transform>;

void set_kind(Draft<Transform>& draft, std::string_view word, const FieldFacts& field) {
  draft.value.kind = parse_word(kKinds, word, field.what);
  if (draft.value.kind == TransformKind::c2r) draft.value.direction = Direction::inverse;
}

std::vector<TransformAxis> batches_of(std::string_view text) {
  return axes_of(text, "a number of transforms");
}
/// Extents of axes, such as 480x640.
std::string extents_text(const std::vector<TransformAxis>& axes) {
  return fmt::format("{}", fmt::join(in_text_order(axes, &TransformAxis::extent), "x"));
}

template <std::string_view Draft<Transform>::*later>
void keep_text(Draft<Transform>& draft, std::string_view text, const FieldFacts&) {
  draft.*later = text;
}

/// Strides of one side that are not dense.
template <std::int64_t TransformAxis::*stride>
std::string get_strides(const Transform& transform) {
  std::string text = strides_text(transform, stride);
  return text != strides_text(with_dense_strides(transform), stride) ? text : "";
}

/// Numbers of both sides.
template <std::int64_t Transform::*input, std::int64_t Transform::*output>
std::string get_pair(const Transform& transform) {
  const auto in = transform.*input, out = transform.*output;
  return in != 0 || out != 0 ? fmt::format("{},{}", in, out) : "";
}

constexpr Field<Transform> kTransformFields[] = {
    TransformRow::placed<kKinds, &Transform::kind>(Form::place, "kind", "kind of transform")
        .read_by(set_kind),
    TransformRow::place(
        "extent", "points", {},
        [](const Transform& transform) { return extents_text(transform.axes); },
        [](Draft<Transform>& draft, std::string_view word, const FieldFacts&) {
          draft.value.axes = axes_of(word, "a number of points");
        }),
    TransformRow::choice<kNumbers, &Transform::numbers>("numbers", "format of numbers"),
    TransformRow::choice<kDirections, &Transform::direction>("direction", "direction"),
    TransformRow::flag<true, &Transform::packed>("packed"),
    TransformRow::text<extents_text, batches_of, &Transform::batches>("batch"),
    TransformRow::text<ranges_text, parse_ranges, &Transform::zero>("zero"),
    TransformRow::text<ranges_text, parse_ranges, &Transform::keep>("keep"),
    TransformRow::flag<true, &Transform::in_place>("in-place"),
    TransformRow::flag<true, &Transform::normalized>("normalized"),
    TransformRow::flag<true, &Transform::ortho>("ortho"),
    TransformRow::number<&Transform::scale>("scale", "a scale"),
    TransformRow::option("in", get_strides<&TransformAxis::input_stride>,
                         keep_text<&Draft<Transform>::in>),
    TransformRow::option("out", get_strides<&TransformAxis::output_stride>,
                         keep_text<&Draft<Transform>::out>),
    TransformRow::option("offset", get_pair<&Transform::input_offset, &Transform::output_offset>,
                         keep_text<&Draft<Transform>::offset>),
    TransformRow::option("imaginary",
                         get_pair<&Transform::input_imaginary, &Transform::output_imaginary>,
                         keep_text<&Draft<Transform>::imaginary>),
    TransformRow::quoted<&Transform::load>("load"),
    TransformRow::quoted<&Transform::store>("store"),
    TransformRow::quoted<&Transform::code>("code"),
};

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

std::vector<WrittenField> fields_of(const Transform& transform) {
  return written_fields(transform, kTransformFields);
}

std::string to_string(const Transform& transform) {
  return text_of_fields(fields_of(transform));
}

Transform parse_transform(std::string_view text) {
  constexpr Usage kTransformUsage = {"transform",
                                     "KIND POINTS[xPOINTS...] [inverse] [batch=B] ..."};
  return read_fields(text, kTransformFields, kTransformUsage);
}

}  // namespace fftcore
