// SPDX-License-Identifier: LGPL-2.1-or-later
// A Convolution that goes by rows and columns while its taps are few outer products, and by a plan
// for any taps while they are not.
#pragma once

#include <memory>

#include "fftcore/backend.h"
#include "plan.h"

namespace fftcore {

/// `any`: the executable of a plan with low_rank.
std::unique_ptr<ConvolutionExecutable> make_low_rank_executable(
    const Convolution& problem, const Plan& plan, int threads,
    std::unique_ptr<ConvolutionExecutable> any);

}  // namespace fftcore
