// SPDX-License-Identifier: LGPL-2.1-or-later
extern "C" __global__ __launch_bounds__(2, 16)
void scores(const float* input, float* __restrict__ output, float* __restrict__ offers, const float* windows, const int output_row_stride, const float* __restrict__ twiddles) {
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
  const float2 z_23 = ((const float2*)twiddles)[thread_0];
  const float r_24 = fmaf(r_17, z_23.x, -(r_18 * z_23.y));
  const float r_25 = fmaf(r_17, z_23.y, r_18 * z_23.x);
  const float2 z_26 = ((const float2*)twiddles)[j_4];
  const float r_27 = fmaf(r_21, z_26.x, -(r_22 * z_26.y));
  const float r_28 = fmaf(r_21, z_26.y, r_22 * z_26.x);
  const int a_29 = thread_0 * 2 + line_1 * 8;
  const int a_30 = thread_0 + line_1 * 8;
  exchange_0[a_29] = make_float2(r_15, r_16);
  exchange_0[a_29 + 1] = make_float2(r_24, r_25);
  exchange_0[a_29 + 4] = make_float2(r_19, r_20);
  exchange_0[a_29 + 5] = make_float2(r_27, r_28);
  __syncthreads();
  const float2 z_31 = exchange_0[a_30];
  const float2 z_32 = exchange_0[a_30 + 2];
  const float2 z_33 = exchange_0[a_30 + 4];
  const float2 z_34 = exchange_0[a_30 + 6];
  const float r_35 = z_31.x + z_33.x;
  const float r_36 = z_31.y + z_33.y;
  const float r_37 = z_31.x - z_33.x;
  const float r_38 = z_31.y - z_33.y;
  const float r_39 = z_32.x + z_34.x;
  const float r_40 = z_32.y + z_34.y;
  const float r_41 = z_32.x - z_34.x;
  const float r_42 = z_32.y - z_34.y;
  const float r_43 = r_35 + r_39;
  const float r_44 = r_36 + r_40;
  const float r_45 = r_37 + r_42;
  const float r_46 = r_38 - r_41;
  const float r_47 = r_35 - r_39;
  const float r_48 = r_36 - r_40;
  const float r_49 = r_37 - r_42;
  const float r_50 = r_38 + r_41;
  const int row_51 = line_7 + 2;
  const bool row_inside_52 = row_51 < 3;
  const int row_53 = min(row_51, 2);
  const int window_row_54 = line_7 * 7;
  const int surface_row_55 = rest_6 * 3 + line_7;
  const int output_row_56 = surface_row_55 * output_row_stride;
  const int window_row_57 = row_53 * 7;
  const int surface_row_58 = rest_6 * 3 + row_53;
  const int output_row_59 = surface_row_58 * output_row_stride;
  const float score_61 = r_44 * windows[window_row_54 + thread_0];
  output[output_row_56 + thread_0] = score_61;
  const float score_63 = r_43 * windows[window_row_57 + thread_0];
  if (row_inside_52) {
    output[output_row_59 + thread_0] = score_63;
  }
  const int column_64 = thread_0 + 2;
  const float score_65 = r_46 * windows[window_row_54 + column_64];
  output[output_row_56 + column_64] = score_65;
  const int column_66 = thread_0 + 2;
  const float score_67 = r_45 * windows[window_row_57 + column_66];
  if (row_inside_52) {
    output[output_row_59 + column_66] = score_67;
  }
  const int column_68 = thread_0 + 4;
  const float score_69 = r_48 * windows[window_row_54 + column_68];
  output[output_row_56 + column_68] = score_69;
  const int column_70 = thread_0 + 4;
  const float score_71 = r_47 * windows[window_row_57 + column_70];
  if (row_inside_52) {
    output[output_row_59 + column_70] = score_71;
  }
  const int column_72 = thread_0 + 6;
  const bool wanted_73 = column_72 < 7;
  const float score_74 = r_50 * (wanted_73 ? windows[window_row_54 + column_72] : 0.0f);
  if (wanted_73) {
    output[output_row_56 + column_72] = score_74;
  }
  const int column_75 = thread_0 + 6;
  const bool wanted_76 = column_75 < 7;
  const float score_77 = r_49 * (wanted_76 ? windows[window_row_57 + column_75] : 0.0f);
  if (row_inside_52 && wanted_76) {
    output[output_row_59 + column_75] = score_77;
  }
  __syncthreads();
  exchange_0[line_1 * 8 + thread_0] = make_float2(score_61, score_63);
  exchange_0[line_1 * 8 + thread_0 + 2] = make_float2(score_65, score_67);
  exchange_0[line_1 * 8 + thread_0 + 4] = make_float2(score_69, score_71);
  exchange_0[line_1 * 8 + thread_0 + 6] = make_float2(score_74, score_77);
  __syncthreads();
  const int begin_79 = min(thread_0, 2) * 3;
  const int count_80 = min(7 - begin_79, 3);
  float carried_82 = -3.4028235e+38f;
  float carried_83 = -1.0f;
  float carried_84 = -3.4028235e+38f;
  float carried_85 = -1.0f;
  for (int i_81 = 0; i_81 < count_80; ++i_81) {
    const int column_86 = begin_79 + i_81;
    const float2 z_87 = exchange_0[line_1 * 8 + column_86];
    const float value_88 = z_87.x;
    const bool wins_89 = carried_82 < value_88;
    const float value_90 = z_87.y;
    const bool wins_91 = carried_84 < value_90;
    const float carried_82_next = wins_89 ? value_88 : carried_82;
    const float carried_83_next = wins_89 ? (float)column_86 : carried_83;
    const float carried_84_next = wins_91 ? value_90 : carried_84;
    const float carried_85_next = wins_91 ? (float)column_86 : carried_85;
    carried_82 = carried_82_next;
    carried_83 = carried_83_next;
    carried_84 = carried_84_next;
    carried_85 = carried_85_next;
  }
  const int surface_row_92 = rest_6 * 3 + line_7;
  ((float2*)offers)[surface_row_92 * 3 + thread_0] = make_float2(carried_82, carried_83);
  if (row_inside_52) {
    const int surface_row_93 = rest_6 * 3 + row_53;
    ((float2*)offers)[surface_row_93 * 3 + thread_0] = make_float2(carried_84, carried_85);
  }
  const int cell_94 = thread_0 + 2;
  const int begin_95 = min(cell_94, 2) * 3;
  const int count_96 = min(7 - begin_95, 3);
  float carried_98 = -3.4028235e+38f;
  float carried_99 = -1.0f;
  float carried_100 = -3.4028235e+38f;
  float carried_101 = -1.0f;
  for (int i_97 = 0; i_97 < count_96; ++i_97) {
    const int column_102 = begin_95 + i_97;
    const float2 z_103 = exchange_0[line_1 * 8 + column_102];
    const float value_104 = z_103.x;
    const bool wins_105 = carried_98 < value_104;
    const float value_106 = z_103.y;
    const bool wins_107 = carried_100 < value_106;
    const float carried_98_next = wins_105 ? value_104 : carried_98;
    const float carried_99_next = wins_105 ? (float)column_102 : carried_99;
    const float carried_100_next = wins_107 ? value_106 : carried_100;
    const float carried_101_next = wins_107 ? (float)column_102 : carried_101;
    carried_98 = carried_98_next;
    carried_99 = carried_99_next;
    carried_100 = carried_100_next;
    carried_101 = carried_101_next;
  }
  if (cell_94 < 3) {
    const int surface_row_108 = rest_6 * 3 + line_7;
    ((float2*)offers)[surface_row_108 * 3 + cell_94] = make_float2(carried_98, carried_99);
  }
  if (cell_94 < 3 && row_inside_52) {
    const int surface_row_109 = rest_6 * 3 + row_53;
    ((float2*)offers)[surface_row_109 * 3 + cell_94] = make_float2(carried_100, carried_101);
  }
  __syncthreads();
}
