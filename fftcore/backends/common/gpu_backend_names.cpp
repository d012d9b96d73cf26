// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_backend_names.h"

#include <cstddef>
#include <vector>

#include "fftcore/backend.h"

namespace fftcore {

std::string gpu_backend_names(std::string_view conjunction) {
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
