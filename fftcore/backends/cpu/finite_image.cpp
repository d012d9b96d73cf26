// SPDX-License-Identifier: LGPL-2.1-or-later
#include "finite_image.h"

#include "channel_mask.h"
#include "finite_loops.h"
#include "pixels.h"

namespace fftcore {
namespace {

/// Calls visit(first) for the rows of all samples of a frame's slice; `first` counts samples.
template <class Visit>
void visit_rows(const Layout& layout, std::int64_t row_stride, Visit visit) {
  for (std::int64_t frame = 0; frame < layout.frames.extent; ++frame)
    for (std::int64_t slice = 0; slice < layout.slices.extent; ++slice)
      for (std::int64_t row = 0; row < layout.rows.extent; ++row)
        visit(frame * layout.frames.stride + slice * layout.slices.stride + row * row_stride);
}

/// Calls work(numbers, count) for the numbers of a row's filtered channels, all of neighbouring
/// ones at once, until it returns false. Whether it never did.
template <class Number, class Work>
bool for_numbers(const Convolution& problem, Number* numbers, Work work) {
  const Layout& layout = problem.input;
  const int parts = traits_of(layout.element).parts;
  if (problem.copied_channels == 0 && layout.is_interleaved())
    return work(numbers, layout.columns.extent * layout.channels.extent * parts);
  for (std::int64_t channel = 0; channel < layout.channels.extent; ++channel) {
    if (is_in_mask(channel, problem.copied_channels)) continue;
    Number* const first = numbers + channel * layout.channels.stride * parts;
    if (layout.columns.stride == 1) {
      if (!work(first, layout.columns.extent * parts)) return false;
      continue;
    }
    for (std::int64_t x = 0; x < layout.columns.extent; ++x)
      if (!work(first + x * layout.columns.stride * parts, parts)) return false;
  }
  return true;
}

/// for_numbers() of a row whose first sample lies at `data`.
template <class Byte, class Work>
bool for_row(const Convolution& problem, Byte* data, Work work) {
  const auto as = [&](auto number) {
    using Number =
        std::conditional_t<std::is_const_v<Byte>, const decltype(number), decltype(number)>;
    return for_numbers(problem, reinterpret_cast<Number*>(data), work);
  };
  switch (part_of(problem.input.element)) {
    case Element::f16: return as(std::uint16_t{});
    case Element::f32: return as(float{});
    case Element::f64: return as(double{});
    default: return true;  // whole numbers
  }
}

std::int64_t stride_of(const Convolution& problem, const ConstBuffer& image) {
  return image.row_stride != 0 ? image.row_stride : problem.input.rows.stride;
}

}  // namespace

bool is_finite_image(const Convolution& problem, const ConstBuffer& image) {
  bool is_finite = true;
  const auto* const data = static_cast<const std::byte*>(image.data);
  visit_rows(problem.input, stride_of(problem, image), [&](std::int64_t first) {
    is_finite =
        is_finite &&
        for_row(problem, data + byte_of(problem.input.element, image.first + first),
                [](const auto* numbers, std::int64_t count) { return all_finite(numbers, count); });
  });
  return is_finite;
}

FiniteCopy::FiniteCopy(const Convolution& problem, const ConstBuffer& image)
    : row_stride_(stride_of(problem, image)) {
  const Layout& layout = problem.input;
  const auto last = [](const Axis& axis) { return (axis.extent - 1) * axis.stride; };
  bytes_.resize(static_cast<std::size_t>(
      byte_of(layout.element, last(layout.frames) + last(layout.slices) +
                                  (layout.rows.extent - 1) * row_stride_ + last(layout.channels) +
                                  last(layout.columns) + 1)));
  const auto* const data = static_cast<const std::byte*>(image.data);
  visit_rows(layout, row_stride_, [&](std::int64_t first) {
    std::byte* const row = bytes_.data() + byte_of(layout.element, first);
    for (std::int64_t channel = 0; channel < layout.channels.extent; ++channel)
      copy_samples(data + byte_of(layout.element, image.first + first),
                   channel * layout.channels.stride, layout.columns.stride, row,
                   channel * layout.channels.stride, layout.columns.stride, layout.element,
                   layout.columns.extent);
    for_row(problem, row, [](auto* numbers, std::int64_t count) {
      set_aside(numbers, count);
      return true;
    });
  });
}

}  // namespace fftcore
