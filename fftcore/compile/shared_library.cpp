// SPDX-License-Identifier: LGPL-2.1-or-later
#include "shared_library.h"

#include <dlfcn.h>

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fftcore/error.h"

namespace fftcore {

SharedLibrary::SharedLibrary(std::string what, const std::vector<std::string>& names,
                             std::string advice)
    : what_(std::move(what)), advice_(std::move(advice)) {
  std::string reason;
  for (const std::string& name : names) {
    handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    name_ = name;
    if (handle_ != nullptr) return;
    // One that is there but does not load tells more than those that are not there.
    const std::string error = dlerror();
    if (reason.empty() || error.find("No such file") == std::string::npos) reason = error;
  }
  throw BackendUnavailable(
      fmt::format("{} is not installed, or cannot be loaded: {} (looked for {}). {}", what_, reason,
                  fmt::join(names, ", "), advice_));
}

void* SharedLibrary::address_of(const char* name) const {
  void* const address = dlsym(handle_, name);
  if (address == nullptr)
    throw BackendUnavailable(
        fmt::format("{} ({}) is too old: it has no {}. {}", what_, name_, name, advice_));
  return address;
}

}  // namespace fftcore
