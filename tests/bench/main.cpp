// SPDX-License-Identifier: LGPL-2.1-or-later
// Times fftcore beside its peers in one process and prints ratios. All of Google Benchmark's flags
// work, for instance
//   bench --benchmark_filter=31x31 --benchmark_out=result.json
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <exception>
#include <vector>

#include "cases.h"
#include "ratio_reporter.h"

int main(int argc, char** argv) {
  // Peers in turn, so that a machine whose speed drifts does so for all of them; what the user
  // gives comes later and wins.
  std::vector<std::string> words = {argv[0], "--benchmark_repetitions=9",
                                    "--benchmark_enable_random_interleaving=true",
                                    "--benchmark_min_time=0.1"};
  words.insert(words.end(), argv + 1, argv + argc);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  try {
    bench::register_convolutions();
    bench::register_searches();
#if FFTCORE_HAVE_FFTW
    bench::register_fftw_alone();
    bench::register_transforms();
#endif
#if FFTCORE_HAVE_GSTREAMER
    bench::register_elements();
#endif
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
  bench::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
}
