// SPDX-License-Identifier: 0BSD
// Transforms a wave of 8 periods, and prints where its spectrum has its peak. 77: no GPU is here.
#include <cmath>
#include <cstdio>
#include <vector>

#include "fft256.h"

__global__ void __launch_bounds__(fft256::max_threads_per_block)
spectra(const float2* input, float2* output, unsigned long long transforms) {
  __shared__ __align__(16) unsigned char shared_memory[fft256::shared_memory_size];
  fft256::value_type values[fft256::storage_size];
  fft256::load(input, values, transforms);
  fft256::execute(values, shared_memory);
  fft256::store(values, output, transforms);
}

int main() {
  constexpr unsigned kSignals = 10, kPoints = fft256::size;
  std::vector<float2> signals(kSignals * kPoints);
  for (unsigned i = 0; i < signals.size(); ++i)
    signals[i] = make_float2(std::cos(2 * 3.14159265F * 8 * (i % kPoints) / kPoints), 0);
  float2* values = nullptr;
  const size_t bytes = signals.size() * sizeof(float2);
  if (cudaMalloc(&values, bytes) != cudaSuccess) {
    std::printf("built; there is no GPU to run it on\n");
    return 77;
  }
  cudaMemcpy(values, signals.data(), bytes, cudaMemcpyHostToDevice);
  const unsigned blocks = (kSignals + fft256::ffts_per_block - 1) / fft256::ffts_per_block;
  spectra<<<blocks, fft256::block_dim>>>(values, values, kSignals);
  const cudaError_t error =
      cudaMemcpy(signals.data(), values, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  unsigned peak = 0;
  for (unsigned k = 0; k < kPoints / 2; ++k)
    if (std::hypot(signals[k].x, signals[k].y) > std::hypot(signals[peak].x, signals[peak].y))
      peak = k;
  std::printf("peak at bin %u\n", peak);
  return peak == 8 ? 0 : 1;
}
