// SPDX-License-Identifier: LGPL-2.1-or-later
// What the library would do with a Problem, as text for people.
#pragma once

#include <string>

#include "fftcore/problem.h"

namespace fftcore {

/// The plans that were weighed for this machine's CPU with `threads` threads: each rule's offer with its cost or the reason why it has
/// none, then the chosen one stage by stage.
FFTCORE_API std::string explain(const Problem& problem, int threads);

}  // namespace fftcore
