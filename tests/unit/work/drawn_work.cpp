// SPDX-License-Identifier: LGPL-2.1-or-later
#include "drawn_work.h"

#include <cstdlib>
#include <utility>

namespace fftcore::test {
namespace {

unsigned first_seed() {
  const char* const text = std::getenv("FFTCORE_TEST_SEED");
  return text == nullptr ? 0 : static_cast<unsigned>(std::stoul(text));
}

}  // namespace

DrawnWork::DrawnWork(unsigned seed) : generator_(1000 * first_seed() + seed) {}

std::vector<SampleType> all_types() {
  std::vector<SampleType> all;
  for (std::uint8_t i = 0; traits_of(static_cast<SampleType>(i)).bytes != 0; ++i)
    all.push_back(static_cast<SampleType>(i));
  return all;
}

double DrawnWork::real() {
  return one_of({0.1, -0.5, 128.0, 1.0 / 3, 1e-30, 1e-3, 2.5, 0.25, -3e37, 1e6, 123456.789, 0.7});
}

std::string DrawnWork::formula() {
  return one_of<std::string>({"v", "2 * v", "v * exp(-(p0 / 0.1) ^ 2)", "if(v > 3, 0, v)",
                              "v\n+\t1", " v ", "sqrt(max(abs(v) - p1, 0))"});
}

/// Words of other kinds of text, quotes and breaks among it.
std::string DrawnWork::code() {
  return one_of<std::string>(
      {"FUNCTION real tone(real v) {\n  return v;\n}", "// a times b -> inverse \"c\"\n",
       "// load=\"v\" -> rows f32 8x8\r\n", "// \\n and \\\\ \v\f\t", "// conjugate of \xc2\xb5"});
}

/// With gaps after pixels, rows and planes now and then. One channel has no stride of its own.
Layout DrawnWork::layout(SampleType type, Extent extent, std::int64_t channels) {
  const bool is_planar = channels > 1 && flag();
  const std::int64_t gap = seldom() ? number(1, 2) : 0;
  const std::int64_t pixel = (is_planar ? 1 : channels) + gap;
  std::int64_t pitch = extent.columns * pixel;
  if (seldom()) pitch += number(1, 9);
  pitch = whole_words(type, pitch);
  Layout layout = is_planar ? Layout::planar(type, extent, channels, pitch)
                            : Layout::interleaved(type, extent, channels, pitch);
  layout.columns.stride = pixel;
  if (is_planar) may(layout.channels.stride, layout.channels.stride + whole_words(type, 4));
  if (extent.slices > 1) may(layout.slices.stride, layout.slices.stride + whole_words(type, 7));
  return layout;
}

Convolution DrawnWork::convolution(SampleType type) {
  const std::int64_t dimensions = number(1, 3), channels = one_of({1, 1, 2, 3, 4});
  const auto extent = [&](std::int64_t most) {
    return Extent{dimensions > 1 ? number(1, most) : 1, number(1, most),
                  dimensions > 2 ? number(1, most) : 1};
  };
  using enum EdgeMode;
  Convolution work;
  work.operation = one_of({Operation::convolve, Operation::correlate, Operation::correlate_image});
  work.taps = extent(7);
  work.edge = one_of({constant, replicate, reflect, reflect_101, wrap});
  work.region = one_of({Region::same, Region::same, Region::valid, Region::full});
  const Extent image = extent(30), out = output_extent(image, work.taps, work.region);
  const std::int64_t frames = seldom() ? number(2, 5) : 1;
  const auto gap = [&] { return seldom() ? whole_words(type, number(1, 9)) : 0; };
  const auto batch = [&](const Layout& one, std::int64_t count) {
    return one.with_frames(count, one.with_frames(2).frames.stride + gap());
  };
  work.input = batch(layout(type, image, channels), frames);
  const SampleType result = seldom() ? one_of(all_types()) : type;
  may(work.bias, real());
  may(work.skipped_channels, mask());
  may(work.precision, Precision::fast);
  if (seldom()) work.load = formula();
  if (seldom()) work.spectrum = formula();
  if (seldom()) work.store = formula();
  const bool has_second = seldom();
  if (has_second) work.store = "w * " + formula();
  if (seldom()) work.code = code();
  work.output = layout(
      result, {at_least_1(out.rows), at_least_1(out.columns), at_least_1(out.slices)}, channels);
  const Mixing mixing =
      seldom() ? one_of({Mixing::diagonal, Mixing::full, Mixing::symmetric}) : Mixing::none;
  work = with_filters(work, seldom() ? number(2, 4) : 1, mixing,
                      seldom() ? Bank::crossed : Bank::paired);
  work.output = batch(work.output, work.output.frames.extent);
  if (has_second)
    work.second =
        batch(layout(flag() ? result : one_of(all_types()), work.output.extent(), channels),
              work.output.frames.extent);
  return work;
}

void DrawnWork::search(ImageSearch& search, SampleType type) {
  search.image = layout(type, {number(8, 40), number(8, 40)}, number(1, 4));
  for (float& weight : search.weights) may(weight, single());
  may(search.max_peaks, number(1, 30));
  may(search.radius, number(0, 30));
  may(search.has_surface, true);
}

TemplateMatching DrawnWork::matching(SampleType type) {
  TemplateMatching drawn;
  search(drawn, type);
  TemplateMatching work =
      fftcore::matching(one_of({Score::ccorr, Score::ccorr_normed, Score::ccoeff_normed}),
                        drawn.image, {number(1, 8), number(1, 8)});
  static_cast<ImageSearch&>(work) = drawn;
  may(work.templates, number(2, 6));
  may(work.flat, real());
  return work;
}

PhaseCorrelation DrawnWork::phase(SampleType type) {
  PhaseCorrelation drawn;
  search(drawn, type);
  PhaseCorrelation work = phase_correlation(drawn.image);
  static_cast<ImageSearch&>(work) = drawn;
  may(work.noise, real());
  may(work.bandwidth, real());
  may(work.has_window, false);
  return work;
}

WindowCorrelation DrawnWork::windows(SampleType type) {
  const Layout image = layout(type, {number(8, 40), number(8, 40)}, number(1, 4));
  WindowCorrelation work = window_correlation(
      one_of({WindowScore::plain, WindowScore::zncc, WindowScore::phase}), image,
      {one_of<std::int64_t>({4, 8, 15, 32}), one_of<std::int64_t>({5, 16, 48, 128})});
  for (float& weight : work.weights) may(weight, single());
  may(work.search, number(0, 64));
  may(work.count, number(1, 3000));
  may(work.is_mapped, true);
  may(work.interpolation, one_of({Interpolation::nearest, Interpolation::bilinear,
                                  Interpolation::bicubic, Interpolation::lanczos}));
  may(work.taper, one_of({BlockWindow::rectangle, BlockWindow::hann, BlockWindow::kaiser}));
  may(work.refine, number(0, 8));
  may(work.bandwidth, real());
  may(work.flat, real());
  return work;
}

WindowFilters DrawnWork::filters(SampleType type) {
  const Layout image = layout(type, {number(8, 40), number(8, 40)}, number(1, 4));
  WindowFilters work = window_filters(
      image, {one_of<std::int64_t>({4, 8, 15, 32}), one_of<std::int64_t>({5, 16, 48, 128})});
  for (float& weight : work.weights) may(weight, single());
  may(work.count, number(1, 3000));
  may(work.filters, number(1, 3000));
  may(work.stored, one_of({SampleType::f16, SampleType::f32}));
  may(work.interpolation, one_of({Interpolation::nearest, Interpolation::bilinear,
                                  Interpolation::bicubic, Interpolation::lanczos}));
  may(work.taper, one_of({BlockWindow::rectangle, BlockWindow::hann, BlockWindow::kaiser}));
  may(work.width, real());
  may(work.regularization, real());
  may(work.flat, real());
  return work;
}

DenoiseStrength DrawnWork::strength() {
  DenoiseStrength drawn;
  may(drawn.power, real());
  for (double DenoiseStrength::*field :
       {&DenoiseStrength::strength, &DenoiseStrength::beta, &DenoiseStrength::floor,
        &DenoiseStrength::gain, &DenoiseStrength::gain_outside, &DenoiseStrength::power_min,
        &DenoiseStrength::power_max, &DenoiseStrength::sharpen, &DenoiseStrength::dehalo,
        &DenoiseStrength::sharpen_cutoff, &DenoiseStrength::sharpen_min,
        &DenoiseStrength::sharpen_max, &DenoiseStrength::halo_radius,
        &DenoiseStrength::halo_threshold, &DenoiseStrength::vertical_ratio})
    if (seldom()) may(drawn.*field, real());
  may(drawn.is_threshold, true);
  if (seldom()) drawn.curve = {{0, 1e-3}, {0.1, 1.0 / 3}, {0.25, 1e6}};
  return drawn;
}

Denoise DrawnWork::denoise(SampleType type) {
  using enum DenoiseKind;
  const Extent extent{number(1, 40), number(1, 40)};
  const std::int64_t channels = number(1, 4);
  Denoise work = denoising(layout(type, extent, channels));
  if (flag()) work.output = layout(seldom() ? one_of(all_types()) : type, extent, channels);
  work.block = one_of({8, 16, 32, 64});
  work.step = work.block / one_of({2, 4, 8});
  may(work.before, number(1, 3));
  may(work.after, number(1, 3));
  work.kind = one_of({firm, wiener, hard, gain, band, soft_band});
  may(work.window, number(0, 7));
  may(work.temporal_window, number(0, 7));
  may(work.zero_mean, false);
  may(work.sharpens, true);
  may(work.skipped_channels, mask());
  work.strength = strength();
  return work;
}

Warp DrawnWork::warp(SampleType type) {
  const Extent extent{number(1, 40), number(1, 40)};
  const std::int64_t channels = number(1, 4);
  Warp work = warping(layout(type, extent, channels));
  const Extent other = flag() ? extent : Extent{number(1, 40), number(1, 40)};
  if (flag()) work.output = layout(seldom() ? one_of(all_types()) : type, other, channels);
  may(work.interpolation, number(0, 3));
  may(work.edge, number(0, 4));
  may(work.fill, real());
  may(work.is_projective, true);
  may(work.keeps_outside, true);
  may(work.scale_x, real());
  may(work.scale_y, real());
  may(work.origin_x, real());
  may(work.origin_y, real());
  return work;
}

StreamConvolution DrawnWork::stream() {
  StreamConvolution work;
  work.inputs = number(1, 8);
  work.outputs = flag() ? work.inputs : number(1, 8);
  work.taps = number(1, 100000);
  work.mixing = one_of({Mixing::none, Mixing::diagonal, Mixing::full, Mixing::full});
  may(work.numbers, Numbers::f64);
  may(work.latency, number(0, 5000));
  may(work.block, number(1, 5000));
  may(work.fade, number(0, 5000));
  return work;
}

std::vector<PointRange> DrawnWork::ranges(const std::vector<TransformAxis>& axes) {
  std::vector<PointRange> drawn;
  for (const TransformAxis& axis : axes) {
    const std::int64_t first = number(0, axis.extent - 1);
    drawn.push_back({first, number(first, axis.extent - 1)});
  }
  return drawn;
}

Transform DrawnWork::transform() {
  Transform work;
  work.kind = static_cast<TransformKind>(number(0, 10));
  work.direction =
      work.kind == TransformKind::c2r || seldom() ? Direction::inverse : Direction::forward;
  may(work.numbers, number(0, 3));
  const std::int64_t axes = seldom() ? number(4, 8) : number(1, 3), batches = number(0, 3);
  for (std::int64_t i = 0; i < axes; ++i) work.axes.push_back({.extent = number(2, 9)});
  for (std::int64_t i = 0; i < batches; ++i) work.batches.push_back({.extent = number(1, 4)});
  may(work.packed, true);
  may(work.in_place, true);
  may(work.normalized, true);
  may(work.ortho, true);
  may(work.scale, real());
  if (seldom()) work.zero = ranges(work.axes);
  if (seldom()) work.keep = ranges(work.axes);
  work = with_dense_strides(std::move(work));
  const std::int64_t in = seldom() ? number(2, 3) : 1, out = seldom() ? number(2, 3) : 1;
  for (auto* const list : {&work.axes, &work.batches})
    for (TransformAxis& axis : *list) {
      axis.input_stride *= in;
      axis.output_stride *= out;
    }
  may(work.input_offset, number(1, 99));
  may(work.output_offset, number(1, 99));
  may(work.input_imaginary, number(1000000, 2000000));
  may(work.output_imaginary, number(1000000, 2000000));
  if (seldom()) work.load = formula();
  if (seldom()) work.store = formula();
  if (seldom()) work.code = code();
  return work;
}

DeviceFft DrawnWork::device_fft() {
  using enum TransformKind;
  DeviceFft fft;
  fft.scope = one_of({FftScope::block, FftScope::thread});
  fft.kind = one_of({c2c, r2c, c2r});
  fft.points = number(1, 40000);
  if (fft.kind == c2c) may(fft.direction, Direction::inverse);
  may(fft.numbers, one_of({Numbers::f64, Numbers::f16}));
  may(fft.layout, one_of({BinLayout::packed, BinLayout::full}));
  may(fft.folded, true);
  may(fft.elements_per_thread, number(1, 32));
  may(fft.ffts_per_block, number(1, 32));
  for (const int target : {75, 90, 120})
    if (seldom()) fft.targets.push_back(target);
  return fft;
}

}  // namespace fftcore::test
