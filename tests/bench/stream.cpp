// SPDX-License-Identifier: LGPL-2.1-or-later
// Streams beside libzita-convolver: processor time of all threads, and in the pushing thread that
// of a push. `bench_stream [SECONDS]`, by default 20 of sound at 48 kHz.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "fftcore/backend.h"
#include "fftcore/error.h"

#if FFTCORE_HAVE_ZITA
#include <sched.h>
#include <zita-convolver.h>
#endif

namespace {

using Channels = std::vector<std::vector<float>>;

struct Case {
  std::string text;
  std::int64_t push;
};
const Case kCases[] = {{"stream 14x14 k65536 mix=diagonal block=64", 64},
                       {"stream 1x1 k131072 block=1024", 1024}};
constexpr std::int64_t kRate = 48000;
/// Samples that each convolver takes by turns, and those before times count.
constexpr std::int64_t kPeriod = 32768, kTurn = 4 * kPeriod, kWarm = 2 * kTurn;

Channels noise(std::int64_t channels, std::int64_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  Channels all(static_cast<std::size_t>(channels),
               std::vector<float>(static_cast<std::size_t>(count)));
  for (auto& channel : all)
    for (float& sample : channel) sample = uniform(random);
  return all;
}

double now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

/// Something that takes pushes.
class Convolver {
 public:
  virtual ~Convolver() = default;
  virtual void push(const Channels& in, Channels& out, std::int64_t first, std::int64_t count) = 0;
};

class Ours final : public Convolver {
 public:
  Ours(const fftcore::StreamConvolution& stream, const Channels& responses) {
    fftcore::Backend& cpu = fftcore::select_backend("cpu");
    executable_ = cpu.compile(stream, *cpu.create_queue({.threads = 1}));
    std::vector<fftcore::ImpulseResponse> all;
    for (const auto& one : responses) all.emplace_back(one.begin(), one.end());
    executable_->set_impulse_responses(all);
    inputs_.resize(static_cast<std::size_t>(stream.inputs));
    outputs_.resize(static_cast<std::size_t>(stream.outputs));
    fmt::print("{}\n", executable_->plan_text());
  }
  void push(const Channels& in, Channels& out, std::int64_t first, std::int64_t count) override {
    for (std::size_t i = 0; i < in.size(); ++i) inputs_[i].data = in[i].data() + first;
    for (std::size_t o = 0; o < out.size(); ++o) outputs_[o].data = out[o].data() + first;
    executable_->push(inputs_, outputs_, count);
  }

 private:
  std::unique_ptr<fftcore::StreamExecutable> executable_;
  std::vector<fftcore::ConstChannel> inputs_;
  std::vector<fftcore::Channel> outputs_;
};

#if FFTCORE_HAVE_ZITA
class Zita final : public Convolver {
 public:
  Zita(const fftcore::StreamConvolution& stream, Channels responses, std::int64_t push) {
    const auto channels = static_cast<std::uint32_t>(stream.inputs);
    const auto quantum = static_cast<std::uint32_t>(push);
    convolver_.set_options(Convproc::OPT_FFTW_MEASURE | Convproc::OPT_VECTOR_MODE);
    if (convolver_.configure(channels, channels, static_cast<std::uint32_t>(stream.taps), quantum,
                             quantum, Convproc::MAXPART, 0) != 0)
      throw fftcore::Error("zita-convolver: configure() failed");
    for (std::uint32_t c = 0; c < channels; ++c)
      convolver_.impdata_create(c, c, 1, responses[c].data(), 0, static_cast<int>(stream.taps));
    if (convolver_.start_process(0, SCHED_OTHER) != 0)
      throw fftcore::Error("zita-convolver: start_process() failed");
    // Its threads take no part before they have begun.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  ~Zita() override { convolver_.stop_process(); }
  void push(const Channels& in, Channels& out, std::int64_t first, std::int64_t count) override {
    for (std::size_t c = 0; c < in.size(); ++c)
      std::copy_n(in[c].data() + first, count, convolver_.inpdata(static_cast<std::uint32_t>(c)));
    convolver_.process(true);  // waits for its threads, which no sound card does here
    for (std::size_t c = 0; c < out.size(); ++c)
      std::copy_n(convolver_.outdata(static_cast<std::uint32_t>(c)), count, out[c].data() + first);
  }

 private:
  Convproc convolver_;
};
#endif

/// What the pushes of one convolver took, in microseconds.
class Times {
 public:
  /// Pushes samples `first` to first + count - 1.
  void push(Convolver& convolver, std::int64_t size, const Channels& in, Channels& out,
            std::int64_t first, std::int64_t count, bool is_counted) {
    const double begin = now(CLOCK_PROCESS_CPUTIME_ID);
    for (std::int64_t t = first; t < first + count; t += size) {
      const double before = now(CLOCK_THREAD_CPUTIME_ID);
      convolver.push(in, out, t, size);
      if (is_counted) pushes_.push_back(now(CLOCK_THREAD_CPUTIME_ID) - before);
    }
    if (is_counted) all_ += now(CLOCK_PROCESS_CPUTIME_ID) - begin;
  }

  double all() const { return all_; }

  /// `period`: after so many pushes the same work comes again. The median of each push of it leaves
  /// out what else the machine did.
  void print(std::string_view who, std::int64_t period) const {
    const auto number = static_cast<double>(pushes_.size());
    const double mean = std::accumulate(pushes_.begin(), pushes_.end(), 0.0) / number;
    std::vector<double> sorted = pushes_, medians;
    std::sort(sorted.begin(), sorted.end());
    const auto at = [](const std::vector<double>& all, double part) {
      return all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))];
    };
    for (std::int64_t phase = 0; phase < period; ++phase) {
      std::vector<double> same;
      for (std::size_t i = static_cast<std::size_t>(phase); i < pushes_.size();
           i += static_cast<std::size_t>(period))
        same.push_back(pushes_[i]);
      std::sort(same.begin(), same.end());
      medians.push_back(at(same, 0.5));
    }
    const double mean_median =
        std::accumulate(medians.begin(), medians.end(), 0.0) / static_cast<double>(medians.size());
    const double worst_median = *std::max_element(medians.begin(), medians.end());
    if (std::getenv("BENCH_PHASES") != nullptr)
      for (const double median : medians) fmt::print("{:.1f} ", median);
    fmt::print(
        "  {:<8} a push, all threads {:.2f} us\n"
        "           pushing thread: mean {:.2f}, median {:.2f}, 99 % {:.2f}, 99.9 % {:.2f}, worst "
        "{:.2f}\n"
        "           medians of each of {} pushes: mean {:.2f}, worst {:.2f}, worst / mean {:.2f}\n",
        who, all_ / number, mean, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 0.999),
        sorted.back(), period, mean_median, worst_median, worst_median / mean_median);
  }

 private:
  std::vector<double> pushes_;
  double all_ = 0;
};

#if FFTCORE_HAVE_ZITA
/// Difference of both, relative to one, as norms.
double difference(const Channels& a, const Channels& b) {
  double error = 0, size = 0;
  for (std::size_t c = 0; c < a.size(); ++c)
    for (std::size_t t = 0; t < a[c].size(); ++t) {
      error += std::pow(static_cast<double>(a[c][t]) - static_cast<double>(b[c][t]), 2);
      size += std::pow(static_cast<double>(b[c][t]), 2);
    }
  return std::sqrt(error / size);
}
#endif

void run(const Case& work, std::int64_t seconds) {
  const fftcore::StreamConvolution stream = fftcore::parse_stream(work.text);
  const Channels responses = noise(stream.inputs, stream.taps, 1);
  const std::int64_t count = kWarm + (seconds * kRate + kTurn - 1) / kTurn * kTurn;
  const Channels in = noise(stream.inputs, count, 2);
  Channels ours = noise(stream.outputs, count, 3);
  Ours convolver(stream, responses);
  Times our_times;
#if FFTCORE_HAVE_ZITA
  Channels theirs = ours;
  Zita zita(stream, responses, work.push);
  Times their_times;
#endif
  // By turns, so that a machine whose speed drifts does so for both.
  for (std::int64_t first = 0; first < count; first += kTurn) {
    const bool is_warm = first >= kWarm;
    our_times.push(convolver, work.push, in, ours, first, kTurn, is_warm);
#if FFTCORE_HAVE_ZITA
    their_times.push(zita, work.push, in, theirs, first, kTurn, is_warm);
#endif
  }
  our_times.print("fftcore", kPeriod / work.push);
#if FFTCORE_HAVE_ZITA
  their_times.print("zita", kPeriod / work.push);
  fmt::print("  fftcore / zita {:.2f}; results differ by {:.1e}\n",
             our_times.all() / their_times.all(), difference(ours, theirs));
  if (difference(ours, theirs) > 1e-6) throw fftcore::Error("results differ");
#else
  fmt::print("  built without libzita-convolver\n");
#endif
}

}  // namespace

int main(int argc, char** argv) {
  try {
    for (const Case& work : kCases) run(work, argc > 1 ? std::atoll(argv[1]) : 20);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_stream: {}\n", error.what());
    return 1;
  }
}
