// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_access.h"

#include <algorithm>
#include <array>
#include <complex>
#include <limits>
#include <type_traits>

#include "arithmetic.h"
#include "bank.h"
#include "channel_mask.h"
#include "finite_loops.h"
#include "fixed_point_loops.h"
#include "pixels.h"
#include "sample_formulas.h"

namespace fftcore {
namespace {

template <class Pointer>
Pointer at(Pointer data, const Layout& layout, std::int64_t offset) {
  using Byte = std::conditional_t<std::is_const_v<std::remove_pointer_t<Pointer>>, const std::byte,
                                  std::byte>;
  return static_cast<Byte*>(data) + byte_of(layout.type, offset);
}

template <class Number>
struct RealIn {
  using Type = Number;
};
template <class Real>
struct RealIn<std::complex<Real>> {
  using Type = Real;
};

}  // namespace

const void* row_of(const ConstBuffer& image, const Layout& layout, std::int64_t row) {
  return at(image.data, layout,
            image.first + row * (image.row_stride != 0 ? image.row_stride : layout.rows.stride));
}

void* row_of(const Buffer& image, const Layout& layout, std::int64_t row) {
  return at(image.data, layout,
            image.first + row * (image.row_stride != 0 ? image.row_stride : layout.rows.stride));
}

std::int64_t first_of(const ConstBuffer& image, const Layout& layout) {
  return image.first % traits_of(layout.type).samples;
}

std::int64_t first_of(const Buffer& image, const Layout& layout) {
  return image.first % traits_of(layout.type).samples;
}

ExtendedRows::ExtendedRows(const Layout& layout, EdgeMode edge, float bias, std::int64_t origin,
                           std::int64_t columns, const SampleFormula& formula)
    : layout_(layout), edge_(edge), bias_(bias), origin_(origin), columns_(columns) {
  if (formula.exists()) formula_.emplace(formula);
}

template <class Number>
void ExtendedRows::load(const void* row, std::int64_t base, const EdgeRun& run, SampleRun at,
                        const Parameters& parameters, Number* to) const {
  const std::int64_t step = layout_.columns.stride, count = run.step == 0 ? 1 : run.count;
  if constexpr (std::is_same_v<Number, std::int16_t>) {
    load_fixed_point(static_cast<const std::uint8_t*>(row) + base + run.source * step,
                     run.step * step, count, to);
  } else {
    load_samples(row, layout_.type, base + run.source * step, run.step * step, count,
                 formula_ ? 0 : bias_, to);
    if (!formula_) return;
    at.first[0] = run.source;
    at.step[0] = run.step;
    (*formula_)(at, parameters, count, to);
    if (bias_ == 0) return;
    for (std::int64_t i = 0; i < count; ++i) to[i] -= typename RealIn<Number>::Type(bias_);
  }
}

template <class Number>
void ExtendedRows::read(const ConstBuffer& image, std::int64_t source_row, std::int64_t channel,
                        std::int64_t first, std::int64_t count, Number* to, const Position& slice,
                        const Parameters& parameters) const {
  const void* row = row_of(image, layout_, source_row);
  const std::int64_t base = first_of(image, layout_) + channel * layout_.channels.stride;
  const SampleRun at{{0, source_row, slice.slice}, {}, channel, slice.frame};

  for (std::int64_t x = first; x < first + count;) {
    const EdgeRun run = edge_run(origin_ + x, first + count - x, layout_.columns.extent, edge_);
    Number* const samples = to + (x - first);
    if (run.source < 0) {
      std::fill_n(samples, run.count, Number{});
    } else {
      load(row, base, run, at, parameters, samples);
      if (run.step == 0) std::fill_n(samples + 1, run.count - 1, *samples);
    }
    x += run.count;
  }
}

template <class Number>
void ExtendedRows::read_pixels(const ConstBuffer& image, std::int64_t source_row,
                               std::int64_t first, std::int64_t count, Number* to) const {
  const void* const row = row_of(image, layout_, source_row);
  const std::int64_t channels = layout_.channels.extent;
  const auto load = [&](std::int64_t column, std::int64_t pixels, Number* samples) {
    const std::int64_t sample = first_of(image, layout_) + column * channels;
    if constexpr (std::is_same_v<Number, std::int16_t>)
      load_fixed_point(static_cast<const std::uint8_t*>(row) + sample, 1, pixels * channels,
                       samples);
    else
      load_samples(row, layout_.type, sample, 1, pixels * channels, bias_, samples);
  };
  for (std::int64_t x = first; x < first + count;) {
    const EdgeRun run = edge_run(origin_ + x, first + count - x, layout_.columns.extent, edge_);
    Number* const pixels = to + (x - first) * channels;
    if (run.source < 0)
      std::fill_n(pixels, run.count * channels, Number{});
    else if (run.step == 1)
      load(run.source, run.count, pixels);
    else
      for (std::int64_t i = 0; i < run.count; ++i)
        load(run.source + i * run.step, 1, pixels + i * channels);
    x += run.count;
  }
}

ImageAccess::ImageAccess(const Convolution& problem)
    : problem_(problem),
      origin_(origin_of(problem)),
      extended_{problem.output.rows.extent + problem.taps.rows - 1,
                problem.output.columns.extent + problem.taps.columns - 1,
                problem.output.slices.extent + problem.taps.slices - 1},
      rows_(problem.input, problem.edge, problem.bias, origin_.columns, extended_.columns,
            load_formula(problem)) {
  if (const SampleFormula formula = store_formula(problem); formula.exists())
    store_formula_.emplace(formula);
}

Frame ImageAccess::slice(const Frame& whole, Position input, Position output) const {
  const Layout& in = problem_.input;
  const Layout& out = problem_.output;
  Frame frame = whole;
  frame.input.data =
      at(whole.input.data, in, input.frame * in.frames.stride + input.slice * in.slices.stride);
  const std::int64_t output_slice =
      is_reversed(problem_) ? out.slices.extent - 1 - output.slice : output.slice;
  frame.output.data = at(whole.output.data, out,
                         output.frame * out.frames.stride + output_slice * out.slices.stride);
  if (const auto& second = problem_.second)
    frame.second.data =
        at(whole.second.data, *second,
           output.frame * second->frames.stride + output_slice * second->slices.stride);
  frame.read = input;
  frame.written = {output.frame, output_slice};
  return frame;
}

template <class Number>
void ImageAccess::read(const Frame& frame, std::int64_t source_row, std::int64_t channel,
                       std::int64_t first, std::int64_t count, Number* to) const {
  rows_.read(frame.input, source_row, channel, first, count, to, frame.read, frame.parameters);
  if constexpr (!std::is_integral_v<Number>)
    if (frame.sets_aside) set_aside_in(frame, channel, count, to);
}

template <class Number>
void ImageAccess::set_aside_in(const Frame& frame, std::int64_t channel, std::int64_t count,
                               Number* to) const {
  using Real = typename RealIn<Number>::Type;
  static constexpr SampleLimit kFinite{std::numeric_limits<Real>::max()};
  const SampleLimit& limit =
      frame.limits == nullptr
          ? kFinite
          : frame.limits[frame.read.frame * problem_.input.channels.extent + channel];
  if (set_aside(to, count, static_cast<Real>(limit.largest)))
    frame.met_not_finite->store(true, std::memory_order_relaxed);
  if (limit.unit == 1) return;
  const auto factor = static_cast<Real>(1 / limit.unit);
  for (std::int64_t i = 0; i < count; ++i) to[i] *= factor;
}

double ImageAccess::unit_of(const Frame& frame, std::int64_t channel) const {
  if (frame.limits == nullptr) return 1;
  return frame
      .limits[input_frame(problem_, frame.written.frame) * problem_.input.channels.extent + channel]
      .unit;
}

template <class Number>
void ImageAccess::read_extended(const Frame& frame, std::int64_t y, std::int64_t channel,
                                std::int64_t first, std::int64_t count, Number* to) const {
  const std::int64_t source = source_row(y);
  if (source < 0)
    std::fill_n(to, count, Number{});
  else
    read(frame, source, channel, first, count, to);
}

template <class Number>
void ImageAccess::read_pixels(const Frame& frame, std::int64_t y, std::int64_t first,
                              std::int64_t count, Number* to) const {
  const std::int64_t source = source_row(y);
  if (source < 0)
    std::fill_n(to, count * problem_.input.channels.extent, Number{});
  else
    rows_.read_pixels(frame.input, source, first, count, to);
}

void ImageAccess::write_pixels(const Frame& frame, std::int64_t y, std::int64_t first,
                               std::int64_t count, const float* from) const {
  const Layout& layout = problem_.output;
  const std::int64_t channels = layout.channels.extent;
  store_samples(row_of(frame.output, layout, y), layout.type,
                first_of(frame.output, layout) + first * channels, 1, count * channels, frame.gain,
                frame.offset + problem_.bias, from);
}

void ImageAccess::copy_bytes(const Frame& frame, std::int64_t y, std::int64_t first,
                             std::span<const std::uint8_t> mask) const {
  const auto place = [&](const auto& buffer, const Layout& layout) {
    return first * layout.columns.stride * static_cast<std::int64_t>(size_bytes(layout.type)) +
           static_cast<std::int64_t>(byte_of(layout.type, first_of(buffer, layout)));
  };
  merge_bytes(static_cast<const std::uint8_t*>(row_of(frame.input, problem_.input, y)) +
                  place(frame.input, problem_.input),
              mask,
              static_cast<std::uint8_t*>(row_of(frame.output, problem_.output, y)) +
                  place(frame.output, problem_.output));
}

template <class Number>
void ImageAccess::store(const Frame& frame, std::int64_t row, std::int64_t channel,
                        std::int64_t column, std::int64_t step, std::int64_t count,
                        const Number* from) const {
  const Layout& layout = problem_.output;
  using Real = typename RealIn<Number>::Type;
  const auto store = [&](std::int64_t first, std::int64_t samples, Real gain, Real offset,
                         Real sign, const Number* values) {
    const auto put = [&](auto... signs) {
      store_samples(row_of(frame.output, layout, row), layout.type,
                    first_of(frame.output, layout) + channel * layout.channels.stride +
                        first * layout.columns.stride,
                    step * layout.columns.stride, samples, gain, offset, signs..., values);
    };
    if constexpr (std::is_floating_point_v<Number>)
      put();
    else
      put(sign);
  };
  const Real gain(static_cast<Real>(frame.gain * unit_of(frame, channel))),
      offset = Real(frame.offset) + Real(problem_.bias), sign(static_cast<Real>(step));
  if (!store_formula_) return store(column, count, gain, offset, sign, from);
  constexpr std::int64_t kSamples = 256;  // at a time, on the stack
  std::array<Number, kSamples> values, seconds;
  const auto& second = problem_.second;
  for (std::int64_t past = 0; past < count; past += kSamples) {
    const std::int64_t samples = std::min(kSamples, count - past), first = column + past * step;
    for (std::int64_t i = 0; i < samples; ++i) {
      Number& value = values[static_cast<std::size_t>(i)];
      if constexpr (std::is_floating_point_v<Number>)
        value = gain * from[past + i] + offset;
      else
        value = {gain * from[past + i].real() + offset, sign * gain * from[past + i].imag()};
    }
    if (second)
      load_samples(row_of(frame.second, *second, row), second->type,
                   first_of(frame.second, *second) + channel * second->channels.stride +
                       first * second->columns.stride,
                   step * second->columns.stride, samples, 0, seconds.data());
    (*store_formula_)({{first, row, frame.written.slice}, {step}, channel, frame.written.frame},
                      frame.parameters, samples, values.data(), second ? seconds.data() : nullptr);
    store(first, samples, 1, 0, 1, values.data());
  }
}

template <class Number>
void ImageAccess::write(const Frame& frame, std::int64_t y, std::int64_t channel,
                        std::int64_t first, std::int64_t count, const Number* from) const {
  const Layout& layout = problem_.output;
  if (is_reversed(problem_))
    store(frame, layout.rows.extent - 1 - y, channel, layout.columns.extent - 1 - first, -1, count,
          from);
  else
    store(frame, y, channel, first, 1, count, from);
}

template <class Sample>
ImageAccess::Samples<Sample> ImageAccess::samples(const Frame& frame, std::int64_t y,
                                                  std::int64_t channel, std::int64_t first) const {
  const Layout& layout = problem_.output;
  const std::int64_t step = layout.columns.stride;
  return {static_cast<Sample*>(row_of(frame.output, layout, y)) + first_of(frame.output, layout) +
              channel * layout.channels.stride + first * step,
          step, frame.output.row_stride != 0 ? frame.output.row_stride : layout.rows.stride};
}

const float* ImageAccess::floats(const Frame& frame, std::int64_t source_row,
                                 std::int64_t channel) const {
  const Layout& layout = problem_.input;
  return static_cast<const float*>(row_of(frame.input, layout, source_row)) +
         first_of(frame.input, layout) + channel * layout.channels.stride;
}

bool ImageAccess::writes_floats(const Frame& frame, std::int64_t channel) const {
  return problem_.output.type == SampleType::f32 && problem_.output.columns.stride == 1 &&
         frame.gain * unit_of(frame, channel) == 1 && frame.offset + problem_.bias == 0 &&
         !store_formula_ && !is_reversed(problem_);
}

template <class Real>
void ImageAccess::read_parts(const Frame& frame, std::int64_t source_row, std::int64_t channel,
                             std::int64_t first, std::int64_t count, Real* to) const {
  if (is_complex(problem_))
    read(frame, source_row, channel, first, count, reinterpret_cast<std::complex<Real>*>(to));
  else
    read(frame, source_row, channel, first, count, to);
}

template <class Real>
void ImageAccess::write_parts(const Frame& frame, std::int64_t y, std::int64_t channel,
                              std::int64_t first, std::int64_t count, const Real* from) const {
  if (is_complex(problem_))
    write(frame, y, channel, first, count, reinterpret_cast<const std::complex<Real>*>(from));
  else
    write(frame, y, channel, first, count, from);
}

template <class Real>
void ImageAccess::write_part(const Frame& frame, std::int64_t y, std::int64_t channel,
                             std::int64_t first, std::int64_t count, int part,
                             const Real* from) const {
  const Layout& layout = problem_.output;
  const bool is_turned = is_reversed(problem_);
  const std::int64_t row = is_turned ? layout.rows.extent - 1 - y : y,
                     column = is_turned ? layout.columns.extent - 1 - first : first,
                     sample = first_of(frame.output, layout) + channel * layout.channels.stride +
                              column * layout.columns.stride,
                     step = is_turned ? -layout.columns.stride : layout.columns.stride;
  const Real gain = part == 1 && is_turned ? -Real(frame.gain) : Real(frame.gain);
  store_samples(row_of(frame.output, layout, row), part_of(layout.type), 2 * sample + part,
                2 * step, count, gain, Real{}, from);
}

void ImageAccess::copy_channels(const Frame& frame, std::int64_t first, std::int64_t count) const {
  const Layout& in = problem_.input;
  const Layout& out = problem_.output;
  for (std::int64_t y = first; y < first + count; ++y) {
    for (std::int64_t channel = 0; channel < in.channels.extent; ++channel) {
      if (!is_in_mask(channel, problem_.skipped_channels)) continue;
      copy_samples(row_of(frame.input, in, y),
                   first_of(frame.input, in) + channel * in.channels.stride, in.columns.stride,
                   row_of(frame.output, out, y),
                   first_of(frame.output, out) + channel * out.channels.stride, out.columns.stride,
                   in.type, in.columns.extent);
    }
  }
}

template void ExtendedRows::read(const ConstBuffer&, std::int64_t, std::int64_t, std::int64_t,
                                 std::int64_t, float*, const Position&, const Parameters&) const;

template void ImageAccess::read_extended(const Frame&, std::int64_t, std::int64_t, std::int64_t,
                                         std::int64_t, std::int16_t*) const;
template void ImageAccess::read_pixels(const Frame&, std::int64_t, std::int64_t, std::int64_t,
                                       std::int16_t*) const;
template void ImageAccess::read_pixels(const Frame&, std::int64_t, std::int64_t, std::int64_t,
                                       float*) const;

template ImageAccess::Samples<std::uint8_t> ImageAccess::samples(const Frame&, std::int64_t,
                                                                 std::int64_t, std::int64_t) const;
template ImageAccess::Samples<float> ImageAccess::samples(const Frame&, std::int64_t, std::int64_t,
                                                          std::int64_t) const;

#define FFTCORE_IMAGE_ACCESS(Real)                                                                 \
  template void ImageAccess::read(const Frame&, std::int64_t, std::int64_t, std::int64_t,          \
                                  std::int64_t, Real*) const;                                      \
  template void ImageAccess::read(const Frame&, std::int64_t, std::int64_t, std::int64_t,          \
                                  std::int64_t, std::complex<Real>*) const;                        \
  template void ImageAccess::read_extended(const Frame&, std::int64_t, std::int64_t, std::int64_t, \
                                           std::int64_t, Real*) const;                             \
  template void ImageAccess::read_extended(const Frame&, std::int64_t, std::int64_t, std::int64_t, \
                                           std::int64_t, std::complex<Real>*) const;               \
  template void ImageAccess::write(const Frame&, std::int64_t, std::int64_t, std::int64_t,         \
                                   std::int64_t, const Real*) const;                               \
  template void ImageAccess::write(const Frame&, std::int64_t, std::int64_t, std::int64_t,         \
                                   std::int64_t, const std::complex<Real>*) const;                 \
  template void ImageAccess::read_parts(const Frame&, std::int64_t, std::int64_t, std::int64_t,    \
                                        std::int64_t, Real*) const;                                \
  template void ImageAccess::write_parts(const Frame&, std::int64_t, std::int64_t, std::int64_t,   \
                                         std::int64_t, const Real*) const;                         \
  template void ImageAccess::write_part(const Frame&, std::int64_t, std::int64_t, std::int64_t,    \
                                        std::int64_t, int, const Real*) const;
FFTCORE_IMAGE_ACCESS(float)
FFTCORE_IMAGE_ACCESS(double)
#undef FFTCORE_IMAGE_ACCESS

}  // namespace fftcore
