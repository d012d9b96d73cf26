// SPDX-License-Identifier: LGPL-2.1-or-later
#include "opencl_device.h"

#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "callers_objects.h"
#include "fftcore/error.h"
#include "opencl_driver.h"
#include "opencl_objects.h"
#include "opencl_program.h"
#include "overloaded.h"
#include "rectangles.h"
#include "stop_check.h"

namespace fftcore {
namespace opencl {
namespace {

constexpr std::array<std::size_t, 3> kOrigin{};

class Memory : public DeviceMemory {
 public:
  Memory(ContextHandle context, std::size_t size_bytes) : DeviceMemory(size_bytes) {
    Int code = kSuccess;
    handle_.reset(api().CreateBuffer(context, kMemoryReadWrite, size_bytes, nullptr, &code));
    if (code != kSuccess)
      throw Error(
          fmt::format("OpenCL: {} bytes of device memory: {}", size_bytes, error_name(code)));
  }
  MemoryHandle handle() const { return handle_.get(); }
  BorrowedMemory from(std::size_t offset_bytes) const override {
    return {handle_.get(), offset_bytes};
  }

 private:
  Owned<MemoryHandle> handle_;
};

struct Kernel : LoadedKernel {
  Owned<ProgramHandle> program;
  Owned<KernelHandle> handle;
  std::array<std::size_t, 3> global{};
  std::array<std::size_t, 3> local{};
};

Owned<QueueHandle> new_queue(ContextHandle context, DeviceId device) {
  Int code = kSuccess;
  Owned<QueueHandle> queue(api().CreateCommandQueue(context, device, 0, &code));
  check(code, "clCreateCommandQueue");
  return queue;
}

Owned<ContextHandle> new_context(DeviceId device) {
  Int code = kSuccess;
  Owned<ContextHandle> context(api().CreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
  check(code, "clCreateContext");
  return context;
}

class Stream : public DeviceStream {
 public:
  explicit Stream(Owned<QueueHandle> queue) : queue_(std::move(queue)) {}

  void copy_in(DeviceMemory& to, const void* from, const CopyShape& shape) override {
    for_each_rectangle(shape, to.size_bytes(), [&](const Rectangle& part) {
      check(api().EnqueueWriteBufferRect(
                queue_.get(), static_cast<Memory&>(to).handle(), kFalse, part.device_origin.data(),
                kOrigin.data(), part.region.data(), part.device_pitch, 0, part.host_pitch, 0,
                static_cast<const std::byte*>(from) + part.host_offset, 0, nullptr, nullptr),
            "clEnqueueWriteBufferRect");
    });
  }

  void copy_out(void* to, const DeviceMemory& from, const CopyShape& shape) override {
    for_each_rectangle(shape, from.size_bytes(), [&](const Rectangle& part) {
      check(api().EnqueueReadBufferRect(queue_.get(), static_cast<const Memory&>(from).handle(),
                                        kFalse, part.device_origin.data(), kOrigin.data(),
                                        part.region.data(), part.device_pitch, 0, part.host_pitch,
                                        0, static_cast<std::byte*>(to) + part.host_offset, 0,
                                        nullptr, nullptr),
            "clEnqueueReadBufferRect");
    });
  }

  void launch(LoadedKernel& loaded, Start, std::span<const Argument> arguments) override {
    const auto& kernel = static_cast<const Kernel&>(loaded);
    Uint index = 0;
    const auto set = [&](const auto& value) {
      check(api().SetKernelArg(kernel.handle.get(), index++, sizeof value, &value),
            "clSetKernelArg");
    };
    const auto set_memory = [&](MemoryHandle handle, std::uint64_t begin) {
      set(handle);
      set(begin);
    };
    for (const Argument& argument : arguments)
      std::visit(Overloaded{
                     [&](const DeviceMemory* memory) {
                       set_memory(static_cast<const Memory*>(memory)->handle(), 0);
                     },
                     [&](BorrowedMemory memory) {
                       set_memory(static_cast<MemoryHandle>(memory.data), memory.offset_bytes);
                     },
                     [&](auto number) { set(number); },
                 },
                 argument);
    check(
        api().EnqueueNDRangeKernel(queue_.get(), kernel.handle.get(), 3, nullptr,
                                   kernel.global.data(), kernel.local.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  }

  void wait() override { check(api().Finish(queue_.get()), "clFinish"); }

 private:
  Owned<QueueHandle> queue_;
};

class OpenClDevice : public Device {
 public:
  OpenClDevice(DeviceId device, Owned<ContextHandle> context, KernelCache& cache)
      : device_(device), cache_(cache), context_(std::move(context)) {
    const std::string platform =
        text_info(value_info<PlatformId>(device, kDevicePlatform), kPlatformVersion);
    info_.name = text_info(device, kDeviceName);
    info_.architecture = fmt::format("{} {}", text_info(device, kDeviceVendor), info_.name);
    info_.compiler = fmt::format("{} {} {}", platform, text_info(device, kDeviceVersion),
                                 text_info(device, kDriverVersion));
    info_.is_gpu = (value_info<Bitfield>(device, kDeviceType) & kDeviceTypeGpu) != 0;
    info_.shared_bytes =
        static_cast<std::int64_t>(value_info<std::uint64_t>(device, kDeviceLocalMemorySize));
    info_.block_threads =
        static_cast<int>(value_info<std::size_t>(device, kDeviceMaxWorkGroupSize));
    info_.compute_units = static_cast<int>(value_info<Uint>(device, kDeviceMaxComputeUnits));
    info_.cache_bytes =
        static_cast<std::int64_t>(value_info<std::uint64_t>(device, kDeviceGlobalMemoryCacheSize));
    info_.features.has_doubles = value_info<Bitfield>(device, kDeviceDoubleFpConfig) != 0;
  }

  const DeviceInfo& info() const override { return info_; }
  std::unique_ptr<DeviceMemory> allocate(std::size_t size_bytes) override {
    return std::make_unique<Memory>(context_.get(), size_bytes);
  }
  std::unique_ptr<DeviceStream> create_stream() override {
    return std::make_unique<Stream>(new_queue(context_.get(), device_));
  }
  std::unique_ptr<DeviceStream> borrow_stream(void* stream) override {
    const auto queue = static_cast<QueueHandle>(stream);
    callers_context(context_.get(), queue);
    return std::make_unique<Stream>(retained(queue));
  }
  CallersMemory callers_memory(const void* data) const override {
    return opencl::callers_memory(static_cast<MemoryHandle>(const_cast<void*>(data)),
                                  context_.get());
  }
  std::string source_of(const ast::Kernel& kernel) const override {
    return opencl_driver().text_of(kernel);
  }

  std::unique_ptr<LoadedKernel> load(const ast::Kernel& kernel) override {
    if (kernel.shared_bytes() > info_.shared_bytes || kernel.block_threads() > info_.block_threads)
      throw Unsupported(
          fmt::format("kernel {} takes {} bytes of local memory and {} threads; {} has {} and {}",
                      kernel.name, kernel.shared_bytes(), kernel.block_threads(), info_.name,
                      info_.shared_bytes, info_.block_threads));
    auto loaded = std::make_unique<Kernel>();
    // OpenCL allows it, but not every implementation can compile twice at once (Oclgrind crashes).
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    check_compile_stop();  // others may have taken long
    loaded->program =
        build_program(context_.get(), device_, info_, kernel.name, source_of(kernel), cache_);
    Int code = kSuccess;
    loaded->handle.reset(api().CreateKernel(loaded->program.get(), kernel.name.c_str(), &code));
    check(code, "clCreateKernel");
    for (std::size_t axis = 0; axis < 3; ++axis) {
      loaded->local[axis] = static_cast<std::size_t>(kernel.block[axis]);
      loaded->global[axis] = loaded->local[axis] * static_cast<std::size_t>(kernel.grid[axis]);
    }
    return loaded;
  }

 private:
  DeviceId device_;
  KernelCache& cache_;
  Owned<ContextHandle> context_;
  DeviceInfo info_;
};

}  // namespace
}  // namespace opencl

std::vector<std::unique_ptr<Device>> opencl_devices(KernelCache& cache) {
  using namespace opencl;
  Uint platforms = 0;
  const Int code = api().GetPlatformIDs(0, nullptr, &platforms);
  if (code == kPlatformNotFound || platforms == 0)
    throw BackendUnavailable(
        "OpenCL has no platform on this machine. Install a driver, such as pocl-opencl-icd for the "
        "processor");
  check(code, "clGetPlatformIDs");
  std::vector<PlatformId> ids(platforms);
  check(api().GetPlatformIDs(platforms, ids.data(), nullptr), "clGetPlatformIDs");
  std::vector<std::unique_ptr<Device>> devices;
  for (const PlatformId platform : ids) {
    Uint count = 0;
    if (api().GetDeviceIDs(platform, kDeviceTypeAll, 0, nullptr, &count) == kDeviceNotFound)
      continue;
    std::vector<DeviceId> found(count);
    check(api().GetDeviceIDs(platform, kDeviceTypeAll, count, found.data(), nullptr),
          "clGetDeviceIDs");
    for (const DeviceId device : found)
      devices.push_back(std::make_unique<OpenClDevice>(device, new_context(device), cache));
  }
  return devices;
}

OpenClContext opencl_context(void* native_context, void* native_stream) {
  if (native_context == nullptr && native_stream == nullptr) return {};
  const opencl::CallersContext callers =
      opencl::callers_context(static_cast<opencl::ContextHandle>(native_context),
                              static_cast<opencl::QueueHandle>(native_stream));
  return {callers.context, callers.device};
}

std::unique_ptr<Device> opencl_device(const OpenClContext& callers, KernelCache& cache) {
  return std::make_unique<opencl::OpenClDevice>(
      static_cast<opencl::DeviceId>(callers.device),
      opencl::retained(static_cast<opencl::ContextHandle>(callers.context)), cache);
}

}  // namespace fftcore
