// SPDX-License-Identifier: LGPL-2.1-or-later
// The worked examples of VkFFT's API guide (sections 5.4 to 5.7) in this library's terms, and what
// its users found not to work. References are written out here, not taken from the oracle.
#include <algorithm>
#include <cstdlib>

#include "test_image.h"
#include "transform_run.h"

namespace examples_test {

using namespace fftcore;
using namespace transforms;
using oracle::Samples;

namespace {

constexpr std::int64_t kNx = 12, kNy = 10, kNz = 7;

std::int64_t wrapped(std::int64_t index, std::int64_t extent) {
  return (index % extent + extent) % extent;
}

Samples convolved(const Convolution& problem, const Samples& input,
                  const std::vector<Taps>& kernels) {
  Backend& backend = select_backend("cpu");
  const auto queue = backend.create_queue({.threads = 2});
  const auto executable = backend.compile(problem, *queue);
  oracle::TestImage in(problem.input), out(problem.output);
  in.set(input);
  executable->set_taps(kernels);
  executable->run(*queue, in.const_buffer(), out.buffer());
  EXPECT_TRUE(in.padding_is_untouched() && out.padding_is_untouched());
  return out.get();
}

/// Largest difference; kernels and images here are of a size that f32 gives five digits.
void expect_close(const Samples& got, const std::vector<double>& want) {
  ASSERT_EQ(got.values.size(), want.size());
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double difference = std::abs(got.values[i] - want[i]);
    worst = std::isnan(difference) ? INFINITY : std::max(worst, difference);
    largest = std::max(largest, std::abs(want[i]));
  }
  EXPECT_LE(worst, 1e-5 * largest);
}

class WorkedExamples : public OnThisBackend {};
class KnownFailures : public OnThisBackend {};

}  // namespace

/// 5.4: input rows without gaps, the half spectrum elsewhere with strides of its own.
TEST_F(WorkedExamples, StridedRealTransformOutOfPlace) {
  Transform transform;
  transform.kind = TransformKind::r2c;
  transform.axes = {
      {kNx, 1, 1}, {kNy, kNx, kNx / 2 + 4}, {kNz, kNx * kNy, (kNx / 2 + 4) * (kNy + 3)}};
  std::mt19937 random(1);
  const Values values = random_values(transform, random);
  EXPECT_LE(worst_error(transform, run(transform, values), reference(transform, values)),
            oracle::transform_bound(transform));
}

/// 5.5: data in the first octant of a buffer for the whole; the rest counts as zeros and holds NaN
/// here, in place as there.
TEST_F(WorkedExamples, ZeroPaddedVolume) {
  for (const bool in_place : {true, false}) {
    Transform transform;
    transform.axes = {{2 * kNx}, {2 * kNy}, {2 * kNz}};
    transform.in_place = in_place;
    transform = with_dense_strides(transform);
    transform.zero = {{kNx, 2 * kNx}, {kNy, 2 * kNy}, {kNz, 2 * kNz}};
    std::mt19937 random(2);
    const Values values = random_values(transform, random);
    EXPECT_EQ(std::count(values.begin(), values.end(), Wide()), 7 * kNx * kNy * kNz);
    EXPECT_LE(worst_error(transform, run(transform, values), reference(transform, values)),
              oracle::transform_bound(transform));
  }
}

/// 5.6: a vector of 3 signals times a 3x3 matrix of kernels, circular; full, and as an upper
/// triangle (where VkFFT takes yz for zz).
TEST_F(WorkedExamples, MatrixTimesVectorOfSignals) {
  constexpr std::int64_t kN = 100;
  std::mt19937 random(3);
  for (const Mixing mixing : {Mixing::full, Mixing::symmetric}) {
    const Convolution problem =
        with_filters(convolution(Layout::planar(SampleType::f32, {1, kN}, 3), {1, kN},
                                 Operation::convolve, EdgeMode::wrap),
                     1, mixing);
    const Samples x = oracle::random_samples(problem.input, random);
    const auto kernels = oracle::random_kernels(problem, random);
    const std::vector<std::vector<std::size_t>> index =
        mixing == Mixing::full
            ? std::vector<std::vector<std::size_t>>{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}
            : std::vector<std::vector<std::size_t>>{{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    std::vector<double> want;
    for (std::size_t row = 0; row < 3; ++row)
      for (std::int64_t n = 0; n < kN; ++n) {
        double sum = 0;
        for (std::size_t column = 0; column < 3; ++column)
          for (std::int64_t k = 0; k < kN; ++k)
            sum += kernels[index[row][column]].values[static_cast<std::size_t>(k)] *
                   x.at(static_cast<std::int64_t>(column), 0, wrapped(n + kN / 2 - k, kN));
        want.push_back(sum);
      }
    expect_close(convolved(problem, x, kernels), want);
  }
}

/// 5.7: N RGB images and N RGB kernels of their size, correlated in pairs, colour by colour.
TEST_F(WorkedExamples, CrossCorrelationOfSetsOfRgbImages) {
  constexpr std::int64_t kFrames = 4;
  const Layout layout = Layout::planar(SampleType::f32, {kNy, kNx}, 3).with_frames(kFrames);
  const Convolution problem =
      with_filters(convolution(layout, {kNy, kNx}, Operation::correlate, EdgeMode::wrap), kFrames,
                   Mixing::diagonal);
  std::mt19937 random(4);
  const Samples x = oracle::random_samples(problem.input, random);
  const auto kernels = oracle::random_kernels(problem, random);
  ASSERT_EQ(kernels.size(), 3U * kFrames);
  std::vector<double> want;
  for (std::int64_t frame = 0; frame < kFrames; ++frame)
    for (std::int64_t colour = 0; colour < 3; ++colour)
      for (std::int64_t dy = 0; dy < kNy; ++dy)
        for (std::int64_t dx = 0; dx < kNx; ++dx) {
          double sum = 0;
          for (std::int64_t j = 0; j < kNy; ++j)
            for (std::int64_t k = 0; k < kNx; ++k)
              sum += x.at(frame, colour, 0, wrapped(dy - kNy / 2 + j, kNy),
                          wrapped(dx - kNx / 2 + k, kNx)) *
                     kernels[static_cast<std::size_t>(frame * 3 + colour)]
                         .values[static_cast<std::size_t>(j * kNx + k)];
          want.push_back(sum);
        }
  expect_close(convolved(problem, x, kernels), want);
}

/// Issue 200: 1234 x 1234 ended in an error. A kernel of the image's own size, of few taps that are
/// not 0.
TEST_F(KnownFailures, ImageOf1234Squared) {
  const Convolution problem = parse_convolution("conv2d f32 1234x1234 k1234x1234 wrap same");
  std::mt19937 random(5);
  const Samples x = oracle::random_samples(problem.input, random);
  Taps taps{{1234, 1234}, std::vector<double>(1234 * 1234)};
  struct Tap {
    std::int64_t row, column;
    double value;
  };
  const std::vector<Tap> few = {{0, 0, 0.5}, {617, 617, -1.0}, {1233, 3, 0.25}, {100, 1200, 0.125}};
  for (const Tap& tap : few)
    taps.values[static_cast<std::size_t>(tap.row * 1234 + tap.column)] = tap.value;
  std::vector<double> want;
  for (std::int64_t y = 0; y < 1234; ++y)
    for (std::int64_t column = 0; column < 1234; ++column) {
      double sum = 0;
      for (const Tap& tap : few)
        sum += tap.value *
               x.at(0, wrapped(y + 617 - tap.row, 1234), wrapped(column + 617 - tap.column, 1234));
      want.push_back(sum);
    }
  expect_close(convolved(problem, x, {taps}), want);
}

/// Issues 159 and 75: prime lengths on every axis, forth, back (GPUs refuse these transforms) and
/// in a convolution.
TEST_F(KnownFailures, Length449) {
  for (const char* text : {"c2c 449", "r2c 30x449", "c2r 449", "c2c 3x4x449", "c2c 449x3x4"}) {
    if (!problems::on_cpu()) break;
    const Transform transform = parse_transform(text);
    std::mt19937 random(6);
    const Values values = random_values(transform, random);
    EXPECT_LE(worst_error(transform, run(transform, values), reference(transform, values)),
              oracle::transform_bound(transform))
        << text;
  }
  const Convolution problem = parse_convolution("conv1d f32 449 k449 wrap same");
  std::mt19937 random(7);
  const Samples x = oracle::random_samples(problem.input, random);
  const auto kernels = oracle::random_kernels(problem, random);
  std::vector<double> want;
  for (std::int64_t n = 0; n < 449; ++n) {
    double sum = 0;
    for (std::int64_t k = 0; k < 449; ++k)
      sum += kernels[0].values[static_cast<std::size_t>(k)] * x.at(0, 0, wrapped(n + 224 - k, 449));
    want.push_back(sum);
  }
  expect_close(convolved(problem, x, kernels), want);
}

namespace {

/// A batch equals its frames one by one, with the kernel that each has.
void expect_frames_one_by_one(std::string_view batch, std::string_view one) {
  const Convolution problem = parse_convolution(batch), single = parse_convolution(one);
  std::mt19937 random(8);
  const Samples x = oracle::random_samples(problem.input, random);
  const auto kernels = oracle::random_kernels(problem, random);
  const Samples got = convolved(problem, x, kernels);
  std::vector<double> want;
  for (std::int64_t frame = 0; frame < got.frames; ++frame) {
    Samples part = oracle::samples_of(single.input);
    const bool is_crossed = problem.bank == Bank::crossed;
    const std::int64_t source = oracle::input_frame(problem, frame);
    std::copy_n(x.values.begin() + static_cast<std::ptrdiff_t>(x.index(source, 0, 0, 0, 0)),
                part.values.size(), part.values.begin());
    const std::int64_t filter = is_crossed             ? frame % problem.filters
                                : problem.filters == 1 ? 0
                                                       : frame;
    const Samples result = convolved(single, part, {kernels[static_cast<std::size_t>(filter)]});
    want.insert(want.end(), result.values.begin(), result.values.end());
  }
  expect_close(got, want);
}

}  // namespace

/// Issue 159: one kernel for N images; and the three other ways to combine them.
TEST_F(KnownFailures, OneKernelManyImages) {
  expect_frames_one_by_one("conv2d f32 60x70 k15x15 reflect same frames=5",
                           "conv2d f32 60x70 k15x15 reflect same");
  expect_frames_one_by_one("conv2d f32 60x70 k15x15 reflect same filters=5",
                           "conv2d f32 60x70 k15x15 reflect same");
  expect_frames_one_by_one("conv2d f32 60x70 k15x15 reflect same frames=5 filters=5",
                           "conv2d f32 60x70 k15x15 reflect same");
  expect_frames_one_by_one("conv2d f32 60x70 k15x15 reflect same frames=5 filters=3 bank=crossed",
                           "conv2d f32 60x70 k15x15 reflect same");
}

/// Division by zero in the planner there.
TEST_F(KnownFailures, RealSignalsInBatches) {
  expect_frames_one_by_one("conv1d f32 1000 k129 constant full frames=32",
                           "conv1d f32 1000 k129 constant full");
  expect_frames_one_by_one("corr1d f32 997 k64 wrap same frames=7 filters=7",
                           "corr1d f32 997 k64 wrap same");
}

/// Wrong by a relative error of 1 there: padding that is neither stored nor read, around the image
/// and, NaN here, in the memory between rows.
TEST_F(KnownFailures, ZeroPaddingWithConvolution) {
  for (const char* text : {"conv2d f32 100x120 k31x31 constant full pitch=200,300",
                           "conv3d f32 9x10x11 k5x5x5 constant full pitch=33,44"}) {
    const Convolution problem = parse_convolution(text);
    std::mt19937 random(9);
    const Samples x = oracle::random_samples(problem.input, random);
    const auto kernels = oracle::random_kernels(problem, random);
    Samples want = oracle::samples_of(
        // the definition of a full convolution: every product lands at the sum of two positions
        problem.output);
    const Extent taps = problem.taps;
    for (std::int64_t z = 0; z < x.slices; ++z)
      for (std::int64_t y = 0; y < x.rows; ++y)
        for (std::int64_t column = 0; column < x.columns; ++column)
          for (std::int64_t i = 0; i < taps.slices; ++i)
            for (std::int64_t j = 0; j < taps.rows; ++j)
              for (std::int64_t k = 0; k < taps.columns; ++k)
                want.at(0, 0, z + i, y + j, column + k) +=
                    x.at(0, 0, z, y, column) *
                    kernels[0]
                        .values[static_cast<std::size_t>((i * taps.rows + j) * taps.columns + k)];
    expect_close(convolved(problem, x, kernels), want.values);
  }
}

/// No frame shows in another, whatever it holds: rounding is relative to a frame's own samples, and
/// NaN stays where it is.
TEST_F(KnownFailures, FramesKnowNothingOfEachOther) {
  for (const char* text :
       {"conv2d f32 40x50 k7x7 reflect same frames=4",
        "conv2d f32 40x50x3 k7x7 reflect same frames=4 mix=full",
        "conv1d f32 300 k31 wrap same frames=4", "conv3d f32 5x9x11 k3x3x3 wrap same frames=4"}) {
    for (const char* rule :
         {"direct", "separable", "tile", "partitions", "three-pass", "five-pass"}) {
      if ((std::string_view(rule) == "direct" || std::string_view(rule) == "separable") &&
          (std::string_view(text).starts_with("conv3d") ||
           std::string_view(text).find("mix=full") != std::string_view::npos))
        continue;
      if ((std::string_view(rule) == "five-pass") != std::string_view(text).starts_with("conv3d"))
        continue;
      setenv("FFTCORE_PLAN", rule, 1);
      const Convolution problem = parse_convolution(text);
      std::mt19937 random(10);
      Samples x = oracle::random_samples(problem.input, random);
      const auto kernels = oracle::random_kernels(problem, random);
      const Samples plain = convolved(problem, x, kernels);
      std::fill_n(x.values.begin() + static_cast<std::ptrdiff_t>(x.index(1, 0, 0, 0, 0)),
                  x.index(1, 0, 0, 0, 0), 1e30);
      std::fill_n(x.values.begin() + static_cast<std::ptrdiff_t>(x.index(3, 0, 0, 0, 0)),
                  x.index(1, 0, 0, 0, 0), NAN);
      const Samples beside = convolved(problem, x, kernels);
      unsetenv("FFTCORE_PLAN");
      for (const std::int64_t frame : {0, 2})
        EXPECT_TRUE(std::equal(
            plain.values.begin() + static_cast<std::ptrdiff_t>(plain.index(frame, 0, 0, 0, 0)),
            plain.values.begin() + static_cast<std::ptrdiff_t>(plain.index(frame + 1, 0, 0, 0, 0)),
            beside.values.begin() + static_cast<std::ptrdiff_t>(plain.index(frame, 0, 0, 0, 0))))
            << text << ", " << rule << ", frame " << frame;
    }
  }
}

}  // namespace examples_test
