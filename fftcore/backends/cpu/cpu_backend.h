// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "fftcore/backend.h"

namespace fftcore {

/// Works everywhere; lives as long as the program.
Backend* cpu_backend();

}  // namespace fftcore
