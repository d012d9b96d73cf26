// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(2, 2, 1)))
void transform_4x2(__global const float* restrict input, const ulong input_begin, __global float* restrict output, const ulong output_begin, __global const float* restrict twiddles, const ulong twiddles_begin) {
  input = (__global const float*)((__global const uchar*)input + input_begin);
  output = (__global float*)((__global uchar*)output + output_begin);
  twiddles = (__global const float*)((__global const uchar*)twiddles + twiddles_begin);
  __local float2 exchange_0[16];
  const int thread_0 = (int)get_local_id(0);
  const int line_1 = (int)get_local_id(1);
  const int j_4 = thread_0 + 2;
  const int line_5 = (int)get_group_id(0) * 2 + line_1;
  const bool exists_6 = line_5 < 3;
  const int line_7 = min(line_5, 2);
  const int base_8 = line_7 * 8;
  const int p_9 = base_8 + thread_0;
  const float2 z_10 = ((__global const float2*)input)[p_9];
  const float2 z_11 = ((__global const float2*)input)[p_9 + 2];
  const float2 z_12 = ((__global const float2*)input)[p_9 + 4];
  const float2 z_13 = ((__global const float2*)input)[p_9 + 6];
  const float r_14 = z_10.x + z_12.x;
  const float r_15 = z_10.y + z_12.y;
  const float r_16 = z_10.x - z_12.x;
  const float r_17 = z_10.y - z_12.y;
  const float r_18 = z_11.x + z_13.x;
  const float r_19 = z_11.y + z_13.y;
  const float r_20 = z_11.x - z_13.x;
  const float r_21 = z_11.y - z_13.y;
  const float r_22 = r_14 + r_18;
  const float r_23 = r_15 + r_19;
  const float r_24 = r_14 - r_18;
  const float r_25 = r_15 - r_19;
  const float r_26 = r_16 + r_21;
  const float r_27 = r_17 - r_20;
  const float r_28 = r_16 - r_21;
  const float r_29 = r_17 + r_20;
  const int a_30 = thread_0 * 4 + line_1 * 8;
  const int a_31 = thread_0 + line_1 * 8;
  exchange_0[a_30] = (float2)(r_22, r_23);
  exchange_0[a_30 + 1] = (float2)(r_26, r_27);
  exchange_0[a_30 + 2] = (float2)(r_24, r_25);
  exchange_0[a_30 + 3] = (float2)(r_28, r_29);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 z_32 = exchange_0[a_31];
  const float2 z_33 = exchange_0[a_31 + 4];
  const float2 z_34 = exchange_0[a_31 + 2];
  const float2 z_35 = exchange_0[a_31 + 6];
  const float2 z_36 = ((__global const float2*)twiddles)[thread_0];
  const float r_39 = fma(z_33.x, z_36.x, fma(-z_33.y, z_36.y, z_32.x));
  const float r_40 = fma(z_33.x, z_36.y, fma(z_33.y, z_36.x, z_32.y));
  const float r_41 = fma(2.0f, z_32.x, -r_39);
  const float r_42 = fma(2.0f, z_32.y, -r_40);
  const float2 z_43 = ((__global const float2*)twiddles)[j_4];
  const float r_46 = fma(z_35.x, z_43.x, fma(-z_35.y, z_43.y, z_34.x));
  const float r_47 = fma(z_35.x, z_43.y, fma(z_35.y, z_43.x, z_34.y));
  const float r_48 = fma(2.0f, z_34.x, -r_46);
  const float r_49 = fma(2.0f, z_34.y, -r_47);
  const int base_50 = line_7 * 8;
  const int p_51 = base_50 + thread_0;
  if (exists_6) {
    const float r_52 = r_39 * 0.125f;
    const float r_53 = r_40 * 0.125f;
    ((__global float2*)output)[p_51] = (float2)(r_52, r_53);
    const float r_54 = r_41 * 0.125f;
    const float r_55 = r_42 * 0.125f;
    ((__global float2*)output)[p_51 + 4] = (float2)(r_54, r_55);
  }
  const int p_56 = base_50 + j_4;
  if (exists_6) {
    const float r_57 = r_46 * 0.125f;
    const float r_58 = r_47 * 0.125f;
    ((__global float2*)output)[p_56] = (float2)(r_57, r_58);
    const float r_59 = r_48 * 0.125f;
    const float r_60 = r_49 * 0.125f;
    ((__global float2*)output)[p_56 + 4] = (float2)(r_59, r_60);
  }
}
