// SPDX-License-Identifier: LGPL-2.1-or-later
// A table for people, JSON for tests/bench/plot and the results folder.
#pragma once

#include <string>
#include <vector>

#include "hardware.h"
#include "run_case.h"

namespace bench {

struct Setting {
  std::string date;  ///< 2026-11-21
  Hardware hardware;
  std::string compiler;  ///< NVRTC 13.0
  std::string cufft;     ///< cuFFT 12.0.0, or empty
  std::string command;
};

std::string table_header(const Setting& setting);
/// Median, quartiles, ratio to ours, part of the copy's speed, GB/s and Tflop/s of each peer.
std::string table_of(const CaseResult& result);
/// Of each family of cases: medians of each peer's time over ours.
std::string medians_of(const std::vector<CaseResult>& results);
std::string json_of(const Setting& setting, const std::vector<CaseResult>& results);

}  // namespace bench
