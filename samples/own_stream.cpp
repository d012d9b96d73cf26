// SPDX-License-Identifier: LGPL-2.1-or-later
// A convolution on the caller's own CUDA context and stream, in the caller's device memory. CUDA's
// driver is found at run time, so that this builds without a toolkit.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <fftcore/backend.h>
#include <fftcore/error.h>

namespace {

/// The few driver functions that are needed here. A program of yours includes <cuda.h> instead.
class Cuda {
 public:
  using Context = void*;
  using Stream = void*;
  using Address = std::uint64_t;

  template <class... Arguments>
  void call(const char* name, Arguments... arguments) {
    void* const function = library_ != nullptr ? dlsym(library_, name) : nullptr;
    if (function == nullptr) throw std::runtime_error(std::string("no CUDA driver, or no ") + name);
    if (const int result = reinterpret_cast<int (*)(Arguments...)>(function)(arguments...))
      throw std::runtime_error(std::string(name) + " failed with " + std::to_string(result));
  }

 private:
  void* library_ = dlopen("libcuda.so.1", RTLD_NOW);
};

std::uint8_t blur_on(Cuda& cuda, Cuda::Context context, Cuda::Stream stream) {
  using namespace fftcore;
  const Taps taps = normalized({{3, 3}, {1, 2, 1, 2, 4, 2, 1, 2, 1}});
  const Layout layout = Layout::interleaved(SampleType::u8, {1080, 1920});
  std::vector<std::uint8_t> image(1080 * 1920);
  image[540 * 1920 + 960] = 255;

  Backend& backend = select_backend("cuda");
  const auto queue = backend.create_queue({.native_context = context, .native_stream = stream});
  const auto executable = backend.compile(convolution(layout, taps.extent), *queue);
  executable->set_taps(taps);

  Cuda::Address input = 0, output = 0;
  cuda.call("cuMemAlloc_v2", &input, image.size());
  cuda.call("cuMemAlloc_v2", &output, image.size());
  cuda.call("cuMemcpyHtoDAsync_v2", input, image.data(), image.size(), stream);
  // Puts its launches on the stream, and returns.
  executable->run(*queue, {.data = reinterpret_cast<void*>(input), .memory = MemoryKind::device},
                  {.data = reinterpret_cast<void*>(output), .memory = MemoryKind::device});
  cuda.call("cuMemcpyDtoHAsync_v2", image.data(), output, image.size(), stream);
  cuda.call("cuStreamSynchronize", stream);
  cuda.call("cuMemFree_v2", input);
  cuda.call("cuMemFree_v2", output);
  return image[540 * 1920 + 960];
}

}  // namespace

int main() {
  try {
    Cuda cuda;
    Cuda::Context context = nullptr;
    Cuda::Stream stream = nullptr;
    int device = 0;
    cuda.call("cuInit", 0U);
    cuda.call("cuDeviceGet", &device, 0);
    cuda.call("cuDevicePrimaryCtxRetain", &context, device);
    cuda.call("cuCtxSetCurrent", context);
    cuda.call("cuStreamCreate", &stream, 1U);  // CU_STREAM_NON_BLOCKING
    std::printf("%d\n", blur_on(cuda, context, stream));
    cuda.call("cuStreamDestroy_v2", stream);
    cuda.call("cuDevicePrimaryCtxRelease_v2", device);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "own_stream: %s\n", error.what());
    return 1;
  }
}
