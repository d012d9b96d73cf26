// SPDX-License-Identifier: LGPL-2.1-or-later
// A library that is found at run time, so that neither its headers nor itself are needed to build
// or to start.
#pragma once

#include <string>
#include <vector>

namespace fftcore {

class SharedLibrary {
 public:
  /// The first of `names` that loads; it stays loaded until the program ends, since drivers do not
  /// like to be closed. Throws BackendUnavailable, with `what` (the product's name), the loader's
  /// reason and `advice`, where none does.
  SharedLibrary(std::string what, const std::vector<std::string>& names, std::string advice);

  /// Throws BackendUnavailable where the library has no such function.
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
