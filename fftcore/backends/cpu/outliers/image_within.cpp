// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_within.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "aligned_array.h"
#include "arithmetic.h"
#include "channel_mask.h"
#include "finite_loops.h"
#include "pixels.h"

namespace fftcore {
namespace {

/// A magnitude as samples have it, rounded down.
template <class Number>
Number as_sample(double magnitude) {
  const double least = std::min(magnitude, double{std::numeric_limits<Number>::max()});
  const auto number = static_cast<Number>(least);
  return number <= least ? number : std::nextafter(number, Number{});
}
template <>
std::uint16_t as_sample(double magnitude) {
  constexpr double kMost = 65504;
  const auto most = static_cast<float>(std::min(magnitude, kMost));
  std::uint16_t half = 0;
  store_samples(&half, SampleType::f16, 0, 1, 1, 1, 0, &most);
  return half;
}

/// Whether the numbers of some channels of a row are within a limit.
template <class Number>
bool are_within(const Layout& layout, const Number* row, std::int64_t channel, double limit) {
  const int parts = traits_of(layout.type).parts;
  const auto largest = as_sample<Number>(limit);
  const Number* const first = row + channel * layout.channels.stride * parts;
  if (layout.columns.stride == 1) return all_within(first, layout.columns.extent * parts, largest);
  for (std::int64_t x = 0; x < layout.columns.extent; ++x)
    if (!all_within(first + x * layout.columns.stride * parts, parts, largest)) return false;
  return true;
}

/// Likewise of all channels that are filtered, of all at once where the least limit is enough.
template <class Number>
bool is_row_within(const Convolution& problem, const std::byte* data,
                   std::span<const SampleLimit> limits) {
  const Layout& layout = problem.input;
  const auto* const row = reinterpret_cast<const Number*>(data);
  // Limits are those of a sample less the bias.
  const auto limit_of = [&](const SampleLimit& limit) {
    return std::max(limit.largest - std::abs(double{problem.bias}), 0.0);
  };
  if (problem.skipped_channels == 0 && layout.is_interleaved()) {
    const auto& least = *std::min_element(
        limits.begin(), limits.end(),
        [](const SampleLimit& a, const SampleLimit& b) { return a.largest < b.largest; });
    if (all_within(row,
                   layout.columns.extent * layout.channels.extent * traits_of(layout.type).parts,
                   as_sample<Number>(limit_of(least))))
      return true;
    if (layout.channels.extent == 1) return false;
  }
  for (std::int64_t channel = 0; channel < layout.channels.extent; ++channel)
    if (!is_in_mask(channel, problem.skipped_channels) &&
        !are_within(layout, row, channel, limit_of(limits[static_cast<std::size_t>(channel)])))
      return false;
  return true;
}

std::int64_t stride_of(const Convolution& problem, const ConstBuffer& image) {
  return image.row_stride != 0 ? image.row_stride : problem.input.rows.stride;
}

/// Copies a row of one channel into a copy of the image.
template <class Number>
void copy_row(const Convolution& problem, const ImageAccess& image, const Frame& frame,
              std::int64_t row, std::int64_t channel, void* to, Number* numbers) {
  const Layout& layout = problem.input;
  image.read(frame, row, channel, -image.source_origin(), layout.columns.extent, numbers);
  const std::int64_t first = channel * layout.channels.stride, step = layout.columns.stride,
                     count = layout.columns.extent;
  if constexpr (std::is_floating_point_v<Number>)
    store_samples(to, layout.type, first, step, count, Number(1), Number(problem.bias), numbers);
  else
    store_samples(to, layout.type, first, step, count, 1, problem.bias, 1, numbers);
}

}  // namespace

bool is_image_within(const Convolution& problem, const ConstBuffer& image,
                     std::span<const SampleLimit> limits) {
  const Layout& layout = problem.input;
  const auto* const data = static_cast<const std::byte*>(image.data);
  for (std::int64_t frame = 0; frame < layout.frames.extent; ++frame) {
    const auto of_frame = limits.subspan(static_cast<std::size_t>(frame * layout.channels.extent),
                                         static_cast<std::size_t>(layout.channels.extent));
    for (std::int64_t slice = 0; slice < layout.slices.extent; ++slice)
      for (std::int64_t row = 0; row < layout.rows.extent; ++row) {
        const std::byte* const first =
            data + byte_of(layout.type, image.first + frame * layout.frames.stride +
                                            slice * layout.slices.stride +
                                            row * stride_of(problem, image));
        const SampleType part = part_of(layout.type);
        if (part == SampleType::f16   ? !is_row_within<std::uint16_t>(problem, first, of_frame)
            : part == SampleType::f32 ? !is_row_within<float>(problem, first, of_frame)
            : part == SampleType::f64 ? !is_row_within<double>(problem, first, of_frame)
                                      : false)  // whole numbers
          return false;
      }
  }
  return true;
}

ImageWithin::ImageWithin(const Convolution& problem, const ImageAccess& image, const Frame& whole,
                         WorkerPool& pool)
    : row_stride_(stride_of(problem, whole.input)) {
  const Layout& layout = problem.input;
  const auto last = [](const Axis& axis) { return (axis.extent - 1) * axis.stride; };
  bytes_.resize(static_cast<std::size_t>(
      byte_of(layout.type, last(layout.frames) + last(layout.slices) +
                               (layout.rows.extent - 1) * row_stride_ + last(layout.channels) +
                               last(layout.columns) + 1)));
  std::atomic<bool> has_others = false;
  Frame within = whole;
  within.sets_aside = true;
  within.met_not_finite = &has_others;
  std::vector<AlignedArray<double>> lines;  // of as many bytes as a row of any numbers takes
  for (int i = 0; i < pool.threads(); ++i) lines.emplace_back(2 * layout.columns.extent);
  pool.run(layout.frames.extent * layout.slices.extent * layout.rows.extent, [&](std::int64_t task,
                                                                                 int worker) {
    const std::int64_t y = task % layout.rows.extent,
                       slice = task / layout.rows.extent % layout.slices.extent,
                       of = task / layout.rows.extent / layout.slices.extent;
    const Frame frame = image.slice(within, {of, slice}, {});
    std::byte* const to =
        bytes_.data() + byte_of(layout.type, of * layout.frames.stride +
                                                 slice * layout.slices.stride + y * row_stride_);
    double* const line = lines[static_cast<std::size_t>(worker)].data();
    const auto copy = [&](std::int64_t channel, auto* numbers) {
      copy_row(problem, image, frame, y, channel, to, numbers);
    };
    for (std::int64_t channel = 0; channel < layout.channels.extent; ++channel) {
      if (is_in_mask(channel, problem.skipped_channels))
        copy_samples(row_of(frame.input, layout, y),
                     first_of(frame.input, layout) + channel * layout.channels.stride,
                     layout.columns.stride, to, channel * layout.channels.stride,
                     layout.columns.stride, layout.type, layout.columns.extent);
      else if (!traits_of(layout.type).is_complex())
        is_double(problem) ? copy(channel, line) : copy(channel, reinterpret_cast<float*>(line));
      else if (is_double(problem))
        copy(channel, reinterpret_cast<std::complex<double>*>(line));
      else
        copy(channel, reinterpret_cast<std::complex<float>*>(line));
    }
  });
  has_others_ = has_others;
}

}  // namespace fftcore
