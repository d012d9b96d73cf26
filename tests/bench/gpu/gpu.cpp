// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "fftcore/error.h"
#include "nvrtc.h"
#include "peer_kernels.h"

namespace bench {

namespace cuda = fftcore::cuda;
using cuda::api;
using cuda::check;

namespace {

int capability_of(int index) {
  cuda::DeviceId device = 0;
  int major = 0, minor = 0;
  check(api().DeviceGet(&device, index), "cuDeviceGet");
  check(api().DeviceGetAttribute(&major, cuda::kDeviceCapabilityMajor, device),
        "cuDeviceGetAttribute");
  check(api().DeviceGetAttribute(&minor, cuda::kDeviceCapabilityMinor, device),
        "cuDeviceGetAttribute");
  return 10 * major + minor;
}

}  // namespace

Memory::Memory(std::size_t size_bytes) : size_bytes_(size_bytes) {
  if (const cuda::Result result = api().MemAlloc(&address_, size_bytes); result != cuda::kSuccess)
    throw fftcore::Error(
        fmt::format("{} bytes of device memory: {}", size_bytes, cuda::error_text(result)));
}

Memory::~Memory() {
  if (address_ != 0) api().MemFree(address_);
}

Memory::Memory(Memory&& other) noexcept
    : address_(std::exchange(other.address_, 0)), size_bytes_(other.size_bytes_) {}

Memory& Memory::operator=(Memory&& other) noexcept {
  std::swap(address_, other.address_);
  std::swap(size_bytes_, other.size_bytes_);
  return *this;
}

Kernels::Kernels(int capability) {
  const fftcore::Nvrtc& nvrtc = fftcore::Nvrtc::shared();
  const std::string code =
      nvrtc.compile("peer_kernels", peer_kernels(), nvrtc.architecture_for(capability)).code;
  check(api().ModuleLoadData(&module_, code.data()), "cuModuleLoadData");
}

Kernels::~Kernels() {
  api().ModuleUnload(module_);
}

void Kernels::launch_pointers(cuda::StreamHandle stream, const char* kernel, Grid grid,
                              void** arguments) const {
  cuda::FunctionHandle function = nullptr;
  check(api().ModuleGetFunction(&function, module_, kernel), kernel);
  const cuda::LaunchConfig config{
      {static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y), static_cast<unsigned>(grid.z)},
      {kBlockThreads, 1, 1},
      0,
      stream};
  check(api().LaunchKernelEx(&config, function, arguments, nullptr), kernel);
}

Gpu::Gpu(int index) : session_(index), kernels_(capability_of(index)) {}

void Gpu::wait() const {
  check(api().StreamSynchronize(stream()), "cuStreamSynchronize");
}

double Gpu::trial_ms(const std::function<void()>& enqueue) const {
  constexpr int kTrials = 3, kTimes = 10;
  const auto several = [&] {
    for (int i = 0; i < kTimes; ++i) enqueue();
  };
  session_.elapsed_ms(several);
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kTrials; ++i) least = std::min(least, session_.elapsed_ms(several) / kTimes);
  return least;
}

void Gpu::copy_in(Address to, const void* from, std::size_t size_bytes) const {
  check(api().MemcpyHtoDAsync(to, from, size_bytes, stream()), "cuMemcpyHtoDAsync");
  wait();
}

void Gpu::copy_out(const std::vector<Range>& ranges) const {
  for (const Range& range : ranges)
    check(api().MemcpyDtoHAsync(range.to, range.from, range.size_bytes, stream()),
          "cuMemcpyDtoHAsync");
  wait();
}

}  // namespace bench
