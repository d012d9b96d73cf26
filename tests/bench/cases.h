// SPDX-License-Identifier: LGPL-2.1-or-later
// What is timed: each case is one Convolution, run by us and by peers in the same process, all with
// as many threads.
#pragma once

#include <string>
#include <vector>

#include "fftcore/backend.h"

namespace bench {

struct Case {
  std::string name;     ///< "1080p u8 31x31"
  std::string problem;  ///< as fftcore::parse_convolution() reads it
};

inline const std::vector<Case>& cases() {
  static const std::vector<Case> list = {
      {"1080p u8 7x7", "corr2d u8 1080x1920 k7x7 reflect-101 same"},
      {"1080p u8 15x15", "corr2d u8 1080x1920 k15x15 reflect-101 same"},
      {"1080p u8 31x31", "corr2d u8 1080x1920 k31x31 reflect-101 same"},
      {"1080p u8 63x63", "corr2d u8 1080x1920 k63x63 reflect-101 same"},
      {"1080p u8 127x127", "corr2d u8 1080x1920 k127x127 reflect-101 same"},
      {"1080p f32 31x31", "corr2d f32 1080x1920 k31x31 reflect-101 same"},
      {"4K u8 31x31", "corr2d u8 2160x3840 k31x31 reflect-101 same"},
  };
  return list;
}

/// Threads for everybody.
inline constexpr int kThreads = 2;

/// Each registers `PEER/CASE` for the cases it can do, after checking that its result is right;
/// throws where it is not.
void register_convolutions();
void register_searches();
void register_fftw_alone();
void register_transforms();
void register_elements();

}  // namespace bench
