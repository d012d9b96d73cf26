// SPDX-License-Identifier: LGPL-2.1-or-later
// What VkFFT's users reported by number of convolutions (github.com/DTolm/VkFFT/issues), asked of
// this library with complex images and complex taps. A CPU has the sizes that were reported; a GPU,
// whose kernels are compiled for each and run by PoCL, has small ones.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "convolution_check.h"
#include "little_memory.h"
#include "test_backend.h"
#include "transform_run.h"

namespace vkfft_convolutions_test {

using namespace fftcore;

namespace {

using transforms::LittleMemory;
using C = std::complex<double>;
using Texts = std::vector<std::string>;

class VkfftConvolutions : public transforms::OnThisBackend {};

/// Averaging taps, turned by a wave, so that |H| is at most 1 and nothing is symmetric.
Taps wave(Extent extent, std::mt19937& random) {
  Taps taps = oracle::averaging_taps(extent, random);
  for (std::int64_t row = 0; row < extent.rows; ++row)
    for (std::int64_t column = 0; column < extent.columns; ++column) {
      double& re = taps.values[static_cast<std::size_t>(row * extent.columns + column)];
      const C tap =
          std::polar(re, 0.37 * static_cast<double>(row) + 1.31 * static_cast<double>(column));
      re = tap.real();
      taps.imaginary.push_back(tap.imag());
    }
  return taps;
}

/// Impulses come out as taps: what a direct sum of large images would take hours for. Each axis
/// wraps with region `same`, or is `full` with constant edges.
void expect_impulses_right(const std::string& text) {
  const Convolution work = parse_convolution(text);
  const auto queue = problems::backend().create_queue({.threads = 2});
  const auto executable = problems::backend().compile(work, *queue);
  std::mt19937 random(7);
  const Taps taps = wave(work.taps, random);
  executable->set_taps(taps);

  oracle::Samples input = oracle::samples_of(work.input), want = oracle::samples_of(work.output);
  std::uniform_int_distribution<std::int64_t> any_row(0, input.rows - 1),
      any_column(0, input.columns - 1);
  const std::array turns = {C(1, 0), C(0, 1), C(-1, 0), C(0.5, -0.5)};
  for (int i = 0; i < 12; ++i) {
    const std::int64_t row = i < 4 ? i / 2 * (input.rows - 1) : any_row(random),
                       column = i < 4 ? i % 2 * (input.columns - 1) : any_column(random);
    const std::size_t at = input.index(0, 0, 0, row, column);
    if (input.values[at] != 0 || input.imaginary[at] != 0) continue;
    const C number = turns[static_cast<std::size_t>(i) % turns.size()];
    input.values[at] = number.real();
    input.imaginary[at] = number.imag();
    const bool correlates = work.operation == Operation::correlate,
               wraps = work.edge == EdgeMode::wrap;
    // Where tap k of an impulse at `place` goes to.
    const auto target = [&](std::int64_t place, std::int64_t k, std::int64_t count,
                            std::int64_t extent) {
      if (!wraps) return place + (correlates ? count - 1 - k : k);
      const std::int64_t away = correlates ? count / 2 - k : k - count / 2;
      return ((place + away) % extent + extent) % extent;
    };
    for (std::int64_t r = 0; r < taps.extent.rows; ++r)
      for (std::int64_t c = 0; c < taps.extent.columns; ++c) {
        const auto k = static_cast<std::size_t>(r * taps.extent.columns + c);
        const C tap(taps.values[k], taps.imaginary[k]);
        const C product = number * (correlates ? std::conj(tap) : tap);
        const std::size_t to = want.index(0, 0, 0, target(row, r, taps.extent.rows, input.rows),
                                          target(column, c, taps.extent.columns, input.columns));
        want.values[to] += product.real();
        want.imaginary[to] += product.imag();
      }
  }
  oracle::TestImage in(work.input), out(work.output);
  in.set(input);
  executable->run(*queue, in.const_buffer(), out.buffer());
  const oracle::Samples got = out.get();
  double squares = 0, energy = 0;
  for (std::size_t i = 0; i < want.values.size(); ++i)
    squares += std::norm(C(got.values[i] - want.values[i], got.imaginary[i] - want.imaginary[i]));
  for (std::size_t i = 0; i < input.values.size(); ++i)
    energy += std::norm(C(input.values[i], input.imaginary[i]));
  const double padded = 4.0 * static_cast<double>(want.rows * want.columns);
  double bound = std::ldexp(4, oracle::is_double(work) ? -53 : -24) * std::sqrt(std::log2(padded)) *
                 std::sqrt(energy);
  if (work.precision == Precision::fast)
    bound = oracle::error_bound(work, input, {&taps, 1}, padded, 0, 0);
  EXPECT_LE(std::sqrt(squares), bound) << text;
}

void expect_right(const Texts& on_cpu, const Texts& on_gpus) {
  const auto queue = problems::backend().create_queue({.threads = 2});
  for (const std::string& text : problems::on_cpu() ? on_cpu : on_gpus) {
    const Convolution work = parse_convolution(text);
    std::mt19937 random(5);
    problems::expect_right(*problems::backend().compile(work, *queue), *queue, work,
                           oracle::random_kernels(work, random), 1, 0, 6);
  }
}

void expect_all_impulses_right(const Texts& on_cpu, const Texts& on_gpus) {
  for (const std::string& text : problems::on_cpu() ? on_cpu : on_gpus) expect_impulses_right(text);
}

}  // namespace

/// Above 3072x2048 half precision lost what was small.
TEST_F(VkfftConvolutions, Number66LargeComplexPlanes) {
  expect_all_impulses_right({"conv2d complex64 2048x3072 k31x31 constant full",
                             "corr2d complex64 2048x3072 k31x31 wrap same precision=fast",
                             "conv2d complex128 2100x3100 k15x15 constant full"},
                            {"conv2d complex64 64x96 k7x9 constant full",
                             "corr2d complex64 64x96 k7x9 wrap same precision=fast"});
}

/// Taps that came out in another order from 4096 points on, where lines took several launches.
TEST_F(VkfftConvolutions, Number79ComplexLinesOf4096Points) {
  expect_right(
      {"conv1d complex64 4096 k4096 wrap same", "corr1d complex64 4096 k801 wrap same",
       "icorr1d complex128 4096 k801 constant full", "conv2d complex64 3x4096 k3x31 wrap same",
       "conv1d f32>complex64 8192 k31 wrap same", "conv2d complex64 8192x2 k31x1 wrap same"},
      {"conv1d complex64 4096 k65 wrap same"});
  if (problems::on_cpu()) return;
  const LittleMemory device("48k,shared=4096");  // in two launches each way
  expect_right({}, {"corr1d complex64 4096 k65 wrap same"});
}

/// Which cases work? 1234x1234 = (2 * 617)^2, taps as large as the image, channels, matrices.
TEST_F(VkfftConvolutions, Number200SizesOfLargePrimes) {
  expect_all_impulses_right({"conv2d complex64 1234x1234 k1234x1234 wrap same",
                             "corr2d complex64 1234x1234 k1234x1233 wrap same",
                             "conv2d complex128 1234x1234 k99x100 constant full"},
                            {"corr2d complex64 74x74 k74x73 wrap same"});
  expect_right({"conv2d complex64 74x123x3 k9x9 wrap same mix=full",
                "corr2d complex64 123x74x3 k9x9 wrap same mix=symmetric planar",
                "conv2d complex64 37x74x2 k37x74 wrap same filters=2",
                "icorr2d f32>complex64 31x62 k31x62 wrap same frames=2",
                "conv3d complex64 6x37x41 k5x6x7 wrap same"},
               {"conv2d complex64 37x41x3 k9x9 wrap same mix=full"});
}

}  // namespace vkfft_convolutions_test
