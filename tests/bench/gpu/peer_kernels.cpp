// SPDX-License-Identifier: LGPL-2.1-or-later
#include "peer_kernels.h"

#include <fmt/format.h>

#include "gpu.h"
#include "peer_matching_kernels.h"

namespace bench {
namespace {

// A block does kBlockThreads * kThreadValues neighbouring values, each thread every
// kBlockThreads-th of them: first it reads all of its own, then it writes them, so that accesses
// are coalesced and several are under way.
constexpr const char* kText = R"cuda(
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

#define FOR_MY_VALUES(step, i, count) \
  _Pragma("unroll") for (u32 step = 0, i = blockIdx.x * (THREADS * VALUES) + threadIdx.x; step < VALUES; ++step, i += THREADS) \
    if (i < (u32)(count))

// The input: work.cpp has the same.
__device__ u32 mixed(u32 x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}
extern "C" __global__ void fill_u8(u8* out, u32 count, int bits, int shift) {
  FOR_MY_VALUES(k, i, count) out[i] = (u8)(mixed(i) >> (32 - bits) << shift);
}
extern "C" __global__ void fill_u16(u16* out, u32 count, int bits, int shift) {
  FOR_MY_VALUES(k, i, count) out[i] = (u16)(mixed(i) >> (32 - bits) << shift);
}
extern "C" __global__ void fill_f32(float* out, u32 count) {
  FOR_MY_VALUES(k, i, count) out[i] = (float)(mixed(i) >> 8) * (1.0f / 16777216.0f) - 0.5f;
}
extern "C" __global__ void fill_f64(double* out, u32 count) {
  FOR_MY_VALUES(k, i, count) out[i] = (float)(mixed(i) >> 8) * (1.0f / 16777216.0f) - 0.5f;
}

// Part of a scene without end. A row a blockIdx.y.
extern "C" __global__ void fill_scene_u8(u8* out, int columns, int left, int top) {
  FOR_MY_VALUES(k, i, columns) out[blockIdx.y * columns + i] = (u8)(mixed((blockIdx.y + top) * 65536u + i + left) >> 24);
}

// The floor.
extern "C" __global__ void copy(const uint4* __restrict__ in, uint4* __restrict__ out, u32 count) {
  uint4 values[VALUES];
  FOR_MY_VALUES(k, i, count) values[k] = in[i];
  FOR_MY_VALUES(k, i, count) out[i] = values[k];
}

// Place in the frame of what lies at `i`, or -1 for a zero. Numbers of EdgeMode; frames are longer
// than what is added to them.
__device__ int source(int i, int n, int edge) {
  if (i >= 0 && i < n) return i;
  switch (edge) {
    case 1: return i < 0 ? 0 : n - 1;
    case 2: return i < 0 ? -1 - i : 2 * n - 1 - i;
    case 3: return i < 0 ? -i : 2 * n - 2 - i;
    case 4: return i < 0 ? i + n : i - n;
    default: return -1;
  }
}

// Frames extended by their edges to `extended_rows` x `extended_columns` values, the first of which
// lies `rows_before` and `columns_before` outside the frame; zeros beyond. A padded row a
// blockIdx.y, a frame a blockIdx.z.
template <class T>
__device__ void pad(const T* __restrict__ in, float* __restrict__ out, int rows, int columns, int extended_rows, int extended_columns,
                    int rows_before, int columns_before, int padded_columns, int row_stride, int edge) {
  const int row = blockIdx.y;
  const long long frame = blockIdx.z;
  const int y = row < extended_rows ? source(row - rows_before, rows, edge) : -1;
  const T* from = in + (frame * rows + (y < 0 ? 0 : y)) * columns;
  float* to = out + (frame * gridDim.y + row) * row_stride;
  float values[VALUES];
  FOR_MY_VALUES(k, i, padded_columns) {
    const int x = y >= 0 && (int)i < extended_columns ? source((int)i - columns_before, columns, edge) : -1;
    values[k] = x >= 0 ? (float)from[x] : 0.0f;
  }
  FOR_MY_VALUES(k, i, padded_columns) to[i] = values[k];
}
#define PAD(name, T) \
  extern "C" __global__ void name(const T* in, float* out, int rows, int columns, int extended_rows, int extended_columns, \
                                  int rows_before, int columns_before, int padded_columns, int row_stride, int edge) { \
    pad(in, out, rows, columns, extended_rows, extended_columns, rows_before, columns_before, padded_columns, row_stride, edge); \
  }
PAD(pad_u8, u8)
PAD(pad_f32, float)

// `count` values of all frames times the `bins` of one kernel; scale makes up for the unnormalised
// transforms.
extern "C" __global__ void multiply(float2* __restrict__ spectrum, const float2* __restrict__ kernel, u32 count, u32 bins, float scale) {
  float2 values[VALUES];
  FOR_MY_VALUES(k, i, count) {
    const float2 a = spectrum[i], b = kernel[i % bins];
    values[k] = make_float2((a.x * b.x - a.y * b.y) * scale, (a.x * b.y + a.y * b.x) * scale);
  }
  FOR_MY_VALUES(k, i, count) spectrum[i] = values[k];
}

// One spectrum by the `bins` of many kernels, a kernel a blockIdx.y.
extern "C" __global__ void multiply_bank(const float2* __restrict__ spectrum, const float2* __restrict__ kernels, float2* __restrict__ out,
                                         u32 bins, float scale) {
  const long long first = (long long)blockIdx.y * bins;
  float2 values[VALUES];
  FOR_MY_VALUES(k, i, bins) {
    const float2 a = spectrum[i], b = kernels[first + i];
    values[k] = make_float2((a.x * b.x - a.y * b.y) * scale, (a.x * b.y + a.y * b.x) * scale);
  }
  FOR_MY_VALUES(k, i, bins) out[first + i] = values[k];
}

__device__ void put(float* out, float value) { *out = value; }
__device__ void put(u8* out, float value) { *out = (u8)__float2int_rn(fminf(fmaxf(value, 0.0f), 255.0f)); }
// A row of the result a blockIdx.y, a frame a blockIdx.z.
template <class T>
__device__ void crop(const float* __restrict__ in, T* __restrict__ out, int columns, int padded_rows, int row_stride) {
  const long long frame = blockIdx.z;
  const float* from = in + (frame * padded_rows + blockIdx.y) * row_stride;
  T* to = out + (frame * gridDim.y + blockIdx.y) * columns;
  float values[VALUES];
  FOR_MY_VALUES(k, i, columns) values[k] = from[i];
  FOR_MY_VALUES(k, i, columns) put(to + i, values[k]);
}
extern "C" __global__ void crop_u8(const float* in, u8* out, int columns, int padded_rows, int row_stride) {
  crop(in, out, columns, padded_rows, row_stride);
}
extern "C" __global__ void crop_f32(const float* in, float* out, int columns, int padded_rows, int row_stride) {
  crop(in, out, columns, padded_rows, row_stride);
}

// Phase correlation. A frame times its window, zeros beyond; a padded row a blockIdx.y.
extern "C" __global__ void window_u8(const u8* __restrict__ in, float* __restrict__ out, const float* __restrict__ row_window,
                                     const float* __restrict__ column_window, int rows, int columns, int padded_columns) {
  const int row = blockIdx.y;
  const float of_row = row < rows ? row_window[row] : 0.0f;
  float values[VALUES];
  FOR_MY_VALUES(k, i, padded_columns) values[k] = row < rows && (int)i < columns ? (float)in[row * columns + i] * (of_row * column_window[i]) : 0.0f;
  FOR_MY_VALUES(k, i, padded_columns) out[row * padded_columns + i] = values[k];
}

// weight x conj(r) / (|x| |r| + floor), a row of bins a blockIdx.y.
extern "C" __global__ void cross_power(const float2* __restrict__ spectrum, const float2* __restrict__ reference, float2* __restrict__ out,
                                       const float* __restrict__ row_weights, const float* __restrict__ column_weights, int bins, float floor) {
  const long long first = (long long)blockIdx.y * bins;
  const float of_row = row_weights[blockIdx.y];
  float2 values[VALUES];
  FOR_MY_VALUES(k, i, bins) {
    const float2 x = spectrum[first + i], r = reference[first + i];
    const float w = of_row * column_weights[i] / (sqrtf(x.x * x.x + x.y * x.y) * sqrtf(r.x * r.x + r.y * r.y) + floor);
    values[k] = make_float2((x.x * r.x + x.y * r.y) * w, (x.y * r.x - x.x * r.y) * w);
  }
  FOR_MY_VALUES(k, i, bins) out[first + i] = values[k];
}

// A DCT-II of two axes by R2C. Even rows and columns first, then the odd ones backwards; a row a
// blockIdx.y, a frame a blockIdx.z.
extern "C" __global__ void even_then_odd(const float* __restrict__ in, float* __restrict__ out, int columns) {
  const int rows = gridDim.y, row = blockIdx.y, from_row = 2 * row < rows ? 2 * row : 2 * (rows - row) - 1;
  const long long frame = (long long)blockIdx.z * rows;
  const float* from = in + (frame + from_row) * columns;
  float* to = out + (frame + row) * columns;
  float values[VALUES];
  FOR_MY_VALUES(k, i, columns) values[k] = from[2 * (int)i < columns ? 2 * (int)i : 2 * (columns - (int)i) - 1];
  FOR_MY_VALUES(k, i, columns) to[i] = values[k];
}
// Bins (row, k) and (rows - row, k) give points (row, k) and (row, columns - k).
extern "C" __global__ void points_of_bins(const float2* __restrict__ spectrum, float* __restrict__ out, const float2* __restrict__ row_roots,
                                          const float2* __restrict__ column_roots, int columns) {
  const int rows = gridDim.y, row = blockIdx.y, bins = columns / 2 + 1;
  const long long frame = (long long)blockIdx.z * rows;
  const float2* bin = spectrum + (frame + row) * bins;
  const float2* other = spectrum + (frame + (row == 0 ? 0 : rows - row)) * bins;
  float* to = out + (frame + row) * columns;
  const float2 u = row_roots[row];
  float first[VALUES], second[VALUES];
  FOR_MY_VALUES(k, i, bins) {
    const float2 a = bin[i], b = other[i], w = column_roots[i];
    const float ax = a.x * w.x - a.y * w.y, ay = a.x * w.y + a.y * w.x;
    const float bx = b.x * w.x - b.y * w.y, by = -(b.x * w.y + b.y * w.x);
    first[k] = 2 * (u.x * (ax + bx) - u.y * (ay + by));
    second[k] = -2 * (u.x * (ay - by) + u.y * (ax - bx));
  }
  FOR_MY_VALUES(k, i, bins) {
    to[i] = first[k];
    if (i > 0 && 2 * i < columns) to[columns - i] = second[k];
  }
}

// The largest of all values, of equal ones the first: its order in the upper half, the complement
// of its place in the lower one.
typedef unsigned long long u64;
__device__ u64 larger(u64 a, u64 b) { return a > b ? a : b; }
__device__ void put_largest(u64 mine, u64* to) {
  __shared__ u64 of_warps[THREADS / 32];
  for (int lanes = 16; lanes > 0; lanes /= 2) mine = larger(mine, __shfl_down_sync(0xffffffffu, mine, lanes));
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int i = 1; i < THREADS / 32; ++i) mine = larger(mine, of_warps[i]);
  *to = mine;
}
extern "C" __global__ void largest_of_blocks(const float* __restrict__ in, u64* __restrict__ out, u32 count) {
  float values[VALUES];
  u64 mine = 0;
  FOR_MY_VALUES(k, i, count) values[k] = in[i];
  FOR_MY_VALUES(k, i, count) {
    const u32 bits = __float_as_uint(values[k]);
    mine = larger(mine, (u64)(bits & 0x80000000u ? ~bits : bits | 0x80000000u) << 32 | (u32)~i);
  }
  put_largest(mine, out + blockIdx.x);
}
extern "C" __global__ void largest_of_all(const u64* __restrict__ in, u64* __restrict__ out, u32 count) {
  u64 mine = 0;
  for (u32 i = threadIdx.x; i < count; i += THREADS) mine = larger(mine, in[i]);
  put_largest(mine, out);
}
)cuda";

}  // namespace

std::string peer_kernels() {
  return fmt::format("#define THREADS {}\n#define VALUES {}\n{}{}", Kernels::kBlockThreads,
                     Kernels::kThreadValues, kText, matching_kernels());
}

}  // namespace bench
