// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms beside FFTW's own plans of the same: dense batches of at least 2^16 samples, out of
// place, measured by both, with as many threads.
#include <benchmark/benchmark.h>
#include <fftw3.h>
#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <memory>
#include <random>

#include "cases.h"

namespace bench {
namespace {

constexpr int kLengths[] = {4,   8,   16,  17,   31,   64,   97,   128,  243,  256,
                            360, 509, 625, 1000, 1009, 1024, 2048, 4093, 4096, 8191};
constexpr int kSamples = 1 << 16;

struct Single {
  using Real = float;
  using Plan = fftwf_plan;
  static constexpr const char* kWord = "f32";
  static constexpr double kUnit = 0x1p-24;
  static constexpr auto init_threads = fftwf_init_threads;
  static constexpr auto plan_with_nthreads = fftwf_plan_with_nthreads;
  static constexpr auto set_timelimit = fftwf_set_timelimit;
  static constexpr auto plan_c2c = fftwf_plan_many_dft;
  static constexpr auto plan_r2c = fftwf_plan_many_dft_r2c;
  static constexpr auto alloc = fftwf_alloc_real;
  static constexpr auto execute = fftwf_execute;
  static constexpr auto destroy_plan = fftwf_destroy_plan;
  static constexpr auto free = fftwf_free;
};

struct Double {
  using Real = double;
  using Plan = fftw_plan;
  static constexpr const char* kWord = "f64";
  static constexpr double kUnit = 0x1p-53;
  static constexpr auto init_threads = fftw_init_threads;
  static constexpr auto plan_with_nthreads = fftw_plan_with_nthreads;
  static constexpr auto set_timelimit = fftw_set_timelimit;
  static constexpr auto plan_c2c = fftw_plan_many_dft;
  static constexpr auto plan_r2c = fftw_plan_many_dft_r2c;
  static constexpr auto alloc = fftw_alloc_real;
  static constexpr auto execute = fftw_execute;
  static constexpr auto destroy_plan = fftw_destroy_plan;
  static constexpr auto free = fftw_free;
};

/// A case of both, with one input and an output each. Prepared and checked when it is first timed.
template <class Fftw>
class Pair {
  using Real = typename Fftw::Real;
  struct Free {
    void operator()(Real* memory) const { Fftw::free(memory); }
  };
  using Memory = std::unique_ptr<Real[], Free>;

 public:
  Pair(bool is_real, int points, int threads)
      : is_real_(is_real), points_(points), threads_(threads) {}
  ~Pair() {
    if (plan_ != nullptr) Fftw::destroy_plan(plan_);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  std::string name() const {
    return fmt::format("{} {} {}, {} threads", is_real_ ? "r2c" : "c2c", points_, Fftw::kWord,
                       threads_);
  }

  /// False where results differ.
  bool is_right() {
    if (plan_ == nullptr) prepare();
    return is_right_;
  }
  void run_fftcore() { executable_->run(*queue_, {in_.get()}, {ours_.get()}); }
  void run_fftw() { Fftw::execute(plan_); }

 private:
  void prepare() {
    const int lines = (kSamples + points_ - 1) / points_,
              bins = is_real_ ? points_ / 2 + 1 : points_;
    const auto values = static_cast<std::size_t>((is_real_ ? 1 : 2) * points_ * lines),
               results = static_cast<std::size_t>(2 * bins * lines);
    in_ = Memory(Fftw::alloc(values));
    ours_ = Memory(Fftw::alloc(results));
    theirs_ = Memory(Fftw::alloc(results));

    Fftw::init_threads();
    Fftw::set_timelimit(FFTW_NO_TIMELIMIT);
    Fftw::plan_with_nthreads(threads_);
    using Bin = Real(*)[2];
    const Bin to = reinterpret_cast<Bin>(theirs_.get());
    plan_ = is_real_
                ? Fftw::plan_r2c(1, &points_, lines, in_.get(), nullptr, 1, points_, to, nullptr, 1,
                                 bins, FFTW_MEASURE)
                : Fftw::plan_c2c(1, &points_, lines, reinterpret_cast<Bin>(in_.get()), nullptr, 1,
                                 points_, to, nullptr, 1, points_, FFTW_FORWARD, FFTW_MEASURE);
    std::mt19937 random(1);
    std::uniform_real_distribution<Real> uniform(-1, 1);
    for (std::size_t i = 0; i < values; ++i) in_[i] = uniform(random);

    fftcore::Backend& cpu = fftcore::select_backend("cpu");
    queue_ = cpu.create_queue({.threads = threads_});
    executable_ = cpu.compile(
        fftcore::parse_transform(fmt::format("{} {} batch={} {}", is_real_ ? "r2c" : "c2c", points_,
                                             lines, Fftw::kWord)),
        *queue_);
    run_fftcore();
    run_fftw();
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < results; ++i) {
      difference += std::pow(static_cast<double>(ours_[i]) - static_cast<double>(theirs_[i]), 2);
      size += std::pow(static_cast<double>(theirs_[i]), 2);
    }
    // Each may be off by as much as a Transform may.
    is_right_ = std::sqrt(difference / size) <= 8 * Fftw::kUnit * std::sqrt(std::log2(points_));
  }

  const bool is_real_;
  const int points_, threads_;
  Memory in_, ours_, theirs_;
  typename Fftw::Plan plan_ = nullptr;
  std::unique_ptr<fftcore::Queue> queue_;
  std::unique_ptr<fftcore::TransformExecutable> executable_;
  bool is_right_ = false;
};

template <class Fftw>
void register_pair(bool is_real, int points, int threads) {
  const auto pair = std::make_shared<Pair<Fftw>>(is_real, points, threads);
  const auto time = [&](const char* who, void (Pair<Fftw>::*run)()) {
    benchmark::RegisterBenchmark((who + ("/" + pair->name())).c_str(),
                                 [pair, run](benchmark::State& state) {
                                   if (!pair->is_right()) state.SkipWithError("results differ");
                                   for (auto _ : state) (*pair.*run)();
                                 })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  time("fftcore", &Pair<Fftw>::run_fftcore);
  time("fftw", &Pair<Fftw>::run_fftw);
}

}  // namespace

void register_transforms() {
  for (const int threads : {1, kThreads})
    for (const bool is_real : {false, true})
      for (const int points : kLengths) {
        register_pair<Single>(is_real, points, threads);
        register_pair<Double>(is_real, points, threads);
      }
}

}  // namespace bench
