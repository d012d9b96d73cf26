// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void products(__global const float* restrict taps_spectrum, const ulong taps_spectrum_begin, __global const float* restrict input, const ulong input_begin, const int input_row_stride, __global float* restrict output, const ulong output_begin, const int output_row_stride, const float gain, const float offset) {
  taps_spectrum = (__global const float*)((__global const uchar*)taps_spectrum + taps_spectrum_begin);
  input = (__global const float*)((__global const uchar*)input + input_begin);
  output = (__global float*)((__global uchar*)output + output_begin);
  __local float between[264];
  __local float tile[396];
  const int thread_0 = (int)get_local_id(0);
  const int rest_2 = (int)get_group_id(0);
  const int tile_3 = rest_2 % 3;
  const int rest_4 = rest_2 / 3;
  const int across_7 = thread_0 % 32;
  const int down_8 = thread_0 / 32;
  const int number_10 = thread_0 + 64;
  const int number_11 = thread_0 + 128;
  const int number_12 = thread_0 + 192;
  const int number_13 = thread_0 + 256;
  const int number_14 = thread_0 + 320;
  const int number_15 = thread_0 + 384;
  const int column_16 = thread_0 % 132;
  const int row_17 = tile_3 * 2 + thread_0 / 132;
  const int row_18 = row_17 + (-1);
  const bool row_inside_19 = 0 <= row_17 + (-1) && row_17 + (-1) < 5;
  const int row_base_20 = rest_4 * 70 + row_18 * input_row_stride;
  const bool wanted_21 = row_inside_19 && (column_16 < 15 && (0 <= column_16 + (-1) && column_16 + (-1) < 13));
  const int column_22 = column_16 + (-1);
  const float x_23 = wanted_21 ? input[row_base_20 + column_22] - 0.5f : 0.0f;
  const int column_24 = number_10 % 132;
  const int row_25 = tile_3 * 2 + number_10 / 132;
  const int row_26 = row_25 + (-1);
  const bool row_inside_27 = 0 <= row_25 + (-1) && row_25 + (-1) < 5;
  const int row_base_28 = rest_4 * 70 + row_26 * input_row_stride;
  const bool wanted_29 = row_inside_27 && (column_24 < 15 && (0 <= column_24 + (-1) && column_24 + (-1) < 13));
  const int column_30 = column_24 + (-1);
  const float x_31 = wanted_29 ? input[row_base_28 + column_30] - 0.5f : 0.0f;
  const int column_32 = number_11 % 132;
  const int row_33 = tile_3 * 2 + number_11 / 132;
  const int row_34 = row_33 + (-1);
  const bool row_inside_35 = 0 <= row_33 + (-1) && row_33 + (-1) < 5;
  const int row_base_36 = rest_4 * 70 + row_34 * input_row_stride;
  const bool wanted_37 = row_inside_35 && (column_32 < 15 && (0 <= column_32 + (-1) && column_32 + (-1) < 13));
  const int column_38 = column_32 + (-1);
  const float x_39 = wanted_37 ? input[row_base_36 + column_38] - 0.5f : 0.0f;
  const int column_40 = number_12 % 132;
  const int row_41 = tile_3 * 2 + number_12 / 132;
  const int row_42 = row_41 + (-1);
  const bool row_inside_43 = 0 <= row_41 + (-1) && row_41 + (-1) < 5;
  const int row_base_44 = rest_4 * 70 + row_42 * input_row_stride;
  const bool wanted_45 = row_inside_43 && (column_40 < 15 && (0 <= column_40 + (-1) && column_40 + (-1) < 13));
  const int column_46 = column_40 + (-1);
  const float x_47 = wanted_45 ? input[row_base_44 + column_46] - 0.5f : 0.0f;
  const int column_48 = number_13 % 132;
  const int row_49 = tile_3 * 2 + number_13 / 132;
  const int row_50 = row_49 + (-1);
  const bool row_inside_51 = 0 <= row_49 + (-1) && row_49 + (-1) < 5;
  const int row_base_52 = rest_4 * 70 + row_50 * input_row_stride;
  const bool wanted_53 = row_inside_51 && (column_48 < 15 && (0 <= column_48 + (-1) && column_48 + (-1) < 13));
  const int column_54 = column_48 + (-1);
  const float x_55 = wanted_53 ? input[row_base_52 + column_54] - 0.5f : 0.0f;
  const int column_56 = number_14 % 132;
  const int row_57 = tile_3 * 2 + number_14 / 132;
  const int row_58 = row_57 + (-1);
  const bool row_inside_59 = 0 <= row_57 + (-1) && row_57 + (-1) < 5;
  const int row_base_60 = rest_4 * 70 + row_58 * input_row_stride;
  const bool wanted_61 = row_inside_59 && (column_56 < 15 && (0 <= column_56 + (-1) && column_56 + (-1) < 13));
  const int column_62 = column_56 + (-1);
  const float x_63 = wanted_61 ? input[row_base_60 + column_62] - 0.5f : 0.0f;
  const int n_64 = min(number_15, 395);
  const int column_65 = n_64 % 132;
  const int row_66 = tile_3 * 2 + n_64 / 132;
  const int row_67 = row_66 + (-1);
  const bool row_inside_68 = 0 <= row_66 + (-1) && row_66 + (-1) < 5;
  const int row_base_69 = rest_4 * 70 + row_67 * input_row_stride;
  const bool wanted_70 = row_inside_68 && (column_65 < 15 && (0 <= column_65 + (-1) && column_65 + (-1) < 13));
  const int column_71 = column_65 + (-1);
  const float x_72 = wanted_70 ? input[row_base_69 + column_71] - 0.5f : 0.0f;
  const int column_73 = thread_0 % 132;
  tile[thread_0 / 132 * 132 + column_73] = x_23;
  const int column_74 = number_10 % 132;
  tile[number_10 / 132 * 132 + column_74] = x_31;
  const int column_75 = number_11 % 132;
  tile[number_11 / 132 * 132 + column_75] = x_39;
  const int column_76 = number_12 % 132;
  tile[number_12 / 132 * 132 + column_76] = x_47;
  const int column_77 = number_13 % 132;
  tile[number_13 / 132 * 132 + column_77] = x_55;
  const int column_78 = number_14 % 132;
  tile[number_14 / 132 * 132 + column_78] = x_63;
  if (number_15 < 396) {
    const int column_79 = number_15 % 132;
    tile[number_15 / 132 * 132 + column_79] = x_72;
  }
  const float2 head_80 = ((__global const float2*)taps_spectrum)[0];
  const int products_81 = max((int)head_80.x, 1);
  float carried_83 = 0.0f;
  float carried_84 = 0.0f;
  float carried_85 = 0.0f;
  float carried_86 = 0.0f;
  for (int product_82 = 0; product_82 < products_81; ++product_82) {
    const int first_tap_87 = product_82 * 3 + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const float2 z_88 = ((__global const float2*)taps_spectrum)[first_tap_87];
    for (int round_89 = 0; round_89 < 1; ++round_89) {
      const int strip_90 = round_89 * 64 + thread_0;
      if (strip_90 < 33) {
        const int group_91 = strip_90 % 33;
        const int first_92 = strip_90 / 33 * 66 + group_91;
        const float4 quad_93 = vload4(first_92, tile);
        const float sum_94 = quad_93.x * z_88.x;
        const float sum_95 = quad_93.y * z_88.x;
        const float sum_96 = quad_93.z * z_88.x;
        const float sum_97 = quad_93.w * z_88.x;
        const float4 quad_98 = vload4(first_92 + 33, tile);
        const float sum_99 = fma(quad_98.x, z_88.y, sum_94);
        const float sum_100 = fma(quad_98.y, z_88.y, sum_95);
        const float sum_101 = fma(quad_98.z, z_88.y, sum_96);
        const float sum_102 = fma(quad_98.w, z_88.y, sum_97);
        const float sum_103 = quad_98.x * z_88.x;
        const float sum_104 = quad_98.y * z_88.x;
        const float sum_105 = quad_98.z * z_88.x;
        const float sum_106 = quad_98.w * z_88.x;
        const float4 quad_107 = vload4(first_92 + 66, tile);
        const float sum_108 = fma(quad_107.x, z_88.y, sum_103);
        const float sum_109 = fma(quad_107.y, z_88.y, sum_104);
        const float sum_110 = fma(quad_107.z, z_88.y, sum_105);
        const float sum_111 = fma(quad_107.w, z_88.y, sum_106);
        vstore4((float4)(sum_99, sum_100, sum_101, sum_102), first_92, between);
        vstore4((float4)(sum_108, sum_109, sum_110, sum_111), first_92 + 33, between);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float2 z_112 = ((__global const float2*)taps_spectrum)[first_tap_87 + 1];
    const float2 z_113 = ((__global const float2*)taps_spectrum)[first_tap_87 + 2];
    const int first_114 = down_8 * 33 + across_7;
    const float4 quad_115 = vload4(first_114, between);
    const float4 quad_116 = vload4(first_114 + 1, between);
    const float sum_117 = fma(quad_115.z, z_113.x, fma(quad_115.y, z_112.y, fma(quad_115.x, z_112.x, carried_83)));
    const float sum_118 = fma(quad_115.w, z_113.x, fma(quad_115.z, z_112.y, fma(quad_115.y, z_112.x, carried_84)));
    const float sum_119 = fma(quad_116.x, z_113.x, fma(quad_115.w, z_112.y, fma(quad_115.z, z_112.x, carried_85)));
    const float sum_120 = fma(quad_116.y, z_113.x, fma(quad_116.x, z_112.y, fma(quad_115.w, z_112.x, carried_86)));
    const float carried_83_next = sum_117;
    const float carried_84_next = sum_118;
    const float carried_85_next = sum_119;
    const float carried_86_next = sum_120;
    carried_83 = carried_83_next;
    carried_84 = carried_84_next;
    carried_85 = carried_85_next;
    carried_86 = carried_86_next;
  }
  const int row_121 = tile_3 * 2 + down_8;
  const int column_122 = across_7 * 4;
  const bool row_inside_124 = row_121 < 5;
  const int row_base_125 = rest_4 * 70 + row_121 * output_row_stride;
  if (row_inside_124) {
    if (column_122 < 13) {
      output[row_base_125 + column_122] = fma(carried_83, gain, offset);
    }
    if (column_122 + 1 < 13) {
      output[row_base_125 + column_122 + 1] = fma(carried_84, gain, offset);
    }
    if (column_122 + 2 < 13) {
      output[row_base_125 + column_122 + 2] = fma(carried_85, gain, offset);
    }
    if (column_122 + 3 < 13) {
      output[row_base_125 + column_122 + 3] = fma(carried_86, gain, offset);
    }
  }
}
