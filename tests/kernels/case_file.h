// SPDX-License-Identifier: LGPL-2.1-or-later
// The cases that a merge runs, as they lie in the tree.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernel_case.h"

namespace kernels {

inline std::string case_file_path() {
  return FFTCORE_KERNEL_CASES_FOLDER "/merge_cases.txt";
}

inline std::vector<KernelCase> read_cases() {
  std::ifstream file(case_file_path());
  if (!file) throw std::runtime_error("no file " + case_file_path());
  std::vector<KernelCase> cases;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && !line.starts_with('#')) cases.push_back(parse_case(line));
  return cases;
}

}  // namespace kernels
