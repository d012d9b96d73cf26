// SPDX-License-Identifier: LGPL-2.1-or-later
// IEEE's half precision as the compiler has it.
#pragma once

namespace fftcore {

#if defined(__aarch64__) || defined(__arm__)
using Half = __fp16;  // what GCC has for C++ there
#else
using Half = _Float16;
#endif

}  // namespace fftcore
