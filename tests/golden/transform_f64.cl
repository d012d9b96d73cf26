// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(2, 2, 1)))
void transform_f64(__global const float* restrict input, const ulong input_begin, __global double* restrict output, const ulong output_begin, __global const double* restrict twiddles, const ulong twiddles_begin) {
  input = (__global const float*)((__global const uchar*)input + input_begin);
  output = (__global double*)((__global uchar*)output + output_begin);
  twiddles = (__global const double*)((__global const uchar*)twiddles + twiddles_begin);
  __local double2 exchange_0[18];
  const int thread_0 = (int)get_local_id(0);
  const int line_1 = (int)get_local_id(1);
  const int j_4 = thread_0 + 2;
  const int of_block_8 = line_1 * 2 + thread_0;
  for (int round_9 = 0; round_9 < 4; ++round_9) {
    const int share_10 = round_9 * 4 + of_block_8;
    const int of_line_11 = share_10 / 8;
    const int element_12 = share_10 % 8;
    const int line_13 = (int)get_group_id(0) * 2 + of_line_11;
    const int line_15 = min(line_13, 2);
    const int staged_16 = of_line_11 * 9 + element_12;
    const int base_17 = line_15 * 8;
    const int p_18 = base_17 + element_12;
    const double2 z_19 = convert_double2(((__global const float2*)input)[p_18]);
    exchange_0[staged_16] = (double2)(z_19.x, z_19.y);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const double2 z_21 = exchange_0[line_1 * 9 + thread_0];
  const int e_22 = thread_0 + 2;
  const double2 z_23 = exchange_0[line_1 * 9 + e_22];
  const int e_24 = thread_0 + 4;
  const double2 z_25 = exchange_0[line_1 * 9 + e_24];
  const int e_26 = thread_0 + 6;
  const double2 z_27 = exchange_0[line_1 * 9 + e_26];
  const double r_28 = z_21.x + z_25.x;
  const double r_29 = z_21.y + z_25.y;
  const double r_30 = z_21.x - z_25.x;
  const double r_31 = z_21.y - z_25.y;
  const double r_32 = z_23.x + z_27.x;
  const double r_33 = z_23.y + z_27.y;
  const double r_34 = z_23.x - z_27.x;
  const double r_35 = z_23.y - z_27.y;
  const double r_36 = r_28 + r_32;
  const double r_37 = r_29 + r_33;
  const double r_38 = r_28 - r_32;
  const double r_39 = r_29 - r_33;
  const double r_40 = r_30 + r_35;
  const double r_41 = r_31 - r_34;
  const double r_42 = r_30 - r_35;
  const double r_43 = r_31 + r_34;
  const int a_44 = thread_0 * 4 + line_1 * 8;
  const int a_45 = thread_0 + line_1 * 8;
  exchange_0[a_44] = (double2)(r_36, r_37);
  exchange_0[a_44 + 1] = (double2)(r_40, r_41);
  exchange_0[a_44 + 2] = (double2)(r_38, r_39);
  exchange_0[a_44 + 3] = (double2)(r_42, r_43);
  barrier(CLK_LOCAL_MEM_FENCE);
  const double2 z_46 = exchange_0[a_45];
  const double2 z_47 = exchange_0[a_45 + 4];
  const double2 z_48 = exchange_0[a_45 + 2];
  const double2 z_49 = exchange_0[a_45 + 6];
  const double2 z_50 = ((__global const double2*)twiddles)[thread_0];
  const double r_53 = fma(z_47.x, z_50.x, fma(-z_47.y, z_50.y, z_46.x));
  const double r_54 = fma(z_47.x, z_50.y, fma(z_47.y, z_50.x, z_46.y));
  const double r_55 = fma(2.0, z_46.x, -r_53);
  const double r_56 = fma(2.0, z_46.y, -r_54);
  const double2 z_57 = ((__global const double2*)twiddles)[j_4];
  const double r_60 = fma(z_49.x, z_57.x, fma(-z_49.y, z_57.y, z_48.x));
  const double r_61 = fma(z_49.x, z_57.y, fma(z_49.y, z_57.x, z_48.y));
  const double r_62 = fma(2.0, z_48.x, -r_60);
  const double r_63 = fma(2.0, z_48.y, -r_61);
  barrier(CLK_LOCAL_MEM_FENCE);
  exchange_0[line_1 * 9 + thread_0] = (double2)(r_53, r_54);
  const int e_65 = thread_0 + 4;
  exchange_0[line_1 * 9 + e_65] = (double2)(r_55, r_56);
  exchange_0[line_1 * 9 + j_4] = (double2)(r_60, r_61);
  const int e_67 = j_4 + 4;
  exchange_0[line_1 * 9 + e_67] = (double2)(r_62, r_63);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int of_block_68 = line_1 * 2 + thread_0;
  for (int round_69 = 0; round_69 < 4; ++round_69) {
    const int share_70 = round_69 * 4 + of_block_68;
    const int of_line_71 = share_70 / 8;
    const int element_72 = share_70 % 8;
    const int line_73 = (int)get_group_id(0) * 2 + of_line_71;
    const bool exists_74 = line_73 < 3;
    const int line_75 = min(line_73, 2);
    const int staged_76 = of_line_71 * 9 + element_72;
    const double2 z_77 = exchange_0[staged_76];
    const int base_78 = line_75 * 8;
    const int p_79 = base_78 + element_72;
    if (exists_74) {
      const double r_80 = z_77.x * 0.125;
      const double r_81 = z_77.y * 0.125;
      ((__global double2*)output)[p_79] = (double2)(r_80, r_81);
    }
  }
}
