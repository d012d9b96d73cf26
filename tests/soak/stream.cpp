// SPDX-License-Identifier: LGPL-2.1-or-later
// soak_stream live|fast [SECONDS [TEXT [BACKEND]]]: so many seconds of sound at 48 kHz through a
// StreamConvolution, in pushes of its block.
//   live  A push begins when its samples would have come. Fails where the worst takes half of their
//         time or more of the processor. The same pushes come again; of each the median counts,
//         since what a virtual machine is deprived of counts as processor time too. How much that
//         is, a loop shows that takes as long. Prints how many pushes ended after the next samples
//         came, which is up to the scheduler: chrt --fifo 50 is how players of sound run.
//   fast  One push after the other, while the responses change eight times. Fails where that takes
//         longer than the sound lasts, where memory keeps growing, or where the last results are
//         not those of direct sums within -130 dB.
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "gauge.h"
#include "memory.h"

namespace {

using namespace fftcore;
using soak::Gauge;
using soak::kMiB;

constexpr std::int64_t kRate = 48000;
constexpr const char* kText = "stream 14x14 k65536 mix=diagonal block=64";

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

using Channels = std::vector<std::vector<float>>;

Channels noise(std::int64_t channels, std::int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  Channels all(static_cast<std::size_t>(channels),
               std::vector<float>(static_cast<std::size_t>(count)));
  for (auto& channel : all)
    for (float& sample : channel) sample = uniform(random);
  return all;
}

/// A stream and the noise that it convolves, which comes again after as many samples as are kept.
class Work {
 public:
  Work(const StreamConvolution& stream, Backend& backend)
      : stream_(stream),
        kept_(3 * stream.taps / stream.block * stream.block + stream.block),
        in_(noise(stream.inputs, kept_, 1)),
        out_(noise(stream.outputs, kept_, 2)),
        inputs_(in_.size()),
        outputs_(out_.size()) {
    executable_ = backend.compile(stream, *backend.create_queue({.threads = 1}));
    set_impulse_responses(3);
  }

  const StreamExecutable& executable() const { return *executable_; }

  void set_impulse_responses(unsigned seed) {
    responses_.clear();
    for (const auto& one : noise(impulse_responses_needed(stream_), stream_.taps, seed))
      responses_.emplace_back(one.begin(), one.end());
    executable_->set_impulse_responses(responses_);
  }

  void push() {
    for (std::size_t i = 0; i < in_.size(); ++i) inputs_[i].data = in_[i].data() + at_;
    for (std::size_t o = 0; o < out_.size(); ++o) outputs_[o].data = out_[o].data() + at_;
    executable_->push(inputs_, outputs_, stream_.block);
    at_ = (at_ + stream_.block) % kept_;
  }

  /// How far the last `taps` results are from direct sums, in dB below these.
  double null_test() const {
    constexpr std::int64_t kProducts = 200'000'000;  // half a second
    const std::int64_t places = std::clamp<std::int64_t>(
        kProducts / (stream_.taps * impulse_responses_needed(stream_)), 50, stream_.taps);
    double error = 0, size = 0;
    for (std::int64_t output = 0; output < stream_.outputs; ++output)
      for (std::int64_t i = 0; i < places; ++i) {
        const std::int64_t place = (at_ - 1 - i * stream_.taps / places + 2 * kept_) % kept_;
        const double exact = direct_sum(output, place);
        error +=
            std::pow(static_cast<double>(out_[std::size_t(output)][std::size_t(place)]) - exact, 2);
        size += exact * exact;
      }
    return 10 * std::log10(error / size);
  }

 private:
  double direct_sum(std::int64_t output, std::int64_t place) const {
    long double sum = 0;
    for (std::int64_t input = 0; input < stream_.inputs; ++input) {
      const bool is_full = stream_.mixing == Mixing::full;
      if (!is_full && input != output) continue;
      const std::int64_t number = is_full ? output * stream_.inputs + input
                                  : stream_.mixing == Mixing::diagonal ? output
                                                                       : 0;
      const ImpulseResponse& taps = responses_[std::size_t(number)];
      std::int64_t from = (place - stream_.latency % kept_ + kept_) % kept_;
      for (const double tap : taps) {
        sum += static_cast<long double>(tap) *
               static_cast<long double>(in_[std::size_t(input)][std::size_t(from)]);
        from = (from == 0 ? kept_ : from) - 1;
      }
    }
    return static_cast<double>(sum);
  }

  const StreamConvolution stream_;
  const std::int64_t kept_;
  const Channels in_;
  Channels out_;
  std::vector<ConstChannel> inputs_;
  std::vector<Channel> outputs_;
  std::vector<ImpulseResponse> responses_;
  std::unique_ptr<StreamExecutable> executable_;
  std::int64_t at_ = 0;
};

void print_percentiles(const char* what, std::vector<float> all) {
  std::sort(all.begin(), all.end());
  const auto at = [&](double part) {
    return static_cast<double>(all[static_cast<std::size_t>(part * double(all.size() - 1))]) * 1e6;
  };
  std::printf("%s: median %.0f us, 99 %% %.0f, 99.9 %% %.0f, 99.99 %% %.0f, worst %.0f\n", what,
              at(0.5), at(0.99), at(0.999), at(0.9999), at(1));
}

/// Largest median of the pushes that do the same work, `period` pushes apart.
double worst_median(const std::vector<float>& all, std::int64_t period) {
  float worst = 0;
  for (std::int64_t phase = 0; phase < period; ++phase) {
    std::vector<float> same;
    for (std::size_t i = std::size_t(phase); i < all.size(); i += std::size_t(period))
      same.push_back(all[i]);
    const auto middle = same.begin() + std::ssize(same) / 2;
    std::nth_element(same.begin(), middle, same.end());
    worst = std::max(worst, *middle);
  }
  return static_cast<double>(worst);
}

/// A loop without memory that takes so many seconds on an idle processor, or has taken.
class Loop {
 public:
  explicit Loop(double seconds) {
    double took = 0;
    for (rounds_ = 1000; took < seconds; rounds_ += rounds_ / 4) took = run();
  }
  double run() {
    const double before = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    for (std::int64_t i = 0; i < rounds_; ++i) value_ = value_ * 0.999 + 1;
    return seconds_of(CLOCK_THREAD_CPUTIME_ID) - before;
  }

 private:
  std::int64_t rounds_ = 0;
  volatile double value_ = 1;
};

bool live(Work& work, const StreamConvolution& stream, std::int64_t seconds) {
  const double period = static_cast<double>(stream.block) / kRate;
  const std::int64_t pushes = seconds * kRate / stream.block, warm = stream.taps / stream.block;
  for (std::int64_t i = 0; i < warm; ++i) work.push();
  const double warm_begin = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  for (std::int64_t i = 0; i < warm; ++i) work.push();
  Loop loop((seconds_of(CLOCK_THREAD_CPUTIME_ID) - warm_begin) / static_cast<double>(warm));
  std::vector<float> processor, wall, after_due, of_loop;
  for (auto* const all : {&processor, &wall, &after_due, &of_loop})
    all->reserve(static_cast<std::size_t>(pushes));
  mlockall(MCL_CURRENT | MCL_FUTURE);  // as players of sound do, where they may
  rusage usage_before{}, usage{};
  getrusage(RUSAGE_THREAD, &usage_before);
  std::int64_t late = 0;
  const double begin = seconds_of(CLOCK_MONOTONIC) + 0.1;
  for (std::int64_t i = 0; i < pushes; ++i) {
    const double due = begin + static_cast<double>(i) * period;
    const timespec until{static_cast<time_t>(due),
                         static_cast<long>((due - std::floor(due)) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
    const double wall_before = seconds_of(CLOCK_MONOTONIC),
                 before = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    work.push();
    processor.push_back(static_cast<float>(seconds_of(CLOCK_THREAD_CPUTIME_ID) - before));
    const double end = seconds_of(CLOCK_MONOTONIC);
    wall.push_back(static_cast<float>(end - wall_before));
    after_due.push_back(static_cast<float>(end - due));
    if (end > due + period) ++late;
    of_loop.push_back(static_cast<float>(loop.run()));
  }
  getrusage(RUSAGE_THREAD, &usage);
  double load[1] = {};
  getloadavg(load, 1);
  std::printf("%lld pushes of %lld samples, %.0f us, load average %.1f, scheduler %s\n",
              static_cast<long long>(pushes), static_cast<long long>(stream.block), period * 1e6,
              load[0], sched_getscheduler(0) == SCHED_FIFO ? "FIFO" : "of all");
  print_percentiles("processor time of a push", processor);
  print_percentiles("processor time of a loop that does the same each time", of_loop);
  print_percentiles("wall time of a push", wall);
  print_percentiles("from when samples come to their results", after_due);
  std::printf(
      "%lld pushes ended after the next samples came; %ld page faults, put aside %ld times\n",
      static_cast<long long>(late), usage.ru_minflt - usage_before.ru_minflt,
      usage.ru_nivcsw - usage_before.ru_nivcsw);
  const std::int64_t again =
      std::max<std::int64_t>(1, work.executable().change_delay() / stream.block);
  const double worst = worst_median(processor, again);
  std::printf(
      "worst median of each of %lld pushes: %.0f us, %.3f of the samples' time, below 0.5\n",
      static_cast<long long>(again), worst * 1e6, worst / period);
  return worst < period / 2;
}

bool fast(Work& work, const StreamConvolution& stream, std::int64_t seconds, double most_error_db) {
  // Some tens of changes until the heap has holes of all sizes that changes ask for.
  constexpr unsigned kWarmChanges = 40;
  const std::int64_t change = (work.executable().change_delay() + stream.fade) / stream.block + 1;
  for (unsigned seed = 0; seed < kWarmChanges; ++seed) {
    work.set_impulse_responses(seed);
    for (std::int64_t i = 0; i < change; ++i) work.push();
  }
  Gauge memory("resident", 8 * kMiB, soak::resident_bytes);
  constexpr std::int64_t kParts = 9, kLooks = 20;
  const std::int64_t pushes = seconds * kRate / stream.block / kParts / kLooks;
  const double begin = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  for (std::int64_t part = 0; part < kParts; ++part) {
    if (part > 0) work.set_impulse_responses(static_cast<unsigned>(3 + part));
    for (std::int64_t look = 0; look < kLooks; ++look) {
      for (std::int64_t i = 0; i < pushes; ++i) work.push();
      memory.sample();
    }
  }
  const double took = seconds_of(CLOCK_MONOTONIC) - begin,
               processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used,
               sound = static_cast<double>(kParts * kLooks * pushes * stream.block) / kRate;
  const double null = work.null_test();
  std::printf("%.0f s of sound in %.1f s: %.1f times as fast as real time, %.2f s of processor\n",
              sound, took, sound / took, processor);
  std::printf("null test against direct sums: %.1f dB, below %.0f\n", null, most_error_db);
  memory.print();
  std::printf("; ");
  const bool has_grown = memory.has_grown();
  return took < sound && null < most_error_db && !has_grown;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  // Of `fast` the last ninth must last until the responses before it have died away.
  const int least = how == "live" ? 5 : 20;
  const std::int64_t seconds = argc > 2 ? std::max(least, std::atoi(argv[2])) : 600;
  if (how != "live" && how != "fast") {
    std::fprintf(stderr, "usage: soak_stream live|fast [SECONDS [TEXT [BACKEND]]]\n");
    return 2;
  }
  try {
    const StreamConvolution stream = parse_stream(argc > 3 ? argv[3] : kText);
    Backend& backend = select_backend(argc > 4 ? argv[4] : "cpu");
    Work work(stream, backend);
    std::printf("%s\n", work.executable().plan_text().c_str());
    if (how == "live" ? live(work, stream, seconds)
                      : fast(work, stream, seconds, backend.name() == "cpu" ? -130 : -120))
      return 0;
    std::fprintf(stderr, "FAILED\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "soak_stream: %s\n", error.what());
  }
  return 1;
}
