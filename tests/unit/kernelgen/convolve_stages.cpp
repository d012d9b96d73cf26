// SPDX-License-Identifier: LGPL-2.1-or-later
#include "convolve_stages.h"

#include <utility>

#include <fmt/format.h>

#include "fftcore/error.h"
#include "line_kernel.h"

namespace fftcore::test {
namespace {

constexpr double kInputScale = 1.0 / 256;  // where spectra are f16

/// Element e of row a at a * length + e, channel after channel.
Strides along_rows(std::int64_t length, std::int64_t plane) {
  return {1, {0, {{Dim::row, length}, {Dim::channel, plane}}}, 0};
}
/// Element e of column a at e * length + a.
Strides down_columns(std::int64_t length, std::int64_t plane) {
  return {length, {0, {{Dim::column, 1}, {Dim::channel, plane}}}, 0};
}

int half_of(const Image& m) {
  return (m.out_rows + 1) / 2;
}
int extended_half_of(const Image& m) {
  return half_of(m) + m.taps_rows - 1;
}

}  // namespace

LineShape shape_of(std::vector<int> radices) {
  LineShape shape;
  for (const int radix : radices) shape.length *= radix;
  shape.threads = shape.length / radices.front();
  shape.radices = std::move(radices);
  return shape;
}

LineShape column_shape_of(std::vector<int> radices) {
  LineShape shape = shape_of(std::move(radices));
  shape.lines_adjacent = true;
  shape.lines = 8;
  return shape;
}

ConvolveStages stages_of(const Image& m, const LineShape& across, const LineShape& down) {
  const int n = across.length;
  const int p = down.length;
  const int half = half_of(m);
  const int extended = extended_half_of(m);
  if (n < m.out_columns + m.taps_columns - 1 || p < extended)
    throw InvalidArgument(fmt::format("{} x {} is too small for {} x {}", p, n, extended,
                                      m.out_columns + m.taps_columns - 1));
  const bool narrow = m.spectrum_storage == ast::Storage::f16;

  ConvolveStages s;
  // The taps' spectrum: columns, rows, one array; conjugated, so that the products correlate, and
  // divided by the number of points.
  LineSpec spec;
  spec.name = "taps_rows";
  spec.shape = across;
  spec.lines = {1, {{Dim::row, m.taps_rows}}};
  ImageLoad taps_load;
  taps_load.image = {ast::Storage::f32, m.taps_rows, m.taps_columns, 1, 0, 0, {}, 1, 0};
  taps_load.count = m.taps_columns;
  spec.load = taps_load;
  spec.store = ComplexStore{ast::Storage::f32, along_rows(n, 0), n, 1, false, 1};
  s.taps_rows = line_kernel(spec);
  spec.name = "taps_columns";
  spec.shape = down;
  spec.lines = {1, {{Dim::column, n}}};
  spec.neighbours = Dim::column;
  spec.load = ComplexLoad{ast::Storage::f32, down_columns(n, 0), m.taps_rows, 1};
  spec.store = ComplexStore{
      ast::Storage::f32, down_columns(n, 0), p, 1.0 / n / p / (narrow ? kInputScale : 1), true, 1};
  s.taps_columns = line_kernel(spec);

  const auto plane = static_cast<std::int64_t>(n) * extended;
  spec.name = "rows";
  spec.shape = across;
  spec.neighbours = Dim::row;
  spec.lines = {1, {{Dim::row, extended}, {Dim::channel, m.channels}}};
  ImageLoad load;
  load.image = {m.storage, m.rows, m.columns, m.channels, 1, 0, {}, 1, 0};
  load.edge = m.edge;
  load.first_row = m.origin_row;
  load.first_column = m.origin_column;
  load.count = m.out_columns + m.taps_columns - 1;
  load.bias = m.bias;
  load.partner.rows = half;
  spec.load = load;
  spec.store =
      ComplexStore{m.spectrum_storage, along_rows(n, plane), n, narrow ? kInputScale : 1, false, 1};
  s.rows = line_kernel(spec);

  spec.name = "columns";
  spec.shape = down;
  spec.neighbours = Dim::column;
  spec.lines = {1, {{Dim::column, n}, {Dim::channel, m.channels}}};
  spec.load = ComplexLoad{m.spectrum_storage, down_columns(n, plane), extended, 1};
  spec.work = Convolve{{ast::Storage::f32, down_columns(n, 0), {}, 0}};
  spec.store = ComplexStore{m.spectrum_storage, down_columns(n, plane), half, 1, false, 1};
  s.columns = line_kernel(spec);

  spec.name = "rows_back";
  spec.shape = across;
  spec.neighbours = Dim::row;
  spec.lines = {1, {{Dim::row, half}, {Dim::channel, m.channels}}};
  spec.work = Inverse{};
  spec.load = ComplexLoad{m.spectrum_storage, along_rows(n, plane), n, 1};
  ImageStore store;
  store.image = {m.out_storage, m.out_rows, m.out_columns, m.channels, 1, 0, {}, 1, 0};
  store.partner.rows = half;
  store.count = m.out_columns;
  spec.store = store;
  s.rows_back = line_kernel(spec);
  return s;
}

std::size_t spectrum_bytes(const Image& m, const LineShape& across) {
  return static_cast<std::size_t>(across.length) *
         static_cast<std::size_t>(extended_half_of(m) * m.channels) *
         (m.spectrum_storage == ast::Storage::f16 ? 4 : 8);
}

}  // namespace fftcore::test
