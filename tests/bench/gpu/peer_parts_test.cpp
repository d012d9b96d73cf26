// SPDX-License-Identifier: LGPL-2.1-or-later
// What the peers call, as far as that needs no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "cublas.h"
#include "cufft_plan.h"
#include "fftcore/error.h"
#include "nvrtc.h"
#include "peer_kernels.h"
#include "work.h"

namespace bench {
namespace {

using namespace fftcore;

/// op(operand), of a batch of column-major matrices.
double& element(std::vector<double>& memory, const GemmOperand& operand, int item, int row,
                int column) {
  if (operand.is_transposed) std::swap(row, column);
  return memory.at(static_cast<std::size_t>(static_cast<std::int64_t>(operand.data) +
                                            item * operand.stride + row +
                                            column * operand.leading));
}

TEST(Cublas, AGemmMultipliesMatricesByVectors) {
  constexpr int kSize = 3, kBatch = 5;
  for (const bool together : {false, true})
    for (const bool row_major : {false, true}) {
      SCOPED_TRACE(fmt::format("together {}, row-major {}", together, row_major));
      // matrices, then x, then y
      std::vector<double> memory(kBatch * (kSize * kSize + 2 * kSize));
      for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = input_value(i, SampleType::f32);
      MatrixVectors all;
      all.x = kBatch * kSize * kSize;
      all.y = all.x + kBatch * kSize;
      all.is_row_major = row_major;
      all.size = kSize;
      all.value_stride = together ? 1 : kBatch;
      all.vector_stride = together ? kSize : 1;
      all.batch = kBatch;
      std::vector<double> got = memory;
      const Gemm gemm = gemm_of(all);
      for (int item = 0; item < kBatch; ++item)
        for (int m = 0; m < gemm.m; ++m)
          for (int n = 0; n < gemm.n; ++n) {
            double& sum = element(got, gemm.c, item, m, n) = 0;
            for (int k = 0; k < gemm.k; ++k)
              sum += element(memory, gemm.a, item, m, k) * element(memory, gemm.b, item, k, n);
          }
      const auto place = [&](Address vectors, int item, int value) {
        return static_cast<std::size_t>(vectors) +
               static_cast<std::size_t>(item * all.vector_stride + value * all.value_stride);
      };
      for (int item = 0; item < kBatch; ++item)
        for (int row = 0; row < kSize; ++row) {
          double sum = 0;
          for (int column = 0; column < kSize; ++column)
            sum += memory[static_cast<std::size_t>(
                       item * kSize * kSize +
                       (row_major ? row * kSize + column : column * kSize + row))] *
                   memory[place(all.x, item, column)];
          EXPECT_NEAR(got[place(all.y, item, row)], sum, 1e-12);
        }
    }
}

TEST(Cufft, SidesWithoutGaps) {
  const CufftSide side = dense_side(half_spectrum({6, 10}));
  EXPECT_EQ(side.embedded, (std::vector{6, 6}));
  EXPECT_EQ(side.stride, 1);
  EXPECT_EQ(side.distance, 36);
}

TEST(Cufft, GridsToTry) {
  EXPECT_EQ(smooth_extents(1950), (std::vector{1960, 2000, 2048}));
  EXPECT_EQ(smooth_extents(1110), (std::vector{1120, 1152}));
  EXPECT_EQ(smooth_extents(2), (std::vector{2, 16, 128}));
  EXPECT_FALSE(is_smooth(11));
}

TEST(PeerKernels, CompileForEveryGeneration) {
  try {
    Nvrtc::shared();
  } catch (const BackendUnavailable& why) {
    GTEST_SKIP() << why.what();
  }
  for (const int capability : {75, 90}) {
    const Nvrtc& nvrtc = Nvrtc::shared();
    const CudaBinary binary =
        nvrtc.compile("peer_kernels", peer_kernels(), nvrtc.architecture_for(capability));
    EXPECT_FALSE(binary.code.empty());
    EXPECT_EQ(binary.log.find("warning"), std::string::npos) << binary.log;
    for (std::size_t at = binary.log.find("bytes stack frame"); at != std::string::npos;
         at = binary.log.find("bytes stack frame", at + 1))
      EXPECT_EQ(binary.log.substr(at - 2, 2), "0 ") << binary.log;
  }
}

}  // namespace
}  // namespace bench
