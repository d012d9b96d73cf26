// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <string>
#include <utility>

#include "bank.h"
#include "product_convolution.h"
#include "spectrum_launches.h"
#include "spectrum_lines.h"
#include "stored_op.h"

namespace fftcore {
namespace {

class MultiplyLaunches {
 public:
  MultiplyLaunches(const MultiplyStage& stage, const DeviceTraits& traits)
      : stage_(stage),
        problem_(product_convolution(stage)),
        text_(to_string(stage)),
        traits_(traits),
        from_(stage.input, text_, traits),
        to_(stage.output, text_, traits),
        kernel_(kernel_of(stage)),
        factors_(kernel_, text_, traits) {}

  LaunchPlan plan() && {
    if (channels_per_block() > 1 && has_transform() && !from_.fit_columns(channels_per_block()))
      return apart();
    plan_.run.push_back({multiply(), Place::input, Place::output});
    if (stage_.taps) plan_set_taps();
    plan_.has_product_gain = has_product_gain();
    return std::move(plan_);
  }

 private:
  /// What is multiplied by. Of taps it is divided by N where the input is not; else, in f16, it is
  /// scaled into the range of f16.
  static SpectrumLayout kernel_of(const MultiplyStage& stage) {
    if (stage.spectrum) return *stage.spectrum;
    SpectrumLayout kernel = stage.input;
    kernel.transformed = Transformed::rows_and_columns;
    kernel.stored_rows = kernel.points.rows;
    kernel.channels = taps_needed(product_convolution(stage));
    kernel.normalized = !stage.input.normalized;
    if (kernel.normalized) kernel.element = Element::f32;
    return kernel;
  }

  bool has_transform() const { return is_forward() || is_back(); }

  bool has_product_gain() const { return stage_.taps && kernel_.element == Element::f16; }

  bool is_forward() const {
    return stage_.input.transformed == Transformed::rows && from_.has_columns();
  }
  bool is_back() const {
    return stage_.output.transformed == Transformed::rows && from_.has_columns();
  }
  int channels() const { return static_cast<int>(stage_.input.channels); }
  int channels_per_block() const { return static_cast<int>(mixed_channels(problem_)); }

  /// 8 neighbours a line, one a thread.
  LineSpec flat_stage() const {
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

  LineSpec multiply() const {
    LineSpec stage =
        has_transform() ? from_.column_stage("", channels(), channels_per_block()) : flat_stage();
    stage.work = is_forward() ? (is_back() ? Work::convolve : Work::forward)
                 : is_back()  ? Work::inverse
                              : Work::multiply;
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
    by.storage = factors_.storage();
    by.strides = strides(factors_);
    if (stage_.mixing != Mixing::diagonal) by.strides.line[Dim::channel] = 0;
    if (channels_per_block() > 1) {
      by.plane_stride = factors_.plane();
      for (int to = 0; to < channels(); ++to)
        for (int from = 0; from < channels(); ++from)
          by.planes.push_back(static_cast<int>(taps_index(problem_, 0, to, from)));
    }

    // Product = what input and kernel would be unnormalised; columns back multiply by their length.
    const double points =
        static_cast<double>(stage_.input.points.columns * stage_.input.points.rows);
    const double back = is_back() ? static_cast<double>(stage_.output.points.rows) : 1;
    ComplexStore store{to_.storage(), strides(to_), rows_out, 1 / back, false, 1};
    const StoredOp stored = stored_op(stage_.op, points, divisor(stage_.input), divisor(kernel_));
    by.op = stage_.op;
    by.floor = stored.floor;
    store.scale = stored.scale / (divisor(stage_.output) * back);
    store.has_gain = has_product_gain();
    stage.multiply = by;
    stage.store = store;
    return stage;
  }

  static SpectrumLayout whole(SpectrumLayout spectrum) {
    spectrum.transformed = Transformed::rows_and_columns;
    spectrum.stored_rows = spectrum.points.rows;
    return spectrum;
  }

  /// Columns whose channels do not fit a block together: the transforms are launches of their own,
  /// channel by channel.
  LaunchPlan apart() const {
    MultiplyStage product = stage_;
    product.input = whole(stage_.input);
    product.output = whole(stage_.output);
    LaunchPlan plan = MultiplyLaunches(product, traits_).plan();
    const SpectrumLines before(product.input, text_, traits_),
        after(product.output, text_, traits_);
    const Place between = is_back() ? Place::work_0 : Place::output;
    if (is_back()) plan.bytes_of(between) = static_cast<std::int64_t>(size_bytes(product.output));
    PlannedLaunch& middle = plan.run.front();
    middle.to = between;
    if (is_forward()) {
      LineSpec forward = from_.column_stage("columns_forward", channels());
      forward.load = ComplexLoad{from_.storage(), from_.down_columns(),
                                 static_cast<int>(stage_.input.stored_rows), 1};
      forward.store = ComplexStore{from_.storage(), before.down_columns(),
                                   kAllElements,    divisor(stage_.input) / divisor(product.input),
                                   false,           1};
      middle.from = between;
      std::get<LineSpec>(middle.spec).in_place = true;
      plan.run.insert(plan.run.begin(), {std::move(forward), Place::input, between});
    }
    if (is_back()) {
      LineSpec back = to_.column_stage("columns_inverse", channels());
      back.work = Work::inverse;
      back.load = ComplexLoad{to_.storage(), after.down_columns(), kAllElements, 1};
      const double scale =
          divisor(product.output) /
          (divisor(stage_.output) * static_cast<double>(stage_.output.points.rows));
      back.store = ComplexStore{to_.storage(),
                                to_.down_columns(),
                                static_cast<int>(stage_.output.stored_rows),
                                scale,
                                false,
                                1};
      plan.run.push_back({std::move(back), between, Place::output});
    }
    return plan;
  }

  void plan_set_taps() {
    const Extent taps = *stage_.taps;
    plan_.bytes_of(Place::taps) =
        kernel_.channels * taps.rows * taps.columns * static_cast<std::int64_t>(sizeof(float));
    plan_.bytes_of(Place::spectrum) = static_cast<std::int64_t>(size_bytes(kernel_));
    ImageLoad load;
    load.image = geometry_of(Layout::planar(Element::f32, taps, kernel_.channels), {});
    load.count = static_cast<int>(taps.columns);
    load.is_folded = true;
    LineSpec rows = factors_.row_stage("taps_rows_forward", taps.rows, kernel_.channels);
    rows.load = load;
    ComplexStore store = factors_.store_rows(1);
    // Conjugated, so that products correlate.
    const auto finish = [&](ComplexStore& last) {
      last.scale = 1 / divisor(kernel_);
      last.conjugate = true;
    };
    if (!factors_.has_columns()) finish(store);
    rows.store = store;
    plan_.set_taps.push_back({std::move(rows), Place::taps, Place::spectrum});
    if (!factors_.has_columns()) return;
    LineSpec columns = factors_.column_stage("taps_columns_forward", kernel_.channels);
    columns.in_place = true;
    columns.load =
        ComplexLoad{factors_.storage(), factors_.down_columns(), static_cast<int>(taps.rows), 1};
    ComplexStore last{factors_.storage(), factors_.down_columns(), kAllElements, 1, false, 1};
    finish(last);
    columns.store = last;
    plan_.set_taps.push_back({std::move(columns), Place::spectrum, Place::spectrum});
  }

  const MultiplyStage& stage_;
  const Convolution problem_;
  const std::string text_;
  const DeviceTraits& traits_;
  const SpectrumLines from_, to_;
  const SpectrumLayout kernel_;
  const SpectrumLines factors_;
  LaunchPlan plan_;
};

}  // namespace

LaunchPlan multiply_launches(const MultiplyStage& stage, const DeviceTraits& traits) {
  validate(stage);
  return MultiplyLaunches(stage, traits).plan();
}

}  // namespace fftcore
