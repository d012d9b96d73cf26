// SPDX-License-Identifier: LGPL-2.1-or-later
// What the library would do with a work, as text for people.
#pragma once

#include <string>
#include <string_view>

#include "fftcore/work.h"

namespace fftcore {

/// Plans that were weighed for this machine's CPU with `threads` threads, 1 to 256: what each rule
/// offers, with its cost, or the reason why it has none; then the chosen one, step by step.
FFTCORE_API std::string explain(const Convolution& work, int threads);

/// Plan for a GPU that need not be here, of a stream that of a block, then each of its kernels as a
/// tree and as source. `gpu` is a name of known_gpus() (kernels.h), or `48k`, a GPU with 48 KiB of
/// shared memory. `language` is the name of a backend of GPUs, such as `opencl` or `cuda`. Throws
/// InvalidArgument with all names for another, and Unsupported where there is no plan.
FFTCORE_API std::string explain_kernels(const AnyWork& work, std::string_view gpu,
                                        std::string_view language);

}  // namespace fftcore
