// SPDX-License-Identifier: LGPL-2.1-or-later
// What every peer works with: a device's primary context, one stream of it, memory, and small
// kernels compiled by NVRTC.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cuda_api.h"
#include "cuda_graph.h"

namespace bench {

using fftcore::cuda::Address;

/// Device memory of the current context.
class Memory {
 public:
  explicit Memory(std::size_t size_bytes);
  ~Memory();
  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&& other) noexcept;

  Address address() const { return address_; }
  void* data() const { return reinterpret_cast<void*>(address_); }
  std::size_t size_bytes() const { return size_bytes_; }

 private:
  Address address_ = 0;
  std::size_t size_bytes_ = 0;
};

struct Grid {
  std::int64_t x = 1, y = 1, z = 1;  ///< blocks
};

/// The kernels of peer_kernels.cpp on a device; blocks of kBlockThreads.
class Kernels {
 public:
  explicit Kernels(int capability);
  ~Kernels();
  Kernels(const Kernels&) = delete;
  Kernels& operator=(const Kernels&) = delete;

  static constexpr int kBlockThreads = 256;
  static constexpr int kThreadValues = 4;  ///< of a row or an array, for each thread
  /// Blocks for so many values.
  static std::int64_t blocks_for(std::int64_t values) {
    return (values + kBlockThreads * kThreadValues - 1) / (kBlockThreads * kThreadValues);
  }

  /// Arguments must be of the very types that the kernel takes.
  template <class... Arguments>
  void launch(fftcore::cuda::StreamHandle stream, const char* kernel, Grid grid,
              Arguments... arguments) const {
    std::array<void*, sizeof...(arguments)> pointers = {&arguments...};
    launch_pointers(stream, kernel, grid, pointers.data());
  }

 private:
  void launch_pointers(fftcore::cuda::StreamHandle stream, const char* kernel, Grid grid,
                       void** arguments) const;
  fftcore::cuda::ModuleHandle module_ = nullptr;
};

class Gpu {
 public:
  /// The primary context stays current for the calling thread as long as this lives.
  explicit Gpu(int index);

  const fftcore::test::CudaSession& session() const { return session_; }
  fftcore::cuda::StreamHandle stream() const { return session_.stream(); }
  const Kernels& kernels() const { return kernels_; }

  void wait() const;
  /// Milliseconds that what `enqueue` puts on the stream takes, of some trials the least.
  double trial_ms(const std::function<void()>& enqueue) const;
  /// Waits.
  void copy_in(Address to, const void* from, std::size_t size_bytes) const;
  /// One range after another, then waits.
  struct Range {
    void* to;
    Address from;
    std::size_t size_bytes;
  };
  void copy_out(const std::vector<Range>& ranges) const;

 private:
  fftcore::test::CudaSession session_;
  Kernels kernels_;
};

}  // namespace bench
