// SPDX-License-Identifier: LGPL-2.1-or-later
// A StreamConvolution by the head's direct sums and by levels of transforms.
#pragma once

#include <memory>

#include "fft_engine.h"
#include "fftcore/stream_executable.h"
#include "stream_plan.h"

namespace fftcore {

std::unique_ptr<StreamExecutable> make_stream_executable(const StreamConvolution& stream,
                                                         const StreamPlan& plan,
                                                         const FftEngine& engine);

}  // namespace fftcore
