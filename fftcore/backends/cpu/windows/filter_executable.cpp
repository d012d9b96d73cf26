// SPDX-License-Identifier: LGPL-2.1-or-later
// A task is a pair of windows. Each channel is read as floats, and all meet the filters of their
// windows by transforms. Each S is reduced to its peak.
#include "filter_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <vector>

#include "ceil_div.h"
#include "cpu_queue.h"
#include "filter_places.h"
#include "filter_spectra.h"
#include "port_checks.h"
#include "setting_checks.h"
#include "window_loops.h"
#include "window_peak.h"
#include "window_reader.h"
#include "window_results.h"
#include "window_taper.h"

namespace fftcore {
namespace {

/// Windows of one channel, and how their S is reduced, as a WindowCorrelation says it.
WindowCorrelation windows_of(const WindowFilters& filters, std::int64_t channel) {
  WindowCorrelation windows;
  windows.score = WindowScore::plain;
  windows.image = filters.image;
  windows.weights = {};
  windows.weights[static_cast<std::size_t>(channel)] =
      filters.weights[static_cast<std::size_t>(channel)];
  windows.window = filters.window;
  windows.search = 0;
  windows.is_mapped = true;
  windows.interpolation = filters.interpolation;
  return windows;
}

class CpuFilterExecutable final : public FilterExecutable {
 public:
  CpuFilterExecutable(const WindowFilters& filters, int threads, const FftEngine& engine)
      : FilterExecutable(filters),
        ports_(ports_of(filters)),
        threads_(threads),
        first_channel_(windows_of(filters, 0)),
        channels_(filters.image.channels.extent),
        samples_(filters.window.rows * filters.window.columns),
        row_taper_(taper_of(filters.taper, filters.window.rows)),
        column_taper_(taper_of(filters.taper, filters.window.columns)),
        count_(filters.count),
        places_(filters) {
    for (std::int64_t channel = 0; channel < channels_; ++channel)
      readers_.emplace_back(windows_of(filters, channel));
    for (int i = 0; i < threads; ++i) workers_.emplace_back(*this, engine);
  }

  void set(const Setting& setting) final {
    const auto* count = std::get_if<WindowCount>(&setting);
    if (count == nullptr) return Executable::set(setting);
    check_count(filters(), *count);
    count_ = count->count;
  }

  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& stored) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, inputs, output);
    check_state(ports_, inputs, output, stored);
    const std::int64_t count = count_;
    places_.check(inputs[1], count);
    const Run run{inputs[0], inputs[1], stored, output};
    pool.run(ceil_div(count, kFilterWindows), [&](std::int64_t task, int worker) {
      find(run, task * kFilterWindows, std::min(count, (task + 1) * kFilterWindows),
           workers_[static_cast<std::size_t>(worker)]);
    });
  }

  std::string plan_text() const override {
    return fmt::format("{}: transforms of {}x{} points, {} windows at once", to_string(filters()),
                       filters().window.rows, filters().window.columns, kFilterWindows);
  }

 private:
  struct Run {
    const ConstBuffer &image, &places;
    const Buffer &stored, &results;
  };

  struct Slot {
    std::int64_t index = 0;
    WindowCentre centre;
    float deviation = 0;
  };

  struct Worker {
    Worker(const CpuFilterExecutable& owner, const FftEngine& engine)
        : reading(owner.readers_.front()),
          samples(owner.channels_ * owner.samples_),
          scores(kFilterWindows * owner.samples_),
          spectra(owner.filters(), engine) {}
    WindowReader::Scratch reading;
    AlignedArray<float> samples, scores;
    FilterSpectra spectra;
    std::array<Slot, kFilterWindows> slots;
    std::array<FilterWindow, kFilterWindows> windows;
  };

  void find(const Run& run, std::int64_t begin, std::int64_t end, Worker& worker) const {
    std::size_t used = 0;
    for (std::int64_t i = begin; i < end; ++i)
      if (read(run, i, worker, used)) ++used;
    if (used == 0) return;
    worker.spectra.run(run.stored, std::span(worker.windows).first(used));
    for (std::size_t i = 0; i < used; ++i) finish(run, worker.slots[i], worker.windows[i].scores);
  }

  /// Whether the window meets its filter; if not, its result is written.
  bool read(const Run& run, std::int64_t index, Worker& worker, std::size_t number) const {
    WindowResult result;
    const auto refuse = [&](WindowState state) {
      result.state = static_cast<float>(state);
      write_result(run.results, index, result);
      return false;
    };
    const FilterPlace place = place_at(run.places, index);
    const WindowCentre centre{
        place.x, place.y, {place.map[0], place.map[1], place.map[2], place.map[3]}};
    const std::int64_t rows = filters().window.rows, columns = filters().window.columns;
    const auto filter = filter_of(place, filters().filters);
    if (!filter || !readers_.front().is_inside(centre, rows, columns))
      return refuse(WindowState::outside);
    double energy = 0, tapered = 0;
    for (std::int64_t channel = 0; channel < channels_; ++channel) {
      float* const samples = worker.samples.data() + channel * samples_;
      readers_[static_cast<std::size_t>(channel)].read(run.image, centre, rows, columns, columns,
                                                       worker.reading, samples);
      energy += take_mean(rows, columns, columns, samples);
      apply_taper(samples);
      tapered += window_sums(samples, rows, columns, columns).squares;
    }
    result.deviation = static_cast<float>(std::sqrt(energy / static_cast<double>(samples_)));
    if (!(result.deviation > filters().flat) || !(tapered > 0)) return refuse(WindowState::flat);
    // The mean of all x^2 becomes 1, and spectra are over the root of n.
    const auto factor = static_cast<float>(1 / std::sqrt(tapered));
    const auto window = static_cast<std::int64_t>(number);
    for (std::int64_t channel = 0; channel < channels_; ++channel)
      worker.spectra.set(window, channel, worker.samples.data() + channel * samples_, factor);
    worker.slots[number] = {index, centre, result.deviation};
    worker.windows[number] = {*filter, place.rate, worker.scores.data() + window * samples_};
    return true;
  }

  void apply_taper(float* samples) const {
    const std::int64_t columns = filters().window.columns;
    for (std::int64_t y = 0; y < filters().window.rows; ++y)
      for (std::int64_t x = 0; x < columns; ++x)
        samples[y * columns + x] *= row_taper_[y] * column_taper_[x];
  }

  void finish(const Run& run, const Slot& slot, const float* scores) const {
    const WindowPeak peak = window_peak(first_channel_, scores);
    WindowResult result{.deviation = slot.deviation,
                        .state = static_cast<float>(WindowState::empty)};
    if (peak.score > 0 && peak.score < double{kMostFilterScore})  // never NaN
      result = result_of(peak, slot.centre, slot.deviation);
    write_result(run.results, slot.index, result);
  }

  const Ports ports_;
  const int threads_;
  const WindowCorrelation first_channel_;
  const std::int64_t channels_, samples_;
  const AlignedArray<float> row_taper_, column_taper_;
  std::atomic<std::int64_t> count_;
  FilterPlaces places_;
  std::vector<WindowReader> readers_;  // of each channel
  std::vector<Worker> workers_;
};

}  // namespace

std::int64_t filter_memory_bytes(const WindowFilters& filters, int threads) {
  const std::int64_t samples = filters.window.rows * filters.window.columns;
  return threads *
         (FilterSpectra::bytes(filters) + (filters.image.channels.extent + kFilterWindows) *
                                              samples * static_cast<std::int64_t>(sizeof(float)));
}

std::unique_ptr<FilterExecutable> make_filter_executable(const WindowFilters& filters, int threads,
                                                         const FftEngine& engine) {
  return std::make_unique<CpuFilterExecutable>(filters, threads, engine);
}

}  // namespace fftcore
