// SPDX-License-Identifier: LGPL-2.1-or-later
// The thin vendor layer under the GPU backends: memory, kernels, ordered work. It knows nothing of
// convolutions or plans. Whatever an object was made from must outlive it. Every function may throw
// Error (load(): CompileError) with the vendor's own message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ast.h"
#include "callers_memory.h"
#include "fftcore/backend.h"

namespace fftcore {

/// What kernels may use on a device.
struct KernelFeatures {
  bool has_doubles = true;         ///< double precision
  bool has_matrices = false;       ///< products of matrices of halves
  bool has_real_matrices = false;  ///< products of matrices of real numbers, as TF32
};

struct DeviceInfo {
  std::string name;
  /// The code that it runs: `sm_90`, or a name and driver version. Part of the key that compiled
  /// kernels are kept by.
  std::string architecture;
  std::string compiler;  ///< and its version, where it comes with the driver
  bool is_gpu = false;
  std::int64_t shared_bytes = 0;   ///< a block's shared memory, at most
  int block_threads = 0;           ///< threads of a block, at most
  int warp_threads = 32;           ///< threads that run in step
  int compute_units = 0;           ///< units that run blocks beside each other
  std::int64_t cache_bytes = 0;    ///< the cache that all units share; 0: not known
  double memory_bytes_per_ns = 0;  ///< that its memory gives or takes at most; 0: not known
  KernelFeatures features;
};

/// Memory for one launch, a caller's or a part of ours: the device's address of it or, of devices
/// whose kernels reach none by address, the vendor's object; and where in it a kernel begins.
struct BorrowedMemory {
  void* data = nullptr;
  std::size_t offset_bytes = 0;
};

/// Memory of the device; freed at the end.
class DeviceMemory {
 public:
  virtual ~DeviceMemory() = default;
  std::size_t size_bytes() const { return size_bytes_; }
  /// The memory from there on.
  virtual BorrowedMemory from(std::size_t offset_bytes) const = 0;

 protected:
  explicit DeviceMemory(std::size_t size_bytes) : size_bytes_(size_bytes) {}

 private:
  std::size_t size_bytes_;
};

/// Memory of the host that the device copies from and to without help; freed at the end.
class PinnedMemory {
 public:
  virtual ~PinnedMemory() = default;
  /// The address at the host; for kernels too, where the device takes_pointers().
  virtual std::byte* data() = 0;
};

/// What a kernel is given for a parameter, in the order of its parameters.
using Argument = std::variant<const DeviceMemory*, BorrowedMemory, std::int32_t, float, double>;

/// A compiled kernel with its launch geometry. One thread at a time.
class LoadedKernel {
 public:
  virtual ~LoadedKernel() = default;
};

/// Rows of a copy between host and device, in bytes.
struct CopyShape {
  std::size_t row_bytes = 0;
  std::size_t rows = 1;
  std::size_t host_pitch = 0;
  std::size_t device_pitch = 0;
  std::size_t device_offset = 0;  ///< where the rows begin in the device's memory
  bool is_contiguous() const {
    return rows == 1 || (host_pitch == row_bytes && device_pitch == row_bytes);
  }
  static CopyShape bytes(std::size_t count) { return {count, 1, count, count, 0}; }
};

/// When a launch begins.
enum class Start : std::uint8_t {
  after_all,  ///< after everything that was enqueued before it
  /// likewise, but its blocks may already be placed, and wait, while the last blocks of the launch
  /// before it end. That launch must be one of our own, since only our own wait for what was
  /// before themselves.
  early,
};

/// A stream: work in order. One thread at a time.
class DeviceStream {
 public:
  virtual ~DeviceStream() = default;
  /// Both enqueue a copy; the host's memory must stay until wait().
  virtual void copy_in(DeviceMemory& to, const void* from, const CopyShape& shape) = 0;
  virtual void copy_out(void* to, const DeviceMemory& from, const CopyShape& shape) = 0;
  /// Allocates nothing and waits for nothing.
  virtual void launch(LoadedKernel& kernel, Start start, std::span<const Argument> arguments) = 0;
  virtual void wait() = 0;
  /// How wait() waits, where the vendor leaves a choice.
  virtual void wait_by(HostWait /*how*/) {}
};

/// A GPU, or what OpenCL shows as one. Thread-safe.
class Device : public Reach {
 public:
  virtual const DeviceInfo& info() const = 0;
  virtual std::unique_ptr<DeviceMemory> allocate(std::size_t size_bytes) = 0;
  /// Pinned memory; null where copies gain nothing by it.
  virtual std::unique_ptr<PinnedMemory> allocate_pinned(std::size_t /*size_bytes*/) {
    return nullptr;
  }
  /// Whether that address is in pinned memory, ours or anybody's.
  virtual bool is_pinned(const void* /*data*/) const { return false; }
  virtual std::unique_ptr<DeviceStream> create_stream() = 0;
  /// A stream of somebody else, of the device's context. CUDA: a CUstream, which must outlive the
  /// result; OpenCL: a cl_command_queue that works in order, which is retained.
  virtual std::unique_ptr<DeviceStream> borrow_stream(void* stream) = 0;
  /// Whether kernels reach memory by addresses, pinned memory among it.
  virtual bool takes_pointers() const { return false; }
  CallersMemory callers_memory(const void* data) const override {
    return CallersMemory::at_address(data);
  }
  /// The kernel that load() compiles, as text.
  virtual std::string source_of(const ast::Kernel& kernel) const = 0;
  /// Reason why load() compiles nothing, and only takes what was compiled before; empty where it
  /// compiles.
  virtual std::string no_compiler_reason() const { return {}; }
  /// Loads a kernel: takes what was compiled before, or compiles it.
  virtual std::unique_ptr<LoadedKernel> load(const ast::Kernel& kernel) = 0;
};

}  // namespace fftcore
