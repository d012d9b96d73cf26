// SPDX-License-Identifier: LGPL-2.1-or-later
extern "C" __global__ __launch_bounds__(2, 16)
void scores(const float* input, float* __restrict__ output, float* __restrict__ candidates, float* __restrict__ row_bests, const float* local_norms, const int output_row_stride, const float* __restrict__ twiddles) {
  extern __shared__ __align__(16) float shared_floats[];
  float2* const exchange_0 = (float2*)(shared_floats + 0);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int thread_0 = (int)threadIdx.x;
  const int line_1 = (int)threadIdx.y;
  const int j_4 = thread_0 + 2;
  const int group_5 = (int)blockIdx.x % 2;
  const int rest_6 = (int)blockIdx.x / 2;
  const int line_7 = group_5 + line_1;
  const int base_8 = line_7 * 8 + rest_6 * 16;
  const int p_9 = base_8 + thread_0;
  const float2 z_10 = ((const float2*)input)[p_9];
  const float2 z_11 = ((const float2*)input)[p_9 + 4];
  const int p_12 = base_8 + j_4;
  const float2 z_13 = ((const float2*)input)[p_12];
  const float2 z_14 = ((const float2*)input)[p_12 + 4];
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
  exchange_0[a_23] = make_float2(r_15, r_16);
  exchange_0[a_23 + 1] = make_float2(r_17, r_18);
  exchange_0[a_23 + 4] = make_float2(r_19, r_20);
  exchange_0[a_23 + 5] = make_float2(r_21, r_22);
  __syncthreads();
  const float2 z_25 = exchange_0[a_24];
  const float2 z_26 = exchange_0[a_24 + 2];
  const float2 z_27 = exchange_0[a_24 + 4];
  const float2 z_28 = exchange_0[a_24 + 6];
  const float2 z_29 = ((const float2*)twiddles)[thread_0];
  const float r_30 = z_29.x + z_29.x;
  const float r_31 = z_29.y + z_29.y;
  const float w_32 = fmaf(z_29.x, r_30, -1.0f);
  const float w_33 = z_29.x * r_31;
  const float r_34 = w_32 + w_32;
  const float r_35 = w_33 + w_33;
  const float w_36 = fmaf(z_29.x, r_34, -z_29.x);
  const float w_37 = fmaf(z_29.x, r_35, -z_29.y);
  const float r_42 = fmaf(z_26.x, z_29.x, -(z_26.y * z_29.y));
  const float r_43 = fmaf(z_26.x, z_29.y, z_26.y * z_29.x);
  const float r_44 = fmaf(z_27.x, w_32, fmaf(-z_27.y, w_33, z_25.x));
  const float r_45 = fmaf(z_27.x, w_33, fmaf(z_27.y, w_32, z_25.y));
  const float r_46 = fmaf(2.0f, z_25.x, -r_44);
  const float r_47 = fmaf(2.0f, z_25.y, -r_45);
  const float r_48 = fmaf(z_28.x, w_36, fmaf(-z_28.y, w_37, r_42));
  const float r_49 = fmaf(z_28.x, w_37, fmaf(z_28.y, w_36, r_43));
  const float r_50 = fmaf(2.0f, r_42, -r_48);
  const float r_51 = fmaf(2.0f, r_43, -r_49);
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
  const int window_row_64 = row_62 * 7;
  const float norm_66 = local_norms[window_row_63 + thread_0];
  const float norm_68 = local_norms[window_row_64 + thread_0];
  const int column_69 = thread_0 + 2;
  const float norm_70 = local_norms[window_row_63 + column_69];
  const int column_71 = thread_0 + 2;
  const float norm_72 = local_norms[window_row_64 + column_71];
  const int column_73 = thread_0 + 4;
  const float norm_74 = local_norms[window_row_63 + column_73];
  const int column_75 = thread_0 + 4;
  const float norm_76 = local_norms[window_row_64 + column_75];
  const int column_77 = thread_0 + 6;
  const bool wanted_78 = column_77 < 7;
  const float norm_79 = wanted_78 ? local_norms[window_row_63 + column_77] : 0.0f;
  const int column_80 = thread_0 + 6;
  const bool wanted_81 = column_80 < 7;
  const float norm_82 = wanted_81 ? local_norms[window_row_64 + column_80] : 0.0f;
  const int surface_row_83 = rest_6 * 3 + line_7;
  const int output_row_84 = surface_row_83 * output_row_stride;
  const int surface_row_85 = rest_6 * 3 + row_62;
  const int output_row_86 = surface_row_85 * output_row_stride;
  const float score_87 = r_53 * norm_66;
  const float score_88 = 0.0f <= norm_66 && fabsf(score_87) <= 1.01f ? fminf(fmaxf(score_87, -1.0f), 1.0f) : -3.4028235e+38f;
  output[output_row_84 + thread_0] = score_88;
  const float score_89 = r_52 * norm_68;
  const float score_90 = 0.0f <= norm_68 && fabsf(score_89) <= 1.01f ? fminf(fmaxf(score_89, -1.0f), 1.0f) : -3.4028235e+38f;
  if (row_inside_61) {
    output[output_row_86 + thread_0] = score_90;
  }
  const float score_91 = r_57 * norm_70;
  const float score_92 = 0.0f <= norm_70 && fabsf(score_91) <= 1.01f ? fminf(fmaxf(score_91, -1.0f), 1.0f) : -3.4028235e+38f;
  output[output_row_84 + column_69] = score_92;
  const float score_93 = r_56 * norm_72;
  const float score_94 = 0.0f <= norm_72 && fabsf(score_93) <= 1.01f ? fminf(fmaxf(score_93, -1.0f), 1.0f) : -3.4028235e+38f;
  if (row_inside_61) {
    output[output_row_86 + column_71] = score_94;
  }
  const float score_95 = r_55 * norm_74;
  const float score_96 = 0.0f <= norm_74 && fabsf(score_95) <= 1.01f ? fminf(fmaxf(score_95, -1.0f), 1.0f) : -3.4028235e+38f;
  output[output_row_84 + column_73] = score_96;
  const float score_97 = r_54 * norm_76;
  const float score_98 = 0.0f <= norm_76 && fabsf(score_97) <= 1.01f ? fminf(fmaxf(score_97, -1.0f), 1.0f) : -3.4028235e+38f;
  if (row_inside_61) {
    output[output_row_86 + column_75] = score_98;
  }
  const float score_99 = r_59 * norm_79;
  const float score_100 = 0.0f <= norm_79 && fabsf(score_99) <= 1.01f ? fminf(fmaxf(score_99, -1.0f), 1.0f) : -3.4028235e+38f;
  if (wanted_78) {
    output[output_row_84 + column_77] = score_100;
  }
  const float score_101 = r_58 * norm_82;
  const float score_102 = 0.0f <= norm_82 && fabsf(score_101) <= 1.01f ? fminf(fmaxf(score_101, -1.0f), 1.0f) : -3.4028235e+38f;
  if (row_inside_61 && wanted_81) {
    output[output_row_86 + column_80] = score_102;
  }
  __syncthreads();
  exchange_0[line_1 * 8 + thread_0] = make_float2(score_88, score_90);
  exchange_0[line_1 * 8 + thread_0 + 2] = make_float2(score_92, score_94);
  exchange_0[line_1 * 8 + thread_0 + 4] = make_float2(score_96, score_98);
  exchange_0[line_1 * 8 + thread_0 + 6] = make_float2(score_100, score_102);
  __syncthreads();
  const int begin_104 = min(thread_0, 2) * 3;
  float carried_106 = -3.4028235e+38f;
  float carried_107 = -1.0f;
  float carried_108 = -3.4028235e+38f;
  float carried_109 = -1.0f;
  for (int i_105 = 0; i_105 < 3; ++i_105) {
    const int column_110 = min(begin_104 + i_105, 6);
    const float2 z_111 = exchange_0[line_1 * 8 + column_110];
    const float value_112 = z_111.x;
    const bool wins_113 = carried_106 < value_112;
    const float value_114 = z_111.y;
    const bool wins_115 = carried_108 < value_114;
    const float carried_106_next = wins_113 ? value_112 : carried_106;
    const float carried_107_next = wins_113 ? (float)column_110 : carried_107;
    const float carried_108_next = wins_115 ? value_114 : carried_108;
    const float carried_109_next = wins_115 ? (float)column_110 : carried_109;
    carried_106 = carried_106_next;
    carried_107 = carried_107_next;
    carried_108 = carried_108_next;
    carried_109 = carried_109_next;
  }
  const int surface_row_116 = rest_6 * 3 + line_7;
  ((float2*)candidates)[surface_row_116 * 3 + thread_0] = make_float2(carried_106, carried_107);
  const bool wins_117 = -3.4028235e+38f <= carried_106 && (-3.4028235e+38f < carried_106 ? 1 : carried_107 < -1.0f);
  const float value_118 = wins_117 ? carried_106 : -3.4028235e+38f;
  const float key_119 = wins_117 ? carried_107 : -1.0f;
  if (row_inside_61) {
    const int surface_row_120 = rest_6 * 3 + row_62;
    ((float2*)candidates)[surface_row_120 * 3 + thread_0] = make_float2(carried_108, carried_109);
  }
  const bool wins_121 = -3.4028235e+38f <= carried_108 && (-3.4028235e+38f < carried_108 ? 1 : carried_109 < -1.0f);
  const float value_122 = wins_121 ? carried_108 : -3.4028235e+38f;
  const float key_123 = wins_121 ? carried_109 : -1.0f;
  const int cell_124 = thread_0 + 2;
  const int begin_125 = min(cell_124, 2) * 3;
  float carried_127 = -3.4028235e+38f;
  float carried_128 = -1.0f;
  float carried_129 = -3.4028235e+38f;
  float carried_130 = -1.0f;
  for (int i_126 = 0; i_126 < 3; ++i_126) {
    const int column_131 = min(begin_125 + i_126, 6);
    const float2 z_132 = exchange_0[line_1 * 8 + column_131];
    const float value_133 = z_132.x;
    const bool wins_134 = carried_127 < value_133;
    const float value_135 = z_132.y;
    const bool wins_136 = carried_129 < value_135;
    const float carried_127_next = wins_134 ? value_133 : carried_127;
    const float carried_128_next = wins_134 ? (float)column_131 : carried_128;
    const float carried_129_next = wins_136 ? value_135 : carried_129;
    const float carried_130_next = wins_136 ? (float)column_131 : carried_130;
    carried_127 = carried_127_next;
    carried_128 = carried_128_next;
    carried_129 = carried_129_next;
    carried_130 = carried_130_next;
  }
  if (cell_124 < 3) {
    const int surface_row_137 = rest_6 * 3 + line_7;
    ((float2*)candidates)[surface_row_137 * 3 + cell_124] = make_float2(carried_127, carried_128);
  }
  const bool wins_138 = value_118 <= carried_127 && (value_118 < carried_127 ? 1 : carried_128 < key_119);
  const float value_139 = wins_138 ? carried_127 : value_118;
  const float key_140 = wins_138 ? carried_128 : key_119;
  if (cell_124 < 3 && row_inside_61) {
    const int surface_row_141 = rest_6 * 3 + row_62;
    ((float2*)candidates)[surface_row_141 * 3 + cell_124] = make_float2(carried_129, carried_130);
  }
  const bool wins_142 = value_122 <= carried_129 && (value_122 < carried_129 ? 1 : carried_130 < key_123);
  const float value_143 = wins_142 ? carried_129 : value_122;
  const float key_144 = wins_142 ? carried_130 : key_123;
  const int first_145 = line_1 * 2;
  __syncthreads();
  const int place_146 = first_145 + thread_0;
  __syncthreads();
  exchange_0[place_146] = make_float2(value_139, key_140);
  exchange_0[place_146 + 2] = make_float2(value_143, key_144);
  __syncthreads();
  const bool takes_147 = thread_0 < 1;
  const float2 other_148 = takes_147 ? exchange_0[place_146 + 1] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const float2 other_149 = takes_147 ? exchange_0[place_146 + 3] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const bool wins_150 = value_139 <= other_148.x && (value_139 < other_148.x ? 1 : other_148.y < key_140);
  const float value_151 = wins_150 ? other_148.x : value_139;
  const float key_152 = wins_150 ? other_148.y : key_140;
  const bool wins_153 = value_143 <= other_149.x && (value_143 < other_149.x ? 1 : other_149.y < key_144);
  const float value_154 = wins_153 ? other_149.x : value_143;
  const float key_155 = wins_153 ? other_149.y : key_144;
  if (takes_147) {
    exchange_0[place_146] = make_float2(value_151, key_152);
    exchange_0[place_146 + 2] = make_float2(value_154, key_155);
  }
  __syncthreads();
  if (thread_0 < 1) {
    const int surface_row_156 = rest_6 * 3 + line_7;
    ((float2*)row_bests)[surface_row_156] = make_float2(value_151, key_152);
  }
  if (thread_0 < 1 && row_inside_61) {
    const int surface_row_157 = rest_6 * 3 + row_62;
    ((float2*)row_bests)[surface_row_157] = make_float2(value_154, key_155);
  }
}
