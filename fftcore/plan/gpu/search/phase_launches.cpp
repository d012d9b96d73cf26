// SPDX-License-Identifier: LGPL-2.1-or-later
#include "phase_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "launch_steps.h"
#include "line_shape_for.h"
#include "peak_launches.h"
#include "phase_tables.h"

namespace fftcore {
namespace {

class PhaseLaunches {
 public:
  PhaseLaunches(const PhaseCorrelation& correlation, const DeviceTraits& traits)
      : correlation_(correlation),
        rules_(peak_rules(correlation)),
        traits_(traits),
        image_(correlation.image.extent()),
        surface_(phase_extent(image_)),
        bins_(surface_.columns / 2 + 1) {
    // Neighbouring columns of a block begin at whole segments of memory.
    constexpr std::int64_t kSegment = 16;
    rows_.extent[Dim::column] = (bins_ + kSegment - 1) / kSegment * kSegment;
    rows_.extent[Dim::row] = surface_.rows;
  }

  Planned<LaunchPlan> plan() && {
    const auto surface = surface_geometry(rules_);
    if (!surface) return surface.none();
    if (auto none = choose_shapes()) return *std::move(none);
    for (const Place place : {Place::work_0, Place::spectrum, Place::own_spectrum})
      plan_.bytes_of(place) = rows_.count() * 2 * size_bytes(Storage::f32);
    plan_.run.push_back({rows_forward(), Place::input, Place::work_0});
    if (is_measured(correlation_)) add_measuring_launches();
    plan_.of_references = static_cast<int>(plan_.run.size());
    plan_.run.push_back({columns_correlate(), Place::work_0, Place::work_0});
    plan_.run.push_back({rows_inverse(*surface), Place::work_0, Place::output});
    add_peak_launches(plan_, *surface, rules_, traits_);
    plan_.set_taps.push_back({columns_forward(), Place::work_0, Place::spectrum});
    return std::move(plan_);
  }

 private:
  /// Chooses the shapes of lines, or says which of them do not fit a block.
  std::optional<NoPlan> choose_shapes() {
    const auto rows_of = [&](std::int64_t rows) {
      return line_shape_of(surface_.columns / 2, false, static_cast<int>(rows), traits_, 1,
                           Real::f32, choice());
    };
    const auto forward = rows_of(image_.rows), inverse = rows_of(surface_.rows),
               columns = line_shape_of(surface_.rows, true, neighbours(), traits_, 1, Real::f32,
                                       choice());
    if (!forward || !inverse || !columns)
      return NoPlan{fmt::format("{} points do not fit a block ({} KiB of shared memory)",
                                forward && inverse ? fmt::format("columns of {}", surface_.rows)
                                                   : fmt::format("rows of {}", surface_.columns),
                                traits_.shared_bytes / 1024)};
    forward_shape_ = *forward;
    inverse_shape_ = *inverse;
    column_shape_ = *columns;
    return std::nullopt;
  }

  /// Small images have threads for a part of the device, which wait for each other's results: more
  /// of them, with few values each, are done sooner.
  Choice choice() const {
    constexpr std::int64_t kThreadsOfAUnit = 256;
    const std::int64_t threads = surface_.rows * bins_ / kMostRadix;
    return threads < traits_.compute_units * kThreadsOfAUnit ? Choice::few : Choice::usual;
  }

  /// Columns of a block. Eight fill a segment of memory, and four a sector, which is the least that
  /// memory hands over: where blocks of eight would leave half of the multiprocessors idle.
  int neighbours() const {
    constexpr std::int64_t kOfSegment = 8, kOfSector = 4;
    const bool are_few = (bins_ + kOfSegment - 1) / kOfSegment * 2 <= traits_.compute_units;
    return static_cast<int>(std::min(bins_, are_few ? kOfSector : kOfSegment));
  }

  Strides along_rows() const {
    return {1, PerDim<std::int64_t>{0, {{Dim::row, rows_.strides()[Dim::row]}}}, 0};
  }
  Strides down_columns() const {
    return {rows_.extent[Dim::column], PerDim<std::int64_t>{0, {{Dim::column, 1}}}, 0};
  }

  /// A launch over rows, whose samples 2e and 2e + 1 travel as one value.
  LineSpec row_stage(std::string_view name, std::int64_t rows, const LineShape& shape) const {
    LineSpec stage;
    stage.name = name;
    stage.shape = shape;
    stage.lines[Dim::row] = static_cast<int>(rows);
    return stage;
  }

  LineSpec rows_forward() const {
    LineSpec stage = row_stage("rows_forward", image_.rows, forward_shape_);
    ImageLoad load;
    load.image = geometry_of(correlation_.image, {});
    load.count = static_cast<int>(image_.columns);
    load.is_folded = true;
    const float scale = phase_scale(correlation_);
    for (std::size_t c = 0; c < static_cast<std::size_t>(correlation_.image.channels.extent); ++c)
      load.weights.push_back(correlation_.weights[c] * scale);
    load.level_places = level_places_of(image_);
    if (correlation_.has_window) {
      load.row_window = phase_window(correlation_, image_.rows);
      load.column_window = phase_window(correlation_, image_.columns);
    }
    stage.load = std::move(load);
    stage.store = ComplexStore{Storage::f32, along_rows(), kAllElements, 1, false, 1};
    return stage;
  }

  /// Adds what makes `image_scale` of the half spectra of the image's rows.
  void add_measuring_launches() {
    const MeasuredNoise noise = measured_noise(correlation_);
    NormSpec of_rows;
    of_rows.name = "row_norms";
    of_rows.rows = static_cast<int>(image_.rows);
    of_rows.columns = static_cast<int>(bins_);
    of_rows.row_stride = rows_.extent[Dim::column];
    of_rows.are_half_spectra = true;
    // By Parseval's theorem the root of the mean square of the row's samples.
    of_rows.factor =
        1 / std::sqrt(static_cast<double>(surface_.columns) * static_cast<double>(image_.columns));
    of_rows.threads = threads_of_norms(of_rows.columns);
    NormSpec of_image;
    of_image.name = "image_scale";
    of_image.columns = of_rows.rows;
    of_image.row_stride = of_image.columns;
    of_image.factor = noise.of_deviation / std::sqrt(static_cast<double>(image_.rows));
    of_image.least = noise.least;
    of_image.threads = threads_of_norms(of_image.columns);
    constexpr std::int64_t kPairBytes = 2 * size_bytes(Storage::f32);
    plan_.bytes_of(Place::row_norms) = image_.rows * kPairBytes;
    plan_.bytes_of(Place::image_scale) = kPairBytes;
    plan_.run.push_back({of_rows, Place::work_0, Place::row_norms});
    plan_.run.push_back({of_image, Place::row_norms, Place::image_scale});
  }

  int threads_of_norms(int columns) const {
    constexpr int kMost = 256;
    const int most = std::min(kMost, traits_.block_threads);
    return static_cast<int>(std::bit_floor(static_cast<unsigned>(std::clamp(columns, 32, most))));
  }

  LineSpec column_stage(std::string_view name) const {
    LineSpec stage;
    stage.name = name;
    stage.shape = column_shape_;
    stage.lines[Dim::column] = static_cast<int>(bins_);
    stage.neighbours = Dim::column;
    ComplexLoad load{Storage::f32, down_columns(), static_cast<int>(image_.rows), 1};
    load.is_scaled = is_measured(correlation_);
    stage.load = std::move(load);
    stage.store = ComplexStore{Storage::f32, down_columns(), kAllElements, 1, false, 1};
    return stage;
  }

  LineSpec columns_forward() const { return column_stage("columns_forward"); }

  LineSpec columns_correlate() const {
    LineSpec stage = column_stage("columns_correlate");
    stage.in_place = true;
    CrossPower by;
    by.strides = down_columns();
    by.line_weights = phase_weights(correlation_, surface_.columns);
    by.line_weights.resize(static_cast<std::size_t>(bins_));
    by.element_weights = phase_weights(correlation_, surface_.rows);
    stage.work = Correlate{std::move(by)};
    return stage;
  }

  LineSpec rows_inverse(const SurfaceGeometry& surface) const {
    LineSpec stage = row_stage("rows_inverse", surface_.rows, inverse_shape_);
    stage.work = Inverse{};
    stage.load = HermitianLoad{along_rows(), surface_.columns, static_cast<int>(bins_), 1, true};
    SurfaceStore store;
    store.surface = surface;
    store.is_folded = true;
    store.is_even = !correlation_.has_surface;  // else it may be the caller's memory
    stage.store = store;
    return stage;
  }

  const PhaseCorrelation& correlation_;
  const PeakRules rules_;
  const DeviceTraits& traits_;
  const Extent image_, surface_;
  const std::int64_t bins_;  // of a row
  ComplexArray rows_;        // half spectra of rows, later of the whole image
  LineShape forward_shape_, inverse_shape_, column_shape_;
  LaunchPlan plan_;
};

}  // namespace

Planned<LaunchPlan> launches_of(const PhaseCorrelation& correlation, const DeviceTraits& traits) {
  return PhaseLaunches(correlation, traits).plan();
}

}  // namespace fftcore
