// SPDX-License-Identifier: LGPL-2.1-or-later
// A value of any kind, as C has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fftcore/c.h"
#include "kinds.h"

namespace fftcore {

/// How many taps, templates or impulse responses a work has to be given; 0 where it has none.
std::int64_t taps_needed_by(const AnyWork& value);

}  // namespace fftcore

struct fftcore_work {
  fftcore::AnyWork value;
};
