// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdexcept>

#include <fmt/format.h>

#include "device_runner.h"
#include "opencl_session.h"

namespace device_fft {
namespace {

using namespace fftcore::opencl;

class OpenClRunner : public DeviceRunner {
 public:
  fftcore::Language language() const override { return fftcore::Language::opencl; }
  std::int64_t shared_bytes() const override { return number(kDeviceLocalMemorySize); }

  bool has_halves() const override {
    constexpr Uint kExtensions = 0x1030;
    std::size_t size = 0;
    check(api().GetDeviceInfo(device_, kExtensions, 0, nullptr, &size), "clGetDeviceInfo");
    std::string extensions(size, '\0');
    check(api().GetDeviceInfo(device_, kExtensions, size, extensions.data(), nullptr),
          "clGetDeviceInfo");
    return extensions.find("cl_khr_fp16") != std::string::npos;
  }

  Bytes run(const std::string& source, const Case& c, const Bytes& input) override {
    const auto program = built(source, c.halves_are_floats);
    Int code = kSuccess;
    const Owned<KernelHandle> kernel(api().CreateKernel(program.get(), "test", &code));
    check(code, "clCreateKernel");
    const Bytes ones(output_bytes(c), 0xff);
    const auto from = session_.filled(input), to = session_.filled(ones);
    MemoryHandle in = from.get(), out = to.get();
    const std::uint64_t transforms = static_cast<std::uint64_t>(c.transforms);
    check(api().SetKernelArg(kernel.get(), 0, sizeof in, &in), "clSetKernelArg");
    check(api().SetKernelArg(kernel.get(), 1, sizeof out, &out), "clSetKernelArg");
    check(api().SetKernelArg(kernel.get(), 2, sizeof transforms, &transforms), "clSetKernelArg");
    const Launch launch = launch_of(c);
    const std::array<std::size_t, 2> local = {launch.threads_x, launch.threads_y};
    const std::array<std::size_t, 2> global = {std::size_t{launch.blocks} * launch.threads_x,
                                               launch.threads_y};
    check(api().EnqueueNDRangeKernel(session_.queue.get(), kernel.get(), 2, nullptr, global.data(),
                                     local.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    return session_.content(to.get(), ones.size());
  }

 private:
  std::int64_t number(Uint what) const {
    std::uint64_t value = 0;
    check(api().GetDeviceInfo(device_, what, sizeof value, &value, nullptr), "clGetDeviceInfo");
    return static_cast<std::int64_t>(value);
  }

  Owned<ProgramHandle> built(const std::string& source, bool halves_are_floats) const {
    const char* text = source.c_str();
    const std::size_t size = source.size();
    Int code = kSuccess;
    Owned<ProgramHandle> program(
        api().CreateProgramWithSource(session_.context.get(), 1, &text, &size, &code));
    check(code, "clCreateProgramWithSource");
    const char* const options = halves_are_floats
                                    ? "-cl-std=CL1.2 -Dhalf=float -Dhalf2=float2 -Dhalf4=float4"
                                    : "-cl-std=CL1.2";
    if (api().BuildProgram(program.get(), 1, &device_, options, nullptr, nullptr) == kSuccess)
      return program;
    std::string log(1U << 16U, '\0');
    api().GetProgramBuildInfo(program.get(), device_, kProgramBuildLog, log.size(), log.data(),
                              nullptr);
    throw std::runtime_error(log.substr(0, log.find('\0')));
  }

  clmem::Session session_;
  DeviceId device_ = clmem::devices().front();
};

}  // namespace

std::unique_ptr<DeviceRunner> opencl_runner() {
  return std::make_unique<OpenClRunner>();
}

}  // namespace device_fft
