// SPDX-License-Identifier: LGPL-2.1-or-later
// What tests ask the fake CUDA driver: how much it did, and what still lives.
#pragma once

#include <dlfcn.h>

namespace fftcore::test {

/// Null where the driver is not the fake one, or there is none.
inline void* fake_cuda_function(const char* name) {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  return library == nullptr ? nullptr : dlsym(library, name);
}

/// Objects of the fake driver that live; -1 without it.
inline int fake_cuda_left() {
  void* const function = fake_cuda_function("fakeCudaLeft");
  return function == nullptr ? -1 : reinterpret_cast<int (*)()>(function)();
}

/// How often it did something so far: contexts, launches, "launches on 1" (or 0: a device), waits,
/// or copies "host to device" and so on; -1 without it.
inline int fake_cuda_count(const char* what) {
  void* const function = fake_cuda_function("fakeCudaCount");
  return function == nullptr ? -1 : reinterpret_cast<int (*)(const char*)>(function)(what);
}

/// Whether it has pinned that memory of the host.
inline bool fake_cuda_has_pinned(const void* data) {
  int memory_type = 2;
  void* const function = fake_cuda_function("cuPointerGetAttributes");
  unsigned type = 0;
  void* value = &type;
  if (function != nullptr)
    reinterpret_cast<int (*)(unsigned, int*, void**, unsigned long long)>(function)(
        1, &memory_type, &value, reinterpret_cast<unsigned long long>(data));
  return type == 1;
}

}  // namespace fftcore::test
