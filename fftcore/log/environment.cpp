// SPDX-License-Identifier: LGPL-2.1-or-later
#include "environment.h"

#include <cstdlib>

namespace fftcore {

const char* trusted_variable(const char* name) {
  return secure_getenv(name);
}

}  // namespace fftcore
