// SPDX-License-Identifier: LGPL-2.1-or-later
#include "environment.h"

#include <cstdlib>

namespace fftcore {

namespace {

const char* unless_empty(const char* value) {
  return value != nullptr && *value != '\0' ? value : nullptr;
}

}  // namespace

const char* plain_variable(const char* name) {
  return unless_empty(std::getenv(name));
}

const char* trusted_variable(const char* name) {
  return unless_empty(secure_getenv(name));
}

}  // namespace fftcore
