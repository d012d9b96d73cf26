// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiled kernels as bytes: for machines without NVRTC, and for programs that keep kernels
// themselves. Backend cuda alone takes them.
//
//   fftcore::KernelBundle bundle;                      // where NVRTC is, with or without a GPU
//   bundle.add("conv2d u8 1080x1920 k31x31 replicate same", fftcore::known_gpu("orin-agx-64"));
//   write(bundle.bytes());
//
//   fftcore::load_kernels(bytes);                      // on the board, before compile()
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fftcore/backend.h"

namespace fftcore {

/// A GPU that kernels are planned and compiled for. It need not be here. Plans depend on all but
/// the name.
struct GpuTarget {
  std::string name;               ///< for people
  std::string architecture;       ///< the code that it runs: `sm_87`
  std::int64_t shared_bytes = 0;  ///< shared memory that a block may have
  int block_threads = 0;          ///< threads that a block may have
  int compute_units = 0;          ///< multiprocessors
  std::int64_t cache_bytes = 0;   ///< the second-level cache
};

/// GPUs and boards whose numbers are known.
FFTCORE_API std::vector<GpuTarget> known_gpus();
/// The one of that name. Throws InvalidArgument with all names for another.
FFTCORE_API GpuTarget known_gpu(std::string_view name);
/// The GPU of a queue of backend cuda. Throws InvalidArgument for another queue.
FFTCORE_API GpuTarget gpu_target(const Queue& queue);

/// Text without the name: `sm_87 shared=166912,threads=1024,units=16,cache=4194304`.
FFTCORE_API std::string to_string(const GpuTarget& gpu);
/// Throws InvalidArgument with what is expected.
FFTCORE_API GpuTarget parse_gpu_target(std::string_view text);

/// Kernels that work takes, compiled, and the plans that they are for. One thread at a time.
class FFTCORE_API KernelBundle {
 public:
  KernelBundle();
  ~KernelBundle();
  KernelBundle(const KernelBundle&) = delete;
  KernelBundle& operator=(const KernelBundle&) = delete;

  struct Added {
    int kernels = 0;   ///< that the work takes
    int compiled = 0;  ///< of them, those that NVRTC compiled now
  };
  /// Adds what the work takes on that GPU: of a Convolution, Transform, search or stage, by its
  /// text. Kernels come from where compile() has them from: those that this process has compiled or
  /// loaded already, bundles, the cache; else NVRTC compiles them, several at once. Of a
  /// Convolution the plan is taken that was measured as the fastest on a GPU of that name, where
  /// one was. Throws InvalidArgument for a text that says no work, Unsupported where that GPU
  /// cannot do it or this NVRTC makes no code for it, and BackendUnavailable where NVRTC is needed
  /// and not there. After an error the bundle is as before.
  Added add(std::string_view work, const GpuTarget& gpu);
  /// Check that add() can read the text. Throws InvalidArgument as add() does.
  static void check(std::string_view work);

  /// The bundle as bytes, for a file or for load_kernels() of the same version of the library.
  std::string bytes() const;

 private:
  struct Contents;
  std::unique_ptr<Contents> contents_;
};

/// Has compile() take kernels from these bytes, which bytes() gave, for as long as the process
/// lives. Thread-safe. Executables that are there already stay as they are. Throws InvalidArgument
/// where the bytes are no bundle, are damaged, or are of another version of the library; nothing is
/// taken then. The bytes hold code that the GPU will run: take them from where you take programs.
FFTCORE_API void load_kernels(std::string bytes);

}  // namespace fftcore
