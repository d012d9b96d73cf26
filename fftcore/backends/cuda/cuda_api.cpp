// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_api.h"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fftcore/error.h"
#include "shared_library.h"

namespace fftcore::cuda {
namespace {

constexpr const char* kAdvice =
    "Install NVIDIA's driver of 2022 or later, and in a container hand it in (--gpus all)";

constexpr std::array<std::pair<Result, std::string_view>, 9> kHints = {{
    {kOutOfMemory, "make the image smaller, or end other programs that use the GPU"},
    {kNoDevice, "is there an NVIDIA GPU, and does CUDA_VISIBLE_DEVICES name it?"},
    {kInvalidImage,
     "the driver is older than NVRTC: update it, or name an older NVRTC by FFTCORE_NVRTC"},
    {kNoBinaryForGpu,
     "the driver is older than NVRTC: update it, or name an older NVRTC by FFTCORE_NVRTC"},
    {kUnsupportedPtxVersion,
     "the driver is older than NVRTC: update it, or name an older NVRTC by FFTCORE_NVRTC"},
    {700,
     "a kernel touched memory that is not its own; CUDA can't be used any more in this program: "
     "start it anew"},
    {719, "a kernel failed; CUDA can't be used any more in this program: start it anew"},
    {803,
     "the driver's library and its kernel module are of different versions: restart the machine"},
    {999, "is the driver's kernel module loaded (nvidia-smi)?"},
}};

Api load_api() {
  const SharedLibrary library("CUDA's driver", {"libcuda.so.1"}, kAdvice);
  Api api{};
#define FFTCORE_FIND(name) library.find("cu" #name, api.name)
#define FFTCORE_FIND_2(name) library.find("cu" #name "_v2", api.name)
  FFTCORE_FIND(Init);
  FFTCORE_FIND(DriverGetVersion);
  FFTCORE_FIND(GetErrorName);
  FFTCORE_FIND(GetErrorString);
  FFTCORE_FIND(DeviceGetCount);
  FFTCORE_FIND(DeviceGet);
  FFTCORE_FIND(DeviceGetName);
  FFTCORE_FIND(DeviceGetAttribute);
  FFTCORE_FIND(DevicePrimaryCtxRetain);
  FFTCORE_FIND_2(DevicePrimaryCtxRelease);
  FFTCORE_FIND_2(CtxPushCurrent);
  FFTCORE_FIND_2(CtxPopCurrent);
  FFTCORE_FIND(CtxGetDevice);
  FFTCORE_FIND_2(MemGetInfo);
  FFTCORE_FIND_2(MemAlloc);
  FFTCORE_FIND_2(MemFree);
  FFTCORE_FIND(MemHostAlloc);
  FFTCORE_FIND(MemFreeHost);
  FFTCORE_FIND(PointerGetAttributes);
  FFTCORE_FIND_2(MemcpyHtoDAsync);
  FFTCORE_FIND_2(MemcpyDtoHAsync);
  FFTCORE_FIND_2(Memcpy2DAsync);
  FFTCORE_FIND(StreamCreate);
  FFTCORE_FIND_2(StreamDestroy);
  FFTCORE_FIND(StreamSynchronize);
  FFTCORE_FIND(StreamQuery);
  FFTCORE_FIND(EventCreate);
  FFTCORE_FIND_2(EventDestroy);
  FFTCORE_FIND(EventRecord);
  FFTCORE_FIND(EventSynchronize);
  FFTCORE_FIND(ModuleLoadData);
  FFTCORE_FIND(ModuleUnload);
  FFTCORE_FIND(ModuleGetFunction);
  FFTCORE_FIND(FuncGetAttribute);
  FFTCORE_FIND(FuncSetAttribute);
  FFTCORE_FIND(LaunchKernelEx);
#undef FFTCORE_FIND
#undef FFTCORE_FIND_2
  return api;
}

std::string text_of(const Api& api, Result result) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (api.GetErrorName(result, &name) != kSuccess || api.GetErrorString(result, &text) != kSuccess)
    return fmt::format("CUDA error {}", result);
  std::string whole = fmt::format("{} ({})", name, text);
  for (const auto& [number, hint] : kHints)
    if (number == result) whole += fmt::format(": {}", hint);
  return whole;
}

}  // namespace

const Api& api() {
  static const Api loaded = [] {
    Api api = load_api();
    if (const Result result = api.Init(0); result != kSuccess)
      throw BackendUnavailable(fmt::format("CUDA does not start: {}", text_of(api, result)));
    return api;
  }();
  return loaded;
}

std::string error_text(Result result) {
  return text_of(api(), result);
}

void check(Result result, const char* call) {
  if (result != kSuccess) throw Error(fmt::format("{}: {}", call, error_text(result)));
}

}  // namespace fftcore::cuda
