// SPDX-License-Identifier: LGPL-2.1-or-later
// Options of bench_cuda.
#pragma once

#include <regex>
#include <string>

#include "cases.h"

namespace bench {

struct Options {
  /// a regular expression that a case's name, text or group contains; empty: all
  std::string filter;
  std::string peers;   ///< likewise of peers' names, fftcore itself always among them; empty: all
  std::string json;    ///< file to write; empty: none
  double seconds = 1;  ///< for each case's rounds
  int device = 0;
  bool list = false;
  bool help = false;

  bool wants(const Case& one) const;
  bool wants_peer(const std::string& name) const;
};

/// Throws InvalidArgument at what it does not know.
Options parse_options(int count, const char* const* words);
std::string usage();

}  // namespace bench
