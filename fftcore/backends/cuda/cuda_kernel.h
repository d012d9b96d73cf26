// SPDX-License-Identifier: LGPL-2.1-or-later
// A kernel that NVRTC compiled, loaded into a CUDA context.
#pragma once

#include <array>
#include <string>

#include "cuda_api.h"
#include "device.h"
#include "kernel_cache.h"
#include "nvrtc.h"

namespace fftcore::cuda {

/// NVRTC, where it is there and the driver takes what it makes; otherwise throws NoCompiler.
const Nvrtc& compiler();

/// A loaded module; unloads it.
class Module {
 public:
  explicit Module(ContextHandle context) : context_(context) {}
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  /// Loads this code. The context must be current, and nothing be loaded yet.
  Result load(const void* code);
  ModuleHandle get() const { return module_; }

 private:
  ContextHandle context_;
  ModuleHandle module_ = nullptr;
};

/// A module of one kernel.
class Kernel : public LoadedKernel {
 public:
  /// Takes the cache's binary, or compiles `source`; throws NoCompiler where there is neither. The
  /// context must be current.
  Kernel(ContextHandle context, const DeviceInfo& info, const ast::Kernel& kernel,
         const std::string& source, KernelCache& cache);

  static constexpr std::size_t kMaxParameters = 24;

  /// `parameters` point to the values.
  void launch(StreamHandle stream, Start start, void** parameters) const;
  std::size_t parameters() const { return parameters_; }
  KernelUsage usage() const;

 private:
  ContextHandle context_;
  Module module_;
  FunctionHandle function_ = nullptr;
  std::array<unsigned, 3> grid_{};
  std::array<unsigned, 3> block_{};
  unsigned shared_bytes_ = 0;
  std::size_t parameters_ = 0;
};

}  // namespace fftcore::cuda
