// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>

#include "cost.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

/// Points from which on lines without gaps are transformed one by one: several at once would leave
/// the second-level cache.
constexpr std::int64_t kLongLine = 32768;
/// Points of a block of dense lines: a sixteenth of all within these bounds. The least stays in the
/// first-level cache on its way. The largest leaves the second-level cache, as all lines together
/// do: what an engine measures to be fast in a cache may be slow from memory.
constexpr std::int64_t kLeastDenseBlock = 4096, kLargestDenseBlock = 65536, kDenseBlocks = 16;
/// Points from which on a dense line is a block by itself.
constexpr std::int64_t kLongDenseLine = 8192;
/// Lines that the engine may transform by one instruction: it has faster code for a multiple.
constexpr std::int64_t kVector = 8;
/// What the engine has lines aligned to, in bytes.
constexpr std::int64_t kAlignment = 16;

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
  std::int64_t imaginary() const {
    return place_ == LinePlace::work    ? 0
           : place_ == LinePlace::input ? transform_.input_imaginary
                                        : transform_.output_imaginary;
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
  if (!callers_hold_middle(transform)) return LinePlace::work;
  return transform.kind == TransformKind::c2r ? LinePlace::input : LinePlace::output;
}

std::int64_t lanes_of(std::int64_t points, std::int64_t lines, bool is_dense) {
  return is_dense && points >= kLongLine ? 1 : std::min(lines, lanes_for(points));
}

/// All axes as one, where lines are equally far apart.
std::optional<LineAxis> one_axis(const std::vector<LineAxis>& axes) {
  std::int64_t lines = 1, from = 0, to = 0;
  for (const LineAxis& axis : axes) {
    if (!axis.numbers.is_all()) return std::nullopt;
    if (axis.numbers.count == 1) continue;
    if (lines == 1)
      from = axis.from_stride, to = axis.to_stride;
    else if (axis.from_stride != lines * from || axis.to_stride != lines * to)
      return std::nullopt;
    lines *= axis.numbers.count;
  }
  return LineAxis{{0, lines, lines}, from, to};
}

/// Whether a side has `values` of each line, one behind the other, and no gaps between lines that
/// are longer than these. Inputs may overlap.
bool is_dense(const LineSide& side, std::int64_t values, std::int64_t distance,
              std::int64_t lines) {
  return side.imaginary == 0 && side.span.is_all() && side.span.count == values &&
         (side.stride == 1 || values == 1) &&
         (lines == 1 || (distance >= 1 && distance <= 2 * values));
}

/// Blocks of so many dense lines begin aligned where the first one does.
std::int64_t aligned_lines(const LinePass& pass, const LineAxis& axis, std::int64_t real_bytes) {
  const std::int64_t from = axis.from_stride * real_bytes * (pass.from.is_real ? 1 : 2),
                     to = axis.to_stride * real_bytes * (pass.to.is_real ? 1 : 2);
  std::int64_t lines = 1;
  while (lines * from % kAlignment != 0 || lines * to % kAlignment != 0) lines *= 2;
  return lines;
}

std::int64_t dense_lanes(const LinePass& pass, const LineAxis& axis, std::int64_t real_bytes) {
  const std::int64_t least =
      pass.points < kLongDenseLine ? aligned_lines(pass, axis, real_bytes) : 1;
  const std::int64_t block =
      std::clamp(pass.lines * pass.points / kDenseBlocks, kLeastDenseBlock, kLargestDenseBlock);
  std::int64_t step = kVector;
  while (step > least && step * pass.points > block) step /= 2;
  return std::min(pass.lines, std::max(least, block / pass.points / step * step));
}

/// Makes the pass one of dense lines where it can be that.
void take_dense_lines(LinePass& pass, const Transform& transform) {
  if (bytes_of(transform.numbers) != arithmetic_bytes(transform.numbers) || pass.ortho) return;
  const std::optional<LineAxis> axis = one_axis(pass.axes);
  const bool is_packed = pass.from.is_packed || pass.to.is_packed;
  const std::int64_t bins = pass.points / 2 + (is_packed ? 0 : 1);
  if (!axis ||
      !is_dense(pass.from, pass.kind == TransformKind::c2r ? bins : pass.points, axis->from_stride,
                pass.lines) ||
      !is_dense(pass.to, pass.kind == TransformKind::r2c ? bins : pass.points, axis->to_stride,
                pass.lines))
    return;
  pass.is_dense = true;
  pass.axes = {*axis};
  pass.lanes = dense_lanes(pass, *axis, arithmetic_bytes(transform.numbers));
}

}  // namespace

LinePlan plan_lines(const Transform& transform, bool takes_dense_lines) {
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
    pass.axis = axis;
    pass.points = transform.axes[axis].extent;
    pass.direction = transform.direction;
    pass.kind =
        axis == 0 || is_trigonometric(transform.kind) ? kind_of(transform) : TransformKind::c2c;
    const auto side = [&](LinePlace place, const PlaceView& view, TransformKind complex_kind,
                          const PointSpan& span) {
      const bool is_real = pass.kind != TransformKind::c2c && pass.kind != complex_kind;
      return LineSide{place, is_real, view.offset(), view.stride(axis), view.imaginary(), span};
    };
    pass.from = side(from, source, TransformKind::c2r, input_span(transform, axis));
    pass.to = side(to, target, TransformKind::r2c, output_span(transform, axis));
    pass.from.is_packed = transform.packed && !pass.from.is_real;
    pass.to.is_packed = transform.packed && !pass.to.is_real;
    for (std::size_t other = 0; other < order.size(); ++other) {
      if (other == axis) continue;
      pass.axes.push_back(
          {done[other] ? output_span(transform, other) : input_span(transform, other),
           source.stride(other), target.stride(other)});
    }
    for (std::size_t batch = 0; batch < transform.batches.size(); ++batch) {
      const std::int64_t extent = transform.batches[batch].extent;
      pass.axes.push_back(
          {{0, extent, extent}, source.batch_stride(batch), target.batch_stride(batch)});
    }
    for (const LineAxis& line_axis : pass.axes) pass.lines *= line_axis.numbers.count;
    pass.lanes = lanes_of(pass.points, pass.lines, pass.from.stride == 1 && pass.to.stride == 1);
    pass.scale = scale_along(transform, axis, last);
    pass.ortho = transform.ortho;
    // An engine that takes lines where they lie would leave no room for formulas.
    const bool has_formula =
        (step == 0 && !transform.load.empty()) || (last && !transform.store.empty());
    if (takes_dense_lines && !has_formula) take_dense_lines(pass, transform);
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
    if (pass.is_dense) text += ", where they lie";
    if (pass.from.is_packed || pass.to.is_packed) text += ", packed bins";
    if (pass.ortho) text += ", ortho";
    if (pass.scale != 1) text += fmt::format(", times {:.4g}", pass.scale);
  }
  return text;
}

}  // namespace fftcore
