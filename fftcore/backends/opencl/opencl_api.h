// SPDX-License-Identifier: LGPL-2.1-or-later
// The part of the OpenCL 1.2 interface that is used here, declared anew so that neither headers nor
// a library are needed to build, and found at run time through the ICD loader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace fftcore::opencl {

using Int = std::int32_t;
using Uint = std::uint32_t;
using Bitfield = std::uint64_t;
struct PlatformTag;
struct DeviceTag;
struct ContextTag;
struct QueueTag;
struct MemoryTag;
struct ProgramTag;
struct KernelTag;
struct EventTag;
using PlatformId = PlatformTag*;
using DeviceId = DeviceTag*;
using ContextHandle = ContextTag*;
using QueueHandle = QueueTag*;
using MemoryHandle = MemoryTag*;
using ProgramHandle = ProgramTag*;
using KernelHandle = KernelTag*;
using EventHandle = EventTag*;

inline constexpr Int kSuccess = 0;
inline constexpr Int kDeviceNotFound = -1;
inline constexpr Int kBuildProgramFailure = -11;
inline constexpr Int kPlatformNotFound = -1001;
inline constexpr Bitfield kDeviceTypeGpu = 1U << 2U;
inline constexpr Bitfield kDeviceTypeAll = 0xFFFFFFFF;
inline constexpr Bitfield kMemoryReadWrite = 1U << 0U;
inline constexpr Bitfield kMemoryWriteOnly = 1U << 1U;
inline constexpr Bitfield kMemoryReadOnly = 1U << 2U;
inline constexpr Bitfield kQueueOutOfOrder = 1U << 0U;
inline constexpr Uint kPlatformVersion = 0x0901;
inline constexpr Uint kPlatformName = 0x0902;
inline constexpr Uint kDeviceType = 0x1000;
inline constexpr Uint kDeviceMaxComputeUnits = 0x1002;
inline constexpr Uint kDeviceMaxWorkGroupSize = 0x1004;
inline constexpr Uint kDeviceGlobalMemoryCacheSize = 0x101E;
inline constexpr Uint kDeviceLocalMemorySize = 0x1023;
inline constexpr Uint kDeviceName = 0x102B;
inline constexpr Uint kDeviceVendor = 0x102C;
inline constexpr Uint kDriverVersion = 0x102D;
inline constexpr Uint kDeviceVersion = 0x102F;
inline constexpr Uint kDevicePlatform = 0x1031;
inline constexpr Uint kDeviceDoubleFpConfig = 0x1032;
inline constexpr Uint kContextDevices = 0x1081;
inline constexpr Uint kQueueContext = 0x1090;
inline constexpr Uint kQueueDevice = 0x1091;
inline constexpr Uint kQueueProperties = 0x1093;
inline constexpr Uint kMemoryObjectBuffer = 0x10F0;
inline constexpr Uint kMemoryType = 0x1100;
inline constexpr Uint kMemoryFlags = 0x1101;
inline constexpr Uint kMemorySize = 0x1102;
inline constexpr Uint kMemoryContext = 0x1106;
inline constexpr Uint kMemoryAssociatedObject = 0x1107;
inline constexpr Uint kMemoryOffset = 0x1108;
inline constexpr Uint kProgramBinarySizes = 0x1165;
inline constexpr Uint kProgramBinaries = 0x1166;
inline constexpr Uint kProgramBuildLog = 0x1183;
inline constexpr Uint kFalse = 0;

using ContextNotify = void (*)(const char*, const void*, std::size_t, void*);
using ProgramNotify = void (*)(ProgramHandle, void*);

/// Functions by their OpenCL names without `cl`; filled by api().
struct Api {
  Int (*GetPlatformIDs)(Uint, PlatformId*, Uint*);
  Int (*GetPlatformInfo)(PlatformId, Uint, std::size_t, void*, std::size_t*);
  Int (*GetDeviceIDs)(PlatformId, Bitfield, Uint, DeviceId*, Uint*);
  Int (*GetDeviceInfo)(DeviceId, Uint, std::size_t, void*, std::size_t*);
  ContextHandle (*CreateContext)(const std::intptr_t*, Uint, const DeviceId*, ContextNotify, void*,
                                 Int*);
  Int (*RetainContext)(ContextHandle);
  Int (*ReleaseContext)(ContextHandle);
  Int (*GetContextInfo)(ContextHandle, Uint, std::size_t, void*, std::size_t*);
  QueueHandle (*CreateCommandQueue)(ContextHandle, DeviceId, Bitfield, Int*);
  Int (*RetainCommandQueue)(QueueHandle);
  Int (*ReleaseCommandQueue)(QueueHandle);
  Int (*GetCommandQueueInfo)(QueueHandle, Uint, std::size_t, void*, std::size_t*);
  MemoryHandle (*CreateBuffer)(ContextHandle, Bitfield, std::size_t, void*, Int*);
  Int (*ReleaseMemObject)(MemoryHandle);
  Int (*GetMemObjectInfo)(MemoryHandle, Uint, std::size_t, void*, std::size_t*);
  ProgramHandle (*CreateProgramWithSource)(ContextHandle, Uint, const char**, const std::size_t*,
                                           Int*);
  ProgramHandle (*CreateProgramWithBinary)(ContextHandle, Uint, const DeviceId*, const std::size_t*,
                                           const unsigned char**, Int*, Int*);
  Int (*ReleaseProgram)(ProgramHandle);
  Int (*BuildProgram)(ProgramHandle, Uint, const DeviceId*, const char*, ProgramNotify, void*);
  Int (*GetProgramInfo)(ProgramHandle, Uint, std::size_t, void*, std::size_t*);
  Int (*GetProgramBuildInfo)(ProgramHandle, DeviceId, Uint, std::size_t, void*, std::size_t*);
  KernelHandle (*CreateKernel)(ProgramHandle, const char*, Int*);
  Int (*ReleaseKernel)(KernelHandle);
  Int (*SetKernelArg)(KernelHandle, Uint, std::size_t, const void*);
  Int (*EnqueueNDRangeKernel)(QueueHandle, KernelHandle, Uint, const std::size_t*,
                              const std::size_t*, const std::size_t*, Uint, const EventHandle*,
                              EventHandle*);
  Int (*EnqueueWriteBufferRect)(QueueHandle, MemoryHandle, Uint, const std::size_t*,
                                const std::size_t*, const std::size_t*, std::size_t, std::size_t,
                                std::size_t, std::size_t, const void*, Uint, const EventHandle*,
                                EventHandle*);
  Int (*EnqueueReadBufferRect)(QueueHandle, MemoryHandle, Uint, const std::size_t*,
                               const std::size_t*, const std::size_t*, std::size_t, std::size_t,
                               std::size_t, std::size_t, void*, Uint, const EventHandle*,
                               EventHandle*);
  Int (*Finish)(QueueHandle);
};

/// Loads libOpenCL.so.1 the first time; thread-safe. Throws BackendUnavailable where there is none
/// or it lacks a function.
const Api& api();

/// The name of an error: CL_OUT_OF_RESOURCES and the like.
std::string error_name(Int code);

/// Throws Error with the call's name unless `code` is kSuccess.
void check(Int code, const char* call);

}  // namespace fftcore::opencl
