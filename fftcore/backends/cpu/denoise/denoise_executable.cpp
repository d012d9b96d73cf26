// SPDX-License-Identifier: LGPL-2.1-or-later
// A task is a strip of rows. It goes from left to right by groups of neighbouring blocks, as many
// as a vector has lanes, and in each group from top to bottom: rows of samples become rows of bins
// in a ring as high as a block, columns of which are weakened and added up in another ring, whose
// rows become samples again once no block to come adds to them. What blocks of a group give to the
// samples of the next group is kept, row by row.
#include "denoise_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "aligned_array.h"
#include "ceil_div.h"
#include "channel_mask.h"
#include "cpu_queue.h"
#include "denoise_loops.h"
#include "image_access.h"
#include "pixels.h"
#include "port_checks.h"
#include "setting_checks.h"
#include "taps_slot.h"

namespace fftcore {
namespace {

/// Where strips and groups lie.
struct Geometry {
  Geometry(const Denoise& denoise, int threads)
      : block(denoise.block),
        step(denoise.step),
        lead(block - step),
        frames(denoise.before + 1 + denoise.after),
        lanes(denoise_loops().lanes),
        samples(denoise_samples(block, step, lanes)),
        groups(ceil_div(ceil_div(denoise.input.columns.extent + lead, step), lanes)),
        // Blocks on the border of two strips are made twice.
        strip_rows(std::max(
            ceil_div(ceil_div(denoise.input.rows.extent, threads * kStripsPerThread), step) * step,
            kBlocksPerStrip * block)),
        strips(ceil_div(denoise.input.rows.extent, strip_rows)),
        pitch(block * lanes + kFloatsPerLine) {}

  static constexpr std::int64_t kStripsPerThread = 2, kBlocksPerStrip = 4;
  /// Between rows of bins, lest rows that are a power of two apart meet in one set of the cache.
  static constexpr std::int64_t kFloatsPerLine = kCacheLine / sizeof(float);

  std::int64_t block, step, lead, frames, lanes;
  std::int64_t samples;  // that a group reaches over
  std::int64_t groups, strip_rows, strips;
  std::int64_t pitch;  // of rows of bins, in floats
};

/// What one thread works with.
struct Worker {
  Worker(const Geometry& geometry, std::int64_t scratch_floats)
      : ring(geometry.frames * geometry.block * geometry.pitch),
        sums(geometry.block * geometry.pitch),
        samples(geometry.samples),
        kept(geometry.strip_rows * geometry.lead),
        scratch(scratch_floats),
        inverse_scratch(scratch_floats),
        ring_rows(static_cast<std::size_t>(geometry.frames * geometry.block)),
        sum_rows(static_cast<std::size_t>(geometry.block)) {}

  AlignedArray<float> ring;  // (frame, row)
  AlignedArray<float> sums;
  AlignedArray<float> samples;
  AlignedArray<float>
      kept;  // what the group before gives to this one: a row of `lead` samples each
  AlignedArray<float> scratch, inverse_scratch;
  std::vector<const float*> ring_rows;
  std::vector<float*> sum_rows;
};

class CpuDenoiseExecutable final : public DenoiseExecutable {
 public:
  CpuDenoiseExecutable(const Denoise& denoise, int threads)
      : DenoiseExecutable(denoise),
        ports_(ports_of(denoise)),
        threads_(threads),
        geometry_(denoise, threads),
        numbers_(denoise),
        rows_(denoise.input, EdgeMode::reflect_101, 0, -geometry_.lead,
              geometry_.groups * geometry_.lanes * geometry_.step + geometry_.block) {
    for (int i = 0; i < threads; ++i) workers_.emplace_back(geometry_, denoise_scratch(numbers_));
    set_strength(denoise.strength);
  }

  void set(const Setting& setting) final {
    const auto* strength = std::get_if<DenoiseStrength>(&setting);
    if (strength == nullptr) return Executable::set(setting);
    check_strength(denoise(), *strength);
    factors_.set_spectrum(std::make_shared<const DenoiseFactors>(denoise(), *strength));
  }

  void run_any(Queue& queue, std::span<const ConstBuffer> frames, const Buffer& output,
               const Buffer&) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, frames, output);
    const std::shared_ptr<const DenoiseFactors> factors = factors_.spectrum();
    pool.run(geometry_.strips, [&](std::int64_t strip, int worker) {
      const std::int64_t first = strip * geometry_.strip_rows,
                         end = std::min(denoise().input.rows.extent, first + geometry_.strip_rows);
      // Channel after channel, since they may share words of the output.
      for (std::int64_t channel = 0; channel < denoise().input.channels.extent; ++channel)
        if (is_in_mask(channel, denoise().skipped_channels))
          copy(frames[static_cast<std::size_t>(denoise().before)], output, channel, first, end);
        else
          weaken({frames, output, channel, first, end, *factors},
                 workers_[static_cast<std::size_t>(worker)]);
    });
  }

  std::string plan_text() const override {
    return fmt::format(
        "{}: {} strips of {} rows; groups of {} blocks: rows R2C of {} points, "
        "columns of {}, weakened, and back",
        to_string(denoise()), geometry_.strips, geometry_.strip_rows, geometry_.lanes,
        geometry_.block, geometry_.block);
  }

 private:
  /// Rows [first, end) of a channel.
  struct Strip {
    std::span<const ConstBuffer> frames;
    Buffer output;
    std::int64_t channel, first, end;
    const DenoiseFactors& factors;
  };

  std::size_t slot(std::int64_t row) const {
    return static_cast<std::size_t>((row + geometry_.block) & (geometry_.block - 1));
  }

  void copy(const ConstBuffer& input, const Buffer& output, std::int64_t channel,
            std::int64_t first, std::int64_t end) const {
    const Layout &in = denoise().input, &out = denoise().output;
    for (std::int64_t y = first; y < end; ++y)
      copy_samples(row_of(input, in, y), first_of(input, in) + channel * in.channels.stride,
                   in.columns.stride, row_of(output, out, y),
                   first_of(output, out) + channel * out.channels.stride, out.columns.stride,
                   in.type, in.columns.extent);
  }

  void weaken(const Strip& strip, Worker& worker) const {
    std::fill_n(worker.kept.data(), worker.kept.size(), 0.0F);
    const std::int64_t first_block = strip.first / geometry_.step,
                       last_block = (strip.end - 1 + geometry_.lead) / geometry_.step;
    for (std::int64_t group = 0; group < geometry_.groups; ++group) {
      std::int64_t loaded = first_block * geometry_.step - geometry_.lead;
      for (std::int64_t block = first_block; block <= last_block; ++block) {
        const std::int64_t top = block * geometry_.step - geometry_.lead;
        for (; loaded < top + geometry_.block; ++loaded) load(strip, group, loaded, worker);
        for (std::int64_t y = 0; y < geometry_.block; ++y) {
          const std::size_t at = slot(top + y);
          for (std::int64_t f = 0; f < geometry_.frames; ++f)
            worker.ring_rows[static_cast<std::size_t>(f * geometry_.block + y)] =
                ring_row(worker, f, at);
          worker.sum_rows[static_cast<std::size_t>(y)] = sum_row(worker, at);
        }
        loops_.columns({.numbers = numbers_,
                        .factors = strip.factors,
                        .rows = worker.ring_rows.data(),
                        .sums = worker.sum_rows.data(),
                        .scratch = worker.scratch.data()});
        for (std::int64_t y = std::max(top, strip.first);
             y < std::min(top + geometry_.step, strip.end); ++y)
          store(strip, group, y, worker);
      }
    }
  }

  float* ring_row(const Worker& worker, std::int64_t frame, std::size_t slot) const {
    return worker.ring.data() +
           (frame * geometry_.block + static_cast<std::int64_t>(slot)) * geometry_.pitch;
  }
  float* sum_row(const Worker& worker, std::size_t slot) const {
    return worker.sums.data() + static_cast<std::int64_t>(slot) * geometry_.pitch;
  }

  /// Row `y` of the extended image to bins, of all frames.
  void load(const Strip& strip, std::int64_t group, std::int64_t y, const Worker& worker) const {
    const std::int64_t source = edge_index(y, denoise().input.rows.extent, EdgeMode::reflect_101);
    for (std::int64_t f = 0; f < geometry_.frames; ++f) {
      rows_.read(strip.frames[static_cast<std::size_t>(f)], source, strip.channel,
                 group * geometry_.lanes * geometry_.step, geometry_.samples,
                 worker.samples.data());
      loops_.row_forward(numbers_, worker.samples.data(), ring_row(worker, f, slot(y)),
                         worker.scratch.data());
    }
  }

  /// Row `y` of the group, which no block to come adds to.
  void store(const Strip& strip, std::int64_t group, std::int64_t y, const Worker& worker) const {
    float* const samples = worker.samples.data();
    loops_.row_inverse(numbers_, sum_row(worker, slot(y)), samples, worker.inverse_scratch.data());
    float* const kept = worker.kept.data() + (y - strip.first) * geometry_.lead;
    for (std::int64_t i = 0; i < geometry_.lead; ++i) samples[i] += kept[i];
    const std::int64_t width = geometry_.lanes * geometry_.step,
                       left = group * width - geometry_.lead;
    std::copy_n(samples + width, geometry_.lead, kept);
    const std::int64_t begin = std::max<std::int64_t>(left, 0),
                       end = std::min(left + width, denoise().output.columns.extent);
    const Layout& out = denoise().output;
    if (begin < end)
      store_samples(row_of(strip.output, out, y), out.type,
                    first_of(strip.output, out) + strip.channel * out.channels.stride +
                        begin * out.columns.stride,
                    out.columns.stride, end - begin, 1.0F, 0.0F, samples + (begin - left));
  }

  const Ports ports_;
  const int threads_;
  const DenoiseLoops loops_ = denoise_loops();
  const Geometry geometry_;
  const DenoiseNumbers numbers_;
  const ExtendedRows rows_;
  TapsSlot<DenoiseFactors> factors_;
  std::vector<Worker> workers_;
};

}  // namespace

std::int64_t denoise_memory_bytes(const Denoise& denoise, int threads) {
  const Geometry geometry(denoise, threads);
  const std::int64_t floats = (geometry.frames + 1) * geometry.block * geometry.pitch +
                              geometry.strip_rows * geometry.lead + geometry.samples +
                              2 * denoise_scratch(DenoiseNumbers(denoise));
  return threads * floats * static_cast<std::int64_t>(sizeof(float));
}

std::unique_ptr<DenoiseExecutable> make_denoise_executable(const Denoise& denoise, int threads) {
  return std::make_unique<CpuDenoiseExecutable>(denoise, threads);
}

}  // namespace fftcore
