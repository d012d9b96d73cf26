// SPDX-License-Identifier: LGPL-2.1-or-later
// Where columns are transformed they come first, block by block, into memory of our own that holds
// the image's rows; then rows C2R, cropped, scaled and packed. Channels that are copied go with the
// rows of the first one.
#include <fmt/format.h>

#include <algorithm>

#include "cpu_queue.h"
#include "first_element.h"
#include "gain_slot.h"
#include "image_access.h"
#include "pixels.h"
#include "port_checks.h"
#include "spectrum_access.h"
#include "stage_executables.h"
#include "stage_passes.h"

namespace fftcore {
namespace {

class InverseExecutable final : public StageExecutable {
 public:
  InverseExecutable(const InverseStage& stage, int threads, const FftEngine& engine)
      : StageExecutable(stage),
        ports_(ports_of(stage)),
        threads_(threads),
        is_whole_(stage.spectrum.transformed == Transformed::rows_and_columns),
        scale_(stage.spectrum.normalized
                   ? 1.0F
                   : 1.0F / static_cast<float>(transformed_points(stage.spectrum))),
        channels_(kept_channels(stage.image, stage.skipped_channels)),
        copied_(stage.copies_skipped ? skipped_channels(stage.image, stage.skipped_channels)
                                     : std::vector<std::int64_t>{}),
        image_(stage.image.extent()),
        spectrum_(stage.spectrum),
        blocks_(stage.spectrum),
        plane_(image_.rows * blocks_.stride()),
        work_(is_whole_ ? plane_ * stage.spectrum.channels : 0) {
    AnyLength lengths(engine);
    for (int i = 0; i < threads; ++i)
      workers_.emplace_back(lengths, stage.spectrum.points.columns, blocks_, is_whole_);
  }

  void set(const Setting& setting) override {
    const auto* gain = std::get_if<Gain>(&setting);
    if (gain == nullptr) return Executable::set(setting);
    gain_.set(gain->gain, gain->offset);
  }

  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer&) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, inputs, output);
    const std::byte* const spectrum =
        first_element(inputs[0], spectrum_value_bytes(stage_.spectrum));
    const ConstBuffer source = stage_.copies_skipped ? inputs[1] : ConstBuffer{};
    const Gain gain = gain_.value();
    const std::int64_t channels = stage_.spectrum.channels;
    if (is_whole_)
      for_each_block(pool, channels, blocks_, workers_,
                     [&](std::int64_t channel, std::int64_t block, StageWorker& worker) {
                       transform_columns(spectrum, channel, block, worker);
                     });
    for_each_row(
        pool, channels, image_.rows, workers_,
        [&](std::int64_t channel, std::int64_t y, StageWorker& worker) {
          Complex* const values = is_whole_ ? work_.data() + channel * plane_ + y * blocks_.stride()
                                            : worker.spectrum.data();
          if (!is_whole_)
            spectrum_.load(spectrum, channel, stage_.first_row + y, 0, blocks_.stride(), values);
          worker.rows->inverse(values, worker.row.data());
          store_row(worker.row.data(), channel, y, gain, output);
          if (channel == 0) copy_row(source, y, output);
        });
  }

  std::string plan_text() const override {
    return fmt::format("{}: {}rows C2R of {}", to_string(stage_),
                       is_whole_ ? fmt::format("{} blocks of {} columns of {}; ", blocks_.count,
                                               blocks_.lanes, blocks_.rows)
                                 : "",
                       stage_.spectrum.points.columns);
  }

 private:
  /// Only the image's rows, which may go round the field's end.
  void transform_columns(const void* input, std::int64_t channel, std::int64_t block,
                         StageWorker& worker) const {
    const std::int64_t first = block * blocks_.lanes;
    for (std::int64_t y = 0; y < blocks_.rows; ++y)
      spectrum_.load(input, channel, y, first, blocks_.lanes,
                     worker.spectrum.data() + y * blocks_.lanes);
    const Complex* const results = worker.columns->inverse(worker.spectrum.data());
    Complex* const rows = work_.data() + channel * plane_ + first;
    for (std::int64_t y = 0; y < image_.rows; ++y)
      std::copy_n(results + (stage_.first_row + y) % blocks_.rows * blocks_.lanes, blocks_.lanes,
                  rows + y * blocks_.stride());
  }

  /// As far as the field's end, and the rest from its beginning.
  void store_row(const float* row, std::int64_t channel, std::int64_t y, const Gain& gain,
                 const Buffer& output) const {
    const Layout& layout = stage_.image;
    void* const target = row_of(output, layout, y);
    const std::int64_t base = first_of(output, layout) +
                              channels_[static_cast<std::size_t>(channel)] * layout.channels.stride,
                       step = layout.columns.stride;
    const std::int64_t straight =
        std::min(image_.columns, stage_.spectrum.points.columns - stage_.first_column);
    const float factor = gain.gain * scale_, offset = gain.offset + stage_.bias;
    store_samples(target, layout.type, base, step, straight, factor, offset,
                  row + stage_.first_column);
    store_samples(target, layout.type, base + straight * step, step, image_.columns - straight,
                  factor, offset, row);
  }

  void copy_row(const ConstBuffer& source, std::int64_t y, const Buffer& output) const {
    const Layout& layout = stage_.image;
    for (const std::int64_t channel : copied_) {
      const std::int64_t base = channel * layout.channels.stride, step = layout.columns.stride;
      copy_samples(row_of(source, layout, y), first_of(source, layout) + base, step,
                   row_of(output, layout, y), first_of(output, layout) + base, step, layout.type,
                   image_.columns);
    }
  }

  const InverseStage& stage_ = std::get<InverseStage>(work());
  const Ports ports_;
  const int threads_;
  const bool is_whole_;  // columns too
  const float scale_;
  const std::vector<std::int64_t> channels_;  // of the image: transformed,
  const std::vector<std::int64_t> copied_;    // and copied
  const Extent image_;
  const SpectrumAccess spectrum_;
  const ColumnBlocks blocks_;
  const std::int64_t plane_;  // of work_, of one channel
  AlignedArray<Complex> work_;
  std::vector<StageWorker> workers_;
  GainSlot gain_;
};

}  // namespace

std::unique_ptr<StageExecutable> make_inverse_executable(const InverseStage& stage, int threads,
                                                         const FftEngine& engine) {
  return std::make_unique<InverseExecutable>(stage, threads, engine);
}

}  // namespace fftcore
