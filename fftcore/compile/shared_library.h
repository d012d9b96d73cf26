// SPDX-License-Identifier: LGPL-2.1-or-later
// Libraries that are found at run time, so that neither they nor their headers are needed to build
// or to start.
#pragma once

#include <string>
#include <vector>

namespace fftcore {

class SharedLibrary {
 public:
  /// Loads the first of `names` that can be loaded. It stays loaded until the program ends, since
  /// drivers do not like to be closed. Throws BackendUnavailable where none can be loaded, with
  /// `what` (the product's name), the loader's reason and `advice`.
  SharedLibrary(std::string what, const std::vector<std::string>& names, std::string advice);

  /// Finds a function by its name. Throws BackendUnavailable where the library has none.
  template <class Function>
  void find(const char* name, Function& function) const {
    function = reinterpret_cast<Function>(address_of(name));
  }

 private:
  void* address_of(const char* name) const;

  std::string what_;
  std::string advice_;
  std::string name_;
  void* handle_ = nullptr;
};

}  // namespace fftcore
