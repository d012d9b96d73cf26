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

/// A module of one kernel.
class Kernel : public LoadedKernel {
 public:
  /// Compiles `source`, or takes the cache's binary. The context must be current.
  Kernel(ContextHandle context, const DeviceInfo& info, const ast::Kernel& kernel,
         const std::string& source, KernelCache& cache);
  ~Kernel() override;

  static constexpr std::size_t kMaxParameters = 16;

  /// `parameters` point to the values.
  void launch(StreamHandle stream, Start start, void** parameters) const;
  std::size_t parameters() const { return parameters_; }
  KernelUsage usage() const;

 private:
  ContextHandle context_;
  ModuleHandle module_ = nullptr;
  FunctionHandle function_ = nullptr;
  std::array<unsigned, 3> grid_{};
  std::array<unsigned, 3> block_{};
  unsigned shared_bytes_ = 0;
  std::size_t parameters_ = 0;
};

}  // namespace fftcore::cuda
