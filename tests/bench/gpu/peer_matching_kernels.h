// SPDX-License-Identifier: LGPL-2.1-or-later
// Source text of the kernels that users of cuFFT write to match templates.
#pragma once

#include <string_view>

namespace bench {

/// It follows that of peer_kernels().
std::string_view matching_kernels();

}  // namespace bench
