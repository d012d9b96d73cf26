// SPDX-License-Identifier: LGPL-2.1-or-later
#include "large_samples.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "pixels.h"
#include "put_back.h"
#include "reached_outputs.h"

namespace fftcore {
namespace {

/// Memory for an output like another.
class OutputLike {
 public:
  OutputLike(const Layout& layout, const Buffer& other) : buffer_(other) {
    const auto last = [](const Axis& axis) { return (axis.extent - 1) * axis.stride; };
    const std::int64_t row_stride = other.row_stride != 0 ? other.row_stride : layout.rows.stride,
                       samples = traits_of(layout.type).samples;
    buffer_.first = other.first % samples;
    bytes_.resize(static_cast<std::size_t>(
        byte_of(layout.type, buffer_.first + last(layout.frames) + last(layout.slices) +
                                 (layout.rows.extent - 1) * row_stride + last(layout.channels) +
                                 last(layout.columns) + samples)));
    buffer_.data = bytes_.data();
    buffer_.size_bytes = bytes_.size();
  }
  const Buffer& buffer() const { return buffer_; }

 private:
  Buffer buffer_;
  std::vector<std::byte> bytes_;
};

/// Copies outputs from `from` that samples beyond `whole`'s limits reach.
class CopyReached {
 public:
  CopyReached(const Convolution& problem, const Frame& whole, const Buffer& from)
      : layout_(problem.output),
        output_(whole.output),
        from_(from),
        is_turned_(is_reversed(problem)),
        parts_(parts_of(problem)),
        takes_parts_together_(parts_ == 1 || !problem.store.empty()) {}

  void copy_row(const Frame& result, int channel, std::int64_t y, const ReachCounts& counts) const {
    const auto is_reached = [&](int part) {
      return [&counts, part](std::int64_t x) { return counts.has(part, NotFinite::large, x); };
    };
    const std::int64_t columns = layout_.columns.extent;
    if (takes_parts_together_) {
      for_each_stretch(
          columns,
          [&](std::int64_t x) { return is_reached(0)(x) || (parts_ == 2 && is_reached(1)(x)); },
          [&](std::int64_t first, std::int64_t count) {
            copy(result, channel, y, first, count, layout_.type, 1, 0);
          });
      return;
    }
    for (int part = 0; part < parts_; ++part)
      for_each_stretch(columns, is_reached(part), [&](std::int64_t first, std::int64_t count) {
        copy(result, channel, y, first, count, part_of(layout_.type), parts_, part);
      });
  }

 private:
  /// Numbers of so many columns of a row: `part` of the `parts` that a sample has of `type`.
  void copy(const Frame& result, int channel, std::int64_t y, std::int64_t first,
            std::int64_t count, SampleType type, int parts, int part) const {
    const std::int64_t row = is_turned_ ? layout_.rows.extent - 1 - y : y,
                       column = is_turned_ ? layout_.columns.extent - first - count : first,
                       sample = channel * layout_.channels.stride + column * layout_.columns.stride,
                       step = parts * layout_.columns.stride;
    Buffer from = from_;
    from.data = from_bytes(result);
    copy_samples(row_of(from, layout_, row), parts * (first_of(from, layout_) + sample) + part,
                 step, row_of(result.output, layout_, row),
                 parts * (first_of(result.output, layout_) + sample) + part, step, type, count);
  }
  /// Where the slice of output that a Frame has begins in the other output.
  std::byte* from_bytes(const Frame& result) const {
    return static_cast<std::byte*>(from_.data) +
           (static_cast<std::byte*>(result.output.data) - static_cast<std::byte*>(output_.data));
  }

  const Layout& layout_;
  const Buffer output_, from_;
  const bool is_turned_;
  const int parts_;
  const bool takes_parts_together_;
};

}  // namespace

void complete_outputs(const Convolution& problem, const ImageAccess& image, const TapSigns& signs,
                      const Frame& whole, SampleLimits& limits, WorkerPool& pool,
                      const std::function<void(const Frame&)>& pass) {
  std::optional<OutputLike> other;
  SampleLimits::Beyond beyond;
  for (;;) {
    const std::vector<SampleLimit> before(limits.all().begin(), limits.all().end());
    beyond = limits.raise(whole, pool);
    if (!beyond.has_large) break;
    if (!other) other.emplace(problem.output, whole.output);
    Frame higher = whole;
    higher.output = other->buffer();
    higher.limits = limits.data();
    pass(higher);
    Frame reached = whole;
    reached.limits = before.data();
    const CopyReached copy(problem, whole, other->buffer());
    ReachedOutputs(problem, image, signs, reached, pool)
        .for_each_row([&](const Frame& result, int channel, std::int64_t y,
                          const ReachCounts& counts,
                          int /*worker*/) { copy.copy_row(result, channel, y, counts); });
  }
  if (beyond.has_not_finite) put_back(problem, image, signs, whole, pool);
}

}  // namespace fftcore
