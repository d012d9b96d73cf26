// SPDX-License-Identifier: LGPL-2.1-or-later
// Half precision for the oracle, by the compiler's own type, lest fftcore's judges itself.
#pragma once

namespace oracle {

/// IEEE's half precision, as the compiler has it.
#if defined(__aarch64__) || defined(__arm__)
using Half = __fp16;
#else
using Half = _Float16;
#endif

}  // namespace oracle
