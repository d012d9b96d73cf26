// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void peaks(__global float* restrict candidates, const ulong candidates_begin, __global float* restrict row_bests, const ulong row_bests_begin, __global const float* restrict surface, const ulong surface_begin, __global float* restrict found, const ulong found_begin, const int output_row_stride) {
  candidates = (__global float*)((__global uchar*)candidates + candidates_begin);
  row_bests = (__global float*)((__global uchar*)row_bests + row_bests_begin);
  surface = (__global const float*)((__global const uchar*)surface + surface_begin);
  found = (__global float*)((__global uchar*)found + found_begin);
  __local float2 best[32];
  const int thread_0 = (int)get_local_id(0);
  const int template_index_3 = (int)get_group_id(0);
  const int first_row_4 = template_index_3 * 9;
  for (int peak_5 = 0; peak_5 < 3; ++peak_5) {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    float carried_7 = -3.4028235e+38f;
    float carried_8 = -1.0f;
    for (int i_6 = 0; i_6 < 1; ++i_6) {
      const int row_9 = i_6 * 32 + thread_0;
      const float value_10 = row_9 < 9 ? ((__global float2*)row_bests)[first_row_4 + row_9].x : -3.4028235e+38f;
      const bool wins_11 = carried_7 <= value_10 && (carried_7 < value_10 ? 1 : (float)row_9 < carried_8);
      const float value_12 = wins_11 ? value_10 : carried_7;
      const float key_13 = wins_11 ? (float)row_9 : carried_8;
      const float carried_7_next = value_12;
      const float carried_8_next = key_13;
      carried_7 = carried_7_next;
      carried_8 = carried_8_next;
    }
    const int member_14 = thread_0 % 32;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    best[thread_0] = (float2)(carried_7, carried_8);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const bool takes_15 = member_14 < 16;
    const float2 other_16 = takes_15 ? best[thread_0 + 16] : (float2)(-3.4028235e+38f, -3.4028235e+38f);
    const bool wins_17 = carried_7 <= other_16.x && (carried_7 < other_16.x ? 1 : other_16.y < carried_8);
    const float value_18 = wins_17 ? other_16.x : carried_7;
    const float key_19 = wins_17 ? other_16.y : carried_8;
    if (takes_15) {
      best[thread_0] = (float2)(value_18, key_19);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const bool takes_20 = member_14 < 8;
    const float2 other_21 = takes_20 ? best[thread_0 + 8] : (float2)(-3.4028235e+38f, -3.4028235e+38f);
    const bool wins_22 = value_18 <= other_21.x && (value_18 < other_21.x ? 1 : other_21.y < key_19);
    const float value_23 = wins_22 ? other_21.x : value_18;
    const float key_24 = wins_22 ? other_21.y : key_19;
    if (takes_20) {
      best[thread_0] = (float2)(value_23, key_24);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const bool takes_25 = member_14 < 4;
    const float2 other_26 = takes_25 ? best[thread_0 + 4] : (float2)(-3.4028235e+38f, -3.4028235e+38f);
    const bool wins_27 = value_23 <= other_26.x && (value_23 < other_26.x ? 1 : other_26.y < key_24);
    const float value_28 = wins_27 ? other_26.x : value_23;
    const float key_29 = wins_27 ? other_26.y : key_24;
    if (takes_25) {
      best[thread_0] = (float2)(value_28, key_29);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const bool takes_30 = member_14 < 2;
    const float2 other_31 = takes_30 ? best[thread_0 + 2] : (float2)(-3.4028235e+38f, -3.4028235e+38f);
    const bool wins_32 = value_28 <= other_31.x && (value_28 < other_31.x ? 1 : other_31.y < key_29);
    const float value_33 = wins_32 ? other_31.x : value_28;
    const float key_34 = wins_32 ? other_31.y : key_29;
    if (takes_30) {
      best[thread_0] = (float2)(value_33, key_34);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const bool takes_35 = member_14 < 1;
    const float2 other_36 = takes_35 ? best[thread_0 + 1] : (float2)(-3.4028235e+38f, -3.4028235e+38f);
    const bool wins_37 = value_33 <= other_36.x && (value_33 < other_36.x ? 1 : other_36.y < key_34);
    const float value_38 = wins_37 ? other_36.x : value_33;
    const float key_39 = wins_37 ? other_36.y : key_34;
    if (takes_35) {
      best[thread_0] = (float2)(value_38, key_39);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    const float2 best_row_40 = best[0];
    const bool found_41 = -3.4028235e+38f < best_row_40.x;
    const int row_42 = found_41 ? (int)best_row_40.y : 0;
    const int column_43 = max((int)((__global float2*)row_bests)[first_row_4 + row_42].y, 0);
    if (thread_0 < 1) {
      const int first_44 = (template_index_3 * 3 + peak_5) * 4;
      ((__global float2*)found)[first_44] = (float2)(found_41 ? (float)row_42 : -1.0f, (float)column_43);
      const float neighbour_45 = surface[(first_row_4 + row_42) * output_row_stride + max(column_43 + (-1), 0)];
      ((__global float2*)found)[first_44 + 1] = (float2)(best_row_40.x, neighbour_45);
      const float neighbour_46 = surface[(first_row_4 + row_42) * output_row_stride + min(column_43 + 1, 19)];
      const float neighbour_47 = surface[(first_row_4 + max(row_42 + (-1), 0)) * output_row_stride + column_43];
      ((__global float2*)found)[first_44 + 2] = (float2)(neighbour_46, neighbour_47);
      const float neighbour_48 = surface[(first_row_4 + min(row_42 + 1, 8)) * output_row_stride + column_43];
      ((__global float2*)found)[first_44 + 3] = (float2)(neighbour_48, 0.0f);
    }
    for (int round_49 = 0; round_49 < 1; ++round_49) {
      const int place_50 = round_49 * 32 + thread_0;
      const int near_51 = row_42 + place_50 + (-2);
      const int wrapped_52 = min(max(near_51, 0), 8);
      const int distance_53 = (int)abs(wrapped_52 - row_42);
      const bool removes_54 = found_41 && (place_50 < 5 && (0 <= near_51 && near_51 < 9)) && distance_53 <= 2;
      const int first_55 = (first_row_4 + wrapped_52) * 7;
      float carried_57 = -3.4028235e+38f;
      float carried_58 = -1.0f;
      for (int i_56 = 0; i_56 < 7; ++i_56) {
        const int index_60 = first_55 + i_56;
        const float2 candidate_61 = removes_54 && i_56 < 7 ? ((__global float2*)candidates)[index_60] : (float2)(-3.4028235e+38f, -3.4028235e+38f);
        const int distance_62 = (int)abs((int)fmax(candidate_61.y, -1.0f) - column_43);
        const bool removed_63 = removes_54 && (-3.4028235e+38f < candidate_61.x && distance_62 <= 2);
        if (removed_63) {
          ((__global float2*)candidates)[index_60] = (float2)(-3.4028235e+38f, -1.0f);
        }
        const float value_64 = removed_63 ? -3.4028235e+38f : candidate_61.x;
        const bool wins_65 = carried_57 <= value_64 && (carried_57 < value_64 ? 1 : candidate_61.y < carried_58);
        const float value_66 = wins_65 ? value_64 : carried_57;
        const float key_67 = wins_65 ? candidate_61.y : carried_58;
        const float carried_57_next = value_66;
        const float carried_58_next = key_67;
        carried_57 = carried_57_next;
        carried_58 = carried_58_next;
      }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      best[thread_0] = (float2)(carried_57, carried_58);
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (removes_54) {
        ((__global float2*)row_bests)[first_row_4 + wrapped_52] = (float2)(carried_57, carried_58);
      }
    }
  }
}
