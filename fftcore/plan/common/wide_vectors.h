// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether the CPU that this runs on has AVX-512, as loops of 64-byte vectors need it.
#pragma once

namespace fftcore {

inline bool has_wide_vectors() {
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__)
  return __builtin_cpu_supports("x86-64-v4") != 0;
#else
  return false;
#endif
}

}  // namespace fftcore
