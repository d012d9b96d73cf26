// SPDX-License-Identifier: LGPL-2.1-or-later
extern "C" __global__ __launch_bounds__(4, 16)
void columns_phase(float* output, float* __restrict__ own_spectrum, const float* __restrict__ taps_spectrum, const float* __restrict__ twiddles) {
  extern __shared__ __align__(16) float shared_floats[];
  float2* const exchange_0 = (float2*)(shared_floats + 0);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int thread_0 = (int)threadIdx.y;
  const int line_1 = (int)threadIdx.x;
  const int line_3 = (int)blockIdx.x * 2 + line_1;
  const bool exists_4 = line_3 < 5;
  const int line_5 = min(line_3, 4);
  const int p_7 = line_5 + thread_0 * 16;
  const float2 z_8 = ((float2*)output)[p_7];
  const float2 z_9 = thread_0 + 2 < 3 ? ((float2*)output)[p_7 + 32] : make_float2(0.0f, 0.0f);
  const float r_10 = z_8.x + z_9.x;
  const float r_11 = z_8.y + z_9.y;
  const float r_12 = z_8.x - z_9.x;
  const float r_13 = z_8.y - z_9.y;
  const int a_14 = thread_0 * 2 + line_1 * 4;
  const int a_15 = thread_0 + line_1 * 4;
  exchange_0[a_14] = make_float2(r_10, r_11);
  exchange_0[a_14 + 1] = make_float2(r_12, r_13);
  __syncthreads();
  const float2 z_16 = exchange_0[a_15];
  const float2 z_17 = exchange_0[a_15 + 2];
  const float2 z_18 = ((const float2*)twiddles)[thread_0];
  const float r_21 = fmaf(z_17.x, z_18.x, fmaf(-z_17.y, z_18.y, z_16.x));
  const float r_22 = fmaf(z_17.x, z_18.y, fmaf(z_17.y, z_18.x, z_16.y));
  const float r_23 = fmaf(2.0f, z_16.x, -r_21);
  const float r_24 = fmaf(2.0f, z_16.y, -r_22);
  const float weight_27 = twiddles[line_5 + 4];
  const int p_28 = line_5 + thread_0 * 16;
  if (exists_4) {
    ((float2*)own_spectrum)[p_28] = make_float2(r_21, r_22);
    ((float2*)own_spectrum)[p_28 + 32] = make_float2(r_23, r_24);
  }
  const int p_33 = line_5 + thread_0 * 16;
  const float2 z_34 = ((const float2*)taps_spectrum)[p_33];
  const float2 z_35 = ((const float2*)taps_spectrum)[p_33 + 32];
  const float r_36 = fmaf(r_21, z_34.x, r_22 * z_34.y);
  const float r_37 = fmaf(-r_21, z_34.y, r_22 * z_34.x);
  const float w_38 = weight_27 * twiddles[thread_0 + 9] / fmaf(sqrtf(fmaf(r_21, r_21, r_22 * r_22)), sqrtf(fmaf(z_34.x, z_34.x, z_34.y * z_34.y)), 1.0f);
  const float r_39 = r_36 * w_38;
  const float r_40 = r_37 * w_38;
  const float r_41 = fmaf(r_23, z_35.x, r_24 * z_35.y);
  const float r_42 = fmaf(-r_23, z_35.y, r_24 * z_35.x);
  const float w_43 = weight_27 * twiddles[thread_0 + 11] / fmaf(sqrtf(fmaf(r_23, r_23, r_24 * r_24)), sqrtf(fmaf(z_35.x, z_35.x, z_35.y * z_35.y)), 1.0f);
  const float r_46 = fmaf(r_42, w_43, r_40);
  const float r_47 = fmaf(r_41, w_43, r_39);
  const float r_48 = fmaf(-r_42, w_43, r_40);
  const float r_49 = fmaf(-r_41, w_43, r_39);
  __syncthreads();
  const int a_50 = thread_0 * 2 + line_1 * 4;
  const int a_51 = thread_0 + line_1 * 4;
  exchange_0[a_50] = make_float2(r_46, r_47);
  exchange_0[a_50 + 1] = make_float2(r_48, r_49);
  __syncthreads();
  const float2 z_52 = exchange_0[a_51];
  const float2 z_53 = exchange_0[a_51 + 2];
  const float2 z_54 = ((const float2*)twiddles)[thread_0];
  const float r_57 = fmaf(z_53.x, z_54.x, fmaf(-z_53.y, z_54.y, z_52.x));
  const float r_58 = fmaf(z_53.x, z_54.y, fmaf(z_53.y, z_54.x, z_52.y));
  const float r_59 = fmaf(2.0f, z_52.x, -r_57);
  const float r_60 = fmaf(2.0f, z_52.y, -r_58);
  const int p_62 = line_5 + thread_0 * 16;
  if (exists_4) {
    ((float2*)output)[p_62] = make_float2(r_58, r_57);
    ((float2*)output)[p_62 + 32] = make_float2(r_60, r_59);
  }
}
