// SPDX-License-Identifier: LGPL-2.1-or-later
// Names of the backends of GPUs, for messages of backends that are none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/backend.h"

namespace fftcore {

/// Those of the list of backends: `cuda and opencl` where `conjunction` is `and`.
inline std::string gpu_backend_names(std::string_view conjunction) {
  std::vector<std::string_view> names;
  for (const Backend* backend : backends())
    if (backend->name() != "cpu") names.push_back(backend->name());
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " " + std::string(conjunction) + " ";
    text += names[i];
  }
  return text;
}

}  // namespace fftcore
