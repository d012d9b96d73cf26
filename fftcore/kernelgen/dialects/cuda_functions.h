// SPDX-License-Identifier: LGPL-2.1-or-later
// Functions that kernels call, as CUDA spells them. Those with names in braces are patterns for
// fmt::format().
#pragma once

#include <string_view>

namespace fftcore {

// cuda_fp16.h belongs to the toolkit, which a machine that only runs kernels need not have.
inline constexpr std::string_view kHalf =
    R"(__device__ __forceinline__ float half_to_float(unsigned short h) {
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
  return f;
}
__device__ __forceinline__ unsigned short float_to_half(float f) {
  unsigned short h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
  return h;
}
__device__ __forceinline__ float2 halves_to_float2(unsigned int pair) {
  float2 f;
  asm("{.reg .b16 x, y; mov.b32 {x, y}, %2; cvt.f32.f16 %0, x; cvt.f32.f16 %1, y;}" : "=f"(f.x), "=f"(f.y) : "r"(pair));
  return f;
}
__device__ __forceinline__ unsigned int float2_to_halves(float2 f) {
  unsigned int pair;
#if __CUDA_ARCH__ >= 800
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(f.y), "f"(f.x));
#else
  asm("{.reg .b16 x, y; cvt.rn.f16.f32 x, %1; cvt.rn.f16.f32 y, %2; mov.b32 %0, {x, y};}" : "=r"(pair) : "f"(f.x), "f"(f.y));
#endif
  return pair;
}
)";

inline constexpr std::string_view kReciprocal =
    R"(__device__ __forceinline__ float reciprocal(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
)";

inline constexpr std::string_view kDoubleToHalf =
    R"(__device__ __forceinline__ unsigned short double_to_half(double d) {
  unsigned short h;
  asm("cvt.rn.f16.f64 %0, %1;" : "=h"(h) : "d"(d));
  return h;
}
)";

inline constexpr std::string_view kWidened =
    R"(__device__ __forceinline__ double2 widened(float2 f) {
  return make_double2(f.x, f.y);
}
__device__ __forceinline__ float2 narrowed(double2 d) {
  return make_float2((float)d.x, (float)d.y);
}
)";

// Rounded to the nearest, ties to even, and clamped, in one instruction.
inline constexpr std::string_view kToWhole =
    R"(__device__ __forceinline__ {type} {name}({real} f) {{
  unsigned int n;
  asm("cvt.rni.sat.u{bits}.{number} %0, %1;" : "=r"(n) : "{register}"(f));
  return ({type}){word};
}}
)";

// Nobody else changes a sample's bits, so that an exclusive or with what differs in them makes them
// right, whatever becomes of the word's others meanwhile. Volatile: past the first-level cache.
inline constexpr std::string_view kPacked =
    R"(__device__ __forceinline__ float load_{name}(const unsigned int* p, unsigned int i) {{
  return (float)(p[i / {samples}u] >> {bits}u * (i % {samples}u) & {white}u);
}}
__device__ __forceinline__ void store_{name}(unsigned int* p, unsigned int i, unsigned int n) {{
  unsigned int* const word = p + i / {samples}u;
  const unsigned int shift = {bits}u * (i % {samples}u);
  atomicXor(word, (*(volatile unsigned int*)word ^ n << shift) & {white}u << shift);
}}
)";

// Volatile: what is read depends on a barrier.
inline constexpr std::string_view kMatrices =
    R"(__device__ __forceinline__ void store_half(unsigned short* to, int index, float f) {
  to[index] = float_to_half(f);
}
__device__ __forceinline__ void store_halves(unsigned short* to, int index, float a, float b, float c, float d) {
  ((uint2*)to)[index] = make_uint2(float2_to_halves(make_float2(a, b)), float2_to_halves(make_float2(c, d)));
}
__device__ __forceinline__ void store_words(unsigned short* to, int index, unsigned int a) {
  ((unsigned int*)to)[index] = a;
}
__device__ __forceinline__ void store_words(unsigned short* to, int index, unsigned int a, unsigned int b) {
  ((uint2*)to)[index] = make_uint2(a, b);
}
__device__ __forceinline__ void store_words(unsigned short* to, int index, unsigned int a, unsigned int b, unsigned int c, unsigned int d) {
  ((uint4*)to)[index] = make_uint4(a, b, c, d);
}
__device__ __forceinline__ unsigned int subtract_halves(unsigned int a, unsigned int b) {
  unsigned int c;
  asm("sub.f16x2 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
  return c;
}
// 1024 and more have the bits 0x64 before those of what is more.
__device__ __forceinline__ uint2 bytes_to_halves(const unsigned char* p) {
  const unsigned int w = *(const unsigned int*)p;
  return make_uint2(subtract_halves(__byte_perm(w, 0x64646464u, 0x4140), 0x64006400u), subtract_halves(__byte_perm(w, 0x64646464u, 0x4342), 0x64006400u));
}
__device__ __forceinline__ uint4 load_matrices_4(const unsigned short* p) {
  uint4 m;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m.x), "=r"(m.y), "=r"(m.z), "=r"(m.w) : "r"((unsigned int)__cvta_generic_to_shared(p)));
  return m;
}
__device__ __forceinline__ uint4 load_matrices_2(const unsigned short* p) {
  uint4 m = make_uint4(0, 0, 0, 0);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(m.x), "=r"(m.y) : "r"((unsigned int)__cvta_generic_to_shared(p)));
  return m;
}
__device__ __forceinline__ float4 multiply_matrices(float4 s, unsigned int a, unsigned int b, unsigned int r) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};" : "+f"(s.x), "+f"(s.y), "+f"(s.z), "+f"(s.w) : "r"(a), "r"(b), "r"(r));
  return s;
}
__device__ __forceinline__ float4 multiply_matrices(float4 s, unsigned int a, unsigned int b, unsigned int c, unsigned int d, unsigned int r, unsigned int t) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" : "+f"(s.x), "+f"(s.y), "+f"(s.z), "+f"(s.w) : "r"(a), "r"(b), "r"(c), "r"(d), "r"(r), "r"(t));
  return s;
#else
  return multiply_matrices(multiply_matrices(s, a, b, r), c, d, t);
#endif
}
)";

inline constexpr std::string_view kTransposed =
    R"(__device__ __forceinline__ int joined_bytes(int a, int b, int c, int d) {
  return a | b << 8 | c << 16 | d << 24;
}
__device__ __forceinline__ uint2 halves_of_bytes(int w, unsigned int less) {
  return make_uint2(subtract_halves(__byte_perm(w, 0x64646464u, 0x4140), less), subtract_halves(__byte_perm(w, 0x64646464u, 0x4342), less));
}
__device__ __forceinline__ unsigned int joined_halves(float a, float b) {
  return float2_to_halves(make_float2(a, b));
}
__device__ __forceinline__ unsigned int transposed(unsigned int w) {
  unsigned int t;
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(t) : "r"(w));
  return t;
}
)";

// From compute capability 8.0 on.
inline constexpr std::string_view kRealMatrices =
    R"(__device__ __forceinline__ float tf32(float x) {
  return __uint_as_float(__float_as_uint(x) & 0xffffe000u);
}
__device__ __forceinline__ float nearest_tf32(float x) {
  return __uint_as_float(__float_as_uint(x) + 0x1000u);
}
__device__ __forceinline__ float4 multiply_matrices(float4 s, float a, float b, float c, float d, float r, float t) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" : "+f"(s.x), "+f"(s.y), "+f"(s.z), "+f"(s.w) : "r"(__float_as_uint(a)), "r"(__float_as_uint(b)), "r"(__float_as_uint(c)), "r"(__float_as_uint(d)), "r"(__float_as_uint(r)), "r"(__float_as_uint(t)));
  return s;
}
)";

inline constexpr std::string_view kHalfArithmetic =
    R"(__device__ __forceinline__ unsigned int add_halves(unsigned int a, unsigned int b) {
  unsigned int c;
  asm("add.f16x2 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
  return c;
}
__device__ __forceinline__ unsigned int multiply_halves(unsigned int a, unsigned int b) {
  unsigned int c;
  asm("mul.f16x2 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
  return c;
}
__device__ __forceinline__ unsigned int fma_halves(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int d;
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ __forceinline__ unsigned int negated_halves(unsigned int a) {
  return a ^ 0x80008000u;
}
// No thread has itself before it, which compilers do not know.
__device__ __forceinline__ int after(int value, unsigned int other) {
  unsigned int before;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
  return value + (int)(other & before >> 31);
}
__device__ __forceinline__ uint4 load_transposed_4(const unsigned short* p) {
  uint4 m;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(m.x), "=r"(m.y), "=r"(m.z), "=r"(m.w) : "r"((unsigned int)__cvta_generic_to_shared(p)));
  return m;
}
__device__ __forceinline__ uint2 multiply_matrices(uint2 s, unsigned int a, unsigned int b, unsigned int r) {
  asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};" : "+r"(s.x), "+r"(s.y) : "r"(a), "r"(b), "r"(r));
  return s;
}
__device__ __forceinline__ uint2 multiply_matrices(uint2 s, unsigned int a, unsigned int b, unsigned int c, unsigned int d, unsigned int r, unsigned int t) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};" : "+r"(s.x), "+r"(s.y) : "r"(a), "r"(b), "r"(c), "r"(d), "r"(r), "r"(t));
  return s;
#else
  return multiply_matrices(multiply_matrices(s, a, b, r), c, d, t);
#endif
}
)";

inline constexpr std::string_view kEightBytes =
    R"(__device__ __forceinline__ uint4 eight_bytes_to_halves(const unsigned char* p) {
  const uint2 w = *(const uint2*)p;
  const unsigned int x = 0x64646464u, y = 0x64006400u;
  return make_uint4(subtract_halves(__byte_perm(w.x, x, 0x4140), y), subtract_halves(__byte_perm(w.x, x, 0x4342), y), subtract_halves(__byte_perm(w.y, x, 0x4140), y), subtract_halves(__byte_perm(w.y, x, 0x4342), y));
}
)";

// Past the first-level cache. Volatile, since it must not be moved to before the wait below.
inline constexpr std::string_view kLoadStreamed =
    R"(__device__ __forceinline__ float2 load_streamed(const float2* p) {
  float2 f;
  asm volatile("ld.global.L1::no_allocate.v2.f32 {%0, %1}, [%2];" : "=f"(f.x), "=f"(f.y) : "l"(p));
  return f;
}
)";

}  // namespace fftcore
