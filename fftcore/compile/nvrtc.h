// SPDX-License-Identifier: LGPL-2.1-or-later
// NVIDIA's run-time compiler: CUDA C++ -> code of a GPU. It needs neither a GPU nor a toolkit, only
// libnvrtc, which is found at run time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel_cache.h"
#include "shared_library.h"

namespace fftcore {

/// Resources that a compiled kernel takes.
struct KernelUsage {
  int registers = 0;  ///< of a thread
  /// Bytes of a thread in memory, for want of registers or for arrays; 0 in every kernel that is
  /// any good.
  int local_bytes = 0;
  int shared_bytes = 0;  ///< bytes of a block, beside what the launch asks for
};

struct CudaBinary {
  std::string code;  ///< cubin, or PTX where the architecture is a virtual one
  std::string log;   ///< warnings, and the resources of each kernel
};

/// The library, loaded. Thread-safe.
class Nvrtc {
 public:
  /// The one of this process, loaded at the first call: the library that FFTCORE_NVRTC names, else
  /// libnvrtc.so, .so.13 or .so.12 where the loader or /usr/local/cuda has it. Throws
  /// BackendUnavailable.
  static const Nvrtc& shared();

  int major() const { return major_; }
  std::string version() const;
  /// Options beside the architecture. They belong to a kernel's key.
  static std::string_view options();

  /// Architecture for a GPU's compute capability: `sm_90` for 90. Where only an older one of the
  /// same generation is known, it is that one. Otherwise it is PTX of the newest (`compute_...`),
  /// which the driver can compile. Throws BackendUnavailable where all that are known are newer.
  std::string architecture_for(int capability) const;

  /// Compiles. Messages call the kernel `kernel`. Throws CompileError with the log and the lines
  /// that the log is about.
  CudaBinary compile(std::string_view kernel, const std::string& source,
                     const std::string& architecture) const;

 private:
  using Program = struct ProgramTag*;
  using Result = int;
  struct Api {
    Result (*Version)(int*, int*);
    Result (*GetNumSupportedArchs)(int*);
    Result (*GetSupportedArchs)(int*);
    Result (*CreateProgram)(Program*, const char*, const char*, int, const char* const*,
                            const char* const*);
    Result (*DestroyProgram)(Program*);
    Result (*CompileProgram)(Program, int, const char* const*);
    Result (*GetProgramLogSize)(Program, std::size_t*);
    Result (*GetProgramLog)(Program, char*);
    Result (*GetCUBINSize)(Program, std::size_t*);
    Result (*GetCUBIN)(Program, char*);
    Result (*GetPTXSize)(Program, std::size_t*);
    Result (*GetPTX)(Program, char*);
    const char* (*GetErrorString)(Result);
  };

  Nvrtc();
  void check(Result result, const char* call) const;
  std::string text(Program program, Result (*size_of)(Program, std::size_t*),
                   Result (*get)(Program, char*), const char* call) const;

  SharedLibrary library_;
  Api api_{};
  int major_ = 0;
  int minor_ = 0;
  std::vector<int> capabilities_;  // ascending
};

/// Compute capability of an architecture: 87 for `sm_87`. Throws InvalidArgument for another text.
int capability_of(std::string_view architecture);

/// What a compiled kernel is kept by. NVRTC's version does not count: what one version compiled
/// serves where another is, or none.
CacheKey kernel_key(std::string source, std::string architecture);

/// Code for a GPU of that architecture. Throws NoCompiler where this NVRTC makes none for it.
std::string compiled_for(const Nvrtc& nvrtc, std::string_view kernel, const std::string& source,
                         std::string_view architecture);

/// Resources of the one kernel that a log of compile() is about.
KernelUsage usage_in_log(std::string_view log);

}  // namespace fftcore
