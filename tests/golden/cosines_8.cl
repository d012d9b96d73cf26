// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(2, 1, 1)))
void cosines_8(__global const float* restrict input, const ulong input_begin, __global float* restrict output, const ulong output_begin, __global const float* restrict twiddles, const ulong twiddles_begin) {
  input = (__global const float*)((__global const uchar*)input + input_begin);
  output = (__global float*)((__global uchar*)output + output_begin);
  twiddles = (__global const float*)((__global const uchar*)twiddles + twiddles_begin);
  __local float2 exchange_0[4];
  const int thread_0 = (int)get_local_id(0);
  const int line_1 = (int)get_local_id(1);
  const int line_3 = (int)get_group_id(0) + line_1;
  const int base_4 = line_3 * 8;
  const int point_5 = thread_0 * 2 * 2;
  const float x_6 = input[base_4 + point_5];
  const int point_7 = (thread_0 * 2 + 1) * 2;
  const float x_8 = point_7 < 5 ? input[base_4 + point_7] : 0.0f;
  const int point_9 = 15 - (thread_0 + 2) * 2 * 2;
  const float x_10 = point_9 < 5 ? input[base_4 + point_9] : 0.0f;
  const int point_11 = 15 - ((thread_0 + 2) * 2 + 1) * 2;
  const float x_12 = point_11 < 5 ? input[base_4 + point_11] : 0.0f;
  const float r_13 = x_6 + x_10;
  const float r_14 = x_8 + x_12;
  const float r_15 = x_6 - x_10;
  const float r_16 = x_8 - x_12;
  const int a_17 = thread_0 * 2 + line_1 * 4;
  const int a_18 = thread_0 + line_1 * 4;
  exchange_0[a_17] = (float2)(r_13, r_14);
  exchange_0[a_17 + 1] = (float2)(r_15, r_16);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 z_19 = exchange_0[a_18];
  const float2 z_20 = exchange_0[a_18 + 2];
  const float2 z_21 = ((__global const float2*)twiddles)[thread_0];
  const float r_24 = fma(z_20.x, z_21.x, fma(-z_20.y, z_21.y, z_19.x));
  const float r_25 = fma(z_20.x, z_21.y, fma(z_20.y, z_21.x, z_19.y));
  const float r_26 = fma(2.0f, z_19.x, -r_24);
  const float r_27 = fma(2.0f, z_19.y, -r_25);
  barrier(CLK_LOCAL_MEM_FENCE);
  exchange_0[line_1 * 4 + thread_0] = (float2)(r_24, r_25);
  exchange_0[line_1 * 4 + thread_0 + 2] = (float2)(r_26, r_27);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 z_29 = exchange_0[line_1 * 4 + (thread_0 < 1 ? 0 : 4 - thread_0)];
  const float2 z_30 = ((__global const float2*)twiddles)[thread_0 + 2];
  const float r_31 = r_24 - z_29.x;
  const float r_32 = r_25 + z_29.y;
  const float r_33 = fma(r_31, z_30.x, -(r_32 * z_30.y));
  const float r_34 = fma(r_31, z_30.y, r_32 * z_30.x);
  const float r_35 = r_24 + z_29.x;
  const float r_36 = r_25 - z_29.y;
  const float r_37 = fma(0.5f, r_35, r_33);
  const float r_38 = fma(0.5f, r_36, r_34);
  const int k_39 = thread_0 + 2;
  const float2 z_40 = exchange_0[line_1 * 4 + (4 - k_39)];
  const float2 z_41 = ((__global const float2*)twiddles)[k_39 + 2];
  const float r_42 = r_26 - z_40.x;
  const float r_43 = r_27 + z_40.y;
  const float r_44 = fma(r_42, z_41.x, -(r_43 * z_41.y));
  const float r_45 = fma(r_42, z_41.y, r_43 * z_41.x);
  const float r_46 = r_26 + z_40.x;
  const float r_47 = r_27 - z_40.y;
  const float r_48 = fma(0.5f, r_46, r_44);
  const float r_49 = fma(0.5f, r_47, r_45);
  const float r_50 = r_24 - r_25;
  const int base_51 = line_3 * 8;
  const float2 z_53 = ((__global const float2*)twiddles)[thread_0 + 6];
  const float r_54 = fma(r_37, z_53.x, -(r_38 * z_53.y));
  const float r_55 = fma(r_37, z_53.y, r_38 * z_53.x);
  const float x_56 = r_54 * (thread_0 < 1 ? 0.70710677f : 1.0f);
  output[base_51 + thread_0] = x_56 * 0.5f;
  if (0 < thread_0) {
    output[base_51 + (8 - thread_0)] = -(r_55 * 0.5f);
  }
  const int k_57 = thread_0 + 2;
  const float2 z_58 = ((__global const float2*)twiddles)[k_57 + 6];
  const float r_59 = fma(r_48, z_58.x, -(r_49 * z_58.y));
  const float r_60 = fma(r_48, z_58.y, r_49 * z_58.x);
  output[base_51 + k_57] = r_59 * 0.5f;
  output[base_51 + (8 - k_57)] = -(r_60 * 0.5f);
  if (thread_0 < 1) {
    const float2 z_62 = ((__global const float2*)twiddles)[10];
    const float r_63 = r_50 * z_62.x;
    output[base_51 + 4] = r_63 * 0.5f;
  }
}
