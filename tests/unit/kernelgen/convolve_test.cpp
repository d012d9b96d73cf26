// SPDX-License-Identifier: LGPL-2.1-or-later
// Three launches make a 2-D convolution, its two halves packed as one complex image; against a
// direct sum in double.
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "convolve_reference.h"
#include "convolve_stages.h"
#include "device_run.h"

namespace fftcore::test::convolve_test {
namespace {

template <class Sample, class Result>
std::vector<Result> convolve(const Image& m, const std::vector<Sample>& x,
                             const std::vector<float>& taps, const std::vector<int>& row_radices,
                             const std::vector<int>& column_radices, float gain = 1,
                             float offset = 0) {
  const LineShape across = shape_of(row_radices);
  const LineShape down = column_shape_of(column_radices);
  const ConvolveStages s = stages_of(m, across, down);
  const auto n = static_cast<std::size_t>(across.length);
  const auto p = static_cast<std::size_t>(down.length);
  // Whatever a stage does not write and the next one reads by mistake is a NaN.
  const HostBuffer poison(spectrum_bytes(m, across), 0xFF);

  HostArguments a;
  a.scalars = {{"input_row_stride", m.taps_columns}};
  a.buffers = {{"input", bytes_of(taps)},
               {"output", HostBuffer(n * static_cast<std::size_t>(m.taps_rows) * 8, 0xFF)}};
  run(s.taps_rows, a);
  a.buffers["input"] = a.buffers["output"];
  a.buffers["output"] = HostBuffer(n * p * 8, 0xFF);
  run(s.taps_columns, a);
  const HostBuffer spectrum = a.buffers["output"];

  a.scalars = {{"input_row_stride", m.row_stride},
               {"output_row_stride", m.out_columns * m.channels},
               {"gain", gain},
               {"offset", offset}};
  a.buffers["input"] = bytes_of(x);
  a.buffers["output"] = poison;
  run(s.rows, a);
  a.buffers["input"] = a.buffers["output"];
  a.buffers["output"] = poison;
  a.buffers["taps_spectrum"] = spectrum;
  run(s.columns, a);
  a.buffers["input"] = a.buffers["output"];
  a.buffers["output"] = HostBuffer(
      static_cast<std::size_t>(m.out_rows * m.out_columns * m.channels) * sizeof(Result), 0xFF);
  run(s.rows_back, a);
  return values_of<Result>(a.buffers["output"]);
}

std::vector<float> some_taps(int rows, int columns) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> taps(static_cast<std::size_t>(rows * columns));
  for (float& tap : taps) tap = uniform(generator) / static_cast<float>(taps.size()) * 4;
  return taps;
}

Image image_of(int rows, int columns, int taps_rows, int taps_columns, EdgeMode edge) {
  Image m;
  m.rows = m.out_rows = rows;
  m.columns = m.out_columns = columns;
  m.row_stride = columns + 3;
  m.taps_rows = taps_rows;
  m.taps_columns = taps_columns;
  m.origin_row = -(taps_rows / 2);
  m.origin_column = -(taps_columns / 2);
  m.edge = edge;
  return m;
}

std::vector<unsigned char> some_pixels(const Image& m) {
  std::mt19937 generator(5);
  std::vector<unsigned char> pixels(static_cast<std::size_t>(m.rows * m.row_stride));
  for (auto& pixel : pixels) pixel = static_cast<unsigned char>(generator());
  return pixels;
}

void expect_pixels(const Image& m, const std::vector<int>& row_radices,
                   const std::vector<int>& column_radices) {
  const auto x = some_pixels(m);
  const auto taps = some_taps(m.taps_rows, m.taps_columns);
  const auto y =
      convolve<unsigned char, unsigned char>(m, x, taps, row_radices, column_radices, 0.5F, 100);
  const auto reference = direct(m, x, taps);
  double worst = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    worst = std::max(worst, std::abs(y[i] - std::clamp(reference[i] * 0.5 + 100, 0.0, 255.0)));
  EXPECT_LE(worst, m.spectrum_storage == ast::Storage::f16 ? 1.0 : 0.51)
      << "edge mode " << static_cast<int>(m.edge);
}

class Convolve : public testing::TestWithParam<EdgeMode> {
 protected:
  void SetUp() override {
    if (device() == nullptr) GTEST_SKIP() << reason();
  }
};

TEST_P(Convolve, Pixels) {
  expect_pixels(image_of(37, 50, 7, 9, GetParam()), {8, 8}, {5, 5});
}

TEST_P(Convolve, KernelLargerThanTheImage) {
  expect_pixels(image_of(5, 4, 17, 23, GetParam()), {4, 8}, {20});
}

TEST_P(Convolve, OneRowAndOneColumn) {
  expect_pixels(image_of(1, 20, 3, 5, GetParam()), {24}, {4});
  expect_pixels(image_of(20, 1, 5, 3, GetParam()), {4}, {14});
}

TEST_P(Convolve, ChannelsBiasAndHalfSpectra) {
  Image m = image_of(30, 40, 5, 6, GetParam());
  m.channels = 3;
  m.row_stride = m.columns * m.channels + 5;
  m.bias = 128;
  m.spectrum_storage = ast::Storage::f16;
  expect_pixels(m, {6, 8}, {20});
}

TEST_P(Convolve, FloatsWithinTheBound) {
  Image m = image_of(61, 100, 11, 13, GetParam());
  m.storage = m.out_storage = ast::Storage::f32;
  std::mt19937 generator(9);
  std::uniform_real_distribution<float> uniform(0, 1);
  std::vector<float> x(static_cast<std::size_t>(m.rows * m.row_stride), NAN);
  for (int r = 0; r < m.rows; ++r)
    for (int c = 0; c < m.columns; ++c)
      x[static_cast<std::size_t>(r * m.row_stride + c)] = uniform(generator);
  const auto taps = some_taps(m.taps_rows, m.taps_columns);
  const auto y = convolve<float, float>(m, x, taps, {8, 14}, {6, 7});
  const auto reference = direct(m, x, taps);
  double difference = 0;
  double norm = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    difference += (y[i] - reference[i]) * (y[i] - reference[i]);
    norm += reference[i] * reference[i];
  }
  // Stricter than the bound, which is relative to max|H| ||x||.
  EXPECT_LE(std::sqrt(difference / norm), 4 * 0x1p-24 * std::sqrt(std::log2(112 * 42)));
}

INSTANTIATE_TEST_SUITE_P(Edges, Convolve,
                         testing::Values(EdgeMode::constant, EdgeMode::replicate, EdgeMode::reflect,
                                         EdgeMode::reflect_101, EdgeMode::wrap));

}  // namespace
}  // namespace fftcore::test::convolve_test
