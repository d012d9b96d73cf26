// SPDX-License-Identifier: LGPL-2.1-or-later
__device__ __forceinline__ float half_to_float(unsigned short h) {
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
extern "C" __global__ __launch_bounds__(12, 16)
void columns_f16(const unsigned short* input, const float* __restrict__ taps_spectrum, unsigned short* __restrict__ output, const float* __restrict__ twiddles) {
  extern __shared__ __align__(16) float shared_floats[];
  float2* const exchange_0 = (float2*)(shared_floats + 0);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int thread_0 = (int)threadIdx.y;
  const int line_1 = (int)threadIdx.x;
  const int j_4 = min(thread_0, 1);
  const int line_5 = (int)blockIdx.x * 4 + line_1;
  const int p_7 = line_5 + thread_0 * 8;
  const float2 z_8 = halves_to_float2(((const unsigned int*)input)[p_7]);
  const float2 z_9 = thread_0 + 3 < 5 ? halves_to_float2(((const unsigned int*)input)[p_7 + 24]) : make_float2(0.0f, 0.0f);
  const float r_10 = z_8.x + z_9.x;
  const float r_11 = z_8.y + z_9.y;
  const float r_12 = z_8.x - z_9.x;
  const float r_13 = z_8.y - z_9.y;
  const int a_14 = thread_0 * 2 + line_1 * 13;
  const int a_15 = j_4 + line_1 * 13;
  exchange_0[a_14] = make_float2(r_10, r_11);
  exchange_0[a_14 + 1] = make_float2(r_12, r_13);
  __syncthreads();
  const float2 z_16 = exchange_0[a_15];
  const float2 z_17 = exchange_0[a_15 + 2];
  const float2 z_18 = exchange_0[a_15 + 4];
  const float2 z_19 = ((const float2*)twiddles)[j_4];
  const float r_20 = z_19.x + z_19.x;
  const float r_21 = z_19.y + z_19.y;
  const float w_22 = fmaf(z_19.x, r_20, -1.0f);
  const float w_23 = z_19.x * r_21;
  const float r_26 = fmaf(z_17.x, z_19.x, -(z_17.y * z_19.y));
  const float r_27 = fmaf(z_17.x, z_19.y, z_17.y * z_19.x);
  const float r_28 = fmaf(z_18.x, w_22, fmaf(-z_18.y, w_23, r_26));
  const float r_29 = fmaf(z_18.x, w_23, fmaf(z_18.y, w_22, r_27));
  const float r_30 = fmaf(2.0f, r_26, -r_28);
  const float r_31 = fmaf(2.0f, r_27, -r_29);
  const float r_32 = z_16.x + r_28;
  const float r_33 = z_16.y + r_29;
  const float r_34 = fmaf(r_28, -0.5f, z_16.x);
  const float r_35 = fmaf(r_29, -0.5f, z_16.y);
  const float r_38 = fmaf(r_31, 0.8660254f, r_34);
  const float r_39 = fmaf(-r_30, 0.8660254f, r_35);
  const float r_40 = fmaf(-r_31, 0.8660254f, r_34);
  const float r_41 = fmaf(r_30, 0.8660254f, r_35);
  const int p_43 = line_5 + j_4 * 8;
  const float2 z_44 = ((const float2*)taps_spectrum)[p_43];
  const float2 z_45 = ((const float2*)taps_spectrum)[p_43 + 16];
  const float2 z_46 = ((const float2*)taps_spectrum)[p_43 + 32];
  const float r_47 = fmaf(r_32, z_44.x, -(r_33 * z_44.y));
  const float r_48 = fmaf(r_32, z_44.y, r_33 * z_44.x);
  const float r_49 = fmaf(r_38, z_45.x, -(r_39 * z_45.y));
  const float r_50 = fmaf(r_38, z_45.y, r_39 * z_45.x);
  const float r_53 = fmaf(r_40, z_46.y, fmaf(r_41, z_46.x, r_50));
  const float r_54 = fmaf(r_40, z_46.x, fmaf(-r_41, z_46.y, r_49));
  const float r_55 = fmaf(2.0f, r_50, -r_53);
  const float r_56 = fmaf(2.0f, r_49, -r_54);
  const float r_57 = r_48 + r_53;
  const float r_58 = r_47 + r_54;
  const float r_59 = fmaf(r_53, -0.5f, r_48);
  const float r_60 = fmaf(r_54, -0.5f, r_47);
  const float r_63 = fmaf(r_56, 0.8660254f, r_59);
  const float r_64 = fmaf(-r_55, 0.8660254f, r_60);
  const float r_65 = fmaf(-r_56, 0.8660254f, r_59);
  const float r_66 = fmaf(r_55, 0.8660254f, r_60);
  __syncthreads();
  const int a_67 = j_4 * 3 + line_1 * 12;
  const int a_68 = thread_0 + line_1 * 12;
  if (thread_0 < 2) {
    exchange_0[a_67] = make_float2(r_57, r_58);
    exchange_0[a_67 + 1] = make_float2(r_63, r_64);
    exchange_0[a_67 + 2] = make_float2(r_65, r_66);
  }
  __syncthreads();
  const float2 z_69 = exchange_0[a_68];
  const float2 z_70 = exchange_0[a_68 + 3];
  const float2 z_71 = ((const float2*)twiddles)[thread_0 + 2];
  const float r_74 = fmaf(z_70.x, z_71.x, fmaf(-z_70.y, z_71.y, z_69.x));
  const float r_75 = fmaf(z_70.x, z_71.y, fmaf(z_70.y, z_71.x, z_69.y));
  const float r_76 = fmaf(2.0f, z_69.x, -r_74);
  const float r_77 = fmaf(2.0f, z_69.y, -r_75);
  const int p_79 = line_5 + thread_0 * 8;
  ((unsigned int*)output)[p_79] = float2_to_halves(make_float2(r_75, r_74));
  if (thread_0 + 3 < 4) {
    ((unsigned int*)output)[p_79 + 24] = float2_to_halves(make_float2(r_77, r_76));
  }
}
