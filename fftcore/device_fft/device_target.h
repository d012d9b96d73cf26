// SPDX-License-Identifier: LGPL-2.1-or-later
// What is known of the GPUs that a DeviceFft is for.
#pragma once

#include <cstdint>
#include <vector>

namespace fftcore {

/// Shared memory that a block may have on all of them, in bytes; of none, on every GPU. Throws
/// InvalidArgument for a compute capability (times 10) that is not known, with the nearest.
std::int64_t shared_bytes_of_targets(const std::vector<int>& targets);

}  // namespace fftcore
