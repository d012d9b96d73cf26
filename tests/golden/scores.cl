// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(2, 1, 1)))
void scores(__global const float* restrict input, __global float* restrict output, __global float* restrict candidates, __global const float* restrict local_norms, const int output_row_stride, __global const float* restrict twiddles) {
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
  const float score_70 = r_53 * local_norms[window_row_63 + thread_0];
  output[output_row_65 + thread_0] = score_70;
  const float score_72 = r_52 * local_norms[window_row_66 + thread_0];
  if (row_inside_61) {
    output[output_row_68 + thread_0] = score_72;
  }
  const int column_73 = thread_0 + 2;
  const float score_74 = r_57 * local_norms[window_row_63 + column_73];
  output[output_row_65 + column_73] = score_74;
  const int column_75 = thread_0 + 2;
  const float score_76 = r_56 * local_norms[window_row_66 + column_75];
  if (row_inside_61) {
    output[output_row_68 + column_75] = score_76;
  }
  const int column_77 = thread_0 + 4;
  const float score_78 = r_55 * local_norms[window_row_63 + column_77];
  output[output_row_65 + column_77] = score_78;
  const int column_79 = thread_0 + 4;
  const float score_80 = r_54 * local_norms[window_row_66 + column_79];
  if (row_inside_61) {
    output[output_row_68 + column_79] = score_80;
  }
  const int column_81 = thread_0 + 6;
  const bool wanted_82 = column_81 < 7;
  const float score_83 = r_59 * (wanted_82 ? local_norms[window_row_63 + column_81] : 0.0f);
  if (wanted_82) {
    output[output_row_65 + column_81] = score_83;
  }
  const int column_84 = thread_0 + 6;
  const bool wanted_85 = column_84 < 7;
  const float score_86 = r_58 * (wanted_85 ? local_norms[window_row_66 + column_84] : 0.0f);
  if (row_inside_61 && wanted_85) {
    output[output_row_68 + column_84] = score_86;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  exchange_0[line_1 * 8 + thread_0] = (float2)(score_70, score_72);
  exchange_0[line_1 * 8 + thread_0 + 2] = (float2)(score_74, score_76);
  exchange_0[line_1 * 8 + thread_0 + 4] = (float2)(score_78, score_80);
  exchange_0[line_1 * 8 + thread_0 + 6] = (float2)(score_83, score_86);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int begin_88 = min(thread_0, 2) * 3;
  const int count_89 = min(7 - begin_88, 3);
  float carried_91 = -3.4028235e+38f;
  float carried_92 = -1.0f;
  float carried_93 = -3.4028235e+38f;
  float carried_94 = -1.0f;
  for (int i_90 = 0; i_90 < count_89; ++i_90) {
    const int column_95 = begin_88 + i_90;
    const float2 z_96 = exchange_0[line_1 * 8 + column_95];
    const float value_97 = z_96.x;
    const bool wins_98 = carried_91 < value_97;
    const float value_99 = z_96.y;
    const bool wins_100 = carried_93 < value_99;
    const float carried_91_next = wins_98 ? value_97 : carried_91;
    const float carried_92_next = wins_98 ? (float)column_95 : carried_92;
    const float carried_93_next = wins_100 ? value_99 : carried_93;
    const float carried_94_next = wins_100 ? (float)column_95 : carried_94;
    carried_91 = carried_91_next;
    carried_92 = carried_92_next;
    carried_93 = carried_93_next;
    carried_94 = carried_94_next;
  }
  const int surface_row_101 = rest_6 * 3 + line_7;
  ((__global float2*)candidates)[surface_row_101 * 3 + thread_0] = (float2)(carried_91, carried_92);
  if (row_inside_61) {
    const int surface_row_102 = rest_6 * 3 + row_62;
    ((__global float2*)candidates)[surface_row_102 * 3 + thread_0] = (float2)(carried_93, carried_94);
  }
  const int cell_103 = thread_0 + 2;
  const int begin_104 = min(cell_103, 2) * 3;
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
  if (cell_103 < 3) {
    const int surface_row_117 = rest_6 * 3 + line_7;
    ((__global float2*)candidates)[surface_row_117 * 3 + cell_103] = (float2)(carried_107, carried_108);
  }
  if (cell_103 < 3 && row_inside_61) {
    const int surface_row_118 = rest_6 * 3 + row_62;
    ((__global float2*)candidates)[surface_row_118 * 3 + cell_103] = (float2)(carried_109, carried_110);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}
