// SPDX-License-Identifier: LGPL-2.1-or-later
// Small problems drawn from a fuzzer's input. Many contradict themselves: validate() says which.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <array>
#include <initializer_list>
#include <numeric>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/search.h"
#include "fftcore/transform.h"

namespace fuzz {

/// What is drawn from: choices come from the input's end, so that short inputs are problems too.
class Draw {
 public:
  Draw(const std::uint8_t* data, std::size_t size) : provider_(data, size) {}

  std::int64_t number(std::int64_t least, std::int64_t most) {
    return provider_.ConsumeIntegralInRange(least, most);
  }
  unsigned seed() { return provider_.ConsumeIntegral<std::uint16_t>(); }
  bool flag() { return provider_.ConsumeBool(); }
  /// One time of four.
  bool seldom() { return number(0, 3) == 3; }
  template <class Choice>
  Choice one_of(std::initializer_list<Choice> choices) {
    return choices.begin()[number(0, static_cast<std::int64_t>(choices.size()) - 1)];
  }

 private:
  FuzzedDataProvider provider_;
};

/// With gaps after rows, planes and frames now and then.
inline fftcore::Layout draw_layout(Draw& draw, fftcore::SampleType type, fftcore::Extent extent,
                                   std::int64_t channels, bool is_planar, std::int64_t frames) {
  using fftcore::Layout;
  const std::int64_t pixel = is_planar ? 1 : channels;
  const std::int64_t pitch = fftcore::whole_words(
      type, draw.seldom() ? extent.columns * pixel + draw.number(0, 9) : extent.columns * pixel);
  const std::int64_t plane = pitch * extent.rows * extent.slices;
  const Layout layout = is_planar ? Layout::planar(type, extent, channels, pitch,
                                                   plane + (draw.seldom() ? draw.number(0, 9) : 0))
                                  : Layout::interleaved(type, extent, channels, pitch);
  const std::int64_t dense = layout.with_frames(2).frames.stride;
  return layout.with_frames(
      frames, fftcore::whole_words(type, dense + (draw.seldom() ? draw.number(0, 9) : 0)));
}

inline fftcore::Extent draw_extent(Draw& draw, std::int64_t dimensions, std::int64_t least,
                                   std::initializer_list<std::int64_t> most) {
  const std::int64_t side = most.begin()[dimensions - 1];
  const auto drawn = [&](bool is_there) { return is_there ? draw.number(least, side) : 1; };
  const std::int64_t columns = drawn(true), rows = drawn(dimensions > 1);
  return {rows, columns, drawn(dimensions > 2)};
}

inline constexpr std::initializer_list<fftcore::SampleType> kElements = {
    fftcore::SampleType::u8,        fftcore::SampleType::u16,    fftcore::SampleType::f32,
    fftcore::SampleType::u10,       fftcore::SampleType::u12,    fftcore::SampleType::u10_high,
    fftcore::SampleType::u12_high,  fftcore::SampleType::u16_be, fftcore::SampleType::u10_packed,
    fftcore::SampleType::f16,       fftcore::SampleType::f64,    fftcore::SampleType::complex64,
    fftcore::SampleType::complex128};

/// All that Convolutions take, or those that searches take: without the last four.
inline fftcore::SampleType draw_type(Draw& draw, bool is_of_convolution) {
  return kElements.begin()[draw.number(
      0, static_cast<std::int64_t>(kElements.size()) - (is_of_convolution ? 1 : 5))];
}

inline fftcore::Convolution draw_convolution(Draw& draw) {
  using namespace fftcore;
  const std::int64_t dimensions = draw.number(1, 3), channels = draw.number(1, 4);
  const bool is_planar = draw.flag();
  const SampleType in = draw_type(draw, true),
                   out = draw.flag() ? in
                         : traits_of(in).is_complex()
                             ? draw.one_of({SampleType::complex64, SampleType::complex128})
                             : draw_type(draw, true);
  const Extent image = draw_extent(draw, dimensions, 1, {120, 24, 7});
  Convolution problem;
  problem.operation =
      draw.one_of({Operation::convolve, Operation::correlate, Operation::correlate_image});
  problem.taps = draw_extent(draw, dimensions, 1, {40, 9, 4});
  problem.edge = draw.one_of({EdgeMode::constant, EdgeMode::replicate, EdgeMode::reflect,
                              EdgeMode::reflect_101, EdgeMode::wrap});
  problem.region = draw.one_of({Region::same, Region::valid, Region::full});
  problem.mixing = draw.one_of({Mixing::none, Mixing::diagonal, Mixing::full, Mixing::symmetric});
  problem.precision = draw.one_of({Precision::full, Precision::fast});
  problem.filters = draw.seldom() ? draw.number(2, 3) : 1;
  problem.skipped_channels = draw.seldom() ? static_cast<std::uint32_t>(draw.number(0, 15)) : 0;
  problem.bias = draw.seldom() && in == SampleType::u8 ? 128 : 0;
  const std::int64_t frames = draw.seldom() ? draw.number(2, 3) : 1;
  problem.input = draw_layout(draw, in, image, channels, is_planar, frames);
  problem.output = draw_layout(draw, out, output_extent(image, problem.taps, problem.region),
                               channels, is_planar, std::max(frames, problem.filters));
  return problem;
}

/// Strides of nested axes in an order that is drawn: each leaves a gap now and then.
inline void draw_strides(Draw& draw, fftcore::Transform& transform,
                         std::int64_t fftcore::TransformAxis::*stride, bool is_halved) {
  std::vector<fftcore::TransformAxis*> axes;
  for (auto& axis : transform.axes) axes.push_back(&axis);
  for (auto& batch : transform.batches) axes.push_back(&batch);
  for (std::size_t i = axes.size(); i > 1; --i)
    std::swap(axes[i - 1],
              axes[static_cast<std::size_t>(draw.number(0, static_cast<std::int64_t>(i) - 1))]);
  std::int64_t next = draw.number(1, 2);
  for (fftcore::TransformAxis* const axis : axes) {
    axis->*stride = next;
    const bool is_half = is_halved && axis == transform.axes.data();
    const std::int64_t half = axis->extent / 2 + (transform.packed ? 0 : 1);
    next = next * (is_half ? half : axis->extent) + (draw.seldom() ? 1 : 0);
  }
}

/// Planes one behind the other.
inline void draw_planes(Draw& draw, fftcore::Transform& transform) {
  using fftcore::TransformKind;
  if (fftcore::is_trigonometric(transform.kind) ||
      (transform.in_place && transform.kind != TransformKind::c2c))
    return;
  std::int64_t in = 1 + draw.number(0, 3), out = in;
  for (const auto* const axes : {&transform.axes, &transform.batches})
    for (const auto& axis : *axes) {
      in += (axis.extent - 1) * axis.input_stride;
      out += (axis.extent - 1) * axis.output_stride;
    }
  if (transform.kind != TransformKind::r2c) transform.input_imaginary = in;
  if (transform.kind != TransformKind::c2r) transform.output_imaginary = out;
}

inline fftcore::Transform draw_transform(Draw& draw) {
  using namespace fftcore;
  Transform transform;
  transform.kind = static_cast<TransformKind>(
      draw.flag() ? draw.number(0, 2)
                  : draw.number(0, static_cast<std::int64_t>(TransformKind::dst4)));
  transform.numbers = draw.one_of({Numbers::f32, Numbers::f64, Numbers::f16, Numbers::f32_in_f64});
  const bool is_inverse =
      transform.kind == TransformKind::c2r || (transform.kind != TransformKind::r2c && draw.flag());
  transform.direction = is_inverse ? Direction::inverse : Direction::forward;
  constexpr std::array<std::int64_t, kMaxTransformAxes> kMost = {160, 14, 6, 4, 3, 3, 2, 2};
  const std::int64_t dimensions = draw.seldom() ? draw.number(4, 8) : draw.number(1, 3);
  for (std::int64_t i = 0; i < dimensions; ++i)
    transform.axes.push_back(
        {.extent = draw.number(1, kMost[static_cast<std::size_t>(dimensions - 1)])});
  const bool is_halved =
      transform.kind == TransformKind::r2c || transform.kind == TransformKind::c2r;
  if (is_halved && draw.seldom()) {
    transform.packed = true;
    transform.axes.resize(1);
    transform.axes[0].extent += transform.axes[0].extent % 2;
  }
  for (std::int64_t count = draw.number(0, 3); count > 0; --count)
    transform.batches.push_back({.extent = draw.number(1, 4)});
  transform.in_place = draw.seldom();
  transform.normalized = draw.flag();
  transform.ortho = is_trigonometric(transform.kind) && !transform.normalized && draw.flag();
  // Half precision holds neither 1e9 nor 1e-9.
  if (draw.seldom())
    transform.scale = transform.numbers == Numbers::f16 ? -0.3 : draw.one_of({-0.3, 1e-9, 1e9});
  const auto draw_ranges = [&](std::vector<PointRange>& ranges) {
    if (draw.seldom())
      for (const auto& axis : transform.axes)
        ranges.push_back({draw.number(0, axis.extent), draw.number(0, axis.extent)});
  };
  draw_ranges(transform.zero);
  draw_ranges(transform.keep);
  transform = with_dense_strides(std::move(transform));
  if (draw.flag()) {
    draw_strides(draw, transform, &TransformAxis::input_stride,
                 transform.kind == TransformKind::c2r);
    draw_strides(draw, transform, &TransformAxis::output_stride,
                 transform.kind == TransformKind::r2c);
    transform.input_offset = draw.number(0, 5);
    transform.output_offset = transform.in_place ? transform.input_offset : draw.number(0, 5);
    if (draw.seldom()) draw_planes(draw, transform);
  }
  return transform;
}

inline void draw_search(Draw& draw, fftcore::ImageSearch& search) {
  search.weights = draw.one_of<std::array<float, 4>>({{1, 0, 0, 0},
                                                      {0.299F, 0.587F, 0.114F, 0},
                                                      {0.5F, -0.25F, 0, 0},
                                                      {0, 1, 0, 0},
                                                      {0.25F, 0.25F, 0.25F, 0.25F}});
  search.max_peaks = draw.number(1, 6);
  search.radius = draw.number(0, 12);
  search.has_surface = draw.flag();
}

inline fftcore::Layout draw_image(Draw& draw, std::int64_t most) {
  const std::int64_t channels = draw.number(1, 4);
  const bool is_planar = draw.flag();
  return draw_layout(draw, draw_type(draw, false), {draw.number(1, most), draw.number(1, most)},
                     channels, is_planar, 1);
}

inline fftcore::TemplateMatching draw_matching(Draw& draw) {
  using fftcore::Score;
  const fftcore::Layout image = draw_image(draw, 28);
  fftcore::TemplateMatching matching = fftcore::matching(
      draw.one_of({Score::ccorr, Score::ccorr_normed, Score::ccoeff_normed}), image,
      {draw.number(1, image.rows.extent), draw.number(1, image.columns.extent)});
  draw_search(draw, matching);
  matching.templates = draw.seldom() ? draw.number(2, 3) : 1;
  return matching;
}

inline fftcore::PhaseCorrelation draw_phase_correlation(Draw& draw) {
  fftcore::PhaseCorrelation correlation = fftcore::phase_correlation(draw_image(draw, 24));
  draw_search(draw, correlation);
  correlation.has_window = draw.flag();
  correlation.bandwidth = draw.one_of({0.17F, 0.0F, 0.5F});
  return correlation;
}

}  // namespace fuzz
