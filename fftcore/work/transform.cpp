// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/transform.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "fftcore/error.h"
#include "strided_axes.h"
#include "transform_formulas.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

/// Most values in all transforms together.
constexpr std::int64_t kMaxValues = std::int64_t{1} << 44;
constexpr std::array<std::string_view, kMaxTransformAxes> kAxisNames = {
    "axis 0", "axis 1", "axis 2", "axis 3", "axis 4", "axis 5", "axis 6", "axis 7"};
constexpr std::array<std::string_view, kMaxTransformBatches> kBatchNames = {
    "batch axis 0", "batch axis 1", "batch axis 2"};

void check_extents(const Transform& transform) {
  if (transform.axes.empty() || transform.axes.size() > kMaxTransformAxes)
    throw InvalidArgument(fmt::format("the transform has {} axes; 1 to {} are allowed",
                                      transform.axes.size(), kMaxTransformAxes));
  if (transform.batches.size() > kMaxTransformBatches)
    throw InvalidArgument(fmt::format("the transform has {} batch axes; 0 to {} are allowed",
                                      transform.batches.size(), kMaxTransformBatches));
  std::int64_t values = 1;
  const auto check = [&](std::int64_t extent, std::string_view name, std::int64_t most) {
    if (extent < 1 || extent > most)
      throw InvalidArgument(fmt::format("{} of the transform has {} points; 1 to {} are allowed",
                                        name, extent, most));
    if (extent > kMaxValues / values)
      throw InvalidArgument(
          fmt::format("the transform has more than {} points in all; make it smaller", kMaxValues));
    values *= extent;
  };
  for (std::size_t i = 0; i < transform.axes.size(); ++i)
    check(transform.axes[i].extent, kAxisNames[i], kMaxTransformExtent);
  for (std::size_t i = 0; i < transform.batches.size(); ++i)
    check(transform.batches[i].extent, kBatchNames[i], kMaxValues);
}

void check_ranges(const Transform& transform, const std::vector<PointRange>& ranges,
                  std::string_view name, std::int64_t (*extent_of)(const Transform&, std::size_t),
                  bool may_be_all) {
  if (ranges.empty()) return;
  if (ranges.size() != transform.axes.size())
    throw InvalidArgument(fmt::format("'{}' has {} ranges; the transform has {} axes", name,
                                      ranges.size(), transform.axes.size()));
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto& [first, end] = ranges[i];
    const std::int64_t extent = extent_of(transform, i);
    if (first < 0 || first > extent || end < 0 || end > extent)
      throw InvalidArgument(
          fmt::format("'{}' of axis {} is {}:{}; numbers from 0 to {} are allowed", name, i, first,
                      end, extent));
    if (!may_be_all && first == 0 && end == extent)
      throw InvalidArgument(
          fmt::format("'{}' of axis {} is {}:{}, all of its {} points; one less is allowed", name,
                      i, first, end, extent));
  }
}

/// Axes of one side, those of the transform first.
template <class Stride>
std::vector<NamedAxis> side_of(const Transform& transform,
                               std::int64_t (*extent)(const Transform&, std::size_t), Stride stride,
                               std::int64_t imaginary) {
  std::vector<NamedAxis> axes;
  if (imaginary != 0) axes.push_back({"imaginary part", 2, imaginary});
  for (std::size_t i = 0; i < transform.axes.size(); ++i)
    axes.push_back({kAxisNames[i], extent(transform, i), stride(transform.axes[i])});
  for (std::size_t i = 0; i < transform.batches.size(); ++i)
    axes.push_back({kBatchNames[i], transform.batches[i].extent, stride(transform.batches[i])});
  return axes;
}

std::int64_t input_stride(const TransformAxis& axis) {
  return axis.input_stride;
}
std::int64_t output_stride(const TransformAxis& axis) {
  return axis.output_stride;
}

/// Factors that arithmetic multiplies by must be numbers of full precision there.
void check_scale(const Transform& transform) {
  const bool is_double = is_in_double(transform.numbers);
  const auto points = static_cast<double>(points_of(transform));
  const double divisor = transform.normalized ? points : transform.ortho ? std::sqrt(points) : 1;
  const double least = (is_double ? 1e-307 : 1e-37) * divisor, most = is_double ? 1e308 : 1e38;
  const double magnitude = std::abs(transform.scale);
  if (!(magnitude >= least && magnitude <= most))  // NaN is neither
    throw InvalidArgument(
        fmt::format("the scale of the transform is {}; magnitudes of {:.3g} to {:.3g} are allowed",
                    transform.scale, least, most));
}

/// Number of the element after the last one.
std::int64_t end_of(std::int64_t offset, const std::vector<NamedAxis>& axes) {
  for (const auto& axis : axes) offset += (axis.extent - 1) * axis.stride;
  return offset + 1;
}

void check_offset(std::int64_t offset, std::string_view side) {
  if (offset < 0 || offset > kMaxReach)
    throw InvalidArgument(
        fmt::format("{} offset is {} elements; 0 to {} are allowed", side, offset, kMaxReach));
}

void check_imaginary(const Transform& transform) {
  const auto check = [&](std::int64_t imaginary, std::int64_t reals, std::string_view side) {
    if (imaginary < 0 || imaginary > kMaxStride)
      throw InvalidArgument(fmt::format(
          "{} imaginary parts lie {} reals after real parts; 0 (pairs) to {} are allowed", side,
          imaginary, kMaxStride));
    if (imaginary != 0 && reals == 1)
      throw InvalidArgument(
          fmt::format("the {} of {} is real and has no imaginary parts; 0 is allowed", side,
                      to_string(transform.kind)));
  };
  check(transform.input_imaginary, input_reals(transform), "input");
  check(transform.output_imaginary, output_reals(transform), "output");
  if (!transform.in_place || transform.input_imaginary == transform.output_imaginary) return;
  if (transform.kind != TransformKind::c2c)
    throw InvalidArgument(fmt::format(
        "{} in place has no planar values: bins take the memory of reals; pairs are possible",
        to_string(transform.kind)));
  throw InvalidArgument(fmt::format(
      "in place, imaginary parts lie {} reals after real parts in the input, and {} in the output; "
      "they must be equal",
      transform.input_imaginary, transform.output_imaginary));
}

void check_packed(const Transform& transform) {
  if (!transform.packed) return;
  if (transform.kind != TransformKind::r2c && transform.kind != TransformKind::c2r)
    throw InvalidArgument(
        fmt::format("packed is of half spectra, and {} has none; r2c and c2r are possible",
                    to_string(transform.kind)));
  if (transform.axes.size() != 1)
    throw InvalidArgument(fmt::format(
        "the transform is packed and has {} axes; its bins 0 and N / 2 are not real. One axis is "
        "allowed, with batches, and several without packed",
        transform.axes.size()));
  if (transform.axes[0].extent % 2 != 0)
    throw InvalidArgument(
        fmt::format("the transform is packed and has {} points, which have no bin N / 2; even "
                    "numbers are allowed, and odd ones without packed",
                    transform.axes[0].extent));
}

/// Check of a Transform in place. Input and output of a line must be the same memory; otherwise one
/// line's output would overwrite another's input.
void check_in_place(const Transform& transform) {
  const std::int64_t in = input_reals(transform), out = output_reals(transform);
  const auto check = [&](std::int64_t input, std::int64_t output, std::string_view what) {
    if (input * in != output * out)
      throw InvalidArgument(fmt::format(
          "in place, the input's {} is {} reals and the output's {}; they must be equal", what,
          input * in, output * out));
  };
  check(transform.input_offset, transform.output_offset, "offset");
  for (std::size_t i = 0; i < transform.axes.size(); ++i) {
    const std::int64_t input = transform.axes[i].input_stride,
                       output = transform.axes[i].output_stride;
    if (i == 0 && in != out) {
      if (input != 1 || output != 1)
        throw InvalidArgument(fmt::format(
            "in place, axis 0 of {} has strides {} and {}; both must be 1, so that {} bins take "
            "the memory of {} reals",
            to_string(transform.kind), input, output, bins_of(transform), 2 * bins_of(transform)));
    } else {
      check(input, output, fmt::format("axis {} stride", i));
    }
  }
  for (std::size_t i = 0; i < transform.batches.size(); ++i)
    check(transform.batches[i].input_stride, transform.batches[i].output_stride,
          fmt::format("batch axis {} stride", i));
}

}  // namespace

std::int64_t input_extent(const Transform& transform, std::size_t axis) {
  return transform.kind == TransformKind::c2r && axis == 0 ? bins_of(transform)
                                                           : transform.axes[axis].extent;
}

std::int64_t output_extent(const Transform& transform, std::size_t axis) {
  return transform.kind == TransformKind::r2c && axis == 0 ? bins_of(transform)
                                                           : transform.axes[axis].extent;
}

namespace {

/// How many points a range has, along an axis of so many.
std::int64_t count_of(const std::vector<PointRange>& ranges, std::size_t axis,
                      std::int64_t extent) {
  if (ranges.empty()) return 0;
  const auto& [first, end] = ranges[axis];
  return end - first + (end < first ? extent : 0);
}

}  // namespace

PointSpan input_span(const Transform& transform, std::size_t axis) {
  const std::int64_t extent = input_extent(transform, axis),
                     zeros = count_of(transform.zero, axis, extent);
  if (zeros == 0) return {0, extent, extent};
  return {transform.zero[axis].end % extent, extent - zeros, extent};
}

PointSpan output_span(const Transform& transform, std::size_t axis) {
  const std::int64_t extent = output_extent(transform, axis),
                     kept = count_of(transform.keep, axis, extent);
  if (kept == 0 || kept == extent) return {0, extent, extent};
  return {transform.keep[axis].first % extent, kept, extent};
}

bool callers_hold_middle(const Transform& transform) {
  if (transform.kind == TransformKind::c2r)
    return transform.in_place && transform.zero.empty() && transform.keep.empty();
  // The first axis is done.
  for (std::size_t i = 1; i < transform.axes.size(); ++i)
    if (!output_span(transform, i).contains(input_span(transform, i))) return false;
  return true;
}

TransformKind kind_of(const Transform& transform) {
  if (transform.direction == Direction::forward) return transform.kind;
  switch (transform.kind) {
    case TransformKind::dct2: return TransformKind::dct3;
    case TransformKind::dct3: return TransformKind::dct2;
    case TransformKind::dst2: return TransformKind::dst3;
    case TransformKind::dst3: return TransformKind::dst2;
    default: return transform.kind;
  }
}

std::int64_t points_along(const Transform& transform, std::size_t axis) {
  const std::int64_t points = transform.axes[axis].extent;
  if (!is_trigonometric(transform.kind)) return points;
  return 2 * (transform.kind == TransformKind::dct1   ? points - 1
              : transform.kind == TransformKind::dst1 ? points + 1
                                                      : points);
}

std::int64_t points_of(const Transform& transform) {
  std::int64_t points = 1;
  for (std::size_t axis = 0; axis < transform.axes.size(); ++axis)
    points *= points_along(transform, axis);
  return points;
}

double scale_along(const Transform& transform, std::size_t axis, bool is_last) {
  const double scale = is_last ? transform.scale : 1;
  if (transform.ortho) return scale / std::sqrt(static_cast<double>(points_along(transform, axis)));
  return is_last && transform.normalized ? scale / static_cast<double>(points_of(transform))
                                         : scale;
}

Transform with_dense_strides(Transform transform) {
  const bool padded = transform.in_place && input_reals(transform) != output_reals(transform);
  const auto fill = [&](std::int64_t TransformAxis::*stride,
                        std::int64_t (*extent)(const Transform&, std::size_t), std::int64_t reals) {
    std::int64_t next = 1;
    for (std::size_t i = 0; i < transform.axes.size(); ++i) {
      transform.axes[i].*stride = next;
      next *= i == 0 && padded && reals == 1 ? 2 * bins_of(transform) : extent(transform, i);
    }
    for (auto& batch : transform.batches) {
      batch.*stride = next;
      next *= batch.extent;
    }
  };
  check_extents(transform);  // so that no product overflows
  fill(&TransformAxis::input_stride, input_extent, input_reals(transform));
  fill(&TransformAxis::output_stride, output_extent, output_reals(transform));
  transform.input_offset = transform.output_offset = 0;
  return transform;
}

void validate(const Transform& transform) {
  check_extents(transform);
  check_packed(transform);
  check_ranges(transform, transform.zero, "zero", input_extent, false);
  check_ranges(transform, transform.keep, "keep", output_extent, true);
  if (transform.kind == TransformKind::r2c && transform.direction != Direction::forward)
    throw InvalidArgument("r2c is a forward transform; for the inverse use c2r");
  if (transform.kind == TransformKind::c2r && transform.direction != Direction::inverse)
    throw InvalidArgument("c2r is an inverse transform; for the forward one use r2c");
  if (transform.kind == TransformKind::dct1)
    for (std::size_t i = 0; i < transform.axes.size(); ++i)
      if (transform.axes[i].extent < 2)
        throw InvalidArgument(
            fmt::format("{} of the dct1 has 1 point; 2 or more are allowed", kAxisNames[i]));
  if (transform.ortho && !is_trigonometric(transform.kind))
    throw InvalidArgument(fmt::format(
        "ortho is for cosine and sine transforms, and this is {}; normalized is possible",
        to_string(transform.kind)));
  if (transform.ortho && transform.normalized)
    throw InvalidArgument("a transform is ortho or normalized, not both");
  check_scale(transform);
  check_offset(transform.input_offset, "input");
  check_offset(transform.output_offset, "output");
  check_imaginary(transform);
  check_formulas(transform);
  validate_strides("input",
                   side_of(transform, input_extent, input_stride, transform.input_imaginary));
  std::vector<NamedAxis> output =
      side_of(transform, output_extent, output_stride, transform.output_imaginary);
  validate_strides("output", output);
  validate_no_overlap("output", output);
  if (!transform.in_place) return;
  check_in_place(transform);
  std::vector<NamedAxis> input =
      side_of(transform, input_extent, input_stride, transform.input_imaginary);
  validate_no_overlap("input", input);
}

std::size_t input_size_bytes(const Transform& transform) {
  const auto axes = side_of(
      transform, [](const Transform& of, std::size_t axis) { return input_span(of, axis).end(); },
      input_stride, transform.input_imaginary);
  return static_cast<std::size_t>(end_of(transform.input_offset, axes) *
                                  input_element_reals(transform) * bytes_of(transform.numbers));
}

std::size_t output_size_bytes(const Transform& transform) {
  const auto axes = side_of(
      transform, [](const Transform& of, std::size_t axis) { return output_span(of, axis).end(); },
      output_stride, transform.output_imaginary);
  return static_cast<std::size_t>(end_of(transform.output_offset, axes) *
                                  output_element_reals(transform) * bytes_of(transform.numbers));
}

}  // namespace fftcore
