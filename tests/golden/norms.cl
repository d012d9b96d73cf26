// SPDX-License-Identifier: LGPL-2.1-or-later
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void norms(__global const float* restrict input, const ulong input_begin, __global float* restrict output, const ulong output_begin) {
  input = (__global const float*)((__global const uchar*)input + input_begin);
  output = (__global float*)((__global uchar*)output + output_begin);
  __local float2 squares[4];
  const int thread_0 = (int)get_local_id(0);
  const int row_1 = (int)get_group_id(0);
  const int first_2 = row_1 * 16;
  float carried_4 = 1e-30f;
  float carried_5 = 0.0f;
  for (int i_3 = 0; i_3 < 1; ++i_3) {
    const int column_6 = i_3 * 4 + thread_0;
    const float2 z_7 = column_6 < 4 ? ((__global const float2*)input)[first_2 + column_6] : (float2)(0.0f, 0.0f);
    const float largest_8 = fmax(carried_4, fmax(fabs(z_7.x), fabs(z_7.y)));
    const float reciprocal_9 = 1.0f / largest_8;
    const float x_10 = z_7.x * reciprocal_9;
    const float y_11 = z_7.y * reciprocal_9;
    const float part_12 = carried_4 * reciprocal_9;
    const float over_13 = carried_5 * part_12 * part_12;
    const float over_14 = over_13 + fma(x_10, x_10, y_11 * y_11) * (0 < column_6 && column_6 < 3 ? 2.0f : 1.0f);
    const float carried_4_next = largest_8;
    const float carried_5_next = over_14;
    carried_4 = carried_4_next;
    carried_5 = carried_5_next;
  }
  squares[thread_0] = (float2)(carried_4, carried_5);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 z_15 = squares[(thread_0 + 2) % 4];
  const float largest_16 = fmax(carried_4, z_15.x);
  const float reciprocal_17 = 1.0f / largest_16;
  const float part_18 = carried_4 * reciprocal_17;
  const float over_19 = carried_5 * part_18 * part_18;
  const float part_20 = z_15.x * reciprocal_17;
  const float over_21 = z_15.y * part_20 * part_20;
  const float over_22 = over_19 + over_21;
  barrier(CLK_LOCAL_MEM_FENCE);
  squares[thread_0] = (float2)(largest_16, over_22);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 z_23 = squares[(thread_0 + 1) % 4];
  const float largest_24 = fmax(largest_16, z_23.x);
  const float reciprocal_25 = 1.0f / largest_24;
  const float part_26 = largest_16 * reciprocal_25;
  const float over_27 = over_22 * part_26 * part_26;
  const float part_28 = z_23.x * reciprocal_25;
  const float over_29 = z_23.y * part_28 * part_28;
  const float over_30 = over_27 + over_29;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (thread_0 < 1) {
    const float norm_31 = largest_24 * (sqrt(over_30) * 0.25f);
    ((__global float2*)output)[row_1] = (float2)(1.0f / fmax(norm_31, 0.5f), 0.0f);
  }
}
