// SPDX-License-Identifier: LGPL-2.1-or-later
// How many registers a thread of a launch should do with.
#pragma once

#include "builder.h"
#include "line_spec.h"

namespace fftcore {

void limit_registers(Builder& builder, const LineSpec& spec);

}  // namespace fftcore
