// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

#include "cost.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

/// Points from which on lines without gaps are transformed one by one: several at once would leave
/// the second-level cache.
constexpr std::int64_t kLongLine = 32768;

/// Strides of axes and batches in one place.
class PlaceView {
 public:
  PlaceView(const Transform& transform, LinePlace place) : transform_(transform), place_(place) {
    std::int64_t next = 1;
    for (std::size_t axis = 0; axis < transform.axes.size(); ++axis) {
      work_.push_back(next);
      next *= std::min(input_extent(transform, axis), output_extent(transform, axis));
    }
    for (const auto& batch : transform.batches) {
      work_.push_back(next);
      next *= batch.extent;
    }
    work_values_ = is_trigonometric(transform.kind) ? (next + 1) / 2 : next;
  }

  std::int64_t stride(std::size_t axis) const { return of(transform_.axes[axis], axis); }
  std::int64_t batch_stride(std::size_t batch) const {
    return of(transform_.batches[batch], transform_.axes.size() + batch);
  }
  std::int64_t offset() const {
    return place_ == LinePlace::work    ? 0
           : place_ == LinePlace::input ? transform_.input_offset
                                        : transform_.output_offset;
  }
  /// Complex values of the work memory, where this is it; of real ones two count as one.
  std::int64_t work_values() const { return work_values_; }

 private:
  std::int64_t of(const TransformAxis& axis, std::size_t index) const {
    return place_ == LinePlace::work    ? work_[index]
           : place_ == LinePlace::input ? axis.input_stride
                                        : axis.output_stride;
  }
  const Transform& transform_;
  LinePlace place_;
  std::vector<std::int64_t> work_;
  std::int64_t work_values_ = 0;
};

/// Memory between the first and the last pass. In place the input is the output, seen with complex
/// strides.
LinePlace middle_place(const Transform& transform) {
  if (bytes_of(transform.numbers) < arithmetic_bytes(transform.numbers)) return LinePlace::work;
  if (transform.kind != TransformKind::c2r) return LinePlace::output;
  return transform.in_place ? LinePlace::input : LinePlace::work;
}

std::int64_t lanes_of(std::int64_t points, std::int64_t lines, bool is_dense) {
  return is_dense && points >= kLongLine ? 1 : std::min(lines, lanes_for(points));
}

}  // namespace

LinePlan plan_lines(const Transform& transform) {
  LinePlan plan;
  std::vector<std::size_t> order(transform.axes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (transform.kind == TransformKind::c2r) std::reverse(order.begin(), order.end());

  std::vector<bool> done(order.size());
  for (std::size_t step = 0; step < order.size(); ++step) {
    const std::size_t axis = order[step];
    const bool last = step + 1 == order.size();
    const LinePlace from = step == 0 ? LinePlace::input : middle_place(transform),
                    to = last ? LinePlace::output : middle_place(transform);
    const PlaceView source(transform, from), target(transform, to);
    if (to == LinePlace::work) {
      plan.work_values = target.work_values();
      plan.work_bytes = plan.work_values * 2 * arithmetic_bytes(transform.numbers);
    }

    LinePass pass;
    pass.points = transform.axes[axis].extent;
    pass.direction = transform.direction;
    pass.kind =
        axis == 0 || is_trigonometric(transform.kind) ? kind_of(transform) : TransformKind::c2c;
    pass.from = {from, pass.kind != TransformKind::c2c && pass.kind != TransformKind::c2r,
                 source.offset(), source.stride(axis), stored_extent(transform, axis)};
    pass.to = {to, pass.kind != TransformKind::c2c && pass.kind != TransformKind::r2c,
               target.offset(), target.stride(axis), output_extent(transform, axis)};
    for (std::size_t other = 0; other < order.size(); ++other) {
      if (other == axis) continue;
      pass.axes.push_back(
          {done[other] ? output_extent(transform, other) : stored_extent(transform, other),
           source.stride(other), target.stride(other)});
    }
    for (std::size_t batch = 0; batch < transform.batches.size(); ++batch)
      pass.axes.push_back({transform.batches[batch].extent, source.batch_stride(batch),
                           target.batch_stride(batch)});
    for (const LineAxis& line_axis : pass.axes) pass.lines *= line_axis.extent;
    pass.lanes = lanes_of(pass.points, pass.lines, pass.from.stride == 1 && pass.to.stride == 1);
    if (last && transform.normalized) pass.scale = 1 / static_cast<double>(points_of(transform));
    pass.ortho = transform.ortho;
    if (pass.ortho) pass.scale = 1 / std::sqrt(static_cast<double>(points_along(transform, axis)));
    plan.passes.push_back(std::move(pass));
    done[axis] = true;
  }
  return plan;
}

std::string to_string(const LinePlan& plan) {
  const auto kind = [](const LinePass& pass) {
    std::string word(to_string(pass.kind));
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::toupper(c); });
    return word;
  };
  std::string text = fmt::format("line by line, work memory {:.2f} MB",
                                 static_cast<double>(plan.work_bytes) * 1e-6);
  for (std::size_t i = 0; i < plan.passes.size(); ++i) {
    const LinePass& pass = plan.passes[i];
    text += fmt::format("\n  pass {} of {}: {} {} of {} points, {} lines, {} at a time", i + 1,
                        plan.passes.size(), to_string(pass.direction), kind(pass), pass.points,
                        pass.lines, pass.lanes);
    if (pass.ortho)
      text += ", ortho";
    else if (pass.scale != 1)
      text += ", normalized";
  }
  return text;
}

}  // namespace fftcore
