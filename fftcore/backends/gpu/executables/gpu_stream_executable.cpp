// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_stream_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include "gpu_program.h"
#include "host_memory.h"
#include "response_change.h"
#include "stream_checks.h"
#include "taps_spectrum.h"

namespace fftcore {
namespace {

/// One set of responses.
struct ResponseSpectrum {
  TapsSpectrum taps;
  ResponseSpectrum* next = nullptr;  ///< in a ResponseSlot
};

std::size_t plane_bytes(const Layout& layout, std::int64_t samples) {
  return static_cast<std::size_t>(samples) * size_bytes(layout.type);
}

std::size_t ring_bytes(const StreamBlocks& blocks) {
  return static_cast<std::size_t>(blocks.work.input.channels.extent) *
         plane_bytes(blocks.work.input, 2 * blocks.ring_samples());
}

std::size_t result_bytes(const StreamBlocks& blocks) {
  return static_cast<std::size_t>(blocks.work.output.channels.extent) *
         plane_bytes(blocks.work.output, blocks.block);
}

/// Taps of a response, padded with zeros; of none, all zeros.
Taps taps_of(const ImpulseResponse* response, std::int64_t count) {
  Taps taps{{1, count}, {}};
  if (response != nullptr) taps.values = *response;
  taps.values.resize(static_cast<std::size_t>(count));
  return taps;
}

template <class Real>
class GpuStreamExecutable final : public StreamExecutable {
 public:
  GpuStreamExecutable(const StreamConvolution& stream, const StreamBlocks& blocks, const Plan& plan,
                      const std::shared_ptr<Device>& device)
      : stream_(stream),
        blocks_(blocks),
        plan_(plan),
        program_(std::get<LaunchPlan>(plan.geometry), device, {}),
        change_(stream.fade),
        queue_(device->create_stream()),
        ring_(device->allocate(ring_bytes(blocks))),
        gathered_(host_memory(*device, result_bytes(blocks))),
        copies_(host_memory(*device, result_bytes(blocks))) {
    for (auto& bank : results_) {
      bank.device = device->allocate(result_bytes(blocks));
      for (std::int64_t i = 0; i < blocks.result_blocks; ++i)
        bank.host.push_back(host_memory(*device, result_bytes(blocks)));
    }
    forget();
  }
  ~GpuStreamExecutable() override {
    try {
      wait();
    } catch (...) {  // a device that is lost has nothing under way
    }
  }

  void set_impulse_responses(std::span<const ImpulseResponse> responses) override {
    check_responses(stream_, responses);
    const std::lock_guard lock(setters_);
    change_.slot().publish(std::make_unique<ResponseSpectrum>(
        ResponseSpectrum{transform_taps(program_, blocks_.work, all_taps(responses), 1)}));
  }

  void push(std::span<const ConstChannel> inputs, std::span<const Channel> outputs,
            std::int64_t count) override {
    check_push(stream_, inputs, outputs, count);
    if (!change_.has_responses()) throw_no_responses();
    // No block that is complete knows of a new set.
    change_.take(!has_samples_, position_ - position_ % blocks_.block + stream_.latency);
    for (std::int64_t done = 0; done < count;) {
      change_.end_at(position_);
      const std::int64_t run = std::min(count - done, run_length());
      for (std::size_t i = 0; i < inputs.size(); ++i) read(inputs[i], done, i, run);
      if (under_way_ == heard_block()) wait();
      for (std::size_t o = 0; o < outputs.size(); ++o) write(outputs[o], done, o, run);
      position_ += run;
      done += run;
      if (position_ % blocks_.block == 0) begin(position_ / blocks_.block - 1);
    }
    has_samples_ = has_samples_ || count > 0;
  }

  void reset(std::int64_t position) override {
    check_position(position);
    wait();
    position_ = position;
    change_.end();
    has_samples_ = false;
    forget();
  }

  std::int64_t position() const override { return position_; }
  std::int64_t tail() const override { return stream_.latency + stream_.taps - 1; }
  std::int64_t change_delay() const override { return stream_.latency; }
  const StreamConvolution& stream() const override { return stream_; }
  std::string plan_text() const override {
    return fmt::format("{}: blocks of {}, each {}", to_string(stream_), blocks_.block,
                       to_string(plan_));
  }

 private:
  /// Results of one of the two sets that may sound.
  struct Bank {
    std::unique_ptr<DeviceMemory> device;             // of the block under way
    std::vector<std::unique_ptr<PinnedMemory>> host;  // by block modulo result_blocks
  };

  static Real* samples(const std::unique_ptr<PinnedMemory>& memory) {
    return reinterpret_cast<Real*>(memory->data());
  }

  /// In the order of the work's channels, which may be more than inputs or outputs.
  std::vector<Taps> all_taps(std::span<const ImpulseResponse> responses) const {
    std::vector<Taps> all;
    if (stream_.mixing != Mixing::full) {
      for (const ImpulseResponse& response : responses)
        all.push_back(taps_of(&response, stream_.taps));
      return all;
    }
    const std::int64_t channels = blocks_.work.input.channels.extent;
    for (std::int64_t to = 0; to < channels; ++to)
      for (std::int64_t from = 0; from < channels; ++from) {
        const bool is_there = to < stream_.outputs && from < stream_.inputs;
        const auto number = static_cast<std::size_t>(to * stream_.inputs + from);
        all.push_back(taps_of(is_there ? &responses[number] : nullptr, stream_.taps));
      }
    return all;
  }

  /// Block whose results are heard now. Blocks before the first one are all zeros.
  std::int64_t heard_block() const {
    const std::int64_t heard = position_ - stream_.latency;
    return heard >= 0 ? heard / blocks_.block : -1 - (-1 - heard) / blocks_.block;
  }

  std::size_t result_place(std::int64_t block) const {
    const std::int64_t place = block % blocks_.result_blocks;
    return static_cast<std::size_t>(place < 0 ? place + blocks_.result_blocks : place);
  }

  /// Samples up to the next place where something else is to be done.
  std::int64_t run_length() const {
    const std::int64_t gathered = position_ % blocks_.block,
                       heard = position_ - stream_.latency - heard_block() * blocks_.block;
    return change_.run_length(position_, blocks_.block - std::max(gathered, heard));
  }

  void read(const ConstChannel& channel, std::int64_t first, std::size_t input,
            std::int64_t count) {
    const Real* from = static_cast<const Real*>(channel.data) + first * channel.stride;
    Real* const to = samples(gathered_) + static_cast<std::int64_t>(input) * blocks_.block +
                     position_ % blocks_.block;
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[i * channel.stride];
  }

  void write(const Channel& channel, std::int64_t first, std::size_t output,
             std::int64_t count) const {
    const std::int64_t block = heard_block();
    const std::int64_t at = static_cast<std::int64_t>(output) * blocks_.block + position_ -
                            stream_.latency - block * blocks_.block;
    const auto results = [&](std::size_t bank) {
      return samples(results_[bank].host[result_place(block)]) + at;
    };
    Real* const to = static_cast<Real*>(channel.data) + first * channel.stride;
    const Real* const old = results(change_.bank());
    if (!change_.fades_at(position_)) {
      for (std::int64_t i = 0; i < count; ++i) to[i * channel.stride] = old[i];
      return;
    }
    const Real* const coming = results(1 - change_.bank());
    for (std::int64_t i = 0; i < count; ++i) {
      const Real w = static_cast<Real>(change_.weight(position_ + i));
      to[i * channel.stride] = old[i] * (1 - w) + coming[i] * w;
    }
  }

  /// Begins the work that a block's last sample has completed.
  void begin(std::int64_t block) {
    wait();
    std::swap(gathered_, copies_);
    const std::size_t slot = plane_bytes(blocks_.work.input,
                                         block % blocks_.ring_blocks * blocks_.block),
                      ring = plane_bytes(blocks_.work.input, blocks_.ring_samples());
    put(*copies_, slot, stream_.inputs);
    put(*copies_, slot + ring, stream_.inputs);
    const std::size_t begin = slot + ring + plane_bytes(blocks_.work.input, blocks_.block) -
                              plane_bytes(blocks_.work.input, blocks_.work.input.columns.extent);
    for (std::size_t bank = 0; bank < kStreamBanks; ++bank)
      if (const ResponseSpectrum* set =
              change_.needed(bank, block * blocks_.block + stream_.latency, blocks_.block))
        convolve(begin, set->taps, results_[bank], result_place(block));
    under_way_ = block;
  }

  void convolve(std::size_t begin, const TapsSpectrum& taps, const Bank& results,
                std::size_t place) {
    const Convolution& work = blocks_.work;
    Bindings bindings = program_.own_bindings();
    bindings.memory[Place::input] = bindings.memory[Place::source] = ring_->from(begin);
    bindings.row_strides[Place::input] = bindings.row_strides[Place::source] =
        static_cast<std::int32_t>(work.input.rows.stride);
    bindings.memory[Place::output] = results.device.get();
    bindings.row_strides[Place::output] = static_cast<std::int32_t>(work.output.rows.stride);
    bindings.memory[Place::spectrum] = taps.spectrum.get();
    bindings.product_gain = taps.product_gain;
    bindings.gain = 1 / (double{taps.scale} * double{taps.product_gain});
    program_.enqueue_run(*queue_, bindings, begin % (2 * sizeof(Real)) == 0);
    const std::size_t bytes =
        static_cast<std::size_t>(stream_.outputs) * plane_bytes(work.output, blocks_.block);
    queue_->copy_out(results.host[place]->data(), *results.device, CopyShape::bytes(bytes));
  }

  /// Copies a block of channels to a place in the planes of the ring.
  void put(PinnedMemory& from, std::size_t offset_bytes, std::int64_t channels) {
    const std::size_t row = plane_bytes(blocks_.work.input, blocks_.block);
    queue_->copy_in(
        *ring_, from.data(),
        {row, static_cast<std::size_t>(channels), row,
         plane_bytes(blocks_.work.input, blocks_.work.input.channels.stride), offset_bytes});
  }

  void wait() {
    if (under_way_ == kNone) return;
    under_way_ = kNone;
    queue_->wait();
  }

  /// Makes all samples zeros that came before, and all results.
  void forget() {
    for (PinnedMemory* memory : {gathered_.get(), copies_.get()})
      std::memset(memory->data(), 0, result_bytes(blocks_));
    for (const Bank& bank : results_)
      for (const auto& memory : bank.host) std::memset(memory->data(), 0, result_bytes(blocks_));
    for (std::int64_t i = 0; i < 2 * blocks_.ring_blocks; ++i)
      put(*copies_, plane_bytes(blocks_.work.input, i * blocks_.block),
          blocks_.work.input.channels.extent);
    queue_->wait();
  }

  static constexpr std::int64_t kNone = -1 - kMostPosition;  // no block's number

  const StreamConvolution stream_;
  const StreamBlocks blocks_;
  const Plan plan_;
  std::mutex setters_;  // one publishes at a time
  GpuProgram program_;

  // What follows is the pushing thread's, but for the slot of change_.
  ResponseChange<ResponseSpectrum> change_;
  std::unique_ptr<DeviceStream> queue_;
  std::unique_ptr<DeviceMemory> ring_;
  // A block that fills, and the one before it on its way to the device: channel after channel.
  std::unique_ptr<PinnedMemory> gathered_, copies_;
  std::array<Bank, kStreamBanks> results_;
  std::int64_t under_way_ = kNone;  // block
  std::int64_t position_ = 0;
  bool has_samples_ = false;  // since reset()
};

}  // namespace

std::unique_ptr<StreamExecutable> make_gpu_stream_executable(
    const StreamConvolution& stream, const StreamBlocks& blocks, const Plan& plan,
    const std::shared_ptr<Device>& device) {
  if (stream.numbers == Numbers::f64)
    return std::make_unique<GpuStreamExecutable<double>>(stream, blocks, plan, device);
  return std::make_unique<GpuStreamExecutable<float>>(stream, blocks, plan, device);
}

std::size_t gpu_stream_bytes(const StreamBlocks& blocks, const Plan& plan) {
  return ring_bytes(blocks) + kStreamBanks * result_bytes(blocks) +
         static_cast<std::size_t>(plan.workspace_bytes);
}

}  // namespace fftcore
