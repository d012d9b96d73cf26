// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_kernel.h"

#include <fmt/format.h>

#include "cuda_context.h"
#include "fftcore/error.h"

namespace fftcore::cuda {
namespace {

ModuleHandle load_module(const DeviceInfo& info, const std::string& kernel,
                         const std::string& source, KernelCache& cache) {
  const CacheKey key{source, std::string(Nvrtc::options()), info.architecture, info.compiler};
  ModuleHandle module = nullptr;
  if (const auto cached = cache.find(key);
      cached && api().ModuleLoadData(&module, cached->data()) == kSuccess)
    return module;
  std::string code = Nvrtc::shared().compile(kernel, source, info.architecture).code;
  check(api().ModuleLoadData(&module, code.data()), "cuModuleLoadData");
  cache.put(key, std::move(code));
  return module;
}

}  // namespace

Kernel::Kernel(ContextHandle context, const DeviceInfo& info, const ast::Kernel& kernel,
               const std::string& source, KernelCache& cache)
    : context_(context),
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
  module_ = load_module(info, kernel.name, source, cache);
  try {
    check(api().ModuleGetFunction(&function_, module_, kernel.name.c_str()), "cuModuleGetFunction");
    // More than 48 KiB must be asked for; less may be.
    check(api().FuncSetAttribute(function_, kFunctionMaxDynamicSharedBytes, kernel.shared_bytes()),
          "cuFuncSetAttribute");
  } catch (...) {
    api().ModuleUnload(module_);
    throw;
  }
}

Kernel::~Kernel() {
  release_in(context_, [&] { api().ModuleUnload(module_); });
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
