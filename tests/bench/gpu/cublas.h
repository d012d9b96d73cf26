// SPDX-License-Identifier: LGPL-2.1-or-later
// Many small complex matrices, each times its own vector, by cuBLAS. It is found at run time, as
// cuFFT is.
#pragma once

#include "gpu.h"

namespace bench {

/// y = scale M x, of `batch` matrices of `size` rows and columns that follow one another. Strides
/// in complex values.
struct MatrixVectors {
  Address matrices = 0, x = 0, y = 0;
  bool is_row_major = true;
  int size = 0;
  int value_stride = 1;            ///< from value to value of a vector
  std::int64_t vector_stride = 0;  ///< from vector to vector
  int batch = 0;
  float scale = 1;
};

/// C = op(A) op(B), column-major, as cublasCgemmStridedBatched takes them.
struct GemmOperand {
  Address data = 0;
  bool is_transposed = false;
  int leading = 1;
  std::int64_t stride = 0;
};
struct Gemm {
  int m = 1, n = 1, k = 1;
  GemmOperand a, b, c;
};
/// Vectors as columns where their values lie together; as rows, which are multiplied from the other
/// side, where they do not.
Gemm gemm_of(const MatrixVectors& all);

class Cublas {
 public:
  /// Throws BackendUnavailable where cuBLAS is not installed.
  explicit Cublas(const Gpu& gpu);
  ~Cublas();
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  /// Enqueue: by cublasCgemvStridedBatched, and by cublasCgemmStridedBatched.
  void multiply_by_gemv(const MatrixVectors& all) const;
  void multiply_by_gemm(const MatrixVectors& all) const;

 private:
  Memory workspace_;  // its own could not be captured
  void* handle_ = nullptr;
};

}  // namespace bench
