// SPDX-License-Identifier: LGPL-2.1-or-later
// Libraries of the CUDA toolkit, found at run time, so that nothing is needed to build.
#pragma once

#include "shared_library.h"

namespace bench {

/// "libcufft.so" with the first of these version numbers that is there, by the loader or in the
/// toolkit's usual folder. Throws BackendUnavailable as SharedLibrary does; `package` is NVIDIA's.
inline fftcore::SharedLibrary toolkit_library(const std::string& what, const std::string& name,
                                              const std::vector<std::string>& versions,
                                              const std::string& package) {
  std::vector<std::string> names;
  for (const char* folder : {"", "/usr/local/cuda/lib64/"}) {
    for (const std::string& version : versions) names.push_back(folder + name + "." + version);
    names.push_back(folder + name);
  }
  return {what, names,
          "Install it (NVIDIA: " + package + "), or name its folder in LD_LIBRARY_PATH"};
}

}  // namespace bench
