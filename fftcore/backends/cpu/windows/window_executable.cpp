// SPDX-License-Identifier: LGPL-2.1-or-later
// A task is a group of pairs of windows. They are read as floats, and compared by sums or by
// transforms, several pairs at once. Each S is reduced to its peak.
#include "window_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "ceil_div.h"
#include "cpu_queue.h"
#include "direct_scores.h"
#include "image_access.h"
#include "port_checks.h"
#include "setting_checks.h"
#include "spectral_scores.h"
#include "window_loops.h"
#include "window_peak.h"
#include "window_reader.h"
#include "window_refine.h"
#include "window_results.h"
#include "window_taper.h"

namespace fftcore {
namespace {

/// Pairs of a task that is computed without transforms.
constexpr std::int64_t kDirectPairs = 4;

/// A pair of windows while it is compared.
struct Slot {
  Slot(const WindowExtents& extents, std::int64_t pitch)
      : first(extents.samples()),
        tapered(extents.samples()),
        second(extents.second_rows * pitch + kLagPadding),
        scores(extents.lag_rows * extents.lag_columns) {}

  AlignedArray<float> first, tapered, second, scores;
  WindowCentre second_centre;
  WindowPair pair;
  double energy = 0;  // of the first window without its taper
  std::int64_t index = 0;
};

class CpuWindowExecutable final : public WindowExecutable {
 public:
  CpuWindowExecutable(const WindowCorrelation& windows, int threads, const FftEngine& engine)
      : WindowExecutable(windows),
        ports_(ports_of(windows)),
        threads_(threads),
        extents_(windows),
        pitch_(extents_.second_columns),
        reader_(windows),
        is_direct_(uses_sums(windows)),
        group_(is_direct_ ? kDirectPairs : spectral_lanes(windows)),
        row_taper_(taper_of(windows.taper, extents_.rows)),
        column_taper_(taper_of(windows.taper, extents_.columns)),
        count_(windows.count) {
    for (int i = 0; i < threads; ++i) workers_.emplace_back(*this, engine);
  }

  static bool uses_sums(const WindowCorrelation& windows) {
    const Extent points = spectral_points(windows);
    return windows.search > 0 && is_direct_faster(windows, points.rows * points.columns);
  }

  void set(const Setting& setting) final {
    const auto* count = std::get_if<WindowCount>(&setting);
    if (count == nullptr) return Executable::set(setting);
    check_count(windows(), *count);
    count_ = count->count;
  }

  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer&) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, inputs, output);
    const std::int64_t count = count_;
    pool.run(ceil_div(count, group_), [&](std::int64_t task, int worker) {
      const Run run{inputs[0], inputs[1], inputs[2], output};
      correlate(run, task * group_, std::min(count, (task + 1) * group_),
                workers_[static_cast<std::size_t>(worker)]);
    });
  }

  std::string plan_text() const override {
    const Extent points = spectral_points(windows());
    return is_direct_ ? fmt::format("{}: sums at {}x{} lags", to_string(windows()),
                                    extents_.lag_rows, extents_.lag_columns)
                      : fmt::format("{}: transforms of {}x{} points, {} pairs at once",
                                    to_string(windows()), points.rows, points.columns, group_);
  }

 private:
  struct Run {
    const ConstBuffer &first, &second, &places;
    const Buffer& results;
  };

  struct Worker {
    Worker(const CpuWindowExecutable& owner, const FftEngine& engine)
        : reading(owner.reader_), scores(owner.extents_, owner.pitch_), refining(owner.extents_) {
      for (std::int64_t i = 0; i < owner.group_; ++i)
        slots.emplace_back(owner.extents_, owner.pitch_);
      if (!owner.is_direct_) spectral.emplace(owner.windows(), engine);
      pairs.resize(slots.size());
      outputs.resize(slots.size());
    }
    WindowReader::Scratch reading;
    ScoreScratch scores;
    RefineScratch refining;
    std::vector<Slot> slots;
    std::optional<SpectralScores> spectral;
    std::vector<WindowPair> pairs;
    std::vector<float*> outputs;
  };

  void correlate(const Run& run, std::int64_t begin, std::int64_t end, Worker& worker) const {
    std::size_t used = 0;
    for (std::int64_t i = begin; i < end; ++i) {
      Slot& slot = worker.slots[used];
      slot.index = i;
      if (read(run, i, worker, slot)) ++used;
    }
    for (std::size_t i = 0; i < used; ++i) {
      worker.pairs[i] = worker.slots[i].pair;
      worker.outputs[i] = worker.slots[i].scores.data();
    }
    if (worker.spectral && used > 0)
      worker.spectral->run({worker.pairs.data(), used}, {worker.outputs.data(), used});
    for (std::size_t i = 0; i < used; ++i) finish(run, worker, worker.slots[i]);
  }

  /// Whether the pair is to be compared; if not, its result is written.
  bool read(const Run& run, std::int64_t index, const Worker& worker, Slot& slot) const {
    WindowResult result;
    const auto refuse = [&](WindowState state) {
      result.state = static_cast<float>(state);
      write_result(run.results, index, result);
      return false;
    };
    const auto [first, second] = centres(run.places, index);
    if (!reader_.is_inside(first, extents_.rows, extents_.columns) ||
        !reader_.is_inside(second, extents_.second_rows, extents_.second_columns))
      return refuse(WindowState::outside);
    slot.second_centre = second;
    const std::int64_t rows = extents_.rows, columns = extents_.columns;
    reader_.read(run.first, first, rows, columns, columns, worker.reading, slot.first.data());
    slot.energy = take_mean(rows, columns, columns, slot.first.data());
    const double deviation = std::sqrt(slot.energy / static_cast<double>(extents_.samples()));
    result.deviation = static_cast<float>(deviation);
    if (!(deviation > static_cast<double>(windows().flat))) return refuse(WindowState::flat);
    reader_.read(run.second, second, extents_.second_rows, extents_.second_columns, pitch_,
                 worker.reading, slot.second.data());
    const double other =
        take_mean(extents_.second_rows, extents_.second_columns, pitch_, slot.second.data());
    if (!(std::sqrt(other / static_cast<double>(extents_.second_rows * extents_.second_columns)) >
          static_cast<double>(windows().flat)))
      return refuse(WindowState::flat);
    slot.pair = {slot.first.data(), slot.second.data(), pitch_, slot.energy, other};
    if (windows().taper != BlockWindow::rectangle) apply_taper(slot);
    return true;
  }

  /// There is no search, so both windows have one extent.
  void apply_taper(Slot& slot) const {
    for (std::int64_t y = 0; y < extents_.rows; ++y)
      for (std::int64_t x = 0; x < extents_.columns; ++x) {
        const std::int64_t at = y * extents_.columns + x;
        const float factor = row_taper_[y] * column_taper_[x];
        slot.tapered[at] = slot.first[at] * factor;
        slot.second[at] *= factor;
      }
    slot.pair.first = slot.tapered.data();
    slot.pair.first_energy =
        window_sums(slot.tapered.data(), extents_.rows, extents_.columns, extents_.columns).squares;
    slot.pair.second_energy =
        window_sums(slot.second.data(), extents_.rows, extents_.columns, extents_.columns).squares;
  }

  void finish(const Run& run, const Worker& worker, const Slot& slot) const {
    float* const scores = slot.scores.data();
    if (is_direct_)
      direct_scores(windows(), slot.pair, worker.scores, scores);
    else if (windows().score != WindowScore::phase)
      normalize_scores(windows(), slot.pair, worker.scores, scores);
    WindowPeak peak = window_peak(windows(), scores);
    if (!peak.is_at_border)
      refine_peak(windows(), slot.first.data(), slot.energy, reader_, run.second,
                  slot.second_centre, worker.reading, worker.refining, peak);
    const double deviation = std::sqrt(slot.energy / static_cast<double>(extents_.samples()));
    write_result(run.results, slot.index,
                 result_of(peak, slot.second_centre, static_cast<float>(deviation)));
  }

  std::pair<WindowCentre, WindowCentre> centres(const ConstBuffer& places,
                                                std::int64_t index) const {
    const auto& layout = std::get<Layout>(ports_.inputs[2].layout);
    const std::size_t numbers = static_cast<std::size_t>(layout.columns.extent);
    std::array<float, kMappedPlaceNumbers> row{};
    std::memcpy(row.data(),
                static_cast<const float*>(row_of(places, layout, index)) + first_of(places, layout),
                numbers * sizeof(float));
    WindowCentre first{row[0], row[1]}, second{row[2], row[3]};
    for (std::size_t i = 0; i < 4 && windows().is_mapped; ++i) {
      first.map[i] = row[4 + i];
      second.map[i] = row[8 + i];
    }
    return {first, second};
  }

  const Ports ports_;
  const int threads_;
  const WindowExtents extents_;
  const std::int64_t pitch_;
  const WindowReader reader_;
  const bool is_direct_;
  const std::int64_t group_;
  const AlignedArray<float> row_taper_, column_taper_;
  std::atomic<std::int64_t> count_;
  std::vector<Worker> workers_;
};

}  // namespace

std::int64_t window_memory_bytes(const WindowCorrelation& windows, int threads) {
  const WindowExtents extents(windows);
  const Extent points = spectral_points(windows);
  const bool is_direct = CpuWindowExecutable::uses_sums(windows);
  const std::int64_t lags = extents.lag_rows * extents.lag_columns,
                     slot = 2 * extents.samples() + extents.second_rows * extents.second_columns +
                            lags,
                     group = is_direct ? kDirectPairs : spectral_lanes(windows),
                     transforms = is_direct ? 0 : 4 * group * points.rows * points.columns;
  return threads * (group * slot + transforms + 3 * extents.samples() + 2 * lags) *
         static_cast<std::int64_t>(sizeof(float));
}

std::unique_ptr<WindowExecutable> make_window_executable(const WindowCorrelation& windows,
                                                         int threads, const FftEngine& engine) {
  return std::make_unique<CpuWindowExecutable>(windows, threads, engine);
}

}  // namespace fftcore
