// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stage_launches.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "channel_mask.h"
#include "launch_steps.h"
#include "line_shape_for.h"
#include "spectrum_lines.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

/// Why GPU kernels cannot count an image's samples, which they do in 31 bits, or empty.
std::string too_many_samples(const Layout& image) {
  const std::int64_t samples = image_reach(image);
  if (samples <= std::numeric_limits<std::int32_t>::max()) return {};
  return fmt::format("the image reaches over {} samples, and kernels count up to 2^31", samples);
}

std::vector<int> transformed_channels(const Layout& image, std::uint32_t skipped) {
  std::vector<int> channels;
  for (int c = 0; c < static_cast<int>(image.channels.extent); ++c)
    if (!is_in_mask(c, skipped)) channels.push_back(c);
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

Planned<LaunchPlan> launches_of(const ForwardStage& stage, const DeviceTraits& traits) {
  if (std::string reason = too_many_samples(stage.image); !reason.empty())
    return NoPlan{std::move(reason)};
  const SpectrumLayout& spectrum = stage.spectrum;
  const SpectrumLines lines(spectrum, traits);
  const Extent image = stage.image.extent();
  const std::int64_t needed = stage.border.top + image.rows + stage.border.bottom;
  LaunchPlan plan;

  ImageLoad load;
  load.image = geometry_of(stage.image, transformed_channels(stage.image, stage.skipped_channels));
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
  auto rows = lines.row_launch("rows_forward", needed, spectrum.channels);
  if (!rows) return rows.none();
  rows->load = std::move(load);
  rows->store = lines.store_rows(1 / divisor(spectrum, false));
  plan.run.push_back({std::move(*rows), Place::input, Place::output});
  if (spectrum.transformed == Transformed::rows || !lines.has_columns()) return plan;

  auto columns = lines.column_launch("columns_forward", spectrum.channels);
  if (!columns) return columns.none();
  columns->in_place = true;
  columns->load = ComplexLoad{lines.storage(), lines.down_columns(), static_cast<int>(needed), 1};
  columns->store = ComplexStore{lines.storage(),
                                lines.down_columns(),
                                spectrum.points.rows,
                                divisor(spectrum, false) / divisor(spectrum),
                                false,
                                1};
  plan.run.push_back({std::move(*columns), Place::output, Place::output});
  return plan;
}

double inverse_scale(const InverseStage& stage) {
  return stage.spectrum.normalized ? 1 : 1 / static_cast<double>(stage.spectrum.points.columns);
}

Planned<LaunchPlan> launches_of(const InverseStage& stage, const DeviceTraits& traits) {
  if (std::string reason = too_many_samples(stage.image); !reason.empty())
    return NoPlan{std::move(reason)};
  const SpectrumLayout& spectrum = stage.spectrum;
  const SpectrumLines lines(spectrum, traits);
  const Extent points = spectrum.points, image = stage.image.extent();
  LaunchPlan plan;
  Place from = Place::input;
  Storage storage = lines.storage();
  if (spectrum.transformed == Transformed::rows_and_columns && lines.has_columns()) {
    auto columns = lines.column_launch("columns_inverse", spectrum.channels);
    if (!columns) return columns.none();
    columns->work = Inverse{};
    columns->load = ComplexLoad{storage, lines.down_columns(), points.rows, 1};
    // Spectra in f16 are rounded once only: what lies between is f32.
    storage = Storage::f32;
    columns->store =
        ComplexStore{storage,     lines.down_columns(),
                     points.rows, spectrum.normalized ? 1 : 1 / static_cast<double>(points.rows),
                     false,       1};
    plan.bytes_of(Place::work_0) = spectrum.channels * lines.plane() * 2 * size_bytes(storage);
    plan.run.push_back({std::move(*columns), Place::input, Place::work_0});
    from = Place::work_0;
  }

  auto rows = lines.row_launch("rows_inverse", image.rows, spectrum.channels);
  if (!rows) return rows.none();
  rows->work = Inverse{};
  HermitianLoad load{lines.along_rows(), points.columns, static_cast<int>(bins(spectrum)), 1, true};
  load.storage = storage;
  if (stage.first_row + image.rows > points.rows) {
    load.rows = static_cast<int>(points.rows);
    load.first_row = static_cast<int>(stage.first_row);
  } else {
    load.strides.offset = stage.first_row * row_stride(spectrum);
  }
  rows->load = load;
  ImageStore store;
  if (stage.copies_skipped) store.copied = copied_channels(stage.image, stage.skipped_channels);
  store.image = geometry_of(stage.image, transformed_channels(stage.image, stage.skipped_channels));
  store.step = 2;
  store.partner = Partner{0, 0, 1};
  store.count = static_cast<int>(image.columns);
  if (stage.first_column != 0) {
    store.period = static_cast<int>(points.columns);
    store.first_column = static_cast<int>(stage.first_column);
  }
  const auto run_with = [&](bool in_pairs) {
    store.is_vectorized = in_pairs;
    rows->store = store;
    std::vector<PlannedLaunch> run = plan.run;
    run.push_back({*rows, from, Place::output});
    return run;
  };
  const bool is_vectorized = has_aligned_groups(stage.image) && image.columns % 2 == 0 &&
                             stage.first_column == 0 && !stage.copies_skipped;
  if (is_vectorized) plan.run_unaligned = run_with(false);
  plan.run = run_with(is_vectorized);
  return plan;
}

Planned<Extent> spectrum_points(Extent least, const DeviceTraits& traits) {
  const auto row = line_shape_for((least.columns + 1) / 2, false, traits);
  const auto column = least.rows > 1 ? line_shape_for(least.rows, true, traits) : LineShape{};
  if (!row || !column || 2 * row->length > kMaxSpectrumPoints ||
      column->length > kMaxSpectrumPoints)
    return NoPlan{fmt::format("{} do not fit a block ({} KiB of shared memory)",
                              row ? "columns" : "rows", traits.shared_bytes / 1024)};
  return Extent{column->length, 2 * std::int64_t{row->length}};
}

}  // namespace fftcore
