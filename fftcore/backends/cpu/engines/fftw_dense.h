// SPDX-License-Identifier: LGPL-2.1-or-later
// DenseLines by FFTW. Most go straight from the caller's memory to the caller's memory. A block
// goes by memory of our own on a side where FFTW has no plan, a slower one, or one for aligned
// memory alone.
#pragma once

#include "fft_engine.h"
#include "fftw_planner.h"

namespace fftcore {

template <class Real>
std::unique_ptr<DenseTransformOf<Real>> make_fftw_dense(FftwPlanner& planner,
                                                        const DenseLines& lines);

}  // namespace fftcore
