// SPDX-License-Identifier: LGPL-2.1-or-later
// CUDA's driver and cuFFT are found at run time, so that this builds without a toolkit.
#include <dlfcn.h>

#include <cstdint>
#include <stdexcept>

#include "measured_memory.h"

namespace samples {
namespace {

using namespace fftcore;

/// A library's functions by name, which return 0 where all is well. It stays until the program
/// ends. A program of yours includes <cuda.h> and <cufft.h> instead.
class Functions {
 public:
  Functions(std::string what, std::initializer_list<const char*> names) : what_(std::move(what)) {
    for (const char* name : names)
      if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW);
  }
  bool is_there() const { return library_ != nullptr; }

  template <class... Arguments>
  void call(const char* name, Arguments... arguments) const {
    void* const function = is_there() ? dlsym(library_, name) : nullptr;
    if (function == nullptr) throw std::runtime_error("no " + what_ + ", or no " + name);
    if (const int result = reinterpret_cast<int (*)(Arguments...)>(function)(arguments...))
      throw std::runtime_error(std::string(name) + " failed with " + std::to_string(result));
  }

 private:
  std::string what_;
  void* library_ = nullptr;
};

const Functions& cuda() {
  static const Functions driver("CUDA driver", {"libcuda.so.1"});
  return driver;
}

const Functions& cufft() {
  static const Functions library("cuFFT", {"libcufft.so.12", "libcufft.so.11", "libcufft.so",
                                           "/usr/local/cuda/lib64/libcufft.so"});
  return library;
}

using Address = std::uint64_t;
using Stream = void*;

// Types of cufft.h.
constexpr int kR2C = 0x2a, kC2R = 0x2c, kC2C = 0x29, kD2Z = 0x6a, kZ2D = 0x6c, kZ2Z = 0x69;
constexpr int kForward = -1, kInverse = 1;

/// 0 where cuFFT has none.
int cufft_type(const Transform& transform) {
  if (transform.numbers != Numbers::f32 && transform.numbers != Numbers::f64) return 0;
  const bool is_double = transform.numbers == Numbers::f64;
  switch (transform.kind) {
    case TransformKind::c2c: return is_double ? kZ2Z : kC2C;
    case TransformKind::r2c: return is_double ? kD2Z : kR2C;
    case TransformKind::c2r: return is_double ? kZ2D : kC2R;
    default: return 0;
  }
}

class CudaMemory final : public MeasuredMemory {
 public:
  CudaMemory(std::size_t input, std::size_t output, Stream stream)
      : input_bytes_(input), output_bytes_(output), stream_(stream) {
    cuda().call("cuMemAlloc_v2", &input_, input);
    cuda().call("cuMemAlloc_v2", &output_, output);
  }
  ~CudaMemory() override {
    try {
      cuda().call("cuMemFree_v2", input_);
      cuda().call("cuMemFree_v2", output_);
    } catch (const std::exception&) {  // the context is lost
    }
  }
  CudaMemory(const CudaMemory&) = delete;
  CudaMemory& operator=(const CudaMemory&) = delete;

  ConstBuffer input() const override {
    return {.data = reinterpret_cast<const void*>(input_), .memory = MemoryKind::device};
  }
  Buffer output() const override {
    return {.data = reinterpret_cast<void*>(output_), .memory = MemoryKind::device};
  }
  void write_input(const void* from) override {
    cuda().call("cuMemcpyHtoDAsync_v2", input_, from, input_bytes_, stream_);
    wait();
  }
  void read_output(void* to) override {
    cuda().call("cuMemcpyDtoHAsync_v2", to, output_, output_bytes_, stream_);
    wait();
  }
  void wait() override { cuda().call("cuStreamSynchronize", stream_); }

  std::function<void()> peer(const Transform& transform, int) override {
    const int type = cufft_type(transform);
    if (type == 0 || !cufft().is_there()) return {};
    const TransformAxis& batch = transform.batches.front();
    int points = static_cast<int>(transform.axes.front().extent), handle = 0;
    int* const dense = nullptr;
    cufft().call("cufftPlanMany", &handle, 1, &points, dense, 1,
                 static_cast<int>(batch.input_stride), dense, 1,
                 static_cast<int>(batch.output_stride), type, static_cast<int>(batch.extent));
    const std::shared_ptr<void> kept(nullptr, [handle](void*) {
      try {
        cufft().call("cufftDestroy", handle);
      } catch (const std::exception&) {  // the context is lost
      }
    });
    cufft().call("cufftSetStream", handle, stream_);
    const int direction = transform.direction == Direction::forward ? kForward : kInverse;
    return [this, kept, handle, type, direction] {
      void *const from = reinterpret_cast<void*>(input_), *const to =
                                                              reinterpret_cast<void*>(output_);
      switch (type) {
        case kC2C: return cufft().call("cufftExecC2C", handle, from, to, direction);
        case kZ2Z: return cufft().call("cufftExecZ2Z", handle, from, to, direction);
        case kR2C: return cufft().call("cufftExecR2C", handle, from, to);
        case kD2Z: return cufft().call("cufftExecD2Z", handle, from, to);
        case kC2R: return cufft().call("cufftExecC2R", handle, from, to);
        default: return cufft().call("cufftExecZ2D", handle, from, to);
      }
    };
  }

 private:
  Address input_ = 0, output_ = 0;
  std::size_t input_bytes_, output_bytes_;
  Stream stream_;
};

class CudaDevice final : public MeasuredDevice {
 public:
  CudaDevice() {
    int device = 0;
    cuda().call("cuInit", 0U);
    cuda().call("cuDeviceGet", &device, 0);
    cuda().call("cuDevicePrimaryCtxRetain", &context_, device);
    cuda().call("cuCtxSetCurrent", context_);
    cuda().call("cuStreamCreate", &stream_, 1U);  // CU_STREAM_NON_BLOCKING
  }
  std::string peer_name() const override { return "cufft"; }
  void complete(QueueOptions& options) const override {
    options.native_context = context_;
    options.native_stream = stream_;
  }
  std::unique_ptr<MeasuredMemory> allocate(std::size_t input, std::size_t output) override {
    return std::make_unique<CudaMemory>(input, output, stream_);
  }

 private:
  void *context_ = nullptr, *stream_ = nullptr;  // until the program ends
};

}  // namespace

std::unique_ptr<MeasuredDevice> cuda_memory() {
  return std::make_unique<CudaDevice>();
}

}  // namespace samples
