// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_device.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compile_error.h"
#include "cuda_context.h"
#include "cuda_kernel.h"
#include "emitter.h"
#include "fftcore/error.h"
#include "overloaded.h"

namespace fftcore {
namespace cuda {
namespace {

constexpr int kLeastCapability = 75;

class Memory : public DeviceMemory {
 public:
  Memory(ContextHandle context, std::size_t size_bytes)
      : DeviceMemory(size_bytes), context_(context) {
    const Current current(context);
    if (const Result result = api().MemAlloc(&address_, size_bytes); result != kSuccess) {
      std::size_t free = 0;
      std::size_t total = 0;
      api().MemGetInfo(&free, &total);
      throw Error(
          fmt::format("CUDA: {} bytes of device memory were asked for, {} of {} are free: {}",
                      size_bytes, free, total, error_text(result)));
    }
  }
  ~Memory() override {
    release_in(context_, [&] { api().MemFree(address_); });
  }
  Address address() const { return address_; }
  BorrowedMemory from(std::size_t offset_bytes) const override {
    return {reinterpret_cast<void*>(address_), offset_bytes};
  }

 private:
  ContextHandle context_;
  Address address_ = 0;
};

class Pinned : public PinnedMemory {
 public:
  Pinned(ContextHandle context, std::size_t size_bytes) : context_(context) {
    const Current current(context);
    check(api().MemHostAlloc(&data_, size_bytes, 0), "cuMemHostAlloc");
  }
  ~Pinned() override {
    release_in(context_, [&] { api().MemFreeHost(data_); });
  }
  std::byte* data() override { return static_cast<std::byte*>(data_); }

 private:
  ContextHandle context_;
  void* data_ = nullptr;
};

class Stream : public DeviceStream {
 public:
  explicit Stream(ContextHandle context) : context_(context), is_owned_(true) {
    const Current current(context);
    check(api().StreamCreate(&stream_, kStreamNonBlocking), "cuStreamCreate");
  }
  Stream(ContextHandle context, StreamHandle borrowed)
      : context_(context), stream_(borrowed), is_owned_(false) {}
  ~Stream() override {
    if (is_owned_) release_in(context_, [&] { api().StreamDestroy(stream_); });
  }

  void copy_in(DeviceMemory& to, const void* from, const CopyShape& shape) override {
    const Current current(context_);
    const Address address = static_cast<Memory&>(to).address() + shape.device_offset;
    if (shape.is_contiguous()) {
      check(api().MemcpyHtoDAsync(address, from, shape.row_bytes * shape.rows, stream_),
            "cuMemcpyHtoDAsync");
      return;
    }
    Copy2D copy = copy_of(shape);
    copy.from_type = kMemoryHost;
    copy.from_host = from;
    copy.from_pitch = shape.host_pitch;
    copy.to_type = kMemoryDevice;
    copy.to_device = address;
    copy.to_pitch = shape.device_pitch;
    check(api().Memcpy2DAsync(&copy, stream_), "cuMemcpy2DAsync");
  }

  void copy_out(void* to, const DeviceMemory& from, const CopyShape& shape) override {
    const Current current(context_);
    const Address address = static_cast<const Memory&>(from).address() + shape.device_offset;
    if (shape.is_contiguous()) {
      check(api().MemcpyDtoHAsync(to, address, shape.row_bytes * shape.rows, stream_),
            "cuMemcpyDtoHAsync");
      return;
    }
    Copy2D copy = copy_of(shape);
    copy.from_type = kMemoryDevice;
    copy.from_device = address;
    copy.from_pitch = shape.device_pitch;
    copy.to_type = kMemoryHost;
    copy.to_host = to;
    copy.to_pitch = shape.host_pitch;
    check(api().Memcpy2DAsync(&copy, stream_), "cuMemcpy2DAsync");
  }

  void launch(LoadedKernel& loaded, Start start, std::span<const Argument> arguments) override {
    const auto& kernel = static_cast<const Kernel&>(loaded);
    if (arguments.size() != kernel.parameters())
      throw InvalidArgument(fmt::format("a kernel of {} parameters is given {}",
                                        kernel.parameters(), arguments.size()));
    union Value {
      Address address;
      std::int32_t integer;
      float real;
      double wide;
    };
    std::array<Value, Kernel::kMaxParameters> values;
    std::array<void*, Kernel::kMaxParameters> pointers;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      std::visit(Overloaded{
                     [&](const DeviceMemory* memory) {
                       values[i].address = static_cast<const Memory*>(memory)->address();
                     },
                     [&](BorrowedMemory memory) {
                       values[i].address =
                           reinterpret_cast<Address>(memory.data) + memory.offset_bytes;
                     },
                     [&](std::int32_t integer) { values[i].integer = integer; },
                     [&](float real) { values[i].real = real; },
                     [&](double wide) { values[i].wide = wide; },
                 },
                 arguments[i]);
      pointers[i] = &values[i];
    }
    const Current current(context_);
    kernel.launch(stream_, start, pointers.data());
  }

  void wait() override {
    const Current current(context_);
    check(api().StreamSynchronize(stream_), "cuStreamSynchronize");
  }

 private:
  static Copy2D copy_of(const CopyShape& shape) {
    Copy2D copy;
    copy.width_bytes = shape.row_bytes;
    copy.height = shape.rows;
    return copy;
  }

  ContextHandle context_;
  StreamHandle stream_ = nullptr;
  bool is_owned_;
};

int attribute(DeviceId device, int what) {
  int value = 0;
  check(api().DeviceGetAttribute(&value, what, device), "cuDeviceGetAttribute");
  return value;
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
  info.has_matrices = true;  // from 7.5 on
  info.compiler = "NVRTC";
  info.is_gpu = true;
  info.shared_bytes = attribute(device, kDeviceMaxSharedBytesPerBlock);
  info.block_threads = attribute(device, kDeviceMaxThreadsPerBlock);
  info.compute_units = attribute(device, kDeviceMultiprocessors);
  info.cache_bytes = attribute(device, kDeviceL2Bytes);
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
  bool takes_pointers() const override { return true; }
  std::unique_ptr<DeviceStream> create_stream() override {
    return std::make_unique<Stream>(context_.handle());
  }
  std::unique_ptr<DeviceStream> borrow_stream(void* stream) override {
    return std::make_unique<Stream>(context_.handle(), static_cast<StreamHandle>(stream));
  }
  std::string source_of(const ast::Kernel& kernel) const override {
    return emit_kernel(kernel, cuda_dialect());
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

KernelUsage cuda_usage(const LoadedKernel& kernel) {
  return static_cast<const cuda::Kernel&>(kernel).usage();
}

}  // namespace fftcore
