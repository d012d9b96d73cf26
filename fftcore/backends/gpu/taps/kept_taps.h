// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps as launches take them that do not transform.
#pragma once

#include <optional>
#include <vector>

#include "direct_spec.h"
#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Numbers for `spectrum`, as KeptTaps says; nothing where taps are no sum of so few products.
std::optional<std::vector<float>> kept_numbers(const KeptTaps& kept, const Convolution& problem,
                                               const Taps& taps);

}  // namespace fftcore
