// SPDX-License-Identifier: LGPL-2.1-or-later
// Three launches make a 2-D convolution, its two halves packed as one complex image; against a direct sum in double.
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "device_run.h"
#include "line_shape.h"

namespace fftcore::test {
namespace {

/// y[i] = sum_j x[i + lead + j] g[j], x extended by its edges; what the planner makes of every convolution.
struct Image {
  ast::Storage storage = ast::Storage::u8;
  int rows = 1;
  int columns = 1;
  int channels = 1;
  int row_stride = 1;  // samples
  int out_rows = 1;
  int out_columns = 1;
  int taps_rows = 1;
  int taps_columns = 1;
  int lead_row = 0;
  int lead_column = 0;
  EdgeMode edge = EdgeMode::constant;
  float bias = 0;
  ast::Storage out_storage = ast::Storage::u8;
  ast::Storage spectrum_storage = ast::Storage::f32;
};

int border(int p, int n, EdgeMode edge) {
  if (p >= 0 && p < n) return p;
  if (edge == EdgeMode::constant) return -1;
  if (edge == EdgeMode::replicate) return std::clamp(p, 0, n - 1);
  if (n == 1) return 0;
  while (p < 0 || p >= n) {
    if (edge == EdgeMode::wrap)
      p += p < 0 ? n : -n;
    else if (edge == EdgeMode::reflect)
      p = p < 0 ? -1 - p : 2 * n - 1 - p;
    else
      p = p < 0 ? -p : 2 * n - 2 - p;
  }
  return p;
}

template <class Sample>
std::vector<double> direct(const Image& m, const std::vector<Sample>& x, const std::vector<float>& taps) {
  std::vector<double> y;
  for (int row = 0; row < m.out_rows; ++row)
    for (int column = 0; column < m.out_columns; ++column)
      for (int channel = 0; channel < m.channels; ++channel) {
        double sum = 0;
        for (int i = 0; i < m.taps_rows; ++i)
          for (int j = 0; j < m.taps_columns; ++j) {
            const int r = border(row + m.lead_row + i, m.rows, m.edge);
            const int c = border(column + m.lead_column + j, m.columns, m.edge);
            if (r >= 0 && c >= 0)
              sum += (static_cast<double>(x[static_cast<std::size_t>(r * m.row_stride + c * m.channels + channel)]) - m.bias) *
                     taps[static_cast<std::size_t>(i * m.taps_columns + j)];
          }
        y.push_back(sum);
      }
  return y;
}

constexpr double kInputScale = 1.0 / 256;  // where spectra are f16

struct Stages {
  StageKernel taps_rows, taps_columns, rows, columns, rows_back;
};

LineShape rows_shape(const std::vector<int>& radices) { return shape_of(radices); }
LineShape columns_shape(const std::vector<int>& radices) {
  LineShape shape = shape_of(radices);
  shape.lines_adjacent = true;
  shape.lines = 8;
  return shape;
}

Stages stages_of(const Image& m, const std::vector<int>& row_radices, const std::vector<int>& column_radices) {
  const LineShape across = rows_shape(row_radices);
  const LineShape down = columns_shape(column_radices);
  const int n = across.length;
  const int p = down.length;
  const int half = (m.out_rows + 1) / 2;
  const int extended = half + m.taps_rows - 1;
  EXPECT_GE(n, m.out_columns + m.taps_columns - 1);
  EXPECT_GE(p, extended);
  const bool narrow = m.spectrum_storage == ast::Storage::f16;

  Stages s;
  // The taps' spectrum: columns, rows, one array; conjugated, so that the products correlate, and divided by the number of points.
  StageSpec spec;
  spec.name = "taps_rows";
  spec.shape = across;
  spec.lines = {m.taps_rows, 1, 1};
  ImageLoad taps_load;
  taps_load.image = {ast::Storage::f32, m.taps_rows, m.taps_columns, 1, 0, 0, {}};
  taps_load.count = m.taps_columns;
  spec.load = taps_load;
  spec.store = ComplexStore{ast::Storage::f32, {1, {n, 0, 0}, 0}, n, 1, false};
  s.taps_rows = stage_kernel(spec);
  spec.name = "taps_columns";
  spec.shape = down;
  spec.lines = {n, 1, 1};
  spec.load = ComplexLoad{ast::Storage::f32, {n, {1, 0, 0}, 0}, m.taps_rows};
  spec.store = ComplexStore{ast::Storage::f32, {n, {1, 0, 0}, 0}, p, 1.0 / n / p / (narrow ? kInputScale : 1), true};
  s.taps_columns = stage_kernel(spec);

  const auto plane = static_cast<std::int64_t>(n) * extended;
  spec.name = "rows";
  spec.shape = across;
  spec.lines = {extended, m.channels, 1};
  ImageLoad load;
  load.image = {m.storage, m.rows, m.columns, m.channels, 1, 0, {}};
  load.edge = m.edge;
  load.first_row = m.lead_row;
  load.first_column = m.lead_column;
  load.count = m.out_columns + m.taps_columns - 1;
  load.bias = m.bias;
  load.paired_rows = half;
  spec.load = load;
  spec.store = ComplexStore{m.spectrum_storage, {1, {n, plane, 0}, 0}, n, narrow ? kInputScale : 1, false};
  s.rows = stage_kernel(spec);

  spec.name = "columns";
  spec.shape = down;
  spec.lines = {n, m.channels, 1};
  spec.work = Work::convolve;
  spec.load = ComplexLoad{m.spectrum_storage, {n, {1, plane, 0}, 0}, extended};
  spec.multiply = SpectrumMultiply{ast::Storage::f32, {n, {1, 0, 0}, 0}};
  spec.store = ComplexStore{m.spectrum_storage, {n, {1, plane, 0}, 0}, half, 1, false};
  s.columns = stage_kernel(spec);

  spec.name = "rows_back";
  spec.shape = across;
  spec.lines = {half, m.channels, 1};
  spec.work = Work::inverse;
  spec.multiply.reset();
  spec.load = ComplexLoad{m.spectrum_storage, {1, {n, plane, 0}, 0}, n};
  ImageStore store;
  store.image = {m.out_storage, m.out_rows, m.out_columns, m.channels, 1, 0, {}};
  store.paired_rows = half;
  spec.store = store;
  s.rows_back = stage_kernel(spec);
  return s;
}

template <class Sample, class Result>
std::vector<Result> convolve(const Image& m, const std::vector<Sample>& x, const std::vector<float>& taps, const std::vector<int>& row_radices,
                             const std::vector<int>& column_radices, float gain = 1, float offset = 0) {
  const Stages s = stages_of(m, row_radices, column_radices);
  const auto n = static_cast<std::size_t>(shape_of(row_radices).length);
  const auto p = static_cast<std::size_t>(shape_of(column_radices).length);
  const auto points = n * static_cast<std::size_t>((m.out_rows + 1) / 2 + m.taps_rows - 1) * static_cast<std::size_t>(m.channels);
  const std::size_t pair_bytes = m.spectrum_storage == ast::Storage::f16 ? 4 : 8;
  // Whatever a stage does not write and the next one reads by mistake is a NaN.
  const HostBuffer poison(points * pair_bytes, 0xFF);

  HostArguments a;
  a.scalars = {{"input_row_stride", m.taps_columns}};
  a.buffers = {{"input", bytes_of(taps)}, {"output", HostBuffer(n * static_cast<std::size_t>(m.taps_rows) * 8, 0xFF)}};
  run(s.taps_rows, a);
  a.buffers["input"] = a.buffers["output"];
  a.buffers["output"] = HostBuffer(n * p * 8, 0xFF);
  run(s.taps_columns, a);
  const HostBuffer spectrum = a.buffers["output"];

  a.scalars = {{"input_row_stride", m.row_stride}, {"output_row_stride", m.out_columns * m.channels}, {"gain", gain}, {"offset", offset}};
  a.buffers["input"] = bytes_of(x);
  a.buffers["output"] = poison;
  run(s.rows, a);
  a.buffers["input"] = a.buffers["output"];
  a.buffers["output"] = poison;
  a.buffers["kernel_spectrum"] = spectrum;
  run(s.columns, a);
  a.buffers["input"] = a.buffers["output"];
  a.buffers["output"] = HostBuffer(static_cast<std::size_t>(m.out_rows * m.out_columns * m.channels) * sizeof(Result), 0xFF);
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
  m.lead_row = -(taps_rows / 2);
  m.lead_column = -(taps_columns / 2);
  m.edge = edge;
  return m;
}

std::vector<unsigned char> some_pixels(const Image& m) {
  std::mt19937 generator(5);
  std::vector<unsigned char> pixels(static_cast<std::size_t>(m.rows * m.row_stride));
  for (auto& pixel : pixels) pixel = static_cast<unsigned char>(generator());
  return pixels;
}

void expect_pixels(const Image& m, const std::vector<int>& row_radices, const std::vector<int>& column_radices) {
  const auto x = some_pixels(m);
  const auto taps = some_taps(m.taps_rows, m.taps_columns);
  const auto y = convolve<unsigned char, unsigned char>(m, x, taps, row_radices, column_radices, 0.5F, 100);
  const auto reference = direct(m, x, taps);
  double worst = 0;
  for (std::size_t i = 0; i < y.size(); ++i) worst = std::max(worst, std::abs(y[i] - std::clamp(reference[i] * 0.5 + 100, 0.0, 255.0)));
  EXPECT_LE(worst, m.spectrum_storage == ast::Storage::f16 ? 1.0 : 0.51) << "edge mode " << static_cast<int>(m.edge);
}

class Convolve : public testing::TestWithParam<EdgeMode> {
 protected:
  void SetUp() override {
    if (device() == nullptr) GTEST_SKIP() << reason();
  }
};

TEST_P(Convolve, Pixels) { expect_pixels(image_of(37, 50, 7, 9, GetParam()), {8, 8}, {5, 5}); }

TEST_P(Convolve, KernelLargerThanTheImage) { expect_pixels(image_of(5, 4, 17, 23, GetParam()), {4, 8}, {20}); }

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
    for (int c = 0; c < m.columns; ++c) x[static_cast<std::size_t>(r * m.row_stride + c)] = uniform(generator);
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
                         testing::Values(EdgeMode::constant, EdgeMode::replicate, EdgeMode::reflect, EdgeMode::reflect_101, EdgeMode::wrap));

}  // namespace
}  // namespace fftcore::test
