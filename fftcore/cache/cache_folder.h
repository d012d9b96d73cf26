// SPDX-License-Identifier: LGPL-2.1-or-later
// Folder in which the library keeps what is slow to make: compiled kernels, the fastest plans, and
// what FFTW measured.
#pragma once

#include <filesystem>
#include <string>

namespace fftcore {

/// Folder that FFTCORE_CACHE names; empty where that is `off`. Unset, or not an absolute path:
/// $XDG_CACHE_HOME/fftcore, else ~/.cache/fftcore, else empty. Nothing is made or checked.
std::filesystem::path wanted_cache_folder();

/// The wanted folder, made private (private_folder.h) and rid of what killed writers left, or the
/// reason why nothing may be kept there.
struct CacheFolder {
  std::filesystem::path path;  ///< empty: nothing is kept
  std::string refusal;         ///< empty: a folder is used, or none was wanted
};
CacheFolder open_cache_folder(const std::filesystem::path& wanted);

/// The folder of this process, opened at the first call. A refusal is logged once (topic `cache`).
/// Thread-safe.
const CacheFolder& cache_folder();

}  // namespace fftcore
