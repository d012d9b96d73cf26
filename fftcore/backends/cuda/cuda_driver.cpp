// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_driver.h"

#include <fmt/format.h>

#include <utility>

#include "capabilities.h"
#include "cuda_device.h"
#include "device_choice.h"
#include "emitter.h"
#include "fftcore/error.h"
#include "nvrtc.h"

namespace fftcore {
namespace cuda {
namespace {

class ForTargets final : public TargetCompiler {
 public:
  bool takes(std::string_view architecture) const override {
    try {
      capability_of(architecture);
      return true;
    } catch (const InvalidArgument&) {
      return false;
    }
  }
  std::string_view examples() const override { return "sm_75, sm_87, sm_90, sm_121 and so on"; }
  std::string source_of(const ast::Kernel& kernel) const override {
    return emit_kernel(kernel, cuda_dialect());
  }
  CacheKey key_of(std::string source, std::string architecture) const override {
    return kernel_key(std::move(source), std::move(architecture));
  }
  std::string compile(const std::string& kernel, const std::string& source,
                      const std::string& architecture) const override {
    const Nvrtc& nvrtc = Nvrtc::shared();
    try {
      if (nvrtc.architecture_for(capability_of(architecture)) == architecture)
        return compiled_for(nvrtc, kernel, source, architecture);
    } catch (const BackendUnavailable&) {
      // All that are known are newer.
    }
    throw Unsupported(
        fmt::format("{} makes no code for {}; name another NVRTC, 12 for older GPUs or "
                    "a newer one for newer GPUs (FFTCORE_NVRTC)",
                    nvrtc.version(), architecture));
  }
};

constexpr const char* kVariable = "FFTCORE_CUDA_DEVICE";

std::unique_ptr<Device> find(const QueueOptions& options, KernelCache& cache) {
  const DeviceChoice choice = device_choice(options, kVariable);
  if (choice.name)
    throw BackendUnavailable(fmt::format("{}={} is no number", kVariable, *choice.name));
  return cuda_device({.index = choice.number.value_or(0), .context = options.native_context},
                     cache);
}

NativeContext native_context(const QueueOptions& options) {
  return {options.native_context, nullptr};
}

std::string text_of(const ast::Kernel& kernel) {
  return emit_kernel(kernel, cuda_dialect());
}

KernelFeatures features(std::string_view architecture) {
  return {.has_matrices = true, .has_real_matrices = has_real_matrices(architecture)};
}

}  // namespace
}  // namespace cuda

const Driver& cuda_driver() {
  static const cuda::ForTargets compiler;
  static const Driver row = {.name = "cuda",
                             .title = "NVIDIA GPU",
                             .find = cuda::find,
                             .devices = cuda_devices,
                             .native_context = cuda::native_context,
                             .text_of = cuda::text_of,
                             .features = cuda::features,
                             .compiler = &compiler};
  return row;
}

}  // namespace fftcore
