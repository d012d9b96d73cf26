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
extern "C" __global__ __launch_bounds__(1, 16)
void rows_u8(const unsigned char* __restrict__ input, const int input_row_stride, unsigned short* __restrict__ output) {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int thread_0 = (int)threadIdx.x;
  const int line_1 = (int)threadIdx.y;
  const int group_3 = (int)blockIdx.x % 4;
  const int rest_4 = (int)blockIdx.x / 4;
  const int line_5 = group_3 + line_1;
  const int row_6 = abs(line_5 + (-1));
  const int row_base_7 = rest_4 + row_6 * input_row_stride;
  const int row_8 = line_5 + 2;
  const int row_base_9 = rest_4 + row_8 * input_row_stride;
  const int column_11 = abs(thread_0 + (-1));
  const float x_12 = (float)input[row_base_7 + column_11 * 3] - 128.0f;
  const int column_14 = abs(thread_0 + (-1));
  const float x_15 = (float)input[row_base_9 + column_14 * 3] - 128.0f;
  const float x_18 = (float)input[row_base_7 + thread_0 * 3] - 128.0f;
  const float x_21 = (float)input[row_base_9 + thread_0 * 3] - 128.0f;
  const int column_23 = thread_0 + 1;
  const float x_24 = (float)input[row_base_7 + column_23 * 3] - 128.0f;
  const int column_26 = thread_0 + 1;
  const float x_27 = (float)input[row_base_9 + column_26 * 3] - 128.0f;
  const int column_29 = thread_0 + 2;
  const float x_30 = (float)input[row_base_7 + column_29 * 3] - 128.0f;
  const int column_32 = thread_0 + 2;
  const float x_33 = (float)input[row_base_9 + column_32 * 3] - 128.0f;
  const int column_35 = thread_0 + 3;
  const float x_36 = (float)input[row_base_7 + column_35 * 3] - 128.0f;
  const int column_38 = thread_0 + 3;
  const float x_39 = (float)input[row_base_9 + column_38 * 3] - 128.0f;
  const int column_41 = min(thread_0 + 4, 6 - (thread_0 + 4));
  const float x_42 = (float)input[row_base_7 + column_41 * 3] - 128.0f;
  const int column_44 = min(thread_0 + 4, 6 - (thread_0 + 4));
  const float x_45 = (float)input[row_base_9 + column_44 * 3] - 128.0f;
  const float r_46 = x_12 + x_36;
  const float r_47 = x_15 + x_39;
  const float r_48 = x_12 - x_36;
  const float r_49 = x_15 - x_39;
  const float r_50 = x_18 + x_42;
  const float r_51 = x_21 + x_45;
  const float r_52 = x_18 - x_42;
  const float r_53 = x_21 - x_45;
  const float r_62 = r_46 + x_24;
  const float r_63 = r_47 + x_27;
  const float r_64 = r_46 - x_24;
  const float r_65 = r_47 - x_27;
  const float r_66 = r_50 + x_30;
  const float r_67 = r_51 + x_33;
  const float r_68 = r_50 - x_30;
  const float r_69 = r_51 - x_33;
  const float r_70 = r_62 + r_66;
  const float r_71 = r_63 + r_67;
  const float r_72 = r_62 - r_66;
  const float r_73 = r_63 - r_67;
  const float r_74 = r_64 + r_69;
  const float r_75 = r_65 - r_68;
  const float r_76 = r_64 - r_69;
  const float r_77 = r_65 + r_68;
  const float r_78 = r_48 + x_27;
  const float r_79 = r_49 - x_24;
  const float r_80 = r_48 - x_27;
  const float r_81 = r_49 + x_24;
  const float r_82 = r_52 + x_33;
  const float r_83 = r_53 - x_30;
  const float r_84 = r_52 - x_33;
  const float r_85 = r_53 + x_30;
  const float r_86 = r_82 + r_83;
  const float r_88 = r_83 - r_82;
  const float r_90 = fmaf(r_86, 0.70710677f, r_78);
  const float r_91 = fmaf(r_88, 0.70710677f, r_79);
  const float r_92 = fmaf(-r_86, 0.70710677f, r_78);
  const float r_93 = fmaf(-r_88, 0.70710677f, r_79);
  const float r_94 = r_85 - r_84;
  const float r_96 = -r_84 - r_85;
  const float r_98 = fmaf(r_94, 0.70710677f, r_80);
  const float r_99 = fmaf(r_96, 0.70710677f, r_81);
  const float r_100 = fmaf(-r_94, 0.70710677f, r_80);
  const float r_101 = fmaf(-r_96, 0.70710677f, r_81);
  const int base_102 = line_5 * 8 + rest_4 * 32;
  const int p_103 = base_102 + thread_0;
  const float r_104 = r_70 * 0.00390625f;
  const float r_105 = r_71 * 0.00390625f;
  ((unsigned int*)output)[p_103] = float2_to_halves(make_float2(r_104, r_105));
  const float r_106 = r_90 * 0.00390625f;
  const float r_107 = r_91 * 0.00390625f;
  ((unsigned int*)output)[p_103 + 1] = float2_to_halves(make_float2(r_106, r_107));
  const float r_108 = r_74 * 0.00390625f;
  const float r_109 = r_75 * 0.00390625f;
  ((unsigned int*)output)[p_103 + 2] = float2_to_halves(make_float2(r_108, r_109));
  const float r_110 = r_98 * 0.00390625f;
  const float r_111 = r_99 * 0.00390625f;
  ((unsigned int*)output)[p_103 + 3] = float2_to_halves(make_float2(r_110, r_111));
  const float r_112 = r_72 * 0.00390625f;
  const float r_113 = r_73 * 0.00390625f;
  ((unsigned int*)output)[p_103 + 4] = float2_to_halves(make_float2(r_112, r_113));
  const float r_114 = r_92 * 0.00390625f;
  const float r_115 = r_93 * 0.00390625f;
  ((unsigned int*)output)[p_103 + 5] = float2_to_halves(make_float2(r_114, r_115));
  const float r_116 = r_76 * 0.00390625f;
  const float r_117 = r_77 * 0.00390625f;
  ((unsigned int*)output)[p_103 + 6] = float2_to_halves(make_float2(r_116, r_117));
  const float r_118 = r_100 * 0.00390625f;
  const float r_119 = r_101 * 0.00390625f;
  ((unsigned int*)output)[p_103 + 7] = float2_to_halves(make_float2(r_118, r_119));
}
