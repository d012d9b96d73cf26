// SPDX-License-Identifier: LGPL-2.1-or-later
// Loops that use the vector instructions of the CPU that they run on.
#pragma once

// Plain loops, compiled again for AVX2, FMA and F16C and chosen when the program starts. (Of a
// level of features all CPUs that have them are; of a name such as arch=haswell that model alone.)
// Left out under sanitizers, whose run time is not up yet when the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FFTCORE_SIMD_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FFTCORE_SIMD_CLONES
#endif
