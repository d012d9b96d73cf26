// SPDX-License-Identifier: LGPL-2.1-or-later
// Owning handles, and what objects say of themselves.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <type_traits>

#include "opencl_api.h"

namespace fftcore::opencl {

struct Release {
  void operator()(ContextHandle handle) const { api().ReleaseContext(handle); }
  void operator()(QueueHandle handle) const { api().ReleaseCommandQueue(handle); }
  void operator()(MemoryHandle handle) const { api().ReleaseMemObject(handle); }
  void operator()(ProgramHandle handle) const { api().ReleaseProgram(handle); }
  void operator()(KernelHandle handle) const { api().ReleaseKernel(handle); }
};
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;

inline Int info(PlatformId id, Uint what, std::size_t size, void* value, std::size_t* needed) {
  return api().GetPlatformInfo(id, what, size, value, needed);
}
inline Int info(ContextHandle context, Uint what, std::size_t size, void* value,
                std::size_t* needed) {
  return api().GetContextInfo(context, what, size, value, needed);
}
inline Int info(QueueHandle queue, Uint what, std::size_t size, void* value, std::size_t* needed) {
  return api().GetCommandQueueInfo(queue, what, size, value, needed);
}
inline Int info(MemoryHandle memory, Uint what, std::size_t size, void* value,
                std::size_t* needed) {
  return api().GetMemObjectInfo(memory, what, size, value, needed);
}
inline Int info(DeviceId id, Uint what, std::size_t size, void* value, std::size_t* needed) {
  return api().GetDeviceInfo(id, what, size, value, needed);
}

template <class Id>
std::string text_info(Id id, Uint what) {
  std::size_t size = 0;
  check(info(id, what, 0, nullptr, &size), "clGetInfo");
  std::string text(size, '\0');
  check(info(id, what, size, text.data(), nullptr), "clGetInfo");
  return text.substr(0, text.find('\0'));
}

/// A number, or an object.
template <class Value, class Id>
Value value_info(Id id, Uint what) {
  Value value{};
  check(info(id, what, sizeof value, &value, nullptr), "clGetInfo");
  return value;
}

}  // namespace fftcore::opencl
