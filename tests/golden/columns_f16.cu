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
void columns_f16(const unsigned short* input, const float* __restrict__ kernel_spectrum, unsigned short* __restrict__ output, const float* __restrict__ twiddles) {
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
  const float r_20 = fmaf(z_17.x, z_19.x, -(z_17.y * z_19.y));
  const float r_21 = fmaf(z_17.x, z_19.y, z_17.y * z_19.x);
  const float r_22 = fmaf(z_19.x, z_19.x, -(z_19.y * z_19.y));
  const float r_23 = fmaf(z_19.x, z_19.y, z_19.y * z_19.x);
  const float r_24 = fmaf(z_18.x, r_22, -(z_18.y * r_23));
  const float r_25 = fmaf(z_18.x, r_23, z_18.y * r_22);
  const float r_26 = r_20 + r_24;
  const float r_27 = r_21 + r_25;
  const float r_28 = r_20 - r_24;
  const float r_29 = r_21 - r_25;
  const float r_30 = z_16.x + r_26;
  const float r_31 = z_16.y + r_27;
  const float r_32 = fmaf(r_26, -0.5f, z_16.x);
  const float r_33 = fmaf(r_27, -0.5f, z_16.y);
  const float r_34 = r_28 * 0.8660254f;
  const float r_35 = r_29 * 0.8660254f;
  const float r_36 = r_32 + r_35;
  const float r_37 = r_33 - r_34;
  const float r_38 = r_32 - r_35;
  const float r_39 = r_33 + r_34;
  const int p_41 = line_5 + j_4 * 8;
  const float2 z_42 = ((const float2*)kernel_spectrum)[p_41];
  const float2 z_43 = ((const float2*)kernel_spectrum)[p_41 + 16];
  const float2 z_44 = ((const float2*)kernel_spectrum)[p_41 + 32];
  const float r_45 = fmaf(r_30, z_42.x, -(r_31 * z_42.y));
  const float r_46 = fmaf(r_30, z_42.y, r_31 * z_42.x);
  const float r_47 = fmaf(r_36, z_43.x, -(r_37 * z_43.y));
  const float r_48 = fmaf(r_36, z_43.y, r_37 * z_43.x);
  const float r_49 = fmaf(r_38, z_44.x, -(r_39 * z_44.y));
  const float r_50 = fmaf(r_38, z_44.y, r_39 * z_44.x);
  const float r_51 = r_48 + r_50;
  const float r_52 = r_47 + r_49;
  const float r_53 = r_48 - r_50;
  const float r_54 = r_47 - r_49;
  const float r_55 = r_46 + r_51;
  const float r_56 = r_45 + r_52;
  const float r_57 = fmaf(r_51, -0.5f, r_46);
  const float r_58 = fmaf(r_52, -0.5f, r_45);
  const float r_59 = r_53 * 0.8660254f;
  const float r_60 = r_54 * 0.8660254f;
  const float r_61 = r_57 + r_60;
  const float r_62 = r_58 - r_59;
  const float r_63 = r_57 - r_60;
  const float r_64 = r_58 + r_59;
  const float2 z_65 = ((const float2*)twiddles)[j_4];
  const float r_66 = fmaf(r_61, z_65.x, -(r_62 * z_65.y));
  const float r_67 = fmaf(r_61, z_65.y, r_62 * z_65.x);
  const float r_68 = fmaf(z_65.x, z_65.x, -(z_65.y * z_65.y));
  const float r_69 = fmaf(z_65.x, z_65.y, z_65.y * z_65.x);
  const float r_70 = fmaf(r_63, r_68, -(r_64 * r_69));
  const float r_71 = fmaf(r_63, r_69, r_64 * r_68);
  __syncthreads();
  const int a_72 = j_4 + line_1 * 13;
  const int a_73 = thread_0 * 2 + line_1 * 13;
  if (thread_0 < 2) {
    exchange_0[a_72] = make_float2(r_55, r_56);
    exchange_0[a_72 + 2] = make_float2(r_66, r_67);
    exchange_0[a_72 + 4] = make_float2(r_70, r_71);
  }
  __syncthreads();
  const float2 z_74 = exchange_0[a_73];
  const float2 z_75 = exchange_0[a_73 + 1];
  const float r_76 = z_74.x + z_75.x;
  const float r_77 = z_74.y + z_75.y;
  const float r_78 = z_74.x - z_75.x;
  const float r_79 = z_74.y - z_75.y;
  const int p_81 = line_5 + thread_0 * 8;
  ((unsigned int*)output)[p_81] = float2_to_halves(make_float2(r_77, r_76));
  if (thread_0 + 3 < 4) {
    ((unsigned int*)output)[p_81 + 24] = float2_to_halves(make_float2(r_79, r_78));
  }
}
