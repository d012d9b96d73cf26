// SPDX-License-Identifier: LGPL-2.1-or-later
// What GStreamer's CUDA library takes of the driver besides, on top of fake_driver.cpp. OpenGL and
// textures it only looks up.
#include <cstddef>
#include <cstdint>

#pragma GCC diagnostic ignored "-Wmissing-declarations"
#define FAKE extern "C" __attribute__((visibility("default"))) int

namespace {
constexpr int kNotSupported = 801;
constexpr std::size_t kPitch = 512;  // rows of the real one begin at multiples of this, too
}  // namespace

FAKE cuMemAlloc_v2(std::uint64_t*, std::size_t);
FAKE cuMemHostAlloc(void**, std::size_t, unsigned);
FAKE cuMemcpy2DAsync_v2(const void*, void*);
FAKE cuStreamDestroy_v2(void*);

FAKE cuMemAllocPitch_v2(std::uint64_t* address, std::size_t* pitch, std::size_t width,
                        std::size_t height, unsigned) {
  *pitch = (width + kPitch - 1) / kPitch * kPitch;
  return cuMemAlloc_v2(address, *pitch * height);
}
FAKE cuMemAllocHost_v2(void** memory, unsigned size) {
  return cuMemHostAlloc(memory, size, 0);
}
FAKE cuMemcpy2D_v2(const void* copy) {
  return cuMemcpy2DAsync_v2(copy, nullptr);
}
FAKE cuStreamDestroy(void* stream) {
  return cuStreamDestroy_v2(stream);
}
FAKE cuCtxSynchronize() {
  return 0;
}
FAKE cuDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return 0;
}

#define FAKE_UNUSED(name) \
  FAKE name() {           \
    return kNotSupported; \
  }
FAKE_UNUSED(cuCtxEnablePeerAccess)
FAKE_UNUSED(cuCtxDisablePeerAccess)
FAKE_UNUSED(cuGraphicsMapResources)
FAKE_UNUSED(cuGraphicsUnmapResources)
FAKE_UNUSED(cuGraphicsResourceSetMapFlags_v2)
FAKE_UNUSED(cuGraphicsSubResourceGetMappedArray)
FAKE_UNUSED(cuGraphicsResourceGetMappedPointer_v2)
FAKE_UNUSED(cuGraphicsUnregisterResource)
FAKE_UNUSED(cuGraphicsGLRegisterImage)
FAKE_UNUSED(cuGraphicsGLRegisterBuffer)
FAKE_UNUSED(cuGLGetDevices_v2)
FAKE_UNUSED(cuTexObjectCreate)
FAKE_UNUSED(cuTexObjectDestroy)
// From 1.24 on
FAKE_UNUSED(cuCtxGetLimit)
FAKE_UNUSED(cuCtxSetLimit)
FAKE_UNUSED(cuDeviceGetUuid)
FAKE_UNUSED(cuIpcGetEventHandle)
FAKE_UNUSED(cuIpcOpenEventHandle)
FAKE_UNUSED(cuIpcGetMemHandle)
FAKE_UNUSED(cuIpcOpenMemHandle)
FAKE_UNUSED(cuIpcCloseMemHandle)
FAKE_UNUSED(cuMemcpyDtoD_v2)
FAKE_UNUSED(cuMemcpyDtoDAsync_v2)
FAKE_UNUSED(cuMemcpyDtoH_v2)
FAKE_UNUSED(cuMemcpyHtoD_v2)
FAKE_UNUSED(cuMemsetD2D8_v2)
FAKE_UNUSED(cuMemsetD2D8Async)
FAKE_UNUSED(cuMemsetD2D16_v2)
FAKE_UNUSED(cuMemsetD2D16Async)
FAKE_UNUSED(cuMemsetD2D32_v2)
FAKE_UNUSED(cuMemsetD2D32Async)
