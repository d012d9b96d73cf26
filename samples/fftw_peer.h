// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTW's own plan of a Transform, to compare with. FFTW is found at run time: it is GPL, and this
// program is not linked with it.
#pragma once

#include <functional>

#include <fftcore/transform.h>

namespace samples {

/// A run of FFTW's plan from `input` to `output`, which are the Transform's buffers and are written
/// to by planning. Planned as fftcore asks FFTW to: by measuring, with FFTCORE_TUNE=0 by its
/// estimate. The Transform has one axis and one batch without gaps, out of place; `input` stays as
/// it is. Empty where FFTW is not installed, or has no such numbers.
std::function<void()> fftw_plan(const fftcore::Transform& transform, int threads, void* input,
                                void* output);

}  // namespace samples
