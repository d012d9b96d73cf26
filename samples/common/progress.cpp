// SPDX-License-Identifier: LGPL-2.1-or-later
#include "progress.h"

#include <cmath>
#include <iostream>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace samples {
namespace {

using namespace std::chrono_literals;

constexpr int kBar = 40;  ///< characters
/// Time between two looks of the bar, and between two lines elsewhere, such as in a log.
constexpr std::chrono::milliseconds kBarInterval = 200ms, kLineInterval = 30s;

}  // namespace

Progress::Progress(std::int64_t total)
    : total_(total),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      begin_(Clock::now()),
      shown_(is_terminal_ ? begin_ - kBarInterval : begin_) {}

Progress::~Progress() {
  if (is_terminal_ && done_ > 0) std::cerr << std::endl;
}

void Progress::advance() {
  ++done_;
  const auto now = Clock::now();
  const bool is_last = is_terminal_ && done_ == total_;
  if (now - shown_ < (is_terminal_ ? kBarInterval : kLineInterval) && !is_last) return;
  shown_ = now;
  const double part = double(done_) / double(total_);
  const std::chrono::duration<double> left = (now - begin_) * ((1 - part) / part);
  const auto seconds = std::llround(left.count());
  const std::string text = fmt::format("{:3.0f} %, {}:{:02}:{:02} left", std::floor(100 * part),
                                       seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (is_terminal_) {
    const auto filled = std::size_t(kBar * part);
    std::cerr << fmt::format("\r[{:<{}}] {}", std::string(filled, '#'), kBar, text) << std::flush;
  } else {
    std::cerr << text << std::endl;
  }
}

}  // namespace samples
