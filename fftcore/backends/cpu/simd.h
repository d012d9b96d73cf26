// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

// Plain loops, compiled again for AVX2 and chosen when the program starts. Left out under sanitizers, whose run time is not up yet
// when the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FFTCORE_SIMD_CLONES __attribute__((target_clones("arch=haswell", "default")))
#else
#define FFTCORE_SIMD_CLONES
#endif
