// SPDX-License-Identifier: LGPL-2.1-or-later
// The part of CUDA's driver interface that is used here, declared anew so that no toolkit is needed
// to build, and found at run time in the driver's libcuda.so.1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace fftcore::cuda {

using Result = int;
using DeviceId = int;
using Address = std::uint64_t;  ///< of the device's memory
struct ContextTag;
struct StreamTag;
struct EventTag;
struct ModuleTag;
struct FunctionTag;
using ContextHandle = ContextTag*;
using StreamHandle = StreamTag*;
using EventHandle = EventTag*;
using ModuleHandle = ModuleTag*;
using FunctionHandle = FunctionTag*;

inline constexpr Result kSuccess = 0;
inline constexpr Result kOutOfMemory = 2;
inline constexpr Result kNoDevice = 100;
inline constexpr Result kInvalidImage = 200;
inline constexpr Result kNoBinaryForGpu = 209;
inline constexpr Result kUnsupportedPtxVersion = 222;
inline constexpr Result kNotReady = 600;

inline constexpr unsigned kStreamNonBlocking = 1;  ///< does not wait for the stream 0
inline constexpr unsigned kEventBlockingSync = 1;  ///< who waits sleeps
inline constexpr unsigned kEventDisableTiming = 2;

inline constexpr int kDeviceMaxThreadsPerBlock = 1;
inline constexpr int kDeviceWarpThreads = 10;
inline constexpr int kDeviceMultiprocessors = 16;
inline constexpr int kDeviceMemoryClockKhz = 36;
inline constexpr int kDeviceMemoryBusBits = 37;
inline constexpr int kDeviceL2Bytes = 38;
inline constexpr int kDeviceCapabilityMajor = 75;
inline constexpr int kDeviceCapabilityMinor = 76;
inline constexpr int kDeviceMaxSharedBytesPerBlock = 97;  ///< where the kernel asks for it

inline constexpr int kFunctionSharedBytes = 1;
inline constexpr int kFunctionLocalBytes = 3;
inline constexpr int kFunctionRegisters = 4;
inline constexpr int kFunctionMaxDynamicSharedBytes = 8;

inline constexpr unsigned kMemoryHost = 1;
inline constexpr unsigned kMemoryDevice = 2;
inline constexpr int kPointerMemoryType = 2;  ///< 0 of memory that the driver does not know

/// CUDA_MEMCPY2D
struct Copy2D {
  std::size_t from_x_bytes = 0;
  std::size_t from_y = 0;
  unsigned from_type = 0;
  const void* from_host = nullptr;
  Address from_device = 0;
  void* from_array = nullptr;
  std::size_t from_pitch = 0;
  std::size_t to_x_bytes = 0;
  std::size_t to_y = 0;
  unsigned to_type = 0;
  void* to_host = nullptr;
  Address to_device = 0;
  void* to_array = nullptr;
  std::size_t to_pitch = 0;
  std::size_t width_bytes = 0;
  std::size_t height = 0;
};

/// CUlaunchAttribute
struct LaunchAttribute {
  int id = 0;
  alignas(8) std::array<int, 16> value{};
};
/// CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION; value 1
inline constexpr int kLaunchEarly = 6;

/// CUlaunchConfig
struct LaunchConfig {
  std::array<unsigned, 3> grid{};
  std::array<unsigned, 3> block{};
  unsigned shared_bytes = 0;
  StreamHandle stream = nullptr;
  LaunchAttribute* attributes = nullptr;
  unsigned attribute_count = 0;
};

/// Functions by their CUDA names without `cu` and version; filled by api().
struct Api {
  Result (*Init)(unsigned);
  Result (*DriverGetVersion)(int*);
  Result (*GetErrorName)(Result, const char**);
  Result (*GetErrorString)(Result, const char**);
  Result (*DeviceGetCount)(int*);
  Result (*DeviceGet)(DeviceId*, int);
  Result (*DeviceGetName)(char*, int, DeviceId);
  Result (*DeviceGetAttribute)(int*, int, DeviceId);
  Result (*DevicePrimaryCtxRetain)(ContextHandle*, DeviceId);
  Result (*DevicePrimaryCtxRelease)(DeviceId);
  Result (*CtxPushCurrent)(ContextHandle);
  Result (*CtxPopCurrent)(ContextHandle*);
  Result (*CtxGetDevice)(DeviceId*);
  Result (*MemGetInfo)(std::size_t*, std::size_t*);
  Result (*MemAlloc)(Address*, std::size_t);
  Result (*MemFree)(Address);
  Result (*MemHostAlloc)(void**, std::size_t, unsigned);
  Result (*MemFreeHost)(void*);
  Result (*PointerGetAttributes)(unsigned, int*, void**, Address);
  Result (*MemcpyHtoDAsync)(Address, const void*, std::size_t, StreamHandle);
  Result (*MemcpyDtoHAsync)(void*, Address, std::size_t, StreamHandle);
  Result (*Memcpy2DAsync)(const Copy2D*, StreamHandle);
  Result (*StreamCreate)(StreamHandle*, unsigned);
  Result (*StreamDestroy)(StreamHandle);
  Result (*StreamSynchronize)(StreamHandle);
  Result (*StreamQuery)(StreamHandle);
  Result (*EventCreate)(EventHandle*, unsigned);
  Result (*EventDestroy)(EventHandle);
  Result (*EventRecord)(EventHandle, StreamHandle);
  Result (*EventSynchronize)(EventHandle);
  Result (*ModuleLoadData)(ModuleHandle*, const void*);
  Result (*ModuleUnload)(ModuleHandle);
  Result (*ModuleGetFunction)(FunctionHandle*, ModuleHandle, const char*);
  Result (*FuncGetAttribute)(int*, int, FunctionHandle);
  Result (*FuncSetAttribute)(FunctionHandle, int, int);
  Result (*LaunchKernelEx)(const LaunchConfig*, FunctionHandle, void**, void**);
};

/// Loads libcuda.so.1 the first time and initialises it; thread-safe. Throws BackendUnavailable
/// where there is none, it lacks a function, or finds no GPU.
const Api& api();

/// The error's name and text, and what to do about it if anything: CUDA_ERROR_OUT_OF_MEMORY (out of
/// memory).
std::string error_text(Result result);

/// Throws Error with the call's name unless `result` is kSuccess.
void check(Result result, const char* call);

}  // namespace fftcore::cuda
