// SPDX-License-Identifier: LGPL-2.1-or-later
// Bundles that are at hand when a process starts.
#pragma once

#include <memory>
#include <vector>

#include "bundle.h"

namespace fftcore {

/// Bundles of the files and folders that FFTCORE_KERNELS names, separated by colons, in that order;
/// then those of the system's folder. Of a folder, files that end in `.kernels` are taken, by name.
/// Nothing is written. One that is refused is logged (topic `cache`). Who names a file answers for
/// it, as the administrator does for the system's folder: what is in it runs on the GPU.
std::vector<std::shared_ptr<const Bundle>> bundles_at_hand();

}  // namespace fftcore
