// SPDX-License-Identifier: LGPL-2.1-or-later
// What the library has to know of a driver of GPUs, as one row. Each driver says its own in its
// folder; backends/gpu/devices/drivers.cpp lists them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device.h"
#include "kernel_cache.h"

namespace fftcore {

/// A compiler that needs no device. Thread-safe.
class TargetCompiler {
 public:
  virtual ~TargetCompiler() = default;
  /// Whether that is an architecture of the driver's devices.
  virtual bool takes(std::string_view architecture) const = 0;
  /// Examples of architectures, for messages.
  virtual std::string_view examples() const = 0;
  /// What is compiled: text, or the words of a binary language as bytes.
  virtual std::string source_of(const ast::Kernel& kernel) const = 0;
  /// What the code is kept by, here and by Device::load().
  virtual CacheKey key_of(std::string source, std::string architecture) const = 0;
  /// Code for just this architecture, so that it is found where the device is. Throws Unsupported
  /// where this compiler makes none, and BackendUnavailable where there is no compiler.
  virtual std::string compile(const std::string& kernel, const std::string& source,
                              const std::string& architecture) const = 0;
};

/// The caller's context that options name and, where a context may have several, the device in it;
/// nulls where they name none.
using NativeContext = std::pair<void*, void*>;

/// Functions may be called from any thread.
struct Driver {
  /// Of the backend and of the language of its kernels, such as `cuda`. A literal.
  std::string_view name;
  /// What its devices are, for people: `NVIDIA GPU`. A literal.
  std::string_view title;
  /// The device that options, or a variable of the environment, ask for, else the first that is
  /// good. Throws BackendUnavailable where there is none. The cache outlives the device.
  std::unique_ptr<Device> (*find)(const QueueOptions& options, KernelCache& cache);
  /// All devices. Throws BackendUnavailable where the driver is missing.
  std::vector<FoundDevice> (*devices)();
  /// Throws InvalidArgument where the options' native objects are none of the driver's.
  NativeContext (*native_context)(const QueueOptions& options);
  /// A kernel in the driver's language, as text for people.
  std::string (*text_of)(const ast::Kernel& kernel);
  /// What kernels may use on devices of that architecture. Empty: of one that is not known.
  KernelFeatures (*features)(std::string_view architecture);
  /// Null where only the driver itself compiles, for the devices that are here.
  const TargetCompiler* compiler;
};

}  // namespace fftcore
