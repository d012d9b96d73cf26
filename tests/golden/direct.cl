// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void direct(__global const uchar* restrict input, const ulong input_begin, const int input_row_stride, __global const float* restrict taps_spectrum, const ulong taps_spectrum_begin, __global uchar* restrict output, const ulong output_begin, const int output_row_stride, const float gain, const float offset) {
  input = (__global const uchar*)((__global const uchar*)input + input_begin);
  taps_spectrum = (__global const float*)((__global const uchar*)taps_spectrum + taps_spectrum_begin);
  output = (__global uchar*)((__global uchar*)output + output_begin);
  __local float tile[408];
  const int thread_0 = (int)get_local_id(0);
  const int tile_1 = (int)get_group_id(0) % 2;
  const int rest_2 = (int)get_group_id(0) / 2;
  const int tile_3 = rest_2 % 3;
  const int rest_4 = rest_2 / 3;
  const int across_7 = thread_0 % 32;
  const int down_8 = thread_0 / 32;
  const int first_row_9 = down_8 * 2;
  const int wanted_10 = tile_1 * 32 + across_7 + (-1);
  const bool has_group_11 = 0 <= wanted_10 && wanted_10 < 32;
  const bool is_stored_12 = has_group_11 ? 1 : 33 <= wanted_10;
  const int place_13 = min(max(wanted_10, 0), 31);
  const int row_15 = tile_3 * 2 + down_8;
  const int row_16 = min(max(row_15 + (-1), -1 - (row_15 + (-1))), 9 - max(row_15 + (-1), -1 - (row_15 + (-1))));
  const int row_base_17 = rest_4 * 800 + row_16 * input_row_stride;
  const float4 quad_19 = convert_float4(vload4(0, input + (row_base_17 + place_13 * 4)));
  const int tile_row_20 = down_8 + 1;
  const int row_21 = tile_3 * 2 + tile_row_20;
  const int row_22 = min(max(row_21 + (-1), -1 - (row_21 + (-1))), 9 - max(row_21 + (-1), -1 - (row_21 + (-1))));
  const int row_base_23 = rest_4 * 800 + row_22 * input_row_stride;
  const float4 quad_25 = convert_float4(vload4(0, input + (row_base_23 + place_13 * 4)));
  const int tile_row_26 = down_8 + 2;
  const int row_27 = tile_3 * 2 + tile_row_26;
  const int row_28 = min(max(row_27 + (-1), -1 - (row_27 + (-1))), 9 - max(row_27 + (-1), -1 - (row_27 + (-1))));
  const int row_base_29 = rest_4 * 800 + row_28 * input_row_stride;
  const float4 quad_31 = convert_float4(vload4(0, input + (row_base_29 + place_13 * 4)));
  if (is_stored_12) {
    vstore4((float4)(has_group_11 ? quad_19.x : 0.0f, has_group_11 ? quad_19.y : 0.0f, has_group_11 ? quad_19.z : 0.0f, has_group_11 ? quad_19.w : 0.0f), down_8 * 34 + across_7, tile);
    vstore4((float4)(has_group_11 ? quad_25.x : 0.0f, has_group_11 ? quad_25.y : 0.0f, has_group_11 ? quad_25.z : 0.0f, has_group_11 ? quad_25.w : 0.0f), (down_8 + 1) * 34 + across_7, tile);
    vstore4((float4)(has_group_11 ? quad_31.x : 0.0f, has_group_11 ? quad_31.y : 0.0f, has_group_11 ? quad_31.z : 0.0f, has_group_11 ? quad_31.w : 0.0f), (down_8 + 2) * 34 + across_7, tile);
  }
  const int down_32 = thread_0 / 2;
  const int group_33 = thread_0 % 2 + 32;
  const int wanted_34 = tile_1 * 32 + group_33 + (-1);
  const bool has_group_35 = 0 <= wanted_34 && wanted_34 < 32;
  const bool is_stored_36 = has_group_35 ? 1 : 33 <= wanted_34;
  const int place_37 = min(max(wanted_34, 0), 31);
  const int n_39 = min(down_32, 2);
  const int row_40 = tile_3 * 2 + n_39;
  const int row_41 = min(max(row_40 + (-1), -1 - (row_40 + (-1))), 9 - max(row_40 + (-1), -1 - (row_40 + (-1))));
  const int row_base_42 = rest_4 * 800 + row_41 * input_row_stride;
  const float4 quad_44 = convert_float4(vload4(0, input + (row_base_42 + place_37 * 4)));
  if (is_stored_36) {
    if (down_32 < 3) {
      vstore4((float4)(has_group_35 ? quad_44.x : 0.0f, has_group_35 ? quad_44.y : 0.0f, has_group_35 ? quad_44.z : 0.0f, has_group_35 ? quad_44.w : 0.0f), down_32 * 34 + group_33, tile);
    }
  }
  if (tile_1 < 1) {
    const int column_46 = thread_0 % 4;
    const int column_47 = column_46 - tile_1 * 128;
    if (thread_0 < 12 && 0 <= column_47 && column_47 < 136) {
      const int tile_row_48 = thread_0 / 4;
      const int row_49 = tile_3 * 2 + tile_row_48;
      const int row_50 = min(max(row_49 + (-1), -1 - (row_49 + (-1))), 9 - max(row_49 + (-1), -1 - (row_49 + (-1))));
      const int row_base_51 = rest_4 * 800 + row_50 * input_row_stride;
      const int column_53 = max(column_46 + (-4), -1 - (column_46 + (-4)));
      const float x_54 = (float)input[row_base_51 + column_53];
      tile[tile_row_48 * 136 + column_47] = x_54;
    }
  }
  if (132 < tile_1 * 128 + 136) {
    const int column_56 = thread_0 % 4 + 132;
    const int column_57 = column_56 - tile_1 * 128;
    if (thread_0 < 12 && 0 <= column_57 && column_57 < 136) {
      const int tile_row_58 = thread_0 / 4;
      const int row_59 = tile_3 * 2 + tile_row_58;
      const int row_60 = min(max(row_59 + (-1), -1 - (row_59 + (-1))), 9 - max(row_59 + (-1), -1 - (row_59 + (-1))));
      const int row_base_61 = rest_4 * 800 + row_60 * input_row_stride;
      const bool wanted_62 = column_56 < 135;
      const int column_63 = min(column_56 + (-4), 259 - (column_56 + (-4)));
      const float x_64 = wanted_62 ? (float)input[row_base_61 + column_63] : 0.0f;
      tile[tile_row_58 * 136 + column_57] = x_64;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float carried_66 = 0.0f;
  float carried_67 = 0.0f;
  float carried_68 = 0.0f;
  float carried_69 = 0.0f;
  float carried_70 = 0.0f;
  float carried_71 = 0.0f;
  float carried_72 = 0.0f;
  float carried_73 = 0.0f;
  for (int part_65 = 0; part_65 < 2; ++part_65) {
    const int first_tap_75 = part_65 * 2;
    const float2 z_76 = ((__global const float2*)taps_spectrum)[first_tap_75];
    const float2 z_77 = ((__global const float2*)taps_spectrum)[first_tap_75 + 1];
    const int first_78 = (first_row_9 + part_65) * 34 + across_7;
    const float4 quad_79 = vload4(first_78, tile);
    const float4 quad_80 = vload4(first_78 + 1, tile);
    const float4 quad_81 = vload4(first_78 + 2, tile);
    const float sum_82 = fma(quad_80.y, z_77.x, fma(quad_80.x, z_76.y, fma(quad_79.w, z_76.x, carried_66)));
    const float sum_83 = fma(quad_80.z, z_77.x, fma(quad_80.y, z_76.y, fma(quad_80.x, z_76.x, carried_67)));
    const float sum_84 = fma(quad_80.w, z_77.x, fma(quad_80.z, z_76.y, fma(quad_80.y, z_76.x, carried_68)));
    const float sum_85 = fma(quad_81.x, z_77.x, fma(quad_80.w, z_76.y, fma(quad_80.z, z_76.x, carried_69)));
    const float4 quad_86 = vload4(first_78 + 34, tile);
    const float4 quad_87 = vload4(first_78 + 35, tile);
    const float4 quad_88 = vload4(first_78 + 36, tile);
    const float sum_89 = fma(quad_87.y, z_77.x, fma(quad_87.x, z_76.y, fma(quad_86.w, z_76.x, carried_70)));
    const float sum_90 = fma(quad_87.z, z_77.x, fma(quad_87.y, z_76.y, fma(quad_87.x, z_76.x, carried_71)));
    const float sum_91 = fma(quad_87.w, z_77.x, fma(quad_87.z, z_76.y, fma(quad_87.y, z_76.x, carried_72)));
    const float sum_92 = fma(quad_88.x, z_77.x, fma(quad_87.w, z_76.y, fma(quad_87.z, z_76.x, carried_73)));
    const float carried_66_next = sum_82;
    const float carried_67_next = sum_83;
    const float carried_68_next = sum_84;
    const float carried_69_next = sum_85;
    const float carried_70_next = sum_89;
    const float carried_71_next = sum_90;
    const float carried_72_next = sum_91;
    const float carried_73_next = sum_92;
    carried_66 = carried_66_next;
    carried_67 = carried_67_next;
    carried_68 = carried_68_next;
    carried_69 = carried_69_next;
    carried_70 = carried_70_next;
    carried_71 = carried_71_next;
    carried_72 = carried_72_next;
    carried_73 = carried_73_next;
  }
  const int row_93 = tile_3 * 2 + first_row_9;
  const bool row_inside_95 = row_93 < 5;
  const int row_base_96 = rest_4 * 800 + row_93 * output_row_stride;
  const int group_97 = tile_1 * 32 + across_7;
  const float y_98 = fma(carried_66, gain, offset);
  const float y_99 = fma(carried_67, gain, offset);
  const float y_100 = fma(carried_68, gain, offset);
  const float y_101 = fma(carried_69, gain, offset);
  if (row_inside_95 && group_97 < 32) {
    vstore4(convert_uchar4_sat_rte((float4)(y_98, y_99, y_100, y_101)), 0, output + (row_base_96 + group_97 * 4));
  }
  if (row_inside_95 && (32 <= group_97 && group_97 <= 32)) {
    output[row_base_96 + group_97 * 4] = convert_uchar_sat_rte(y_98);
    output[row_base_96 + group_97 * 4 + 1] = convert_uchar_sat_rte(y_99);
  }
  const int row_102 = tile_3 * 2 + first_row_9 + 1;
  const bool row_inside_104 = row_102 < 5;
  const int row_base_105 = rest_4 * 800 + row_102 * output_row_stride;
  const int group_106 = tile_1 * 32 + across_7;
  const float y_107 = fma(carried_70, gain, offset);
  const float y_108 = fma(carried_71, gain, offset);
  const float y_109 = fma(carried_72, gain, offset);
  const float y_110 = fma(carried_73, gain, offset);
  if (row_inside_104 && group_106 < 32) {
    vstore4(convert_uchar4_sat_rte((float4)(y_107, y_108, y_109, y_110)), 0, output + (row_base_105 + group_106 * 4));
  }
  if (row_inside_104 && (32 <= group_106 && group_106 <= 32)) {
    output[row_base_105 + group_106 * 4] = convert_uchar_sat_rte(y_107);
    output[row_base_105 + group_106 * 4 + 1] = convert_uchar_sat_rte(y_108);
  }
}
