// SPDX-License-Identifier: LGPL-2.1-or-later
#include "opencl_api.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "fftcore/error.h"
#include "shared_library.h"

namespace fftcore::opencl {
namespace {

Api load_api() {
  const SharedLibrary library("OpenCL 1.2", {"libOpenCL.so.1"},
                              "Install an ICD loader such as ocl-icd-libopencl1 and a driver");
  Api api{};
#define FFTCORE_FIND(name) library.find("cl" #name, api.name)
  FFTCORE_FIND(GetPlatformIDs);
  FFTCORE_FIND(GetPlatformInfo);
  FFTCORE_FIND(GetDeviceIDs);
  FFTCORE_FIND(GetDeviceInfo);
  FFTCORE_FIND(CreateContext);
  FFTCORE_FIND(RetainContext);
  FFTCORE_FIND(ReleaseContext);
  FFTCORE_FIND(GetContextInfo);
  FFTCORE_FIND(CreateCommandQueue);
  FFTCORE_FIND(RetainCommandQueue);
  FFTCORE_FIND(ReleaseCommandQueue);
  FFTCORE_FIND(GetCommandQueueInfo);
  FFTCORE_FIND(CreateBuffer);
  FFTCORE_FIND(ReleaseMemObject);
  FFTCORE_FIND(GetMemObjectInfo);
  FFTCORE_FIND(CreateProgramWithSource);
  FFTCORE_FIND(CreateProgramWithBinary);
  FFTCORE_FIND(ReleaseProgram);
  FFTCORE_FIND(BuildProgram);
  FFTCORE_FIND(GetProgramInfo);
  FFTCORE_FIND(GetProgramBuildInfo);
  FFTCORE_FIND(CreateKernel);
  FFTCORE_FIND(ReleaseKernel);
  FFTCORE_FIND(SetKernelArg);
  FFTCORE_FIND(EnqueueNDRangeKernel);
  FFTCORE_FIND(EnqueueWriteBufferRect);
  FFTCORE_FIND(EnqueueReadBufferRect);
  FFTCORE_FIND(Finish);
#undef FFTCORE_FIND
  return api;
}

constexpr std::array<std::pair<Int, std::string_view>, 19> kNames = {{
    {-1, "CL_DEVICE_NOT_FOUND"},          {-2, "CL_DEVICE_NOT_AVAILABLE"},
    {-3, "CL_COMPILER_NOT_AVAILABLE"},    {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {-5, "CL_OUT_OF_RESOURCES"},          {-6, "CL_OUT_OF_HOST_MEMORY"},
    {-11, "CL_BUILD_PROGRAM_FAILURE"},    {-30, "CL_INVALID_VALUE"},
    {-34, "CL_INVALID_CONTEXT"},          {-36, "CL_INVALID_COMMAND_QUEUE"},
    {-38, "CL_INVALID_MEM_OBJECT"},       {-42, "CL_INVALID_BINARY"},
    {-48, "CL_INVALID_KERNEL"},           {-49, "CL_INVALID_ARG_INDEX"},
    {-51, "CL_INVALID_ARG_SIZE"},         {-52, "CL_INVALID_KERNEL_ARGS"},
    {-54, "CL_INVALID_WORK_GROUP_SIZE"},  {-61, "CL_INVALID_BUFFER_SIZE"},
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
}};

}  // namespace

const Api& api() {
  static const Api loaded = load_api();
  return loaded;
}

std::string error_name(Int code) {
  for (const auto& [number, name] : kNames)
    if (number == code) return std::string(name);
  return fmt::format("OpenCL error {}", code);
}

void check(Int code, const char* call) {
  if (code != kSuccess) throw Error(fmt::format("{}: {}", call, error_name(code)));
}

}  // namespace fftcore::opencl
