// SPDX-License-Identifier: LGPL-2.1-or-later
extern "C" __global__ __launch_bounds__(4)
void norms(const float* input, float* __restrict__ output) {
  extern __shared__ __align__(16) float shared_floats[];
  float2* const squares = (float2*)(shared_floats + 0);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int thread_0 = (int)threadIdx.x;
  const int row_1 = (int)blockIdx.x;
  const int first_2 = row_1 * 16;
  float carried_4 = 1e-30f;
  float carried_5 = 0.0f;
  for (int i_3 = 0; i_3 < 1; ++i_3) {
    const int column_6 = i_3 * 4 + thread_0;
    const float2 z_7 = column_6 < 4 ? ((const float2*)input)[first_2 + column_6] : make_float2(0.0f, 0.0f);
    const float largest_8 = fmaxf(carried_4, fmaxf(fabsf(z_7.x), fabsf(z_7.y)));
    const float reciprocal_9 = 1.0f / largest_8;
    const float x_10 = z_7.x * reciprocal_9;
    const float y_11 = z_7.y * reciprocal_9;
    const float part_12 = carried_4 * reciprocal_9;
    const float over_13 = carried_5 * part_12 * part_12;
    const float over_14 = over_13 + fmaf(x_10, x_10, y_11 * y_11) * (0 < column_6 && column_6 < 3 ? 2.0f : 1.0f);
    const float carried_4_next = largest_8;
    const float carried_5_next = over_14;
    carried_4 = carried_4_next;
    carried_5 = carried_5_next;
  }
  squares[thread_0] = make_float2(carried_4, carried_5);
  __syncthreads();
  const float2 z_15 = squares[(thread_0 + 2) % 4];
  const float largest_16 = fmaxf(carried_4, z_15.x);
  const float reciprocal_17 = 1.0f / largest_16;
  const float part_18 = carried_4 * reciprocal_17;
  const float over_19 = carried_5 * part_18 * part_18;
  const float part_20 = z_15.x * reciprocal_17;
  const float over_21 = z_15.y * part_20 * part_20;
  const float over_22 = over_19 + over_21;
  __syncthreads();
  squares[thread_0] = make_float2(largest_16, over_22);
  __syncthreads();
  const float2 z_23 = squares[(thread_0 + 1) % 4];
  const float largest_24 = fmaxf(largest_16, z_23.x);
  const float reciprocal_25 = 1.0f / largest_24;
  const float part_26 = largest_16 * reciprocal_25;
  const float over_27 = over_22 * part_26 * part_26;
  const float part_28 = z_23.x * reciprocal_25;
  const float over_29 = z_23.y * part_28 * part_28;
  const float over_30 = over_27 + over_29;
  __syncthreads();
  if (thread_0 < 1) {
    const float norm_31 = largest_24 * (sqrtf(over_30) * 0.25f);
    ((float2*)output)[row_1] = make_float2(1.0f / fmaxf(norm_31, 0.5f), 0.0f);
  }
}
