// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(2, 1, 1)))
void scores(__global const float* restrict input, const ulong input_begin, __global float* restrict output, const ulong output_begin, __global float* restrict candidates, const ulong candidates_begin, __global const float* restrict local_norms, const ulong local_norms_begin, const int output_row_stride, __global const float* restrict twiddles, const ulong twiddles_begin) {
  input = (__global const float*)((__global const uchar*)input + input_begin);
  output = (__global float*)((__global uchar*)output + output_begin);
  candidates = (__global float*)((__global uchar*)candidates + candidates_begin);
  local_norms = (__global const float*)((__global const uchar*)local_norms + local_norms_begin);
  twiddles = (__global const float*)((__global const uchar*)twiddles + twiddles_begin);
  __local float2 exchange_0[8];
  const int thread_0 = (int)get_local_id(0);
  const int line_1 = (int)get_local_id(1);
  const int j_4 = thread_0 + 2;
  const int group_5 = (int)get_group_id(0) % 2;
  const int rest_6 = (int)get_group_id(0) / 2;
  const int line_7 = group_5 + line_1;
  const int base_8 = line_7 * 8 + rest_6 * 16;
  const int p_9 = base_8 + thread_0;
  const float2 z_10 = ((__global const float2*)input)[p_9];
  const float2 z_11 = ((__global const float2*)input)[p_9 + 4];
  const int p_12 = base_8 + j_4;
  const float2 z_13 = ((__global const float2*)input)[p_12];
  const float2 z_14 = ((__global const float2*)input)[p_12 + 4];
  const float r_15 = z_10.y + z_11.y;
  const float r_16 = z_10.x + z_11.x;
  const float r_17 = z_10.y - z_11.y;
  const float r_18 = z_10.x - z_11.x;
  const float r_19 = z_13.y + z_14.y;
  const float r_20 = z_13.x + z_14.x;
  const float r_21 = z_13.y - z_14.y;
  const float r_22 = z_13.x - z_14.x;
  const int a_23 = thread_0 * 2 + line_1 * 8;
  const int a_24 = thread_0 + line_1 * 8;
  exchange_0[a_23] = (float2)(r_15, r_16);
  exchange_0[a_23 + 1] = (float2)(r_17, r_18);
  exchange_0[a_23 + 4] = (float2)(r_19, r_20);
  exchange_0[a_23 + 5] = (float2)(r_21, r_22);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 z_25 = exchange_0[a_24];
  const float2 z_26 = exchange_0[a_24 + 2];
  const float2 z_27 = exchange_0[a_24 + 4];
  const float2 z_28 = exchange_0[a_24 + 6];
  const float2 z_29 = ((__global const float2*)twiddles)[thread_0];
  const float r_30 = z_29.x + z_29.x;
  const float r_31 = z_29.y + z_29.y;
  const float w_32 = fma(z_29.x, r_30, -1.0f);
  const float w_33 = z_29.x * r_31;
  const float r_34 = w_32 + w_32;
  const float r_35 = w_33 + w_33;
  const float w_36 = fma(z_29.x, r_34, -z_29.x);
  const float w_37 = fma(z_29.x, r_35, -z_29.y);
  const float r_42 = fma(z_26.x, z_29.x, -(z_26.y * z_29.y));
  const float r_43 = fma(z_26.x, z_29.y, z_26.y * z_29.x);
  const float r_44 = fma(z_27.x, w_32, fma(-z_27.y, w_33, z_25.x));
  const float r_45 = fma(z_27.x, w_33, fma(z_27.y, w_32, z_25.y));
  const float r_46 = fma(2.0f, z_25.x, -r_44);
  const float r_47 = fma(2.0f, z_25.y, -r_45);
  const float r_48 = fma(z_28.x, w_36, fma(-z_28.y, w_37, r_42));
  const float r_49 = fma(z_28.x, w_37, fma(z_28.y, w_36, r_43));
  const float r_50 = fma(2.0f, r_42, -r_48);
  const float r_51 = fma(2.0f, r_43, -r_49);
  const float r_52 = r_44 + r_48;
  const float r_53 = r_45 + r_49;
  const float r_54 = r_44 - r_48;
  const float r_55 = r_45 - r_49;
  const float r_56 = r_46 + r_51;
  const float r_57 = r_47 - r_50;
  const float r_58 = r_46 - r_51;
  const float r_59 = r_47 + r_50;
  const int row_60 = line_7 + 2;
  const bool row_inside_61 = row_60 < 3;
  const int row_62 = min(row_60, 2);
  const int window_row_63 = line_7 * 7;
  const int surface_row_64 = rest_6 * 3 + line_7;
  const int output_row_65 = surface_row_64 * output_row_stride;
  const int window_row_66 = row_62 * 7;
  const int surface_row_67 = rest_6 * 3 + row_62;
  const int output_row_68 = surface_row_67 * output_row_stride;
  const float norm_70 = local_norms[window_row_63 + thread_0];
  const float score_71 = r_53 * norm_70;
  const float score_72 = 0.0f <= norm_70 && fabs(score_71) <= 1.01f ? fmin(fmax(score_71, -1.0f), 1.0f) : -3.4028235e+38f;
  output[output_row_65 + thread_0] = score_72;
  const float norm_74 = local_norms[window_row_66 + thread_0];
  const float score_75 = r_52 * norm_74;
  const float score_76 = 0.0f <= norm_74 && fabs(score_75) <= 1.01f ? fmin(fmax(score_75, -1.0f), 1.0f) : -3.4028235e+38f;
  if (row_inside_61) {
    output[output_row_68 + thread_0] = score_76;
  }
  const int column_77 = thread_0 + 2;
  const float norm_78 = local_norms[window_row_63 + column_77];
  const float score_79 = r_57 * norm_78;
  const float score_80 = 0.0f <= norm_78 && fabs(score_79) <= 1.01f ? fmin(fmax(score_79, -1.0f), 1.0f) : -3.4028235e+38f;
  output[output_row_65 + column_77] = score_80;
  const int column_81 = thread_0 + 2;
  const float norm_82 = local_norms[window_row_66 + column_81];
  const float score_83 = r_56 * norm_82;
  const float score_84 = 0.0f <= norm_82 && fabs(score_83) <= 1.01f ? fmin(fmax(score_83, -1.0f), 1.0f) : -3.4028235e+38f;
  if (row_inside_61) {
    output[output_row_68 + column_81] = score_84;
  }
  const int column_85 = thread_0 + 4;
  const float norm_86 = local_norms[window_row_63 + column_85];
  const float score_87 = r_55 * norm_86;
  const float score_88 = 0.0f <= norm_86 && fabs(score_87) <= 1.01f ? fmin(fmax(score_87, -1.0f), 1.0f) : -3.4028235e+38f;
  output[output_row_65 + column_85] = score_88;
  const int column_89 = thread_0 + 4;
  const float norm_90 = local_norms[window_row_66 + column_89];
  const float score_91 = r_54 * norm_90;
  const float score_92 = 0.0f <= norm_90 && fabs(score_91) <= 1.01f ? fmin(fmax(score_91, -1.0f), 1.0f) : -3.4028235e+38f;
  if (row_inside_61) {
    output[output_row_68 + column_89] = score_92;
  }
  const int column_93 = thread_0 + 6;
  const bool wanted_94 = column_93 < 7;
  const float norm_95 = wanted_94 ? local_norms[window_row_63 + column_93] : 0.0f;
  const float score_96 = r_59 * norm_95;
  const float score_97 = 0.0f <= norm_95 && fabs(score_96) <= 1.01f ? fmin(fmax(score_96, -1.0f), 1.0f) : -3.4028235e+38f;
  if (wanted_94) {
    output[output_row_65 + column_93] = score_97;
  }
  const int column_98 = thread_0 + 6;
  const bool wanted_99 = column_98 < 7;
  const float norm_100 = wanted_99 ? local_norms[window_row_66 + column_98] : 0.0f;
  const float score_101 = r_58 * norm_100;
  const float score_102 = 0.0f <= norm_100 && fabs(score_101) <= 1.01f ? fmin(fmax(score_101, -1.0f), 1.0f) : -3.4028235e+38f;
  if (row_inside_61 && wanted_99) {
    output[output_row_68 + column_98] = score_102;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  exchange_0[line_1 * 8 + thread_0] = (float2)(score_72, score_76);
  exchange_0[line_1 * 8 + thread_0 + 2] = (float2)(score_80, score_84);
  exchange_0[line_1 * 8 + thread_0 + 4] = (float2)(score_88, score_92);
  exchange_0[line_1 * 8 + thread_0 + 6] = (float2)(score_97, score_102);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int begin_104 = min(thread_0, 2) * 3;
  const int count_105 = min(7 - begin_104, 3);
  float carried_107 = -3.4028235e+38f;
  float carried_108 = -1.0f;
  float carried_109 = -3.4028235e+38f;
  float carried_110 = -1.0f;
  for (int i_106 = 0; i_106 < count_105; ++i_106) {
    const int column_111 = begin_104 + i_106;
    const float2 z_112 = exchange_0[line_1 * 8 + column_111];
    const float value_113 = z_112.x;
    const bool wins_114 = carried_107 < value_113;
    const float value_115 = z_112.y;
    const bool wins_116 = carried_109 < value_115;
    const float carried_107_next = wins_114 ? value_113 : carried_107;
    const float carried_108_next = wins_114 ? (float)column_111 : carried_108;
    const float carried_109_next = wins_116 ? value_115 : carried_109;
    const float carried_110_next = wins_116 ? (float)column_111 : carried_110;
    carried_107 = carried_107_next;
    carried_108 = carried_108_next;
    carried_109 = carried_109_next;
    carried_110 = carried_110_next;
  }
  const int surface_row_117 = rest_6 * 3 + line_7;
  ((__global float2*)candidates)[surface_row_117 * 3 + thread_0] = (float2)(carried_107, carried_108);
  if (row_inside_61) {
    const int surface_row_118 = rest_6 * 3 + row_62;
    ((__global float2*)candidates)[surface_row_118 * 3 + thread_0] = (float2)(carried_109, carried_110);
  }
  const int cell_119 = thread_0 + 2;
  const int begin_120 = min(cell_119, 2) * 3;
  const int count_121 = min(7 - begin_120, 3);
  float carried_123 = -3.4028235e+38f;
  float carried_124 = -1.0f;
  float carried_125 = -3.4028235e+38f;
  float carried_126 = -1.0f;
  for (int i_122 = 0; i_122 < count_121; ++i_122) {
    const int column_127 = begin_120 + i_122;
    const float2 z_128 = exchange_0[line_1 * 8 + column_127];
    const float value_129 = z_128.x;
    const bool wins_130 = carried_123 < value_129;
    const float value_131 = z_128.y;
    const bool wins_132 = carried_125 < value_131;
    const float carried_123_next = wins_130 ? value_129 : carried_123;
    const float carried_124_next = wins_130 ? (float)column_127 : carried_124;
    const float carried_125_next = wins_132 ? value_131 : carried_125;
    const float carried_126_next = wins_132 ? (float)column_127 : carried_126;
    carried_123 = carried_123_next;
    carried_124 = carried_124_next;
    carried_125 = carried_125_next;
    carried_126 = carried_126_next;
  }
  if (cell_119 < 3) {
    const int surface_row_133 = rest_6 * 3 + line_7;
    ((__global float2*)candidates)[surface_row_133 * 3 + cell_119] = (float2)(carried_123, carried_124);
  }
  if (cell_119 < 3 && row_inside_61) {
    const int surface_row_134 = rest_6 * 3 + row_62;
    ((__global float2*)candidates)[surface_row_134 * 3 + cell_119] = (float2)(carried_125, carried_126);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}
