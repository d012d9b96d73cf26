// SPDX-License-Identifier: LGPL-2.1-or-later
// A GPU whose blocks have little shared memory, while it lives.
#pragma once

#include <cstdlib>
#include <string>

namespace transforms {

class LittleMemory {
 public:
  explicit LittleMemory(const char* traits = "48k") { setenv("FFTCORE_TRAITS", traits, 1); }
  LittleMemory(const LittleMemory&) = delete;
  LittleMemory& operator=(const LittleMemory&) = delete;
  ~LittleMemory() {
    before_.empty() ? unsetenv("FFTCORE_TRAITS") : setenv("FFTCORE_TRAITS", before_.c_str(), 1);
  }

 private:
  const std::string before_ =
      std::getenv("FFTCORE_TRAITS") != nullptr ? std::getenv("FFTCORE_TRAITS") : std::string();
};

}  // namespace transforms
