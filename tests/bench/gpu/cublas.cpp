// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cublas.h"

#include <fmt/format.h>

#include <complex>

#include "fftcore/error.h"
#include "toolkit_library.h"

namespace bench {
namespace {

using Status = int;
using Handle = void*;
using Scalar = std::complex<float>;
constexpr std::size_t kWorkspaceBytes = std::size_t{32} << 20;  // as NVIDIA advises

struct CublasApi {
  Status (*Create)(Handle*);
  Status (*Destroy)(Handle);
  Status (*SetStream)(Handle, fftcore::cuda::StreamHandle);
  Status (*SetWorkspace)(Handle, void*, std::size_t);
  Status (*Gemv)(Handle, int, int, int, const Scalar*, const void*, int, long long, const void*,
                 int, long long, const Scalar*, void*, int, long long, int);
  Status (*Gemm)(Handle, int, int, int, int, int, const Scalar*, const void*, int, long long,
                 const void*, int, long long, const Scalar*, void*, int, long long, int);
};

const CublasApi& cublas() {
  static const CublasApi loaded = [] {
    const fftcore::SharedLibrary library =
        toolkit_library("cuBLAS", "libcublas.so", {"13", "12"}, "libcublas-13-0");
    CublasApi api{};
    library.find("cublasCreate_v2", api.Create);
    library.find("cublasDestroy_v2", api.Destroy);
    library.find("cublasSetStream_v2", api.SetStream);
    library.find("cublasSetWorkspace_v2", api.SetWorkspace);
    library.find("cublasCgemvStridedBatched", api.Gemv);
    library.find("cublasCgemmStridedBatched", api.Gemm);
    return api;
  }();
  return loaded;
}

void check_cublas(Status status, const char* call) {
  if (status != 0) throw fftcore::Error(fmt::format("{}: cuBLAS's error {}", call, status));
}

void* pointer(Address address) {
  return reinterpret_cast<void*>(address);
}

}  // namespace

Gemm gemm_of(const MatrixVectors& all) {
  const int size = all.size;
  const std::int64_t matrix_stride = std::int64_t{size} * size;
  if (all.value_stride == 1)
    return {size,
            1,
            size,
            {all.matrices, all.is_row_major, size, matrix_stride},
            {all.x, false, size, all.vector_stride},
            {all.y, false, size, all.vector_stride}};
  return {1,
          size,
          size,
          {all.x, false, all.value_stride, all.vector_stride},
          {all.matrices, !all.is_row_major, size, matrix_stride},
          {all.y, false, all.value_stride, all.vector_stride}};
}

Cublas::Cublas(const Gpu& gpu) : workspace_(kWorkspaceBytes) {
  check_cublas(cublas().Create(&handle_), "cublasCreate");
  check_cublas(cublas().SetStream(handle_, gpu.stream()), "cublasSetStream");
  check_cublas(cublas().SetWorkspace(handle_, workspace_.data(), workspace_.size_bytes()),
               "cublasSetWorkspace");
}

Cublas::~Cublas() {
  cublas().Destroy(handle_);
}

void Cublas::multiply_by_gemv(const MatrixVectors& all) const {
  const Scalar alpha = all.scale, beta = 0;
  check_cublas(cublas().Gemv(handle_, all.is_row_major ? 1 : 0, all.size, all.size, &alpha,
                             pointer(all.matrices), all.size, std::int64_t{all.size} * all.size,
                             pointer(all.x), all.value_stride, all.vector_stride, &beta,
                             pointer(all.y), all.value_stride, all.vector_stride, all.batch),
               "cublasCgemvStridedBatched");
}

void Cublas::multiply_by_gemm(const MatrixVectors& all) const {
  const Scalar alpha = all.scale, beta = 0;
  const Gemm gemm = gemm_of(all);
  check_cublas(cublas().Gemm(handle_, gemm.a.is_transposed ? 1 : 0, gemm.b.is_transposed ? 1 : 0,
                             gemm.m, gemm.n, gemm.k, &alpha, pointer(gemm.a.data), gemm.a.leading,
                             gemm.a.stride, pointer(gemm.b.data), gemm.b.leading, gemm.b.stride,
                             &beta, pointer(gemm.c.data), gemm.c.leading, gemm.c.stride, all.batch),
               "cublasCgemmStridedBatched");
}

}  // namespace bench
