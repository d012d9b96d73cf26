// SPDX-License-Identifier: LGPL-2.1-or-later
#include "convolution_kernels.h"

#include "canonical.h"

namespace fftcore {
namespace {

ast::Storage storage_of(Element element) {
  switch (element) {
    case Element::u8: return ast::Storage::u8;
    case Element::u16: return ast::Storage::u16;
    case Element::f32: return ast::Storage::f32;
  }
  return ast::Storage::f32;
}

ImageGeometry geometry_of(const Layout& layout, const std::vector<int>& channels) {
  ImageGeometry geometry;
  geometry.storage = storage_of(layout.element);
  geometry.rows = static_cast<int>(layout.rows.extent);
  geometry.columns = static_cast<int>(layout.columns.extent);
  geometry.column_stride = layout.is_interleaved() ? layout.channels.extent : 1;
  geometry.channel_stride = layout.is_interleaved() ? 1 : layout.rows.extent * layout.columns.extent;
  geometry.channels = channels;
  return geometry;
}

/// Element e of line a at a * length + e; then line by line of channels.
Strides along_rows(std::int64_t length, std::int64_t plane) { return {1, {length, plane, 0}, 0}; }
/// Element e of line a at e * length + a.
Strides down_columns(std::int64_t length, std::int64_t plane) { return {length, {1, plane, 0}, 0}; }

}  // namespace

std::int64_t line_rows(const Problem& problem, const GpuThreePassPlan& plan) { return plan.half_rows + problem.kernel.rows - 1; }

ConvolutionKernels convolution_kernels(const Problem& problem, const GpuThreePassPlan& plan) {
  const int n = plan.rows.length;
  const int p = plan.columns.length;
  const auto taps_rows = static_cast<int>(problem.kernel.rows);
  const auto half = static_cast<int>(plan.half_rows);
  const auto lines = static_cast<int>(line_rows(problem, plan));
  const std::vector<int> channels = filtered_channels(problem);
  const auto channel_count = static_cast<int>(channels.size());
  const Lead lead = lead_of(problem);
  ConvolutionKernels kernels;

  StageSpec taps;
  taps.name = "taps_rows";
  taps.shape = plan.rows;
  taps.lines = {taps_rows, 1, 1};
  ImageLoad load_taps;
  load_taps.image = geometry_of(Layout::interleaved(Element::f32, problem.kernel), {});
  load_taps.count = static_cast<int>(problem.kernel.columns);
  taps.load = load_taps;
  taps.store = ComplexStore{ast::Storage::f32, along_rows(n, 0), n, 1, false};
  kernels.taps_rows = stage_kernel(taps);
  taps.name = "taps_columns";
  taps.shape = plan.columns;
  taps.lines = {n, 1, 1};
  taps.load = ComplexLoad{ast::Storage::f32, down_columns(n, 0), taps_rows};
  taps.store = ComplexStore{ast::Storage::f32, down_columns(n, 0), p, 1.0 / n / p, true};
  kernels.taps_columns = stage_kernel(taps);

  StageSpec rows;
  rows.name = "rows";
  rows.shape = plan.rows;
  rows.lines = {lines, channel_count, 1};
  ImageLoad load;
  load.image = geometry_of(problem.input, channels);
  load.edge = problem.edge;
  load.first_row = static_cast<int>(lead.rows);
  load.first_column = static_cast<int>(lead.columns);
  load.count = static_cast<int>(problem.output.columns.extent + problem.kernel.columns - 1);
  load.bias = problem.bias;
  load.paired_rows = half;
  rows.load = load;
  const std::int64_t line_plane = std::int64_t{n} * lines;
  const std::int64_t half_plane = std::int64_t{n} * half;
  rows.store = ComplexStore{ast::Storage::f32, along_rows(n, line_plane), n, 1, false};
  kernels.rows = stage_kernel(rows);

  StageSpec columns;
  columns.name = "columns";
  columns.shape = plan.columns;
  columns.lines = {n, channel_count, 1};
  columns.load = ComplexLoad{ast::Storage::f32, down_columns(n, line_plane), lines};
  columns.work = Work::convolve;
  columns.multiply = SpectrumMultiply{ast::Storage::f32, down_columns(n, 0)};
  columns.store = ComplexStore{ast::Storage::f32, down_columns(n, half_plane), half, 1, false};
  kernels.columns = stage_kernel(columns);

  StageSpec back;
  back.name = "rows_back";
  back.shape = plan.rows;
  back.lines = {half, channel_count, 1};
  back.load = ComplexLoad{ast::Storage::f32, along_rows(n, half_plane), n};
  back.work = Work::inverse;
  ImageStore store;
  store.image = geometry_of(problem.output, channels);
  store.paired_rows = half;
  back.store = store;
  kernels.rows_back = stage_kernel(back);
  return kernels;
}

}  // namespace fftcore
