// SPDX-License-Identifier: LGPL-2.1-or-later
// Google Benchmark's console output, then a table: for each case our median time and how many times
// longer each peer took.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace bench {

class RatioReporter final : public benchmark::ConsoleReporter {
 public:
  RatioReporter() : benchmark::ConsoleReporter(OO_Tabular) {}
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  // case -> peer -> ms of each repetition
  std::map<std::string, std::map<std::string, std::vector<double>>> times_;
};

}  // namespace bench
