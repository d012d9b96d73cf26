// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(1, 2, 1)))
void real_8(__global float* restrict output, const ulong output_begin, __global const float* restrict twiddles, const ulong twiddles_begin) {
  output = (__global float*)((__global uchar*)output + output_begin);
  twiddles = (__global const float*)((__global const uchar*)twiddles + twiddles_begin);
  __local float2 exchange_0[10];
  const int thread_0 = (int)get_local_id(0);
  const int line_1 = (int)get_local_id(1);
  const int of_block_6 = line_1 + thread_0;
  for (int round_7 = 0; round_7 < 4; ++round_7) {
    const int share_8 = round_7 * 2 + of_block_6;
    const int of_line_9 = share_8 / 4;
    const int element_10 = share_8 % 4;
    const int line_11 = (int)get_group_id(0) * 2 + of_line_9;
    const int line_13 = min(line_11, 2);
    const int staged_14 = of_line_9 * 5 + element_10;
    const int base_15 = line_13 * 5;
    const int p_16 = base_15 + element_10;
    const float2 z_17 = ((__global float2*)output)[p_16];
    exchange_0[staged_14] = (float2)(z_17.x, z_17.y);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const float2 z_19 = exchange_0[line_1 * 5 + thread_0];
  const int e_20 = thread_0 + 1;
  const float2 z_21 = exchange_0[line_1 * 5 + e_20];
  const int e_22 = thread_0 + 2;
  const float2 z_23 = exchange_0[line_1 * 5 + e_22];
  const int e_24 = thread_0 + 3;
  const float2 z_25 = exchange_0[line_1 * 5 + e_24];
  const float r_26 = z_19.x + z_23.x;
  const float r_27 = z_19.y + z_23.y;
  const float r_28 = z_19.x - z_23.x;
  const float r_29 = z_19.y - z_23.y;
  const float r_30 = z_21.x + z_25.x;
  const float r_31 = z_21.y + z_25.y;
  const float r_32 = z_21.x - z_25.x;
  const float r_33 = z_21.y - z_25.y;
  const float r_34 = r_26 + r_30;
  const float r_35 = r_27 + r_31;
  const float r_36 = r_26 - r_30;
  const float r_37 = r_27 - r_31;
  const float r_38 = r_28 + r_33;
  const float r_39 = r_29 - r_32;
  const float r_40 = r_28 - r_33;
  const float r_41 = r_29 + r_32;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  exchange_0[line_1 * 4 + thread_0] = (float2)(r_34, r_35);
  exchange_0[line_1 * 4 + thread_0 + 1] = (float2)(r_38, r_39);
  exchange_0[line_1 * 4 + thread_0 + 2] = (float2)(r_36, r_37);
  exchange_0[line_1 * 4 + thread_0 + 3] = (float2)(r_40, r_41);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const float2 z_43 = exchange_0[line_1 * 4 + (thread_0 < 1 ? 0 : 4 - thread_0)];
  const float2 z_44 = ((__global const float2*)twiddles)[thread_0];
  const float r_45 = r_34 - z_43.x;
  const float r_46 = r_35 + z_43.y;
  const float r_47 = fma(r_45, z_44.x, -(r_46 * z_44.y));
  const float r_48 = fma(r_45, z_44.y, r_46 * z_44.x);
  const float r_49 = r_34 + z_43.x;
  const float r_50 = r_35 - z_43.y;
  const float r_51 = fma(0.5f, r_49, r_47);
  const float r_52 = fma(0.5f, r_50, r_48);
  const int k_53 = thread_0 + 1;
  const float2 z_54 = exchange_0[line_1 * 4 + (4 - k_53)];
  const float2 z_55 = ((__global const float2*)twiddles)[k_53];
  const float r_56 = r_38 - z_54.x;
  const float r_57 = r_39 + z_54.y;
  const float r_58 = fma(r_56, z_55.x, -(r_57 * z_55.y));
  const float r_59 = fma(r_56, z_55.y, r_57 * z_55.x);
  const float r_60 = r_38 + z_54.x;
  const float r_61 = r_39 - z_54.y;
  const float r_62 = fma(0.5f, r_60, r_58);
  const float r_63 = fma(0.5f, r_61, r_59);
  const int k_64 = thread_0 + 2;
  const float2 z_65 = exchange_0[line_1 * 4 + (4 - k_64)];
  const float2 z_66 = ((__global const float2*)twiddles)[k_64];
  const float r_67 = r_36 - z_65.x;
  const float r_68 = r_37 + z_65.y;
  const float r_69 = fma(r_67, z_66.x, -(r_68 * z_66.y));
  const float r_70 = fma(r_67, z_66.y, r_68 * z_66.x);
  const float r_71 = r_36 + z_65.x;
  const float r_72 = r_37 - z_65.y;
  const float r_73 = fma(0.5f, r_71, r_69);
  const float r_74 = fma(0.5f, r_72, r_70);
  const int k_75 = thread_0 + 3;
  const float2 z_76 = exchange_0[line_1 * 4 + (4 - k_75)];
  const float2 z_77 = ((__global const float2*)twiddles)[k_75];
  const float r_78 = r_40 - z_76.x;
  const float r_79 = r_41 + z_76.y;
  const float r_80 = fma(r_78, z_77.x, -(r_79 * z_77.y));
  const float r_81 = fma(r_78, z_77.y, r_79 * z_77.x);
  const float r_82 = r_40 + z_76.x;
  const float r_83 = r_41 - z_76.y;
  const float r_84 = fma(0.5f, r_82, r_80);
  const float r_85 = fma(0.5f, r_83, r_81);
  const float r_86 = r_34 - r_35;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  exchange_0[line_1 * 5 + thread_0] = (float2)(r_51, r_52);
  const int e_88 = thread_0 + 1;
  exchange_0[line_1 * 5 + e_88] = (float2)(r_62, r_63);
  const int e_89 = thread_0 + 2;
  exchange_0[line_1 * 5 + e_89] = (float2)(r_73, r_74);
  const int e_90 = thread_0 + 3;
  exchange_0[line_1 * 5 + e_90] = (float2)(r_84, r_85);
  if (thread_0 < 1) {
    exchange_0[line_1 * 5 + 4] = (float2)(r_86, 0.0f);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const int of_block_92 = line_1 + thread_0;
  for (int round_93 = 0; round_93 < 5; ++round_93) {
    const int share_94 = round_93 * 2 + of_block_92;
    const int of_line_95 = share_94 / 5;
    const int element_96 = share_94 % 5;
    const int line_97 = (int)get_group_id(0) * 2 + of_line_95;
    const bool exists_98 = line_97 < 3;
    const int line_99 = min(line_97, 2);
    const int staged_100 = of_line_95 * 5 + element_96;
    const float2 z_101 = exchange_0[staged_100];
    const int base_102 = line_99 * 5;
    const int p_103 = base_102 + element_96;
    if (exists_98) {
      const float r_104 = z_101.x;
      const float r_105 = z_101.y;
      ((__global float2*)output)[p_103] = (float2)(r_104, r_105);
    }
  }
}
