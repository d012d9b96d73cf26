// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>

#include "cuda_api.h"
#include "device_runner.h"
#include "nvrtc.h"

namespace device_fft {
namespace {

using namespace fftcore::cuda;

/// Memory of the device, freed at the end.
class Memory {
 public:
  explicit Memory(const Bytes& bytes) {
    check(api().MemAlloc(&address_, bytes.size()), "cuMemAlloc");
    check(api().MemcpyHtoDAsync(address_, bytes.data(), bytes.size(), nullptr), "cuMemcpyHtoD");
  }
  ~Memory() { api().MemFree(address_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  Address address() const { return address_; }

 private:
  Address address_ = 0;
};

class CudaRunner : public DeviceRunner {
 public:
  CudaRunner() {
    check(api().DeviceGet(&device_, 0), "cuDeviceGet");
    check(api().DevicePrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
    check(api().CtxPushCurrent(context_), "cuCtxPushCurrent");
  }
  ~CudaRunner() override { api().DevicePrimaryCtxRelease(device_); }

  fftcore::Language language() const override { return fftcore::Language::cuda; }
  std::int64_t shared_bytes() const override { return attribute(kDeviceMaxSharedBytesPerBlock); }

  Bytes run(const std::string& source, const Case& c, const Bytes& input) override {
    const auto& nvrtc = fftcore::Nvrtc::shared();
    const std::string architecture = nvrtc.architecture_for(10 * attribute(kDeviceCapabilityMajor) +
                                                            attribute(kDeviceCapabilityMinor));
    const std::string code = nvrtc.compile("test", source, architecture).code;
    ModuleHandle module = nullptr;
    check(api().ModuleLoadData(&module, code.data()), "cuModuleLoadData");
    FunctionHandle function = nullptr;
    check(api().ModuleGetFunction(&function, module, "test"), "cuModuleGetFunction");
    const Launch launch = launch_of(c);
    check(api().FuncSetAttribute(function, kFunctionMaxDynamicSharedBytes,
                                 static_cast<int>(launch.shared_bytes)),
          "cuFuncSetAttribute");
    Bytes output(output_bytes(c), 0xff);
    const Memory from(input), to(output);
    Address in = from.address(), out = to.address();
    auto transforms = static_cast<unsigned long long>(c.transforms);
    std::array<void*, 3> arguments = {&in, &out, &transforms};
    LaunchConfig config;
    config.grid = {launch.blocks, 1, 1};
    config.block = {launch.threads_x, launch.threads_y, 1};
    config.shared_bytes = launch.shared_bytes;
    check(api().LaunchKernelEx(&config, function, arguments.data(), nullptr), "cuLaunchKernelEx");
    check(api().MemcpyDtoHAsync(output.data(), out, output.size(), nullptr), "cuMemcpyDtoH");
    check(api().StreamSynchronize(nullptr), "cuStreamSynchronize");
    check(api().ModuleUnload(module), "cuModuleUnload");
    return output;
  }

 private:
  int attribute(int which) const {
    int value = 0;
    check(api().DeviceGetAttribute(&value, which, device_), "cuDeviceGetAttribute");
    return value;
  }

  DeviceId device_ = 0;
  ContextHandle context_ = nullptr;
};

}  // namespace

std::unique_ptr<DeviceRunner> cuda_runner() {
  return std::make_unique<CudaRunner>();
}

}  // namespace device_fft
