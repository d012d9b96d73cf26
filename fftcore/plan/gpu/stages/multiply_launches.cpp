// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <optional>
#include <utility>

#include "bank.h"
#include "product_convolution.h"
#include "sample_formulas.h"
#include "spectrum_lines.h"
#include "stage_launches.h"
#include "stored_op.h"

namespace fftcore {
namespace {

class MultiplyLaunches {
 public:
  MultiplyLaunches(const MultiplyStage& stage, const DeviceTraits& traits)
      : stage_(stage),
        convolution_(product_convolution(stage)),
        traits_(traits),
        from_(stage.input, traits),
        to_(stage.output, traits),
        factor_(factor_of(stage)),
        factor_lines_(factor_, traits) {}

  Planned<LaunchPlan> plan() && {
    if (!stage_.formula.empty() && has_product_gain())
      return NoPlan{"taps are scaled in half precision, and formulas of bins would see that"};
    if (has_transform() && !from_.fit_products(channels_per_block())) return apart();
    auto product = multiply();
    if (!product) return product.none();
    plan_.run.push_back({std::move(*product), Place::input, Place::output});
    if (stage_.taps)
      if (auto none = plan_set_taps()) return *std::move(none);
    plan_.has_product_gain = has_product_gain();
    return std::move(plan_);
  }

 private:
  /// The spectrum that the input is multiplied by. That of taps is divided by N where the input is
  /// not; else, in f16, it is scaled into the range of f16.
  static SpectrumLayout factor_of(const MultiplyStage& stage) {
    if (stage.spectrum) return *stage.spectrum;
    SpectrumLayout factor = stage.input;
    factor.transformed = Transformed::rows_and_columns;
    factor.stored_rows = factor.points.rows;
    factor.channels = taps_needed(product_convolution(stage));
    factor.normalized = !stage.input.normalized;
    if (factor.normalized) factor.type = SampleType::f32;
    return factor;
  }

  bool has_transform() const { return is_forward() || is_back(); }

  bool has_product_gain() const { return stage_.taps && factor_.type == SampleType::f16; }

  bool is_forward() const {
    return stage_.input.transformed == Transformed::rows && from_.has_columns();
  }
  bool is_back() const {
    return stage_.output.transformed == Transformed::rows && from_.has_columns();
  }
  int channels() const { return static_cast<int>(stage_.input.channels); }
  std::int64_t column_points() const { return stage_.input.points.rows; }
  int channels_per_block() const { return static_cast<int>(mixed_channels(convolution_)); }

  /// A launch without transforms: lines of 8 neighbours, one a thread.
  LineSpec flat_launch() const {
    constexpr int kLength = 8, kLines = 32;
    LineSpec stage;
    const std::int64_t lines = from_.plane() / kLength;
    stage.shape.length = stage.shape.threads = kLength;
    stage.shape.radices = {1};
    stage.shape.exchange_buffers = 1;
    stage.channels_per_block = channels_per_block();
    stage.shape.lines = static_cast<int>(std::min<std::int64_t>(
                            lines, std::max(1, kLines / stage.channels_per_block))) *
                        stage.channels_per_block;
    stage.lines[Dim::row] = static_cast<int>(lines);
    stage.lines[Dim::channel] = channels();
    return stage;
  }

  static Strides flat(const SpectrumLines& lines) {
    return {1, PerDim<std::int64_t>{0, {{Dim::row, 8}, {Dim::channel, lines.plane()}}}, 0};
  }

  /// The product with the transforms of columns that belong to it.
  Work work(SpectrumMultiply by) const {
    if (is_forward() && is_back()) return Convolve{std::move(by)};
    if (is_forward()) return Forward{std::move(by)};
    if (is_back()) return Inverse{std::move(by)};
    return Multiply{std::move(by)};
  }

  Planned<LineSpec> multiply() const {
    auto planned = has_transform() ? from_.column_launch("", channels(), channels_per_block())
                                   : Planned<LineSpec>(flat_launch());
    if (!planned) return planned;
    LineSpec& stage = *planned;
    stage.name = is_forward() ? (is_back() ? "columns_convolve" : "columns_forward_multiply")
                 : is_back()  ? "columns_multiply_inverse"
                              : "multiply";

    const auto strides = [&](const SpectrumLines& lines) {
      return has_transform() ? lines.down_columns() : flat(lines);
    };
    const int rows = has_transform() ? static_cast<int>(stage_.input.stored_rows) : kAllElements,
              rows_out =
                  has_transform() ? static_cast<int>(stage_.output.stored_rows) : kAllElements;
    stage.load = ComplexLoad{from_.storage(), strides(from_), rows, 1};
    SpectrumMultiply by;
    by.storage = factor_lines_.storage();
    by.strides = strides(factor_lines_);
    if (stage_.mixing != Mixing::diagonal) by.strides.line[Dim::channel] = 0;
    if (channels_per_block() > 1) {
      by.plane_stride = factor_lines_.plane();
      for (int to = 0; to < channels(); ++to)
        for (int from = 0; from < channels(); ++from)
          by.planes.push_back(static_cast<int>(taps_index(convolution_, 0, to, from)));
    }

    // The product is that of both spectra unnormalised. Columns back multiply by their length.
    const double points =
        static_cast<double>(stage_.input.points.columns * stage_.input.points.rows);
    const double back = is_back() ? static_cast<double>(stage_.output.points.rows) : 1;
    ComplexStore store{to_.storage(), strides(to_), rows_out, 1 / back, false, 1};
    const StoredOp stored = stored_op(stage_.op, points, divisor(stage_.input), divisor(factor_));
    by.op = stage_.op;
    by.floor = stored.floor;
    store.scale = stored.scale / (divisor(stage_.output) * back);
    store.has_gain = has_product_gain();
    by.formula.formula = product_formula(stage_);
    by.formula.rows = stage_.input.points.rows;
    by.formula.columns = stage_.input.points.columns;
    by.formula.scale = stored.scale;
    if (!has_transform()) by.formula.row_stride = static_cast<int>(row_stride(stage_.input));
    stage.work = work(std::move(by));
    stage.store = store;
    return planned;
  }

  static SpectrumLayout whole(SpectrumLayout spectrum) {
    spectrum.transformed = Transformed::rows_and_columns;
    spectrum.stored_rows = spectrum.points.rows;
    return spectrum;
  }

  /// Transforms in launches of their own, channel by channel: a block cannot hold a column of all
  /// channels that mix, or columns go by chirps.
  Planned<LaunchPlan> apart() const {
    MultiplyStage product = stage_;
    product.input = whole(stage_.input);
    product.output = whole(stage_.output);
    auto plan = MultiplyLaunches(product, traits_).plan();
    if (!plan) return plan;
    const SpectrumLines before(product.input, traits_), after(product.output, traits_);
    const Place between = is_back() ? Place::work_0 : Place::output;
    if (is_back()) plan->bytes_of(between) = static_cast<std::int64_t>(size_bytes(product.output));
    PlannedLaunch& middle = plan->run.front();
    middle.to = between;
    if (is_forward()) {
      auto forward = from_.column_launch("columns_forward", channels());
      if (!forward) return forward.none();
      forward->load = ComplexLoad{from_.storage(), from_.down_columns(),
                                  static_cast<int>(stage_.input.stored_rows), 1};
      forward->store = ComplexStore{from_.storage(), before.down_columns(),
                                    column_points(), divisor(stage_.input) / divisor(product.input),
                                    false,           1};
      middle.from = between;
      std::get<LineSpec>(middle.spec).in_place = true;
      plan->run.insert(plan->run.begin(), {std::move(*forward), Place::input, between});
    }
    if (is_back()) {
      auto back = to_.column_launch("columns_inverse", channels());
      if (!back) return back.none();
      back->work = Inverse{};
      back->load = ComplexLoad{to_.storage(), after.down_columns(), column_points(), 1};
      const double scale =
          divisor(product.output) /
          (divisor(stage_.output) * static_cast<double>(stage_.output.points.rows));
      back->store = ComplexStore{to_.storage(),
                                 to_.down_columns(),
                                 static_cast<int>(stage_.output.stored_rows),
                                 scale,
                                 false,
                                 1};
      plan->run.push_back({std::move(*back), between, Place::output});
    }
    return plan;
  }

  /// Fills `set_taps` of plan_, or says why it cannot.
  std::optional<NoPlan> plan_set_taps() {
    const Extent taps = *stage_.taps;
    plan_.bytes_of(Place::taps) =
        factor_.channels * taps.rows * taps.columns * static_cast<std::int64_t>(sizeof(float));
    plan_.bytes_of(Place::spectrum) = static_cast<std::int64_t>(size_bytes(factor_));
    ImageLoad load;
    load.image = geometry_of(Layout::planar(SampleType::f32, taps, factor_.channels), {});
    load.count = static_cast<int>(taps.columns);
    load.is_folded = true;
    auto rows = factor_lines_.row_launch("taps_rows_forward", taps.rows, factor_.channels);
    if (!rows) return rows.none();
    rows->load = load;
    ComplexStore store = factor_lines_.store_rows(1);
    // Products with a conjugate correlate.
    const auto finish = [&](ComplexStore& last) {
      last.scale = 1 / divisor(factor_);
      last.conjugate = true;
    };
    if (!factor_lines_.has_columns()) finish(store);
    rows->store = store;
    plan_.set_taps.push_back({std::move(*rows), Place::taps, Place::spectrum});
    if (!factor_lines_.has_columns()) return std::nullopt;
    auto columns = factor_lines_.column_launch("taps_columns_forward", factor_.channels);
    if (!columns) return columns.none();
    columns->in_place = true;
    columns->load = ComplexLoad{factor_lines_.storage(), factor_lines_.down_columns(),
                                static_cast<int>(taps.rows), 1};
    ComplexStore last{
        factor_lines_.storage(), factor_lines_.down_columns(), column_points(), 1, false, 1};
    finish(last);
    columns->store = last;
    plan_.set_taps.push_back({std::move(*columns), Place::spectrum, Place::spectrum});
    return std::nullopt;
  }

  const MultiplyStage& stage_;
  const Convolution convolution_;
  const DeviceTraits& traits_;
  const SpectrumLines from_, to_;
  const SpectrumLayout factor_;
  const SpectrumLines factor_lines_;
  LaunchPlan plan_;
};

}  // namespace

Planned<LaunchPlan> launches_of(const MultiplyStage& stage, const DeviceTraits& traits) {
  return MultiplyLaunches(stage, traits).plan();
}

}  // namespace fftcore
