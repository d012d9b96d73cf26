// SPDX-License-Identifier: LGPL-2.1-or-later
// The backend that computes on the processor.
#pragma once

#include "fftcore/backend.h"

namespace fftcore {

/// Works everywhere; lives as long as the program.
Backend* cpu_backend();

}  // namespace fftcore
