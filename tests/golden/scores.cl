// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(2, 1, 1)))
void scores(__global const float* restrict input, __global float* restrict output, __global float* restrict offers, __global const float* restrict windows, const int output_row_stride, __global const float* restrict twiddles) {
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
  exchange_0[a_23] = (float2)(r_15, r_16);
  exchange_0[a_23 + 1] = (float2)(r_17, r_18);
  exchange_0[a_23 + 4] = (float2)(r_19, r_20);
  exchange_0[a_23 + 5] = (float2)(r_21, r_22);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int a_24 = thread_0 + line_1 * 8;
  const float2 z_25 = exchange_0[a_24];
  const float2 z_26 = exchange_0[a_24 + 2];
  const float2 z_27 = exchange_0[a_24 + 4];
  const float2 z_28 = exchange_0[a_24 + 6];
  const float2 z_29 = ((__global const float2*)twiddles)[thread_0];
  const float r_30 = fma(z_26.x, z_29.x, -(z_26.y * z_29.y));
  const float r_31 = fma(z_26.x, z_29.y, z_26.y * z_29.x);
  const float r_32 = fma(z_29.x, z_29.x, -(z_29.y * z_29.y));
  const float r_33 = fma(z_29.x, z_29.y, z_29.y * z_29.x);
  const float r_34 = fma(z_27.x, r_32, -(z_27.y * r_33));
  const float r_35 = fma(z_27.x, r_33, z_27.y * r_32);
  const float r_36 = fma(r_32, z_29.x, -(r_33 * z_29.y));
  const float r_37 = fma(r_32, z_29.y, r_33 * z_29.x);
  const float r_38 = fma(z_28.x, r_36, -(z_28.y * r_37));
  const float r_39 = fma(z_28.x, r_37, z_28.y * r_36);
  const float r_40 = z_25.x + r_34;
  const float r_41 = z_25.y + r_35;
  const float r_42 = z_25.x - r_34;
  const float r_43 = z_25.y - r_35;
  const float r_44 = r_30 + r_38;
  const float r_45 = r_31 + r_39;
  const float r_46 = r_30 - r_38;
  const float r_47 = r_31 - r_39;
  const float r_48 = r_40 + r_44;
  const float r_49 = r_41 + r_45;
  const float r_50 = r_42 + r_47;
  const float r_51 = r_43 - r_46;
  const float r_52 = r_40 - r_44;
  const float r_53 = r_41 - r_45;
  const float r_54 = r_42 - r_47;
  const float r_55 = r_43 + r_46;
  const int row_56 = line_7 + 2;
  const bool row_inside_57 = row_56 < 3;
  const int row_58 = min(row_56, 2);
  const int window_row_59 = line_7 * 7;
  const int surface_row_60 = rest_6 * 3 + line_7;
  const int output_row_61 = surface_row_60 * output_row_stride;
  const int window_row_62 = row_58 * 7;
  const int surface_row_63 = rest_6 * 3 + row_58;
  const int output_row_64 = surface_row_63 * output_row_stride;
  const float score_66 = r_49 * windows[window_row_59 + thread_0];
  output[output_row_61 + thread_0] = score_66;
  const float score_68 = r_48 * windows[window_row_62 + thread_0];
  if (row_inside_57) {
    output[output_row_64 + thread_0] = score_68;
  }
  const int column_69 = thread_0 + 2;
  const float score_70 = r_51 * windows[window_row_59 + column_69];
  output[output_row_61 + column_69] = score_70;
  const int column_71 = thread_0 + 2;
  const float score_72 = r_50 * windows[window_row_62 + column_71];
  if (row_inside_57) {
    output[output_row_64 + column_71] = score_72;
  }
  const int column_73 = thread_0 + 4;
  const float score_74 = r_53 * windows[window_row_59 + column_73];
  output[output_row_61 + column_73] = score_74;
  const int column_75 = thread_0 + 4;
  const float score_76 = r_52 * windows[window_row_62 + column_75];
  if (row_inside_57) {
    output[output_row_64 + column_75] = score_76;
  }
  const int column_77 = thread_0 + 6;
  const bool wanted_78 = column_77 < 7;
  const float score_79 = r_55 * (wanted_78 ? windows[window_row_59 + column_77] : 0.0f);
  if (wanted_78) {
    output[output_row_61 + column_77] = score_79;
  }
  const int column_80 = thread_0 + 6;
  const bool wanted_81 = column_80 < 7;
  const float score_82 = r_54 * (wanted_81 ? windows[window_row_62 + column_80] : 0.0f);
  if (row_inside_57 && wanted_81) {
    output[output_row_64 + column_80] = score_82;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  exchange_0[line_1 * 8 + thread_0] = (float2)(score_66, score_68);
  exchange_0[line_1 * 8 + thread_0 + 2] = (float2)(score_70, score_72);
  exchange_0[line_1 * 8 + thread_0 + 4] = (float2)(score_74, score_76);
  exchange_0[line_1 * 8 + thread_0 + 6] = (float2)(score_79, score_82);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int begin_84 = min(thread_0, 2) * 3;
  const int count_85 = min(7 - begin_84, 3);
  float carried_87 = -3.4028235e+38f;
  float carried_88 = -1.0f;
  float carried_89 = -3.4028235e+38f;
  float carried_90 = -1.0f;
  for (int i_86 = 0; i_86 < count_85; ++i_86) {
    const int column_91 = begin_84 + i_86;
    const float2 z_92 = exchange_0[line_1 * 8 + column_91];
    const float value_93 = z_92.x;
    const bool wins_94 = carried_87 < value_93;
    const float value_95 = z_92.y;
    const bool wins_96 = carried_89 < value_95;
    const float carried_87_next = wins_94 ? value_93 : carried_87;
    const float carried_88_next = wins_94 ? (float)column_91 : carried_88;
    const float carried_89_next = wins_96 ? value_95 : carried_89;
    const float carried_90_next = wins_96 ? (float)column_91 : carried_90;
    carried_87 = carried_87_next;
    carried_88 = carried_88_next;
    carried_89 = carried_89_next;
    carried_90 = carried_90_next;
  }
  const int surface_row_97 = rest_6 * 3 + line_7;
  ((__global float2*)offers)[surface_row_97 * 3 + thread_0] = (float2)(carried_87, carried_88);
  if (row_inside_57) {
    const int surface_row_98 = rest_6 * 3 + row_58;
    ((__global float2*)offers)[surface_row_98 * 3 + thread_0] = (float2)(carried_89, carried_90);
  }
  const int cell_99 = thread_0 + 2;
  const int begin_100 = min(cell_99, 2) * 3;
  const int count_101 = min(7 - begin_100, 3);
  float carried_103 = -3.4028235e+38f;
  float carried_104 = -1.0f;
  float carried_105 = -3.4028235e+38f;
  float carried_106 = -1.0f;
  for (int i_102 = 0; i_102 < count_101; ++i_102) {
    const int column_107 = begin_100 + i_102;
    const float2 z_108 = exchange_0[line_1 * 8 + column_107];
    const float value_109 = z_108.x;
    const bool wins_110 = carried_103 < value_109;
    const float value_111 = z_108.y;
    const bool wins_112 = carried_105 < value_111;
    const float carried_103_next = wins_110 ? value_109 : carried_103;
    const float carried_104_next = wins_110 ? (float)column_107 : carried_104;
    const float carried_105_next = wins_112 ? value_111 : carried_105;
    const float carried_106_next = wins_112 ? (float)column_107 : carried_106;
    carried_103 = carried_103_next;
    carried_104 = carried_104_next;
    carried_105 = carried_105_next;
    carried_106 = carried_106_next;
  }
  if (cell_99 < 3) {
    const int surface_row_113 = rest_6 * 3 + line_7;
    ((__global float2*)offers)[surface_row_113 * 3 + cell_99] = (float2)(carried_103, carried_104);
  }
  if (cell_99 < 3 && row_inside_57) {
    const int surface_row_114 = rest_6 * 3 + row_58;
    ((__global float2*)offers)[surface_row_114 * 3 + cell_99] = (float2)(carried_105, carried_106);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}
