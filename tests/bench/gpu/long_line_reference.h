// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether transforms of lines are right that are too long to transform by the oracle.
#pragma once

#include <memory>

#include "fftcore/transform.h"
#include "reference.h"

namespace bench {

/// Points of a line from which on this is the reference.
inline constexpr std::int64_t kLongLine = std::int64_t{1} << 21;

/// Some bins of a c2c of one axis, by their definition in double. Errors are relative to the root
/// of all bins' mean square, which the input says (Parseval).
std::unique_ptr<Reference> long_line_reference(const fftcore::Transform& transform);

}  // namespace bench
