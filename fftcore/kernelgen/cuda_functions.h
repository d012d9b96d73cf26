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

// Past the first-level cache. Volatile, since it must not be moved to before the wait below.
inline constexpr std::string_view kLoadStreamed =
    R"(__device__ __forceinline__ float2 load_streamed(const float2* p) {
  float2 f;
  asm volatile("ld.global.L1::no_allocate.v2.f32 {%0, %1}, [%2];" : "=f"(f.x), "=f"(f.y) : "l"(p));
  return f;
}
)";

}  // namespace fftcore
