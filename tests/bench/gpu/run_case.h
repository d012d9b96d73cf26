// SPDX-License-Identifier: LGPL-2.1-or-later
// One case: every peer prepared, run once, checked; those that are right, timed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cases.h"
#include "hardware.h"
#include "measure.h"
#include "options.h"

namespace bench {

enum class Status : std::uint8_t { timed, wrong, not_done, failed };
std::string_view to_string(Status status);

struct Row {
  std::string peer;
  Status status = Status::not_done;
  std::string note;  ///< how it is done, or why it is not
  Check check;
  Timing timing;  ///< where it was timed
};

struct CaseResult {
  Case what;
  double bytes = 0;
  double flops = 0;
  Clocks clocks;  ///< right after the last replay
  std::vector<Row> rows;

  /// Median, or nothing where that peer was not timed.
  std::optional<double> us(std::size_t peer) const;
};

CaseResult run_case(const Gpu& gpu, const Options& options, const Case& what);

}  // namespace bench
