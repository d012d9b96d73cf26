// SPDX-License-Identifier: LGPL-2.1-or-later
extern "C" __global__ __launch_bounds__(2, 16)
void real_8(float* output, const float* __restrict__ twiddles) {
  extern __shared__ __align__(16) float shared_floats[];
  float2* const exchange_0 = (float2*)(shared_floats + 0);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int thread_0 = (int)threadIdx.x;
  const int line_1 = (int)threadIdx.y;
  const int line_3 = (int)blockIdx.x * 2 + line_1;
  const bool exists_4 = line_3 < 3;
  const int line_5 = min(line_3, 2);
  const int base_6 = line_5 * 5;
  const int p_7 = base_6 + thread_0;
  const float2 z_8 = ((float2*)output)[p_7];
  const float2 z_9 = ((float2*)output)[p_7 + 1];
  const float2 z_10 = ((float2*)output)[p_7 + 2];
  const float2 z_11 = ((float2*)output)[p_7 + 3];
  __syncthreads();
  const float r_12 = z_8.x + z_10.x;
  const float r_13 = z_8.y + z_10.y;
  const float r_14 = z_8.x - z_10.x;
  const float r_15 = z_8.y - z_10.y;
  const float r_16 = z_9.x + z_11.x;
  const float r_17 = z_9.y + z_11.y;
  const float r_18 = z_9.x - z_11.x;
  const float r_19 = z_9.y - z_11.y;
  const float r_20 = r_12 + r_16;
  const float r_21 = r_13 + r_17;
  const float r_22 = r_12 - r_16;
  const float r_23 = r_13 - r_17;
  const float r_24 = r_14 + r_19;
  const float r_25 = r_15 - r_18;
  const float r_26 = r_14 - r_19;
  const float r_27 = r_15 + r_18;
  exchange_0[line_1 * 4 + thread_0] = make_float2(r_20, r_21);
  exchange_0[line_1 * 4 + thread_0 + 1] = make_float2(r_24, r_25);
  exchange_0[line_1 * 4 + thread_0 + 2] = make_float2(r_22, r_23);
  exchange_0[line_1 * 4 + thread_0 + 3] = make_float2(r_26, r_27);
  __syncthreads();
  const float2 z_29 = exchange_0[line_1 * 4 + (thread_0 < 1 ? 0 : 4 - thread_0)];
  const float2 z_30 = ((const float2*)twiddles)[thread_0];
  const float r_31 = r_20 - z_29.x;
  const float r_32 = r_21 + z_29.y;
  const float r_33 = fmaf(r_31, z_30.x, -(r_32 * z_30.y));
  const float r_34 = fmaf(r_31, z_30.y, r_32 * z_30.x);
  const float r_35 = r_20 + z_29.x;
  const float r_36 = r_21 - z_29.y;
  const float r_37 = fmaf(0.5f, r_35, r_33);
  const float r_38 = fmaf(0.5f, r_36, r_34);
  const int k_39 = thread_0 + 1;
  const float2 z_40 = exchange_0[line_1 * 4 + (4 - k_39)];
  const float2 z_41 = ((const float2*)twiddles)[k_39];
  const float r_42 = r_24 - z_40.x;
  const float r_43 = r_25 + z_40.y;
  const float r_44 = fmaf(r_42, z_41.x, -(r_43 * z_41.y));
  const float r_45 = fmaf(r_42, z_41.y, r_43 * z_41.x);
  const float r_46 = r_24 + z_40.x;
  const float r_47 = r_25 - z_40.y;
  const float r_48 = fmaf(0.5f, r_46, r_44);
  const float r_49 = fmaf(0.5f, r_47, r_45);
  const int k_50 = thread_0 + 2;
  const float2 z_51 = exchange_0[line_1 * 4 + (4 - k_50)];
  const float2 z_52 = ((const float2*)twiddles)[k_50];
  const float r_53 = r_22 - z_51.x;
  const float r_54 = r_23 + z_51.y;
  const float r_55 = fmaf(r_53, z_52.x, -(r_54 * z_52.y));
  const float r_56 = fmaf(r_53, z_52.y, r_54 * z_52.x);
  const float r_57 = r_22 + z_51.x;
  const float r_58 = r_23 - z_51.y;
  const float r_59 = fmaf(0.5f, r_57, r_55);
  const float r_60 = fmaf(0.5f, r_58, r_56);
  const int k_61 = thread_0 + 3;
  const float2 z_62 = exchange_0[line_1 * 4 + (4 - k_61)];
  const float2 z_63 = ((const float2*)twiddles)[k_61];
  const float r_64 = r_26 - z_62.x;
  const float r_65 = r_27 + z_62.y;
  const float r_66 = fmaf(r_64, z_63.x, -(r_65 * z_63.y));
  const float r_67 = fmaf(r_64, z_63.y, r_65 * z_63.x);
  const float r_68 = r_26 + z_62.x;
  const float r_69 = r_27 - z_62.y;
  const float r_70 = fmaf(0.5f, r_68, r_66);
  const float r_71 = fmaf(0.5f, r_69, r_67);
  const float r_72 = r_20 - r_21;
  const int base_73 = line_5 * 5;
  const int p_74 = base_73 + thread_0;
  if (exists_4) {
    ((float2*)output)[p_74] = make_float2(r_37, r_38);
    ((float2*)output)[p_74 + 1] = make_float2(r_48, r_49);
    ((float2*)output)[p_74 + 2] = make_float2(r_59, r_60);
    ((float2*)output)[p_74 + 3] = make_float2(r_70, r_71);
  }
  const int p_83 = base_73 + 4;
  if (exists_4 && thread_0 < 1) {
    ((float2*)output)[p_83] = make_float2(r_72, 0.0f);
  }
}
