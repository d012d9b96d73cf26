// SPDX-License-Identifier: LGPL-2.1-or-later
// Options of bench_cuda.
#pragma once

#include <regex>
#include <string>

namespace bench {

struct Options {
  std::string filter;  ///< a regular expression that a case's name or text contains; empty: all
  std::string peers;   ///< likewise of peers' names, fftcore itself always among them; empty: all
  std::string json;    ///< file to write; empty: none
  double seconds = 1;  ///< for each case's rounds
  int device = 0;
  bool list = false;
  bool help = false;

  bool wants(const std::string& name, const std::string& text) const;
  bool wants_peer(const std::string& name) const;
};

/// Throws InvalidArgument at what it does not know.
Options parse_options(int count, const char* const* words);
std::string usage();

}  // namespace bench
