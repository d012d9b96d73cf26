// SPDX-License-Identifier: LGPL-2.1-or-later
#include "memory.h"

#include <dlfcn.h>
#include <unistd.h>

#include <fstream>

namespace fftcore::soak {
namespace {

template <class Function>
Function function_of(void* driver, const char* name) {
  return reinterpret_cast<Function>(dlsym(driver, name));
}

}  // namespace

double resident_bytes() {
  std::size_t total_pages = 0;
  std::size_t resident_pages = 0;
  std::ifstream("/proc/self/statm") >> total_pages >> resident_pages;
  return static_cast<double>(resident_pages) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

DeviceMemory::DeviceMemory() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  int device = 0;
  void* context = nullptr;
  if (driver == nullptr || function_of<int (*)(unsigned)>(driver, "cuInit")(0) != 0) return;
  if (function_of<int (*)(int*, int)>(driver, "cuDeviceGet")(&device, 0) != 0) return;
  if (function_of<int (*)(void**, int)>(driver, "cuDevicePrimaryCtxRetain")(&context, device) != 0)
    return;
  if (function_of<int (*)(void*)>(driver, "cuCtxPushCurrent_v2")(context) != 0) return;
  info_ = function_of<Info>(driver, "cuMemGetInfo_v2");
}

double DeviceMemory::used() const {
  std::size_t free = 0;
  std::size_t total = 0;
  info_(&free, &total);
  return static_cast<double>(total - free);
}

}  // namespace fftcore::soak
