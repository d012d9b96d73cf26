// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stream_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "fftcore/error.h"
#include "stream_head.h"
#include "stream_level_work.h"
#include "stream_responses.h"

namespace fftcore {
namespace {

/// Largest number of a position.
constexpr std::int64_t kMostPosition = std::int64_t{1} << 62;

/// What set_responses() works with: one thread at a time.
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

  std::unique_ptr<Set> make(std::span<const Response> responses) {
    check(responses);
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
  void check(std::span<const Response> responses) const {
    if (std::ssize(responses) != responses_needed(stream_))
      throw InvalidArgument(fmt::format("set_responses() got {} responses; {} takes {}",
                                        responses.size(), to_string(stream_),
                                        responses_needed(stream_)));
    for (const Response& response : responses) {
      if (std::ssize(response) > stream_.taps)
        throw InvalidArgument(fmt::format("a response of {} taps; {} takes 0 to {}",
                                          response.size(), to_string(stream_), stream_.taps));
      for (const double tap : response)
        if (!(std::abs(tap) <= static_cast<double>(std::numeric_limits<Real>::max())))
          throw InvalidArgument(
              fmt::format("a response has a tap of {}; finite numbers that {} holds are allowed",
                          tap, to_string(stream_.numbers)));
    }
  }

  /// Taps `first` to first + count - 1, zeros where there are none.
  static void copy_taps(const Response& response, std::int64_t first, std::int64_t count,
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

  void set_responses(std::span<const Response> responses) override {
    const std::lock_guard lock(setters_);
    slot_.publish(maker_.make(responses));
  }

  void push(std::span<const ConstChannel> inputs, std::span<const Channel> outputs,
            std::int64_t count) override {
    check(inputs, outputs, count);
    take_responses();
    for (std::int64_t done = 0; done < count;) {
      if (is_changing_ && position_ >= fade_end_) end_change();
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
    if (position < 0 || position > kMostPosition)
      throw InvalidArgument(
          fmt::format("reset() to sample {}; 0 to {} are allowed", position, kMostPosition));
    position_ = position;
    if (is_changing_) end_change();
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
  void check(std::span<const ConstChannel> inputs, std::span<const Channel> outputs,
             std::int64_t count) const {
    if (count < 0) throw InvalidArgument(fmt::format("push() of {} samples; 0 or more", count));
    if (std::ssize(inputs) != stream_.inputs || std::ssize(outputs) != stream_.outputs)
      throw InvalidArgument(fmt::format("push() got {} inputs and {} outputs; {} has {} and {}",
                                        inputs.size(), outputs.size(), to_string(stream_),
                                        stream_.inputs, stream_.outputs));
    const auto check_one = [&](const auto& channel, std::string_view what) {
      if (channel.data == nullptr && count > 0)
        throw InvalidArgument(fmt::format("push() got an {} without data", what));
      if (channel.stride < 1)
        throw InvalidArgument(
            fmt::format("push() got an {} with stride {}; 1 or more", what, channel.stride));
    };
    for (const ConstChannel& input : inputs) check_one(input, "input");
    for (const Channel& output : outputs) check_one(output, "output");
    if (!sets_[bank_] && !slot_.has_set())
      throw InvalidArgument("push() before set_responses(): there is no response yet");
  }

  void take_responses() {
    if (is_changing_) return;
    auto set = slot_.take();
    if (!set) return;
    if (!has_samples_) {
      slot_.give_back(std::exchange(sets_[bank_], std::move(set)));
      return;
    }
    sets_[1 - bank_] = std::move(set);
    is_changing_ = true;
    // No work that has begun knows of the new set.
    fade_begin_ = position_;
    for (const auto& level : levels_) {
      const StreamLevel& l = level.level();
      fade_begin_ = std::max(fade_begin_, position_ / l.block * l.block + l.first_delay);
    }
    fade_end_ = fade_begin_ + stream_.fade;
  }

  void end_change() {
    slot_.give_back(std::move(sets_[bank_]));
    bank_ = 1 - bank_;
    is_changing_ = false;
  }

  /// Samples up to the next place where something else is to be done.
  std::int64_t run_length() const {
    std::int64_t run = StreamHead<Real>::kMost;
    if (!plan_.levels.empty()) {
      const std::int64_t block = plan_.levels.front().block;
      run = std::min(run, block - position_ % block);
    }
    if (is_changing_)
      run = std::min(run, (position_ < fade_begin_ ? fade_begin_ : fade_end_) - position_);
    return run;
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
    sum(bank_, output, count, sums_.data());
    if (is_changing_ && position_ >= fade_begin_) {
      sum(1 - bank_, output, count, new_sums_.data());
      const double step = 1 / static_cast<double>(stream_.fade);
      const double begin = static_cast<double>(position_ - fade_begin_) + 0.5;
      for (std::int64_t i = 0; i < count; ++i) {
        const Real w = static_cast<Real>((begin + static_cast<double>(i)) * step);
        sums_[i] = sums_[i] * (1 - w) + new_sums_[i] * w;
      }
    }
    Real* const to = static_cast<Real*>(channel.data) + first * channel.stride;
    for (std::int64_t i = 0; i < count; ++i) to[i * channel.stride] = sums_[i];
  }

  void sum(std::size_t bank, std::int64_t output, std::int64_t count, Real* sums) {
    head_.sum(output, sets_[bank]->head.data(), count, sums);
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
    if (!is_changing_ || begin < fade_end_) responses[bank_] = sets_[bank_]->levels[i].data();
    if (is_changing_ && begin + l.block > fade_begin_)
      responses[1 - bank_] = sets_[1 - bank_]->levels[i].data();
    return responses;
  }

  const StreamConvolution stream_;
  const StreamPlan plan_;
  std::mutex setters_;  // guards maker_, and publish()
  ResponseMaker<Real> maker_;
  StreamResponsesSlot<Real> slot_;

  // What follows is the pushing thread's.
  StreamHead<Real> head_;
  std::vector<StreamLevelWork<Real>> levels_;
  AlignedArray<Real> history_;
  std::vector<StreamHistory<Real>> histories_;
  AlignedArray<Real> input_, sums_, new_sums_;
  std::int64_t position_ = 0;
  bool has_samples_ = false;  // since reset()
  // The set that sounds, and while a change is under way the next one.
  std::array<std::unique_ptr<Set>, kStreamBanks> sets_;
  std::size_t bank_ = 0;
  bool is_changing_ = false;
  std::int64_t fade_begin_ = 0, fade_end_ = 0;
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
