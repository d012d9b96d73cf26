// SPDX-License-Identifier: LGPL-2.1-or-later
// What is timed on a GPU. A case is one text that the library reads, a Problem or a Transform, so that the list holds nothing that
// its users could not ask for.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "fftcore/problem.h"
#include "fftcore/transform.h"

namespace bench {

struct Case {
  std::string name;         ///< "1080p f32 31x31"
  std::string text;         ///< as parse_problem() or parse_transform() reads it
  std::string family = {};  ///< of cases that differ in length alone, whose median is told too; or empty
};

using Task = std::variant<fftcore::Problem, fftcore::Transform>;

std::vector<Case> gpu_cases();
Task parse_task(const std::string& text);

/// Least bytes that must move: input once, output once.
double bytes_of(const Task& task);

/// By the usual count, whatever a plan takes: 5 N log2 N for N complex points, half of it for real ones; of a convolution two real
/// transforms over what its output depends on (circular: of the signal itself) and 6 for each of the N / 2 products.
double flops_of(const Task& task);

}  // namespace bench
