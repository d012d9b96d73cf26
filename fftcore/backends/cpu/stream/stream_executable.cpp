// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stream_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "response_change.h"
#include "stream_checks.h"
#include "stream_head.h"
#include "stream_level_work.h"
#include "stream_responses.h"

namespace fftcore {
namespace {

/// What set_impulse_responses() works with: one thread at a time.
template <class Real>
class ResponseMaker {
  using Set = StreamResponses<Real>;

 public:
  ResponseMaker(const StreamConvolution& stream, const StreamPlan& plan,
                const EngineOf<Real>& engine)
      : stream_(stream), plan_(plan) {
    std::int64_t zeros = 0;
    for (const StreamLevel& level : plan.levels) {
      transforms_.emplace_back(level.block, engine, most_at_once(stream));
      zeros = level.block;
    }
    zeros_ = AlignedArray<Real>(zeros);
  }

  std::unique_ptr<Set> make(std::span<const ImpulseResponse> responses) {
    check_responses(stream_, responses);
    auto set = std::make_unique<Set>();
    set->head = AlignedArray<Real>(plan_.head_taps * std::ssize(responses));
    for (std::int64_t r = 0; r < std::ssize(responses); ++r)
      copy_taps(responses[static_cast<std::size_t>(r)], 0, plan_.head_taps, 1,
                &set->head[r * plan_.head_taps]);
    for (std::size_t i = 0; i < plan_.levels.size(); ++i) {
      const StreamLevel& level = plan_.levels[i];
      const std::int64_t values = StreamLevelWork<Real>::response_values(level),
                         taps = level.partitions * level.block;
      set->levels.emplace_back(std::ssize(responses) * values);
      const AlignedArray<Real> scaled(taps);
      for (std::int64_t r = 0; r < std::ssize(responses); ++r) {
        copy_taps(responses[static_cast<std::size_t>(r)], level.first_delay - stream_.latency, taps,
                  1.0 / static_cast<double>(level.block), scaled.data());
        StreamLevelWork<Real>::transform_response(level, transforms_[i], scaled.data(),
                                                  zeros_.data(), &set->levels.back()[r * values]);
      }
    }
    return set;
  }

 private:
  /// Taps `first` to first + count - 1, zeros where there are none.
  static void copy_taps(const ImpulseResponse& response, std::int64_t first, std::int64_t count,
                        double scale, Real* to) {
    const std::int64_t there = std::clamp<std::int64_t>(std::ssize(response) - first, 0, count);
    for (std::int64_t i = 0; i < there; ++i)
      to[i] = static_cast<Real>(response[static_cast<std::size_t>(first + i)] * scale);
    std::fill(to + there, to + count, Real{});
  }

  const StreamConvolution& stream_;
  const StreamPlan& plan_;
  std::vector<StreamTransform<Real>> transforms_;
  AlignedArray<Real> zeros_;
};

template <class Real>
class CpuStreamExecutable final : public StreamExecutable {
  using Set = StreamResponses<Real>;

 public:
  CpuStreamExecutable(const StreamConvolution& stream, const StreamPlan& plan,
                      const EngineOf<Real>& engine)
      : stream_(stream),
        plan_(plan),
        maker_(stream_, plan_, engine),
        change_(stream.fade),
        head_(stream, plan),
        history_(stream.inputs * kept_samples(plan)),
        input_(StreamHead<Real>::kMost),
        sums_(StreamHead<Real>::kMost + kTapsSlack),
        new_sums_(StreamHead<Real>::kMost + kTapsSlack) {
    for (const StreamLevel& level : plan.levels) levels_.emplace_back(stream, level, engine);
    if (!levels_.empty())
      for (std::int64_t input = 0; input < stream.inputs; ++input)
        histories_.push_back({&history_[input * kept_samples(plan)], kept_samples(plan)});
  }

  void set_impulse_responses(std::span<const ImpulseResponse> responses) override {
    const std::lock_guard lock(setters_);
    change_.slot().publish(maker_.make(responses));
  }

  void push(std::span<const ConstChannel> inputs, std::span<const Channel> outputs,
            std::int64_t count) override {
    check_push(stream_, inputs, outputs, count);
    if (!change_.has_responses()) throw_no_responses();
    take_responses();
    for (std::int64_t done = 0; done < count;) {
      change_.end_at(position_);
      const std::int64_t run = std::min(count - done, run_length());
      head_.make_room(run);
      for (std::int64_t i = 0; i < stream_.inputs; ++i)
        read(inputs[static_cast<std::size_t>(i)], done, i, run);
      for (std::int64_t o = 0; o < stream_.outputs; ++o)
        write(outputs[static_cast<std::size_t>(o)], done, o, run);
      head_.go_on(run);
      position_ += run;
      done += run;
      work();
    }
    has_samples_ = has_samples_ || count > 0;
  }

  void reset(std::int64_t position) override {
    check_position(position);
    position_ = position;
    change_.end();
    has_samples_ = false;
    head_.reset();
    std::fill_n(history_.data(), history_.size(), Real{});
    for (auto& level : levels_) level.reset();
  }

  std::int64_t position() const override { return position_; }
  std::int64_t tail() const override { return stream_.latency + stream_.taps - 1; }
  std::int64_t change_delay() const override { return plan_.change_delay; }
  const StreamConvolution& stream() const override { return stream_; }
  std::string plan_text() const override {
    return fmt::format("{}: {}", to_string(stream_), to_string(plan_));
  }

 private:
  void take_responses() {
    // No work that has begun knows of a new set.
    std::int64_t begin = position_;
    for (const auto& level : levels_) {
      const StreamLevel& l = level.level();
      begin = std::max(begin, position_ / l.block * l.block + l.first_delay);
    }
    change_.take(!has_samples_, begin);
  }

  /// Samples up to the next place where something else is to be done.
  std::int64_t run_length() const {
    std::int64_t run = StreamHead<Real>::kMost;
    if (!plan_.levels.empty()) {
      const std::int64_t block = plan_.levels.front().block;
      run = std::min(run, block - position_ % block);
    }
    return change_.run_length(position_, run);
  }

  void read(const ConstChannel& channel, std::int64_t first, std::int64_t input,
            std::int64_t count) {
    const Real* from = static_cast<const Real*>(channel.data) + first * channel.stride;
    if (channel.stride != 1) {
      for (std::int64_t i = 0; i < count; ++i) input_[i] = from[i * channel.stride];
      from = input_.data();
    }
    head_.put(input, from, count);
    if (histories_.empty()) return;
    const std::int64_t length = kept_samples(plan_);
    std::copy_n(from, count, &history_[input * length + (position_ & (length - 1))]);
  }

  void write(const Channel& channel, std::int64_t first, std::int64_t output, std::int64_t count) {
    sum(change_.bank(), output, count, sums_.data());
    if (change_.fades_at(position_)) {
      sum(1 - change_.bank(), output, count, new_sums_.data());
      for (std::int64_t i = 0; i < count; ++i) {
        const Real w = static_cast<Real>(change_.weight(position_ + i));
        sums_[i] = sums_[i] * (1 - w) + new_sums_[i] * w;
      }
    }
    Real* const to = static_cast<Real*>(channel.data) + first * channel.stride;
    for (std::int64_t i = 0; i < count; ++i) to[i * channel.stride] = sums_[i];
  }

  void sum(std::size_t bank, std::int64_t output, std::int64_t count, Real* sums) {
    head_.sum(output, change_.set(bank)->head.data(), count, sums);
    for (const auto& level : levels_) level.add_results(bank, output, position_, count, sums);
  }

  /// Goes on with the work of all levels, up to what the position asks for.
  void work() {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      StreamLevelWork<Real>& level = levels_[i];
      const StreamLevel& l = level.level();
      const std::int64_t past = position_ % l.block;
      if (past == 0) {
        level.advance(l.block);
        level.begin(position_ / l.block - 1, histories_, responses_of(i));
      }
      if (l.is_spread)
        level.advance(past);
      else if (past == 0)
        level.advance(l.block);
    }
  }

  /// A level's responses that the block before the position needs, by bank.
  std::array<const Real*, kStreamBanks> responses_of(std::size_t i) const {
    const StreamLevel& l = plan_.levels[i];
    const std::int64_t begin = position_ - l.block + l.first_delay;
    std::array<const Real*, kStreamBanks> responses{};
    for (std::size_t bank = 0; bank < kStreamBanks; ++bank)
      if (const Set* set = change_.needed(bank, begin, l.block))
        responses[bank] = set->levels[i].data();
    return responses;
  }

  const StreamConvolution stream_;
  const StreamPlan plan_;
  std::mutex setters_;  // guards maker_, and publish()
  ResponseMaker<Real> maker_;

  // What follows is the pushing thread's, but for the slot of change_.
  ResponseChange<Set> change_;
  StreamHead<Real> head_;
  std::vector<StreamLevelWork<Real>> levels_;
  AlignedArray<Real> history_;
  std::vector<StreamHistory<Real>> histories_;
  AlignedArray<Real> input_, sums_, new_sums_;
  std::int64_t position_ = 0;
  bool has_samples_ = false;  // since reset()
};

}  // namespace

std::unique_ptr<StreamExecutable> make_stream_executable(const StreamConvolution& stream,
                                                         const StreamPlan& plan,
                                                         const FftEngine& engine) {
  if (stream.numbers == Numbers::f64)
    return std::make_unique<CpuStreamExecutable<double>>(stream, plan, engine_in<double>(engine));
  return std::make_unique<CpuStreamExecutable<float>>(stream, plan, engine_in<float>(engine));
}

}  // namespace fftcore
