// SPDX-License-Identifier: LGPL-2.1-or-later
extern "C" __global__ __launch_bounds__(32)
void peaks(float* candidates, float* row_bests, const float* surface, float* __restrict__ found, const int output_row_stride) {
  extern __shared__ __align__(16) float shared_floats[];
  float2* const best = (float2*)(shared_floats + 0);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int thread_0 = (int)threadIdx.x;
  const int template_index_3 = (int)blockIdx.x;
  const int first_row_4 = template_index_3 * 9;
  for (int peak_5 = 0; peak_5 < 2; ++peak_5) {
    __syncthreads();
    float carried_7 = -3.4028235e+38f;
    float carried_8 = -1.0f;
    for (int i_6 = 0; i_6 < 1; ++i_6) {
      const int row_9 = i_6 * 32 + thread_0;
      const float value_10 = row_9 < 9 ? ((float2*)row_bests)[first_row_4 + row_9].x : -3.4028235e+38f;
      const bool wins_11 = carried_7 <= value_10 && (carried_7 < value_10 ? 1 : (float)row_9 < carried_8);
      const float value_12 = wins_11 ? value_10 : carried_7;
      const float key_13 = wins_11 ? (float)row_9 : carried_8;
      const float carried_7_next = value_12;
      const float carried_8_next = key_13;
      carried_7 = carried_7_next;
      carried_8 = carried_8_next;
    }
    __syncthreads();
    best[thread_0] = make_float2(carried_7, carried_8);
    __syncthreads();
    const bool takes_15 = thread_0 < 4;
    const float2 other_16 = takes_15 ? best[thread_0 + 4] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const float2 other_17 = takes_15 ? best[thread_0 + 8] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const float2 other_18 = takes_15 ? best[thread_0 + 12] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const float2 other_19 = takes_15 ? best[thread_0 + 16] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const float2 other_20 = takes_15 ? best[thread_0 + 20] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const float2 other_21 = takes_15 ? best[thread_0 + 24] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const float2 other_22 = takes_15 ? best[thread_0 + 28] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const bool wins_23 = carried_7 <= other_16.x && (carried_7 < other_16.x ? 1 : other_16.y < carried_8);
    const float value_24 = wins_23 ? other_16.x : carried_7;
    const float key_25 = wins_23 ? other_16.y : carried_8;
    const bool wins_26 = value_24 <= other_17.x && (value_24 < other_17.x ? 1 : other_17.y < key_25);
    const float value_27 = wins_26 ? other_17.x : value_24;
    const float key_28 = wins_26 ? other_17.y : key_25;
    const bool wins_29 = value_27 <= other_18.x && (value_27 < other_18.x ? 1 : other_18.y < key_28);
    const float value_30 = wins_29 ? other_18.x : value_27;
    const float key_31 = wins_29 ? other_18.y : key_28;
    const bool wins_32 = value_30 <= other_19.x && (value_30 < other_19.x ? 1 : other_19.y < key_31);
    const float value_33 = wins_32 ? other_19.x : value_30;
    const float key_34 = wins_32 ? other_19.y : key_31;
    const bool wins_35 = value_33 <= other_20.x && (value_33 < other_20.x ? 1 : other_20.y < key_34);
    const float value_36 = wins_35 ? other_20.x : value_33;
    const float key_37 = wins_35 ? other_20.y : key_34;
    const bool wins_38 = value_36 <= other_21.x && (value_36 < other_21.x ? 1 : other_21.y < key_37);
    const float value_39 = wins_38 ? other_21.x : value_36;
    const float key_40 = wins_38 ? other_21.y : key_37;
    const bool wins_41 = value_39 <= other_22.x && (value_39 < other_22.x ? 1 : other_22.y < key_40);
    const float value_42 = wins_41 ? other_22.x : value_39;
    const float key_43 = wins_41 ? other_22.y : key_40;
    if (takes_15) {
      best[thread_0] = make_float2(value_42, key_43);
    }
    __syncthreads();
    const bool takes_44 = thread_0 < 1;
    const float2 other_45 = takes_44 ? best[thread_0 + 1] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const float2 other_46 = takes_44 ? best[thread_0 + 2] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const float2 other_47 = takes_44 ? best[thread_0 + 3] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
    const bool wins_48 = value_42 <= other_45.x && (value_42 < other_45.x ? 1 : other_45.y < key_43);
    const float value_49 = wins_48 ? other_45.x : value_42;
    const float key_50 = wins_48 ? other_45.y : key_43;
    const bool wins_51 = value_49 <= other_46.x && (value_49 < other_46.x ? 1 : other_46.y < key_50);
    const float value_52 = wins_51 ? other_46.x : value_49;
    const float key_53 = wins_51 ? other_46.y : key_50;
    const bool wins_54 = value_52 <= other_47.x && (value_52 < other_47.x ? 1 : other_47.y < key_53);
    const float value_55 = wins_54 ? other_47.x : value_52;
    const float key_56 = wins_54 ? other_47.y : key_53;
    if (takes_44) {
      best[thread_0] = make_float2(value_55, key_56);
    }
    __syncthreads();
    const float2 best_row_57 = best[0];
    const bool found_58 = -3.4028235e+38f < best_row_57.x;
    const int row_59 = found_58 ? (int)best_row_57.y : 0;
    const int column_60 = max((int)((float2*)row_bests)[first_row_4 + row_59].y, 0);
    if (thread_0 < 1) {
      const int first_61 = (template_index_3 * 3 + peak_5) * 4;
      ((float2*)found)[first_61] = make_float2(found_58 ? (float)row_59 : -1.0f, (float)column_60);
      const float neighbour_62 = surface[(first_row_4 + row_59) * output_row_stride + max(column_60 + (-1), 0)];
      ((float2*)found)[first_61 + 1] = make_float2(best_row_57.x, neighbour_62);
      const float neighbour_63 = surface[(first_row_4 + row_59) * output_row_stride + min(column_60 + 1, 19)];
      const float neighbour_64 = surface[(first_row_4 + max(row_59 + (-1), 0)) * output_row_stride + column_60];
      ((float2*)found)[first_61 + 2] = make_float2(neighbour_63, neighbour_64);
      const float neighbour_65 = surface[(first_row_4 + min(row_59 + 1, 8)) * output_row_stride + column_60];
      ((float2*)found)[first_61 + 3] = make_float2(neighbour_65, 0.0f);
    }
    for (int round_66 = 0; round_66 < 1; ++round_66) {
      const int place_67 = round_66 * 32 + thread_0;
      const int near_68 = row_59 + place_67 + (-2);
      const int wrapped_69 = min(max(near_68, 0), 8);
      const int distance_70 = abs(wrapped_69 - row_59);
      const bool removes_71 = found_58 && (place_67 < 5 && (0 <= near_68 && near_68 < 9)) && distance_70 <= 2;
      const int first_72 = (first_row_4 + wrapped_69) * 7;
      float carried_74 = -3.4028235e+38f;
      float carried_75 = -1.0f;
      for (int i_73 = 0; i_73 < 1; ++i_73) {
        const int cell_76 = i_73 * 7;
        const int index_77 = first_72 + cell_76;
        const float2 candidate_78 = removes_71 && cell_76 < 7 ? ((float2*)candidates)[index_77] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
        const int cell_79 = i_73 * 7 + 1;
        const int index_80 = first_72 + cell_79;
        const float2 candidate_81 = removes_71 && cell_79 < 7 ? ((float2*)candidates)[index_80] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
        const int cell_82 = i_73 * 7 + 2;
        const int index_83 = first_72 + cell_82;
        const float2 candidate_84 = removes_71 && cell_82 < 7 ? ((float2*)candidates)[index_83] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
        const int cell_85 = i_73 * 7 + 3;
        const int index_86 = first_72 + cell_85;
        const float2 candidate_87 = removes_71 && cell_85 < 7 ? ((float2*)candidates)[index_86] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
        const int cell_88 = i_73 * 7 + 4;
        const int index_89 = first_72 + cell_88;
        const float2 candidate_90 = removes_71 && cell_88 < 7 ? ((float2*)candidates)[index_89] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
        const int cell_91 = i_73 * 7 + 5;
        const int index_92 = first_72 + cell_91;
        const float2 candidate_93 = removes_71 && cell_91 < 7 ? ((float2*)candidates)[index_92] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
        const int cell_94 = i_73 * 7 + 6;
        const int index_95 = first_72 + cell_94;
        const float2 candidate_96 = removes_71 && cell_94 < 7 ? ((float2*)candidates)[index_95] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
        const int distance_97 = abs((int)fmaxf(candidate_78.y, -1.0f) - column_60);
        const bool removed_98 = removes_71 && (-3.4028235e+38f < candidate_78.x && distance_97 <= 2);
        if (removed_98) {
          ((float2*)candidates)[index_77] = make_float2(-3.4028235e+38f, -1.0f);
        }
        const float value_99 = removed_98 ? -3.4028235e+38f : candidate_78.x;
        const bool wins_100 = carried_74 <= value_99 && (carried_74 < value_99 ? 1 : candidate_78.y < carried_75);
        const float value_101 = wins_100 ? value_99 : carried_74;
        const float key_102 = wins_100 ? candidate_78.y : carried_75;
        const int distance_103 = abs((int)fmaxf(candidate_81.y, -1.0f) - column_60);
        const bool removed_104 = removes_71 && (-3.4028235e+38f < candidate_81.x && distance_103 <= 2);
        if (removed_104) {
          ((float2*)candidates)[index_80] = make_float2(-3.4028235e+38f, -1.0f);
        }
        const float value_105 = removed_104 ? -3.4028235e+38f : candidate_81.x;
        const bool wins_106 = value_101 <= value_105 && (value_101 < value_105 ? 1 : candidate_81.y < key_102);
        const float value_107 = wins_106 ? value_105 : value_101;
        const float key_108 = wins_106 ? candidate_81.y : key_102;
        const int distance_109 = abs((int)fmaxf(candidate_84.y, -1.0f) - column_60);
        const bool removed_110 = removes_71 && (-3.4028235e+38f < candidate_84.x && distance_109 <= 2);
        if (removed_110) {
          ((float2*)candidates)[index_83] = make_float2(-3.4028235e+38f, -1.0f);
        }
        const float value_111 = removed_110 ? -3.4028235e+38f : candidate_84.x;
        const bool wins_112 = value_107 <= value_111 && (value_107 < value_111 ? 1 : candidate_84.y < key_108);
        const float value_113 = wins_112 ? value_111 : value_107;
        const float key_114 = wins_112 ? candidate_84.y : key_108;
        const int distance_115 = abs((int)fmaxf(candidate_87.y, -1.0f) - column_60);
        const bool removed_116 = removes_71 && (-3.4028235e+38f < candidate_87.x && distance_115 <= 2);
        if (removed_116) {
          ((float2*)candidates)[index_86] = make_float2(-3.4028235e+38f, -1.0f);
        }
        const float value_117 = removed_116 ? -3.4028235e+38f : candidate_87.x;
        const bool wins_118 = value_113 <= value_117 && (value_113 < value_117 ? 1 : candidate_87.y < key_114);
        const float value_119 = wins_118 ? value_117 : value_113;
        const float key_120 = wins_118 ? candidate_87.y : key_114;
        const int distance_121 = abs((int)fmaxf(candidate_90.y, -1.0f) - column_60);
        const bool removed_122 = removes_71 && (-3.4028235e+38f < candidate_90.x && distance_121 <= 2);
        if (removed_122) {
          ((float2*)candidates)[index_89] = make_float2(-3.4028235e+38f, -1.0f);
        }
        const float value_123 = removed_122 ? -3.4028235e+38f : candidate_90.x;
        const bool wins_124 = value_119 <= value_123 && (value_119 < value_123 ? 1 : candidate_90.y < key_120);
        const float value_125 = wins_124 ? value_123 : value_119;
        const float key_126 = wins_124 ? candidate_90.y : key_120;
        const int distance_127 = abs((int)fmaxf(candidate_93.y, -1.0f) - column_60);
        const bool removed_128 = removes_71 && (-3.4028235e+38f < candidate_93.x && distance_127 <= 2);
        if (removed_128) {
          ((float2*)candidates)[index_92] = make_float2(-3.4028235e+38f, -1.0f);
        }
        const float value_129 = removed_128 ? -3.4028235e+38f : candidate_93.x;
        const bool wins_130 = value_125 <= value_129 && (value_125 < value_129 ? 1 : candidate_93.y < key_126);
        const float value_131 = wins_130 ? value_129 : value_125;
        const float key_132 = wins_130 ? candidate_93.y : key_126;
        const int distance_133 = abs((int)fmaxf(candidate_96.y, -1.0f) - column_60);
        const bool removed_134 = removes_71 && (-3.4028235e+38f < candidate_96.x && distance_133 <= 2);
        if (removed_134) {
          ((float2*)candidates)[index_95] = make_float2(-3.4028235e+38f, -1.0f);
        }
        const float value_135 = removed_134 ? -3.4028235e+38f : candidate_96.x;
        const bool wins_136 = value_131 <= value_135 && (value_131 < value_135 ? 1 : candidate_96.y < key_132);
        const float value_137 = wins_136 ? value_135 : value_131;
        const float key_138 = wins_136 ? candidate_96.y : key_132;
        const float carried_74_next = value_137;
        const float carried_75_next = key_138;
        carried_74 = carried_74_next;
        carried_75 = carried_75_next;
      }
      __syncthreads();
      best[thread_0] = make_float2(carried_74, carried_75);
      __syncthreads();
      if (removes_71) {
        ((float2*)row_bests)[first_row_4 + wrapped_69] = make_float2(carried_74, carried_75);
      }
    }
  }
  __syncthreads();
  float carried_141 = -3.4028235e+38f;
  float carried_142 = -1.0f;
  for (int i_140 = 0; i_140 < 1; ++i_140) {
    const int row_143 = i_140 * 32 + thread_0;
    const float value_144 = row_143 < 9 ? ((float2*)row_bests)[first_row_4 + row_143].x : -3.4028235e+38f;
    const bool wins_145 = carried_141 <= value_144 && (carried_141 < value_144 ? 1 : (float)row_143 < carried_142);
    const float value_146 = wins_145 ? value_144 : carried_141;
    const float key_147 = wins_145 ? (float)row_143 : carried_142;
    const float carried_141_next = value_146;
    const float carried_142_next = key_147;
    carried_141 = carried_141_next;
    carried_142 = carried_142_next;
  }
  __syncthreads();
  best[thread_0] = make_float2(carried_141, carried_142);
  __syncthreads();
  const bool takes_149 = thread_0 < 4;
  const float2 other_150 = takes_149 ? best[thread_0 + 4] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const float2 other_151 = takes_149 ? best[thread_0 + 8] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const float2 other_152 = takes_149 ? best[thread_0 + 12] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const float2 other_153 = takes_149 ? best[thread_0 + 16] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const float2 other_154 = takes_149 ? best[thread_0 + 20] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const float2 other_155 = takes_149 ? best[thread_0 + 24] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const float2 other_156 = takes_149 ? best[thread_0 + 28] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const bool wins_157 = carried_141 <= other_150.x && (carried_141 < other_150.x ? 1 : other_150.y < carried_142);
  const float value_158 = wins_157 ? other_150.x : carried_141;
  const float key_159 = wins_157 ? other_150.y : carried_142;
  const bool wins_160 = value_158 <= other_151.x && (value_158 < other_151.x ? 1 : other_151.y < key_159);
  const float value_161 = wins_160 ? other_151.x : value_158;
  const float key_162 = wins_160 ? other_151.y : key_159;
  const bool wins_163 = value_161 <= other_152.x && (value_161 < other_152.x ? 1 : other_152.y < key_162);
  const float value_164 = wins_163 ? other_152.x : value_161;
  const float key_165 = wins_163 ? other_152.y : key_162;
  const bool wins_166 = value_164 <= other_153.x && (value_164 < other_153.x ? 1 : other_153.y < key_165);
  const float value_167 = wins_166 ? other_153.x : value_164;
  const float key_168 = wins_166 ? other_153.y : key_165;
  const bool wins_169 = value_167 <= other_154.x && (value_167 < other_154.x ? 1 : other_154.y < key_168);
  const float value_170 = wins_169 ? other_154.x : value_167;
  const float key_171 = wins_169 ? other_154.y : key_168;
  const bool wins_172 = value_170 <= other_155.x && (value_170 < other_155.x ? 1 : other_155.y < key_171);
  const float value_173 = wins_172 ? other_155.x : value_170;
  const float key_174 = wins_172 ? other_155.y : key_171;
  const bool wins_175 = value_173 <= other_156.x && (value_173 < other_156.x ? 1 : other_156.y < key_174);
  const float value_176 = wins_175 ? other_156.x : value_173;
  const float key_177 = wins_175 ? other_156.y : key_174;
  if (takes_149) {
    best[thread_0] = make_float2(value_176, key_177);
  }
  __syncthreads();
  const bool takes_178 = thread_0 < 1;
  const float2 other_179 = takes_178 ? best[thread_0 + 1] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const float2 other_180 = takes_178 ? best[thread_0 + 2] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const float2 other_181 = takes_178 ? best[thread_0 + 3] : make_float2(-3.4028235e+38f, -3.4028235e+38f);
  const bool wins_182 = value_176 <= other_179.x && (value_176 < other_179.x ? 1 : other_179.y < key_177);
  const float value_183 = wins_182 ? other_179.x : value_176;
  const float key_184 = wins_182 ? other_179.y : key_177;
  const bool wins_185 = value_183 <= other_180.x && (value_183 < other_180.x ? 1 : other_180.y < key_184);
  const float value_186 = wins_185 ? other_180.x : value_183;
  const float key_187 = wins_185 ? other_180.y : key_184;
  const bool wins_188 = value_186 <= other_181.x && (value_186 < other_181.x ? 1 : other_181.y < key_187);
  const float value_189 = wins_188 ? other_181.x : value_186;
  const float key_190 = wins_188 ? other_181.y : key_187;
  if (takes_178) {
    best[thread_0] = make_float2(value_189, key_190);
  }
  __syncthreads();
  const float2 best_row_191 = best[0];
  const bool found_192 = -3.4028235e+38f < best_row_191.x;
  const int row_193 = found_192 ? (int)best_row_191.y : 0;
  const int column_194 = max((int)((float2*)row_bests)[first_row_4 + row_193].y, 0);
  if (thread_0 < 1) {
    const int first_195 = (template_index_3 * 3 + 2) * 4;
    ((float2*)found)[first_195] = make_float2(found_192 ? (float)row_193 : -1.0f, (float)column_194);
    const float neighbour_196 = surface[(first_row_4 + row_193) * output_row_stride + max(column_194 + (-1), 0)];
    ((float2*)found)[first_195 + 1] = make_float2(best_row_191.x, neighbour_196);
    const float neighbour_197 = surface[(first_row_4 + row_193) * output_row_stride + min(column_194 + 1, 19)];
    const float neighbour_198 = surface[(first_row_4 + max(row_193 + (-1), 0)) * output_row_stride + column_194];
    ((float2*)found)[first_195 + 2] = make_float2(neighbour_197, neighbour_198);
    const float neighbour_199 = surface[(first_row_4 + min(row_193 + 1, 8)) * output_row_stride + column_194];
    ((float2*)found)[first_195 + 3] = make_float2(neighbour_199, 0.0f);
  }
}
