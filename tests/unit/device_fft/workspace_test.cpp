// SPDX-License-Identifier: LGPL-2.1-or-later
// The workspace of emitted FFTs, by the text itself: the golden one, compiled for the processor.
// Golden tests compare it with what is emitted. What it has from CUDA stands here.
#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

struct CUstream_st;

namespace workspace_test {
namespace {

using StreamHandle = CUstream_st*;  // CUDA's cudaStream_t
enum Status { kFine = 0, kBroken = 999 };

struct float2 {
  float x, y;
};
struct dim3 {
  unsigned int x, y, z;
};
[[maybe_unused]] constexpr dim3 threadIdx{0, 0, 0}, blockIdx{0, 0, 0};
[[maybe_unused]] float2 make_float2(float x, float y) {
  return {x, y};
}
[[maybe_unused]] void __syncthreads() {}
[[maybe_unused]] void __syncwarp() {}
using std::fmaf;

#define __CUDACC__
#define __host__
#define __device__ __attribute__((unused))
#define __forceinline__ inline
#include "../../golden/device_fft/fft_block_8.cu"
#undef __CUDACC__
#undef __host__
#undef __device__
#undef __forceinline__

using Fft = fft_block_8;

/// What programs wrap a stream in.
struct OwnStream {
  StreamHandle handle;
  operator StreamHandle() const { return handle; }
};

StreamHandle some_stream() {
  return reinterpret_cast<StreamHandle>(0x1234);
}

TEST(DeviceFftWorkspace, OfAStreamLeavesTheStreamAsItIs) {
  StreamHandle stream = some_stream();
  static_assert(std::is_same_v<decltype(Fft::make_workspace(stream)), Fft::workspace_type>);
  Fft::make_workspace(stream);
  EXPECT_EQ(stream, some_stream());
  const StreamHandle constant = some_stream();
  Fft::make_workspace(constant);
  OwnStream own{some_stream()};
  Fft::make_workspace(own);
  EXPECT_EQ(own.handle, some_stream());
  Fft::make_workspace();
  Fft::make_workspace(nullptr);
}

TEST(DeviceFftWorkspace, OfAnErrorSaysThatThereIsNone) {
  StreamHandle stream = some_stream();
  Status status = kBroken;
  Fft::make_workspace(status);
  EXPECT_EQ(status, kFine);
  status = kBroken;
  Fft::make_workspace(status, stream);
  EXPECT_EQ(status, kFine);
  EXPECT_EQ(stream, some_stream());
  int number = 1;
  Fft::make_workspace(number, OwnStream{stream});
  EXPECT_EQ(number, 0);
}

}  // namespace
}  // namespace workspace_test
