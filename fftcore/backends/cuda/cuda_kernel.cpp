// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_kernel.h"

#include <fmt/format.h>

#include "compile_error.h"
#include "cuda_context.h"
#include "fftcore/error.h"

namespace fftcore::cuda {
namespace {

void load_module(Module& module, const DeviceInfo& info, const std::string& kernel,
                 const std::string& source, KernelCache& cache) {
  const CacheKey key = kernel_key(source, info.architecture);
  std::string refusal;
  if (const auto kept = cache.find(key)) {
    const Result result = module.load(kept->data());
    if (result == kSuccess) return;
    refusal = fmt::format("the driver refuses the kernel {} that was kept, {}; ", kernel,
                          error_text(result));
  }
  std::string code = [&] {
    try {
      return compiled_for(compiler(), kernel, source, info.architecture);
    } catch (const NoCompiler& none) {
      throw NoCompiler(refusal + none.what());
    }
  }();
  check(module.load(code.data()), "cuModuleLoadData");
  cache.put(key, std::move(code));
}

}  // namespace

const Nvrtc& compiler() {
  const Nvrtc& nvrtc = [&]() -> const Nvrtc& {
    try {
      return Nvrtc::shared();
    } catch (const BackendUnavailable& none) {
      throw NoCompiler(none.what());
    }
  }();
  int driver = 0;  // 12040 for 12.4
  check(api().DriverGetVersion(&driver), "cuDriverGetVersion");
  if (driver / 1000 < nvrtc.major())
    throw NoCompiler(
        fmt::format("the driver knows CUDA {}.{}, older than {}. Update the driver, or name an "
                    "older NVRTC by FFTCORE_NVRTC",
                    driver / 1000, driver % 1000 / 10, nvrtc.version()));
  return nvrtc;
}

Module::~Module() {
  if (module_ != nullptr) release_in(context_, [&] { api().ModuleUnload(module_); });
}

Result Module::load(const void* code) {
  return api().ModuleLoadData(&module_, code);
}

Kernel::Kernel(ContextHandle context, const DeviceInfo& info, const ast::Kernel& kernel,
               const std::string& source, KernelCache& cache)
    : context_(context),
      module_(context),
      shared_bytes_(static_cast<unsigned>(kernel.shared_bytes())),
      parameters_(kernel.parameters.size()) {
  if (kernel.shared_bytes() > info.shared_bytes || kernel.block_threads() > info.block_threads)
    throw Unsupported(fmt::format(
        "kernel {} takes {} bytes of shared memory and {} threads a block; {} has {} and {}",
        kernel.name, kernel.shared_bytes(), kernel.block_threads(), info.name, info.shared_bytes,
        info.block_threads));
  if (parameters_ > kMaxParameters)
    throw Unsupported(fmt::format("kernel {} has {} parameters; {} at most", kernel.name,
                                  parameters_, kMaxParameters));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    grid_[axis] = static_cast<unsigned>(kernel.grid[axis]);
    block_[axis] = static_cast<unsigned>(kernel.block[axis]);
  }
  load_module(module_, info, kernel.name, source, cache);
  check(api().ModuleGetFunction(&function_, module_.get(), kernel.name.c_str()),
        "cuModuleGetFunction");
  // More than 48 KiB must be asked for; less may be.
  check(api().FuncSetAttribute(function_, kFunctionMaxDynamicSharedBytes, kernel.shared_bytes()),
        "cuFuncSetAttribute");
}

void Kernel::launch(StreamHandle stream, Start start, void** parameters) const {
  LaunchAttribute early{kLaunchEarly, {1}};
  const LaunchConfig config{grid_,  block_, shared_bytes_,
                            stream, &early, start == Start::early ? 1U : 0U};
  check(api().LaunchKernelEx(&config, function_, parameters, nullptr), "cuLaunchKernelEx");
}

KernelUsage Kernel::usage() const {
  const Current current(context_);
  const auto number = [&](int what) {
    int value = 0;
    check(api().FuncGetAttribute(&value, what, function_), "cuFuncGetAttribute");
    return value;
  };
  return {number(kFunctionRegisters), number(kFunctionLocalBytes), number(kFunctionSharedBytes)};
}

}  // namespace fftcore::cuda
