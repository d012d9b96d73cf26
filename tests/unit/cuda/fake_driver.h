// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <dlfcn.h>

namespace fftcore::test {

/// Objects of the fake driver that live; -1 where the driver is not the fake one, or there is none.
inline int fake_cuda_left() {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  void* const function = library == nullptr ? nullptr : dlsym(library, "fakeCudaLeft");
  return function == nullptr ? -1 : reinterpret_cast<int (*)()>(function)();
}

}  // namespace fftcore::test
