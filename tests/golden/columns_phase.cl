// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(2, 2, 1)))
void columns_phase(__global float* restrict output, const ulong output_begin, __global float* restrict own_spectrum, const ulong own_spectrum_begin, __global const float* restrict taps_spectrum, const ulong taps_spectrum_begin, __global const float* restrict twiddles, const ulong twiddles_begin) {
  output = (__global float*)((__global uchar*)output + output_begin);
  own_spectrum = (__global float*)((__global uchar*)own_spectrum + own_spectrum_begin);
  taps_spectrum = (__global const float*)((__global const uchar*)taps_spectrum + taps_spectrum_begin);
  twiddles = (__global const float*)((__global const uchar*)twiddles + twiddles_begin);
  __local float2 exchange_0[8];
  const int thread_0 = (int)get_local_id(1);
  const int line_1 = (int)get_local_id(0);
  const int line_3 = (int)get_group_id(0) * 2 + line_1;
  const bool exists_4 = line_3 < 5;
  const int line_5 = min(line_3, 4);
  const int p_7 = line_5 + thread_0 * 16;
  const float2 z_8 = ((__global float2*)output)[p_7];
  const float2 z_9 = thread_0 + 2 < 3 ? ((__global float2*)output)[p_7 + 32] : (float2)(0.0f, 0.0f);
  const float r_10 = z_8.x + z_9.x;
  const float r_11 = z_8.y + z_9.y;
  const float r_12 = z_8.x - z_9.x;
  const float r_13 = z_8.y - z_9.y;
  const int a_14 = thread_0 * 2 + line_1 * 4;
  const int a_15 = thread_0 + line_1 * 4;
  exchange_0[a_14] = (float2)(r_10, r_11);
  exchange_0[a_14 + 1] = (float2)(r_12, r_13);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const float2 z_16 = exchange_0[a_15];
  const float2 z_17 = exchange_0[a_15 + 2];
  const float2 z_18 = ((__global const float2*)twiddles)[thread_0];
  const float r_21 = fma(z_17.x, z_18.x, fma(-z_17.y, z_18.y, z_16.x));
  const float r_22 = fma(z_17.x, z_18.y, fma(z_17.y, z_18.x, z_16.y));
  const float r_23 = fma(2.0f, z_16.x, -r_21);
  const float r_24 = fma(2.0f, z_16.y, -r_22);
  const float weight_27 = twiddles[line_5 + 4];
  const int p_28 = line_5 + thread_0 * 16;
  if (exists_4) {
    ((__global float2*)own_spectrum)[p_28] = (float2)(r_21, r_22);
    ((__global float2*)own_spectrum)[p_28 + 32] = (float2)(r_23, r_24);
  }
  const int p_33 = line_5 + thread_0 * 16;
  const float2 z_34 = ((__global const float2*)taps_spectrum)[p_33];
  const float2 z_35 = ((__global const float2*)taps_spectrum)[p_33 + 32];
  const float r_36 = fma(r_21, z_34.x, r_22 * z_34.y);
  const float r_37 = fma(-r_21, z_34.y, r_22 * z_34.x);
  const float w_38 = weight_27 * twiddles[thread_0 + 9] / fma(sqrt(fma(r_21, r_21, r_22 * r_22)), sqrt(fma(z_34.x, z_34.x, z_34.y * z_34.y)), 1.0f);
  const float r_39 = r_36 * w_38;
  const float r_40 = r_37 * w_38;
  const float r_41 = fma(r_23, z_35.x, r_24 * z_35.y);
  const float r_42 = fma(-r_23, z_35.y, r_24 * z_35.x);
  const float w_43 = weight_27 * twiddles[thread_0 + 11] / fma(sqrt(fma(r_23, r_23, r_24 * r_24)), sqrt(fma(z_35.x, z_35.x, z_35.y * z_35.y)), 1.0f);
  const float r_46 = fma(r_42, w_43, r_40);
  const float r_47 = fma(r_41, w_43, r_39);
  const float r_48 = fma(-r_42, w_43, r_40);
  const float r_49 = fma(-r_41, w_43, r_39);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const int a_50 = thread_0 * 2 + line_1 * 4;
  const int a_51 = thread_0 + line_1 * 4;
  exchange_0[a_50] = (float2)(r_46, r_47);
  exchange_0[a_50 + 1] = (float2)(r_48, r_49);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const float2 z_52 = exchange_0[a_51];
  const float2 z_53 = exchange_0[a_51 + 2];
  const float2 z_54 = ((__global const float2*)twiddles)[thread_0];
  const float r_57 = fma(z_53.x, z_54.x, fma(-z_53.y, z_54.y, z_52.x));
  const float r_58 = fma(z_53.x, z_54.y, fma(z_53.y, z_54.x, z_52.y));
  const float r_59 = fma(2.0f, z_52.x, -r_57);
  const float r_60 = fma(2.0f, z_52.y, -r_58);
  const int p_62 = line_5 + thread_0 * 16;
  if (exists_4) {
    ((__global float2*)output)[p_62] = (float2)(r_58, r_57);
    ((__global float2*)output)[p_62 + 32] = (float2)(r_60, r_59);
  }
}
