// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(4, 3, 1)))
void columns_f16(__global const half* restrict input, const ulong input_begin, __global const float* restrict taps_spectrum, const ulong taps_spectrum_begin, __global half* restrict output, const ulong output_begin, __global const float* restrict twiddles, const ulong twiddles_begin) {
  input = (__global const half*)((__global const uchar*)input + input_begin);
  taps_spectrum = (__global const float*)((__global const uchar*)taps_spectrum + taps_spectrum_begin);
  output = (__global half*)((__global uchar*)output + output_begin);
  twiddles = (__global const float*)((__global const uchar*)twiddles + twiddles_begin);
  __local float2 exchange_0[45];
  const int thread_0 = (int)get_local_id(1);
  const int line_1 = (int)get_local_id(0);
  const int j_4 = min(thread_0, 1);
  const int line_5 = (int)get_group_id(0) * 4 + line_1;
  const int p_7 = line_5 + thread_0 * 8;
  const float2 z_8 = vload_half2(p_7, input);
  const float2 z_9 = thread_0 + 3 < 5 ? vload_half2(p_7 + 24, input) : (float2)(0.0f, 0.0f);
  const float r_10 = z_8.x + z_9.x;
  const float r_11 = z_8.y + z_9.y;
  const float r_12 = z_8.x - z_9.x;
  const float r_13 = z_8.y - z_9.y;
  const int a_14 = thread_0 * 2 + line_1 * 13;
  const int a_15 = j_4 + line_1 * 13;
  exchange_0[a_14] = (float2)(r_10, r_11);
  exchange_0[a_14 + 1] = (float2)(r_12, r_13);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 z_16 = exchange_0[a_15];
  const float2 z_17 = exchange_0[a_15 + 2];
  const float2 z_18 = exchange_0[a_15 + 4];
  const float2 z_19 = ((__global const float2*)twiddles)[j_4];
  const float r_20 = z_19.x + z_19.x;
  const float r_21 = z_19.y + z_19.y;
  const float w_22 = fma(z_19.x, r_20, -1.0f);
  const float w_23 = z_19.x * r_21;
  const float r_26 = fma(z_17.x, z_19.x, -(z_17.y * z_19.y));
  const float r_27 = fma(z_17.x, z_19.y, z_17.y * z_19.x);
  const float r_28 = fma(z_18.x, w_22, fma(-z_18.y, w_23, r_26));
  const float r_29 = fma(z_18.x, w_23, fma(z_18.y, w_22, r_27));
  const float r_30 = fma(2.0f, r_26, -r_28);
  const float r_31 = fma(2.0f, r_27, -r_29);
  const float r_32 = z_16.x + r_28;
  const float r_33 = z_16.y + r_29;
  const float r_34 = fma(r_28, -0.5f, z_16.x);
  const float r_35 = fma(r_29, -0.5f, z_16.y);
  const float r_38 = fma(r_31, 0.8660254f, r_34);
  const float r_39 = fma(-r_30, 0.8660254f, r_35);
  const float r_40 = fma(-r_31, 0.8660254f, r_34);
  const float r_41 = fma(r_30, 0.8660254f, r_35);
  const int p_43 = line_5 + j_4 * 8;
  const float2 z_44 = ((__global const float2*)taps_spectrum)[p_43];
  const float2 z_45 = ((__global const float2*)taps_spectrum)[p_43 + 16];
  const float2 z_46 = ((__global const float2*)taps_spectrum)[p_43 + 32];
  const float r_47 = fma(r_32, z_44.x, -(r_33 * z_44.y));
  const float r_48 = fma(r_32, z_44.y, r_33 * z_44.x);
  const float r_49 = fma(r_38, z_45.x, -(r_39 * z_45.y));
  const float r_50 = fma(r_38, z_45.y, r_39 * z_45.x);
  const float r_53 = fma(r_40, z_46.y, fma(r_41, z_46.x, r_50));
  const float r_54 = fma(r_40, z_46.x, fma(-r_41, z_46.y, r_49));
  const float r_55 = fma(2.0f, r_50, -r_53);
  const float r_56 = fma(2.0f, r_49, -r_54);
  const float r_57 = r_48 + r_53;
  const float r_58 = r_47 + r_54;
  const float r_59 = fma(r_53, -0.5f, r_48);
  const float r_60 = fma(r_54, -0.5f, r_47);
  const float r_63 = fma(r_56, 0.8660254f, r_59);
  const float r_64 = fma(-r_55, 0.8660254f, r_60);
  const float r_65 = fma(-r_56, 0.8660254f, r_59);
  const float r_66 = fma(r_55, 0.8660254f, r_60);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int a_67 = j_4 * 3 + line_1 * 12;
  const int a_68 = thread_0 + line_1 * 12;
  if (thread_0 < 2) {
    exchange_0[a_67] = (float2)(r_57, r_58);
    exchange_0[a_67 + 1] = (float2)(r_63, r_64);
    exchange_0[a_67 + 2] = (float2)(r_65, r_66);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 z_69 = exchange_0[a_68];
  const float2 z_70 = exchange_0[a_68 + 3];
  const float2 z_71 = ((__global const float2*)twiddles)[thread_0 + 2];
  const float r_74 = fma(z_70.x, z_71.x, fma(-z_70.y, z_71.y, z_69.x));
  const float r_75 = fma(z_70.x, z_71.y, fma(z_70.y, z_71.x, z_69.y));
  const float r_76 = fma(2.0f, z_69.x, -r_74);
  const float r_77 = fma(2.0f, z_69.y, -r_75);
  const int p_79 = line_5 + thread_0 * 8;
  vstore_half2((float2)(r_75, r_74), p_79, output);
  if (thread_0 + 3 < 4) {
    vstore_half2((float2)(r_77, r_76), p_79 + 24, output);
  }
}
