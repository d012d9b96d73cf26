// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows of the image R2C, extended to the left and right, windowed and padded while they are loaded;
// those above and below the image are copies. Then, where columns are transformed too, they go from
// memory of our own, block by block.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "canonical.h"
#include "cpu_queue.h"
#include "first_element.h"
#include "image_access.h"
#include "port_checks.h"
#include "spectrum_access.h"
#include "stage_executables.h"
#include "stage_passes.h"
#include "window_rows.h"

namespace fftcore {
namespace {

std::vector<float> window_weights(Window window, std::int64_t extent) {
  std::vector<float> weights;
  for (std::int64_t n = 0; window == Window::hann && n < extent; ++n) {
    const double sine =
        std::sin(std::numbers::pi * (static_cast<double>(n) + 0.5) / static_cast<double>(extent));
    weights.push_back(static_cast<float>(sine * sine));
  }
  return weights;
}

class ForwardExecutable final : public StageExecutable {
 public:
  ForwardExecutable(const ForwardStage& stage, int threads, const FftEngine& engine)
      : StageExecutable(stage),
        ports_(ports_of(stage)),
        threads_(threads),
        is_whole_(stage.spectrum.transformed == Transformed::rows_and_columns),
        scale_(stage.spectrum.normalized
                   ? 1.0F / static_cast<float>(transformed_points(stage.spectrum))
                   : 1.0F),
        channels_(kept_channels(stage.image, stage.skipped_channels)),
        image_(stage.image.extent()),
        rows_(stage.image, stage.edge, stage.bias, -stage.border.left,
              stage.border.left + image_.columns + stage.border.right),
        row_weights_(window_weights(stage.window, image_.rows)),
        column_weights_(window_weights(stage.window, image_.columns)),
        spectrum_(stage.spectrum),
        blocks_(stage.spectrum),
        plane_(image_.rows * blocks_.stride()),
        work_(is_whole_ ? plane_ * stage.spectrum.channels : 0) {
    AnyLength lengths(engine);
    for (int i = 0; i < threads; ++i)
      workers_.emplace_back(lengths, stage.spectrum.points.columns, blocks_, is_whole_);
  }

  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer&) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, inputs, output);
    const ConstBuffer& input = inputs[0];
    std::byte* const spectrum = first_element(output, spectrum_value_bytes(stage_.spectrum));
    const std::int64_t channels = stage_.spectrum.channels;
    for_each_row(pool, channels, image_.rows, workers_,
                 [&](std::int64_t channel, std::int64_t y, StageWorker& worker) {
                   load_row(input, channel, y, worker.row.data());
                   if (is_whole_) {
                     worker.rows->forward(worker.row.data(),
                                          work_.data() + channel * plane_ + y * blocks_.stride());
                   } else {
                     worker.rows->forward(worker.row.data(), worker.spectrum.data());
                     spectrum_.store(worker.spectrum.data(), channel, stage_.border.top + y, 0,
                                     blocks_.stride(), scale_, spectrum);
                   }
                 });
    if (is_whole_)
      for_each_block(pool, channels, blocks_, workers_,
                     [&](std::int64_t channel, std::int64_t block, StageWorker& worker) {
                       transform_columns(channel, block, worker, spectrum);
                     });
    else
      copy_edge_rows(pool, spectrum);
  }

  std::string plan_text() const override {
    return fmt::format("{}: rows R2C of {}{}", to_string(stage_), stage_.spectrum.points.columns,
                       is_whole_ ? fmt::format("; {} blocks of {} columns of {}", blocks_.count,
                                               blocks_.lanes, blocks_.rows)
                                 : "");
  }

 private:
  /// Of a row of image and border; -1: zeros.
  std::int64_t source_row(std::int64_t y) const {
    return edge_index(y - stage_.border.top, image_.rows, stage_.edge);
  }

  /// Image, border and padding.
  void load_row(const ConstBuffer& input, std::int64_t channel, std::int64_t y, float* row) const {
    rows_.read(input, y, channels_[static_cast<std::size_t>(channel)], 0, rows_.columns(), row);
    if (stage_.window != Window::none)
      apply_window(column_weights_.data(), row_weights_[static_cast<std::size_t>(y)],
                   image_.columns, row);
    std::fill(row + rows_.columns(), row + stage_.spectrum.points.columns, 0.0F);
  }

  void transform_columns(std::int64_t channel, std::int64_t block, StageWorker& worker,
                         void* output) const {
    const std::int64_t first = block * blocks_.lanes;
    worker.columns->forward(
        work_.data() + channel * plane_ + first, blocks_.stride(),
        stage_.border.top + image_.rows + stage_.border.bottom,
        [&](std::int64_t y) { return source_row(y); }, worker.spectrum.data());
    for (std::int64_t y = 0; y < blocks_.rows; ++y)
      spectrum_.store(worker.spectrum.data() + y * blocks_.lanes, channel, y, first, blocks_.lanes,
                      scale_, output);
  }

  void copy_edge_rows(WorkerPool& pool, void* output) {
    const std::int64_t top = stage_.border.top, edges = top + stage_.border.bottom;
    if (edges == 0) return;
    for_each_row(pool, stage_.spectrum.channels, edges, workers_,
                 [&](std::int64_t channel, std::int64_t i, StageWorker&) {
                   const std::int64_t y = i < top ? i : image_.rows + i, source = source_row(y);
                   spectrum_.copy_row(output, channel, source < 0 ? -1 : top + source, y);
                 });
  }

  const ForwardStage& stage_ = std::get<ForwardStage>(work());
  const Ports ports_;
  const int threads_;
  const bool is_whole_;  // columns too
  const float scale_;
  const std::vector<std::int64_t> channels_;  // of the image
  const Extent image_;
  const ExtendedRows rows_;
  const std::vector<float> row_weights_, column_weights_;  // empty without a window
  const SpectrumAccess spectrum_;
  const ColumnBlocks blocks_;
  const std::int64_t plane_;  // of work_, of one channel
  AlignedArray<Complex> work_;
  std::vector<StageWorker> workers_;
};

}  // namespace

std::unique_ptr<StageExecutable> make_forward_executable(const ForwardStage& stage, int threads,
                                                         const FftEngine& engine) {
  return std::make_unique<ForwardExecutable>(stage, threads, engine);
}

}  // namespace fftcore
