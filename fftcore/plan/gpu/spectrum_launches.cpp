// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectrum_launches.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>

#include "fftcore/error.h"
#include "launch_steps.h"
#include "line_shape_for.h"
#include "spectrum_lines.h"

namespace fftcore {
namespace {

/// Kernels count samples in 31 bits.
void check_samples(const Layout& image, std::string_view stage, const DeviceTraits& traits) {
  std::int64_t samples = 1;
  for (const Axis& axis : {image.columns, image.rows, image.channels})
    samples += (axis.extent - 1) * axis.stride;
  if (samples > std::numeric_limits<std::int32_t>::max())
    refuse_stage(
        stage, traits,
        fmt::format("its image reaches over {} samples, and kernels count up to 2^31", samples));
}

std::vector<int> transformed_channels(const Layout& image, std::uint32_t left_out) {
  std::vector<int> channels;
  for (int c = 0; c < static_cast<int>(image.channels.extent); ++c)
    if (c >= 32 || (left_out >> c & 1U) == 0) channels.push_back(c);
  return channels;
}

/// sin^2 along an axis of the image.
std::vector<float> hann(std::int64_t extent) {
  std::vector<float> values;
  for (std::int64_t n = 0; n < extent; ++n) {
    const double sine =
        std::sin(std::numbers::pi * (static_cast<double>(n) + 0.5) / static_cast<double>(extent));
    values.push_back(static_cast<float>(sine * sine));
  }
  return values;
}

}  // namespace

LaunchPlan forward_launches(const ForwardStage& stage, const DeviceTraits& traits) {
  validate(stage);
  check_samples(stage.image, to_string(stage), traits);
  const SpectrumLayout& spectrum = stage.spectrum;
  const SpectrumLines lines(spectrum, to_string(stage), traits);
  const Extent image = stage.image.extent();
  const std::int64_t needed = stage.border.top + image.rows + stage.border.bottom;
  LaunchPlan plan;

  ImageLoad load;
  load.image = geometry_of(stage.image, transformed_channels(stage.image, stage.left_out));
  load.edge = stage.edge;
  load.first_row = -static_cast<int>(stage.border.top);
  load.first_column = -static_cast<int>(stage.border.left);
  load.count = static_cast<int>(stage.border.left + image.columns + stage.border.right);
  load.bias = stage.bias;
  load.is_folded = true;
  if (stage.window == Window::hann) {
    load.row_window = hann(image.rows);
    load.column_window = hann(image.columns);
  }
  LineSpec rows = lines.row_stage("rows_forward", needed, spectrum.channels);
  rows.load = std::move(load);
  rows.store = lines.store_rows(1 / divisor(spectrum, false));
  plan.run.push_back({std::move(rows), Place::input, Place::output});
  if (spectrum.transformed == Transformed::rows || !lines.has_columns()) return plan;

  LineSpec columns = lines.column_stage("columns_forward", spectrum.channels);
  columns.in_place = true;
  columns.load = ComplexLoad{lines.storage(), lines.down_columns(), static_cast<int>(needed), 1};
  columns.store = ComplexStore{lines.storage(), lines.down_columns(),
                               kAllElements,    divisor(spectrum, false) / divisor(spectrum),
                               false,           1};
  plan.run.push_back({std::move(columns), Place::output, Place::output});
  return plan;
}

double inverse_scale(const InverseStage& stage) {
  return stage.spectrum.normalized ? 1 : 1 / static_cast<double>(stage.spectrum.points.columns);
}

LaunchPlan inverse_launches(const InverseStage& stage, const DeviceTraits& traits) {
  validate(stage);
  check_samples(stage.image, to_string(stage), traits);
  const SpectrumLayout& spectrum = stage.spectrum;
  const SpectrumLines lines(spectrum, to_string(stage), traits);
  const Extent points = spectrum.points, image = stage.image.extent();
  LaunchPlan plan;
  Place from = Place::input;
  Storage storage = lines.storage();
  if (spectrum.transformed == Transformed::rows_and_columns && lines.has_columns()) {
    LineSpec columns = lines.column_stage("columns_inverse", spectrum.channels);
    columns.work = Work::inverse;
    columns.load = ComplexLoad{storage, lines.down_columns(), kAllElements, 1};
    // What f16 holds is rounded once only.
    storage = Storage::f32;
    columns.store =
        ComplexStore{storage,      lines.down_columns(),
                     kAllElements, spectrum.normalized ? 1 : 1 / static_cast<double>(points.rows),
                     false,        1};
    plan.bytes_of(Place::work_0) = spectrum.channels * lines.plane() * 2 * size_bytes(storage);
    plan.run.push_back({std::move(columns), Place::input, Place::work_0});
    from = Place::work_0;
  }

  LineSpec rows = lines.row_stage("rows_inverse", image.rows, spectrum.channels);
  rows.work = Work::inverse;
  HermitianLoad load{lines.along_rows(), points.columns, static_cast<int>(bins(spectrum)), 1, true};
  load.storage = storage;
  if (stage.first_row + image.rows > points.rows) {
    load.rows = static_cast<int>(points.rows);
    load.first_row = static_cast<int>(stage.first_row);
  } else {
    load.strides.offset = stage.first_row * row_stride(spectrum);
  }
  rows.load = load;
  ImageStore store;
  if (stage.copies_left_out) store.copied = copied_channels(stage.image, stage.left_out);
  store.image = geometry_of(stage.image, transformed_channels(stage.image, stage.left_out));
  store.step = 2;
  store.partner = Partner{0, 0, 1};
  store.count = static_cast<int>(image.columns);
  if (stage.first_column != 0) {
    store.period = static_cast<int>(points.columns);
    store.first_column = static_cast<int>(stage.first_column);
  }
  const auto with_rows = [&](bool is_vectorized) {
    store.is_vectorized = is_vectorized;
    rows.store = store;
    std::vector<PlannedLaunch> run = plan.run;
    run.push_back({rows, from, Place::output});
    return run;
  };
  const bool has_aligned = has_pairs(stage.image) && image.columns % 2 == 0 &&
                           stage.first_column == 0 && !stage.copies_left_out;
  if (has_aligned) plan.run_unaligned = with_rows(false);
  plan.run = with_rows(has_aligned);
  return plan;
}

Extent spectrum_points(Extent least, const DeviceTraits& traits) {
  const auto row = line_shape_for((least.columns + 1) / 2, false, traits);
  const auto column = least.rows > 1 ? line_shape_for(least.rows, true, traits) : LineShape{};
  if (!row || !column || 2 * row->length > kMaxSpectrumPoints ||
      column->length > kMaxSpectrumPoints)
    throw Unsupported(
        fmt::format("no spectrum of {}x{} or more points on {}: {} do not fit a block ({} KiB of "
                    "shared memory); backend 'cpu' does it",
                    least.rows, least.columns, traits.name, row ? "columns" : "rows",
                    traits.shared_bytes / 1024));
  return {column->length, 2 * std::int64_t{row->length}};
}

}  // namespace fftcore
