// SPDX-License-Identifier: LGPL-2.1-or-later
// Progress of long work on standard error: a bar on a terminal, else a line now and then.
#pragma once

#include <chrono>
#include <cstdint>

namespace samples {

class Progress {
 public:
  /// `total` parts of about equal length.
  explicit Progress(std::int64_t total);
  ~Progress();  ///< ends the bar's line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// One more part is done.
  void advance();

 private:
  using Clock = std::chrono::steady_clock;

  std::int64_t total_, done_ = 0;
  bool is_terminal_;
  Clock::time_point begin_, shown_;  ///< `shown_`: when something was written last
};

}  // namespace samples
