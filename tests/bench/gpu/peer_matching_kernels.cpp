// SPDX-License-Identifier: LGPL-2.1-or-later
#include "peer_matching_kernels.h"

namespace bench {

// Sums of u8 and of their squares are exact: 255^2 times 256 x 256 samples are less than 2^32, and
// prefixes count modulo that.
std::string_view matching_kernels() {
  return R"cuda(
// Sums of `height` samples, and of their squares, down each column: `strip` of them a blockIdx.y,
// each made from the one before it.
extern "C" __global__ void sums_of_columns(const u8* __restrict__ in, uint2* __restrict__ out, int rows, int columns, int height, int strip) {
  const int column = blockIdx.x * THREADS + threadIdx.x;
  if (column >= columns) return;
  const int first = blockIdx.y * strip, end = min(first + strip, rows - height + 1);
  u32 sum = 0, squares = 0;
  for (int row = first; row < first + height - 1; ++row) {
    const u32 value = in[row * columns + column];
    sum += value;
    squares += value * value;
  }
  for (int row = first; row < end; ++row) {
    const u32 comes = in[(row + height - 1) * columns + column], goes = in[row * columns + column];
    sum += comes;
    squares += comes * comes;
    out[row * columns + column] = make_uint2(sum, squares);
    sum -= goes;
    squares -= goes * goes;
  }
}

// 1 over the deviation's norm under `width` of such sums, of `samples` samples; 0 where it is flat.
// A row a blockIdx.y, by differences of prefixes.
#define SPAN 2048
extern "C" __global__ void norms_of_rows(const uint2* __restrict__ in, float* __restrict__ out, int columns, int width, int samples, float least) {
  __shared__ uint2 prefix[SPAN + 1];
  __shared__ uint2 of_warps[THREADS / 32];
  const int each = SPAN / THREADS, outputs = columns - width + 1, first = blockIdx.x * (SPAN - width + 1);
  const uint2* row = in + (long long)blockIdx.y * columns;
  for (int i = threadIdx.x; i < SPAN; i += THREADS) prefix[i + 1] = first + i < columns ? row[first + i] : make_uint2(0, 0);
  __syncthreads();
  uint2 mine = make_uint2(0, 0);
  for (int i = 0; i < each; ++i) {
    uint2& at = prefix[threadIdx.x * each + i + 1];
    mine = make_uint2(mine.x + at.x, mine.y + at.y);
    at = mine;
  }
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  uint2 before = mine;
  for (int step = 1; step < 32; step *= 2) {
    const u32 x = __shfl_up_sync(0xffffffffu, before.x, step), y = __shfl_up_sync(0xffffffffu, before.y, step);
    if (lane >= step) before = make_uint2(before.x + x, before.y + y);
  }
  if (lane == 31) of_warps[warp] = before;
  __syncthreads();
  before = make_uint2(before.x - mine.x, before.y - mine.y);
  for (int i = 0; i < warp; ++i) before = make_uint2(before.x + of_warps[i].x, before.y + of_warps[i].y);
  for (int i = 0; i < each; ++i) {
    uint2& at = prefix[threadIdx.x * each + i + 1];
    at = make_uint2(at.x + before.x, at.y + before.y);
  }
  if (threadIdx.x == 0) prefix[0] = make_uint2(0, 0);
  __syncthreads();
  for (int i = threadIdx.x; i < SPAN - width + 1 && first + i < outputs; i += THREADS) {
    const u64 sum = prefix[i + width].x - prefix[i].x, squares = prefix[i + width].y - prefix[i].y;
    const float deviation = (float)(squares * samples - sum * sum);
    out[(long long)blockIdx.y * outputs + first + i] = deviation < least ? 0.0f : rsqrtf(deviation / (float)samples);
  }
}

// The best score of each block. A row of places a blockIdx.y, a template a blockIdx.z.
extern "C" __global__ void largest_scores(const float* __restrict__ grids, const float* __restrict__ norms, u64* __restrict__ out, int columns,
                                          int row_stride, long long grid_points) {
  const float* from = grids + blockIdx.z * grid_points + (long long)blockIdx.y * row_stride;
  const float* norm = norms + (long long)blockIdx.y * columns;
  float values[VALUES];
  u64 mine = 0;
  FOR_MY_VALUES(k, i, columns) values[k] = from[i] * norm[i];
  FOR_MY_VALUES(k, i, columns) {
    const u32 bits = __float_as_uint(values[k]);
    mine = larger(mine, (u64)(bits & 0x80000000u ? ~bits : bits | 0x80000000u) << 32 | (u32)~(blockIdx.y * (u32)columns + i));
  }
  put_largest(mine, out + ((long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x);
}
// The best of those, a template a blockIdx.x.
extern "C" __global__ void largest_of_each(const u64* __restrict__ in, u64* __restrict__ out, u32 count) {
  u64 mine = 0;
  for (u32 i = threadIdx.x; i < count; i += THREADS) mine = larger(mine, in[(long long)blockIdx.x * count + i]);
  put_largest(mine, out + blockIdx.x);
}
)cuda";
}

}  // namespace bench
