// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_device.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compile_error.h"
#include "cuda_context.h"
#include "cuda_driver.h"
#include "cuda_kernel.h"
#include "cuda_memory.h"
#include "cuda_stream.h"
#include "fftcore/error.h"

namespace fftcore {
namespace cuda {
namespace {

constexpr int kLeastCapability = 75;

int attribute(DeviceId device, int what) {
  int value = 0;
  check(api().DeviceGetAttribute(&value, what, device), "cuDeviceGetAttribute");
  return value;
}

/// Two transfers a clock. Drivers say 0 of memory that is the processor's.
double memory_bytes_per_ns(DeviceId device) {
  constexpr double kTransfers = 2, kByteBits = 8, kKhzPerGhz = 1e6;
  return kTransfers * attribute(device, kDeviceMemoryClockKhz) / kKhzPerGhz *
         attribute(device, kDeviceMemoryBusBits) / kByteBits;
}

std::string name_of(DeviceId device) {
  std::array<char, 256> name{};
  check(api().DeviceGetName(name.data(), static_cast<int>(name.size()), device), "cuDeviceGetName");
  return name.data();
}

DeviceId device_number(int index) {
  int count = 0;
  check(api().DeviceGetCount(&count), "cuDeviceGetCount");
  if (count == 0)
    throw BackendUnavailable(
        "CUDA has no device here; is there an NVIDIA GPU, and does CUDA_VISIBLE_DEVICES name it?");
  DeviceId device = 0;
  if (index >= 0 && index < count) {
    check(api().DeviceGet(&device, index), "cuDeviceGet");
    return device;
  }
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    check(api().DeviceGet(&device, i), "cuDeviceGet");
    names.push_back(fmt::format("{} ({})", i, name_of(device)));
  }
  throw InvalidArgument(
      fmt::format("there is no CUDA device {}; there are {}", index, fmt::join(names, ", ")));
}

DeviceInfo info_of(DeviceId device) {
  DeviceInfo info;
  info.name = name_of(device);
  const int capability =
      attribute(device, kDeviceCapabilityMajor) * 10 + attribute(device, kDeviceCapabilityMinor);
  if (capability < kLeastCapability)
    throw BackendUnavailable(fmt::format(
        "{} has compute capability {}.{}; {}.{} is needed (Turing, 2018, or later). Use OpenCL or "
        "the CPU",
        info.name, capability / 10, capability % 10, kLeastCapability / 10, kLeastCapability % 10));
  info.architecture = fmt::format("sm_{}", capability);
  info.features = cuda_driver().features(info.architecture);
  info.compiler = "NVRTC";
  info.is_gpu = true;
  info.shared_bytes = attribute(device, kDeviceMaxSharedBytesPerBlock);
  info.block_threads = attribute(device, kDeviceMaxThreadsPerBlock);
  info.warp_threads = attribute(device, kDeviceWarpThreads);
  info.compute_units = attribute(device, kDeviceMultiprocessors);
  info.cache_bytes = attribute(device, kDeviceL2Bytes);
  info.memory_bytes_per_ns = memory_bytes_per_ns(device);
  return info;
}

/// A context: somebody else's, or the primary one of a device, kept alive.
class Context {
 public:
  explicit Context(const CudaDeviceOptions& options)
      : handle_(static_cast<ContextHandle>(options.context)), is_primary_(handle_ == nullptr) {
    if (is_primary_) {
      device_ = device_number(options.index);
      info_ = info_of(device_);
      check(api().DevicePrimaryCtxRetain(&handle_, device_), "cuDevicePrimaryCtxRetain");
    } else {
      const Current current(handle_);
      check(api().CtxGetDevice(&device_), "cuCtxGetDevice");
      info_ = info_of(device_);
    }
  }
  ~Context() {
    if (is_primary_) api().DevicePrimaryCtxRelease(device_);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  ContextHandle handle() const { return handle_; }
  const DeviceInfo& info() const { return info_; }

 private:
  ContextHandle handle_;
  bool is_primary_;
  DeviceId device_ = 0;
  DeviceInfo info_;
};

class CudaDevice : public Device {
 public:
  CudaDevice(const CudaDeviceOptions& options, KernelCache& cache)
      : context_(options), cache_(cache) {}

  const DeviceInfo& info() const override { return context_.info(); }
  std::unique_ptr<DeviceMemory> allocate(std::size_t size_bytes) override {
    return std::make_unique<Memory>(context_.handle(), size_bytes);
  }
  std::unique_ptr<PinnedMemory> allocate_pinned(std::size_t size_bytes) override {
    return std::make_unique<Pinned>(context_.handle(), size_bytes);
  }
  bool is_pinned(const void* data) const override {
    const Current current(context_.handle());
    // For one attribute alone the driver calls memory that it does not know an error, which
    // compute-sanitizer reports.
    unsigned type = 0;
    int attribute = kPointerMemoryType;
    void* value = &type;
    const auto address = reinterpret_cast<Address>(data);
    return api().PointerGetAttributes(1, &attribute, &value, address) == kSuccess &&
           type == kMemoryHost;
  }
  bool takes_pointers() const override { return true; }
  std::unique_ptr<DeviceStream> create_stream() override {
    return std::make_unique<Stream>(context_.handle());
  }
  std::unique_ptr<DeviceStream> borrow_stream(void* stream) override {
    return std::make_unique<Stream>(context_.handle(), static_cast<StreamHandle>(stream));
  }
  std::string source_of(const ast::Kernel& kernel) const override {
    return cuda_driver().text_of(kernel);
  }
  std::string no_compiler_reason() const override {
    try {
      compiler();
      return {};
    } catch (const NoCompiler& none) {
      return none.what();
    }
  }
  std::unique_ptr<LoadedKernel> load(const ast::Kernel& kernel) override {
    const Current current(context_.handle());
    return std::make_unique<Kernel>(context_.handle(), info(), kernel, source_of(kernel), cache_);
  }

 private:
  Context context_;
  KernelCache& cache_;
};

}  // namespace
}  // namespace cuda

std::unique_ptr<Device> cuda_device(const CudaDeviceOptions& options, KernelCache& cache) {
  return std::make_unique<cuda::CudaDevice>(options, cache);
}

std::vector<FoundDevice> cuda_devices() {
  using namespace cuda;
  int count = 0;
  check(api().DeviceGetCount(&count), "cuDeviceGetCount");
  std::vector<FoundDevice> found;
  for (int number = 0; number < count; ++number) {
    DeviceId device = 0;
    check(api().DeviceGet(&device, number), "cuDeviceGet");
    FoundDevice& one = found.emplace_back();
    one = {.number = number,
           .name = name_of(device),
           .architecture = {},
           .is_gpu = true,
           .reason = {}};
    try {
      one.architecture = info_of(device).architecture;
    } catch (const BackendUnavailable& too_old) {
      one.reason = too_old.what();
    }
  }
  return found;
}

KernelUsage cuda_usage(const LoadedKernel& kernel) {
  return static_cast<const cuda::Kernel&>(kernel).usage();
}

}  // namespace fftcore
