// SPDX-License-Identifier: LGPL-2.1-or-later
#include "ratio_reporter.h"

#include <fmt/format.h>

#include <algorithm>

namespace bench {
namespace {

struct Spread {
  double least, median, most;
};

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values.front(), values[values.size() / 2], values.back()};
}

}  // namespace

void RatioReporter::ReportRuns(const std::vector<Run>& runs) {
  benchmark::ConsoleReporter::ReportRuns(runs);
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
    const std::string name = run.run_name.function_name;
    const auto slash = name.find('/');
    times_[name.substr(slash + 1)][name.substr(0, slash)].push_back(run.GetAdjustedRealTime());
  }
}

void RatioReporter::Finalize() {
  benchmark::ConsoleReporter::Finalize();
  fmt::print("\n{:<24} {:<24} {:>10} {:>19} {:>14}\n", "case", "who", "median ms", "least .. most",
             "time / fftcore");
  for (const auto& [name, peers] : times_) {
    const auto ours = peers.find("fftcore");
    for (const auto& [peer, values] : peers) {
      const Spread spread = spread_of(values);
      const std::string ratio =
          ours == peers.end()
              ? ""
              : fmt::format("{:.2f}", spread.median / spread_of(ours->second).median);
      fmt::print("{:<24} {:<24} {:>10.3f} {:>8.3f} .. {:>7.3f} {:>14}\n", name, peer, spread.median,
                 spread.least, spread.most, ratio);
    }
  }
}

}  // namespace bench
