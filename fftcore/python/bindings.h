// SPDX-License-Identifier: LGPL-2.1-or-later
// What the module has, by the files that bind it.
#pragma once

#include <nanobind/nanobind.h>

namespace fftcore {

void bind_queue(nanobind::module_& module);
void bind_executable(nanobind::module_& module);
/// Values that stand for "no data".
void bind_marks(nanobind::module_& module);
/// Motion of a camera, and fits of maps.
void bind_motion(nanobind::module_& module);
/// How much noise there is, and what suits it.
void bind_noise(nanobind::module_& module);
/// Functions that make taps: filters, blurs, responses, files.
void bind_taps(nanobind::module_& module);

}  // namespace fftcore
