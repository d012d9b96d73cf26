// SPDX-License-Identifier: LGPL-2.1-or-later
// Loops that use the vector instructions of the CPU that they run on.
#pragma once

// A helper that is part of each loop that calls it, so that each clone of a loop has its own.
#define FFTCORE_PART_OF_LOOP __attribute__((always_inline)) inline

// Plain loops, compiled again for AVX2, FMA and F16C and chosen when the program starts. (Of a
// level of features all CPUs that have them are; of a name such as arch=haswell that model alone.)
// Left out under sanitizers, whose run time is not up yet when the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FFTCORE_SIMD_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
// The same, and for AVX-512 too: loops over samples in the first-level cache.
#define FFTCORE_WIDE_SIMD_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#define FFTCORE_HAS_WIDE_LOOPS 1
// A loop for AVX-512, which has other blocks than the loop for all CPUs, where registers are
// fewer. Its caller asks has_wide_vectors() of wide_vectors.h.
#define FFTCORE_WIDE_LOOP __attribute__((target("arch=x86-64-v4"), noinline))
#else
#define FFTCORE_SIMD_CLONES
#define FFTCORE_WIDE_SIMD_CLONES
#endif
