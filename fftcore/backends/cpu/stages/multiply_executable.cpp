// SPDX-License-Identifier: LGPL-2.1-or-later
// Blocks of columns: forward where only rows are transformed yet, multiplied, and back where only
// rows shall be.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "any_length.h"
#include "bank.h"
#include "bin_formula.h"
#include "canonical.h"
#include "column_filter.h"
#include "cpu_executable.h"
#include "first_element.h"
#include "port_checks.h"
#include "product_convolution.h"
#include "sample_formulas.h"
#include "setting_checks.h"
#include "spectral_loops.h"
#include "spectrum_access.h"
#include "stage_executables.h"
#include "stage_passes.h"
#include "stored_op.h"
#include "taps_transform.h"

namespace fftcore {
namespace {

bool is_rows(const SpectrumLayout& spectrum) {
  return spectrum.transformed == Transformed::rows;
}

double points_of(const SpectrumLayout& spectrum) {
  return static_cast<double>(spectrum.points.rows * spectrum.points.columns);
}

/// The unnormalized spectrum over what a block holds once its columns are transformed.
double input_factor(const SpectrumLayout& input) {
  return input.normalized ? static_cast<double>(transformed_points(input)) : 1;
}

/// What the unnormalized product is multiplied by, before columns are transformed back if they are.
double output_factor(const SpectrumLayout& output) {
  if (output.normalized) return 1 / points_of(output);
  return is_rows(output) ? 1 / static_cast<double>(output.points.rows) : 1;
}

class MultiplyExecutableOnCpu final : public MultiplyExecutable {
  using Spectrum = SpectrumOf<float>;

 public:
  MultiplyExecutableOnCpu(const MultiplyStage& stage, int threads, const FftEngine& engine)
      : MultiplyExecutable(stage),
        ports_(ports_of(stage)),
        problem_(product_convolution(stage)),
        threads_(threads),
        mixed_(mixed_channels(problem_)),
        blocks_(stage.input),
        input_(stage.input),
        output_(stage.output),
        formula_(product_formula(stage), stage.input.points, bins(stage.input),
                 stage.taps ? 1 / points_of(stage.input) : output_factor(stage.output)) {
    AnyLength lengths(engine);
    const auto columns = [&] {
      return ColumnTransform(lengths.complex(blocks_.rows, blocks_.lanes), blocks_.rows,
                             blocks_.lanes);
    };
    if (stage.taps) {
      const std::int64_t points = stage.input.points.columns;
      taps_transform_.emplace(SampleRows<float>(lengths.real_line(points), points), columns(),
                              blocks_.lanes);
    } else {
      const SpectrumLayout& factor = *stage.spectrum;
      const StoredOp stored = stored_op(stage.op, points_of(stage.input), input_factor(stage.input),
                                        factor.normalized ? points_of(factor) : 1);
      factor_.emplace(factor);
      scale_ = static_cast<float>(stored.scale * output_factor(stage.output));
      floor_ = static_cast<float>(stored.floor);
    }
    for (int i = 0; i < threads; ++i) workers_.emplace_back(columns(), mixed_, !stage.taps);
  }

  void set(const Setting& setting) override {
    if (const auto* taps = std::get_if<std::span<const Taps>>(&setting))
      transform_taps(*taps);
    else if (const auto* parameters = std::get_if<std::span<const double>>(&setting))
      slot_.set_parameters(all_parameters(parameters_needed(stage()), *parameters));
    else
      Executable::set(setting);
  }

  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer&) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, inputs, output);
    const std::byte* const input = first_element(inputs[0], spectrum_value_bytes(stage().input));
    const std::byte* const kernel =
        stage().spectrum ? first_element(inputs[1], spectrum_value_bytes(*stage().spectrum))
                         : nullptr;
    std::byte* const result = first_element(output, spectrum_value_bytes(stage().output));
    const Parameters parameters = slot_.parameters();
    std::shared_ptr<const Spectrum> taps;
    if (stage().taps) taps = slot_.values().spectrum;
    for_each_block(pool, stage().input.channels / mixed_, blocks_, workers_,
                   [&](std::int64_t group, std::int64_t block, Worker& worker) {
                     const std::int64_t first = group * mixed_;
                     for (std::int64_t member = 0; member < mixed_; ++member)
                       load(input, first + member, block, worker,
                            worker.spectra.data() + member * blocks_.points());
                     for (std::int64_t member = 0; member < mixed_; ++member) {
                       const auto factor = [&](std::int64_t from) -> const Complex* {
                         const std::int64_t index = taps_index(problem_, 0, first + member, from);
                         if (taps)
                           return taps->data() + index * taps_transform_->points() +
                                  block * blocks_.points();
                         return load_factor(kernel, index, block, worker);
                       };
                       Complex* const product = multiplied(worker, factor);
                       formula_(block * blocks_.lanes, blocks_.lanes, parameters, product);
                       store(product, first + member, block, worker, result);
                     }
                   });
  }

  std::string plan_text() const override {
    return fmt::format(
        "{}: {} blocks of {} columns of {}:{} times {}{}", to_string(stage()), blocks_.count,
        blocks_.lanes, blocks_.rows, is_rows(stage().input) ? " forward," : "",
        stage().taps ? "taps" : "a spectrum", is_rows(stage().output) ? ", inverse" : "");
  }

 private:
  void transform_taps(std::span<const Taps> taps) {
    check_taps(stage(), taps);
    const std::lock_guard one_at_a_time(taps_mutex_);
    const std::int64_t points = taps_transform_->points();
    Spectrum spectra(static_cast<std::int64_t>(taps.size()) * points);
    // 1 / N where the input is not normalized, as three_pass_executable has it.
    const float scale =
        1.0F / static_cast<float>(points_of(stage().input) / input_factor(stage().input));
    for (std::size_t i = 0; i < taps.size(); ++i)
      (*taps_transform_)(correlation_taps<float>(problem_, taps[i]), *stage().taps, scale,
                         spectra.data() + static_cast<std::int64_t>(i) * points);
    slot_.set_spectrum(std::make_shared<const Spectrum>(std::move(spectra)));
  }

  /// What one thread works with.
  struct Worker {
    Worker(ColumnTransform transform, std::int64_t mixed, bool has_factor)
        : columns(std::move(transform)),
          product(mixed, columns.block_points(), false),
          spectra(mixed * columns.block_points()),
          factor(has_factor ? columns.block_points() : 0) {}
    ColumnTransform columns;
    BlockProduct product;
    AlignedArray<Complex> spectra;  // of one block, of each channel that is mixed
    AlignedArray<Complex> factor;   // one block of the spectrum on the other side
  };

  /// A block of the input, its columns transformed.
  void load(const void* input, std::int64_t channel, std::int64_t block, Worker& worker,
            Complex* spectrum) const {
    const auto read = [&](std::int64_t y, Complex* to) {
      input_.load(input, channel, y, block * blocks_.lanes, blocks_.lanes, to);
    };
    if (is_rows(stage().input))
      worker.columns.forward(stage().input.stored_rows, read, spectrum);
    else
      for (std::int64_t y = 0; y < blocks_.rows; ++y) read(y, spectrum + y * blocks_.lanes);
    if (stage().op.conjugate_input) conjugate_scaled(spectrum, blocks_.points(), 1, spectrum);
  }

  /// A block of the spectrum on the other side, conjugated where so wished. It holds the product's
  /// scale where products may be summed.
  const Complex* load_factor(const void* data, std::int64_t channel, std::int64_t block,
                             Worker& worker) const {
    Complex* const factor = worker.factor.data();
    for (std::int64_t y = 0; y < blocks_.rows; ++y)
      factor_->load(data, channel, y, block * blocks_.lanes, blocks_.lanes,
                    factor + y * blocks_.lanes);
    const float scale = can_be_summed(stage().op) ? scale_ : 1;
    if (stage().op.conjugate_factor)
      conjugate_scaled(factor, blocks_.points(), scale, factor);
    else if (scale != 1)
      for (std::int64_t i = 0; i < blocks_.points(); ++i) factor[i] *= scale;
    return factor;
  }

  template <class Factor>
  Complex* multiplied(Worker& worker, Factor factor) const {
    Complex* const spectra = worker.spectra.data();
    if (can_be_summed(stage().op)) return worker.product(spectra, blocks_.points(), factor);
    multiply_weighted(stage().op.kind, floor_, scale_, spectra, factor(0), blocks_.points());
    return spectra;
  }

  void store(Complex* product, std::int64_t channel, std::int64_t block, Worker& worker,
             void* output) const {
    const Complex* const rows = is_rows(stage().output) ? worker.columns.inverse(product) : product;
    for (std::int64_t y = 0; y < stage().output.stored_rows; ++y)
      output_.store(rows + y * blocks_.lanes, channel, y, block * blocks_.lanes, blocks_.lanes, 1,
                    output);
  }

  const Ports ports_;
  const Convolution problem_;  // says which taps meet which channels
  const int threads_;
  const std::int64_t mixed_;  // channels that meet in a product
  const ColumnBlocks blocks_;
  const SpectrumAccess input_, output_;
  const BinFormula<float> formula_;
  std::optional<SpectrumAccess> factor_;  // where the stage has no taps
  float scale_ = 1;                       // of products with it
  float floor_ = 0;                       // as StoredOp has it
  std::vector<Worker> workers_;

  std::mutex taps_mutex_;  // guards taps_transform_
  std::optional<TapsTransform> taps_transform_;
  TapsSlot<Spectrum> slot_;
};

}  // namespace

std::unique_ptr<MultiplyExecutable> make_multiply_executable(const MultiplyStage& stage,
                                                             int threads, const FftEngine& engine) {
  return std::make_unique<MultiplyExecutableOnCpu>(stage, threads, engine);
}

}  // namespace fftcore
