// fft_half_8: block c2r 8 f16 packed ept=2 ffts=1
//
// SPDX-License-Identifier: 0BSD
// Written by fftcore. Permission to use, copy, modify, and/or distribute this text for any purpose
// with or without fee is hereby granted. The text is provided "as is" and its author disclaims all
// warranties with regard to it.
//
// In a kernel whose work-groups have fft_half_8_stride x fft_half_8_ffts_per_block work-items:
//
//   __local half4 shared_memory[fft_half_8_shared_memory_size / sizeof(half4) + 1];
//   half4 values[fft_half_8_storage_size];
//   fft_half_8_load(input, values, transforms);
//   fft_half_8_execute(values, shared_memory);
//   fft_half_8_store(values, output, transforms);

#define fft_half_8_size 8  // points of a transform
#define fft_half_8_precision_bits 16  // of a real number
#define fft_half_8_is_forward 0
#define fft_half_8_implicit_type_batching 2  // transforms in one value
#define fft_half_8_elements_per_thread 2  // complex values that a thread transforms
#define fft_half_8_storage_size 1  // values of value_type that a thread's array has
#define fft_half_8_input_length 4  // of a transform, in values of input_type
#define fft_half_8_output_length 8  // of a transform, in values of output_type
#define fft_half_8_input_ept 1  // values that a thread loads
#define fft_half_8_output_ept 2  // values that a thread stores
#define fft_half_8_stride 4  // from an element of a thread to its next
#define fft_half_8_ffts_per_block 1  // threadIdx.y, or get_local_id(1)
#define fft_half_8_suggested_ffts_per_block 32
#define fft_half_8_suggested_elements_per_thread 8
#define fft_half_8_max_threads_per_block 4  // stride * ffts_per_block
#define fft_half_8_shared_memory_size 64  // bytes that execute() needs of registers
#define fft_half_8_shared_io_memory_size 64  // bytes where data lies in shared memory
#define fft_half_8_requires_workspace 0
#define fft_half_8_workspace_size 0  // bytes

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__constant half4 fft_half_8_table[6] = {
  (half4)((half2)((half)1.0f), (half2)((half)-0.0f)),
  (half4)((half2)((half)-0.0f), (half2)((half)-1.0f)),
  (half4)((half2)((half)1.0f), (half2)((half)-0.0f)),
  (half4)((half2)((half)0.70710677f), (half2)((half)-0.70710677f)),
  (half4)((half2)((half)-0.0f), (half2)((half)-1.0f)),
  (half4)((half2)((half)-0.70710677f), (half2)((half)-0.70710677f)),
};
static __attribute__((always_inline)) void fft_half_8_registers(half4* data, __local void* shared_memory) {
  __local half4* const exchange_0 = (__local half4*)shared_memory;
  const int thread_0 = (int)get_local_id(0);
  const half4 z_2 = data[0];
  const half2 im_3 = thread_0 < 1 ? (half2)((half)0.0f) : z_2.hi;
  const int e_6 = thread_0 + 4;
  const bool m_7 = 4 < e_6;
  const int k_8 = m_7 ? 8 - e_6 : e_6;
  const half2 s_9 = m_7 ? (half2)((half)-1.0f) : (half2)((half)1.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  exchange_0[thread_0] = (half4)(z_2.lo, im_3);
  if (thread_0 < 1) {
    exchange_0[4] = (half4)(z_2.hi, (half2)((half)0.0f));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const half4 z_11 = exchange_0[k_8];
  const half2 r_13 = fma(z_11.hi, s_9, im_3);
  const half2 r_14 = z_2.lo + z_11.lo;
  const half2 r_15 = fma(-z_11.hi, s_9, im_3);
  const half2 r_16 = z_2.lo - z_11.lo;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int a_17 = thread_0 * 2;
  const int a_18 = thread_0 % 2 + thread_0 / 2 * 2;
  exchange_0[a_17] = (half4)(r_13, r_14);
  exchange_0[a_17 + 1] = (half4)(r_15, r_16);
  barrier(CLK_LOCAL_MEM_FENCE);
  const half4 z_19 = exchange_0[a_18];
  const half4 z_20 = exchange_0[a_18 + 4];
  const int q_21 = thread_0 % 2;
  const half4 z_22 = fft_half_8_table[q_21];
  const half2 r_25 = fma(z_20.lo, z_22.lo, fma(-z_20.hi, z_22.hi, z_19.lo));
  const half2 r_26 = fma(z_20.lo, z_22.hi, fma(z_20.hi, z_22.lo, z_19.hi));
  const half2 r_27 = fma((half2)((half)2.0f), z_19.lo, -r_25);
  const half2 r_28 = fma((half2)((half)2.0f), z_19.hi, -r_26);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int a_29 = thread_0 / 2 * 4 + thread_0 % 2;
  const int a_30 = thread_0 / 2 * 2 + thread_0 % 2;
  exchange_0[a_29] = (half4)(r_25, r_26);
  exchange_0[a_29 + 2] = (half4)(r_27, r_28);
  barrier(CLK_LOCAL_MEM_FENCE);
  const half4 z_31 = exchange_0[a_30];
  const half4 z_32 = exchange_0[a_30 + 4];
  const half4 z_33 = fft_half_8_table[thread_0 + 2];
  const half2 r_37 = fma(z_32.lo, z_33.hi, fma(z_32.hi, z_33.lo, z_31.hi));
  const half2 r_39 = fma((half2)((half)2.0f), z_31.hi, -r_37);
  ((half2*)data)[0] = r_37;
  ((half2*)data)[1] = r_39;
}

// Transforms the work-items' values, in place. Work-item x of transform y has its elements x,
// x + stride, x + 2 stride, ... The work-group waits before it uses the local memory, and not
// afterwards: wait before you use it again.
static __attribute__((always_inline)) void fft_half_8_execute(half4* values, __local void* shared_memory) {
  fft_half_8_registers(values, shared_memory);
}

// Transforms what lies in local memory (fft_half_8_shared_io_memory_size bytes), transform after
// transform, in place. Wait before, so that it is there, and afterwards.
static __attribute__((always_inline)) void fft_half_8_execute_shared(__local void* shared_values) {
  half4 values[fft_half_8_storage_size];
  const uint x = get_local_id(0), y = get_local_id(1);
  for (uint i = 0; i < fft_half_8_input_ept; ++i)
    if (x + i * fft_half_8_stride < fft_half_8_input_length)
      ((half4*)values)[i] =
          ((const __local half4*)shared_values)[y * fft_half_8_input_length + x + i * fft_half_8_stride];
  fft_half_8_execute(values, shared_values);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < fft_half_8_output_ept; ++i)
    if (x + i * fft_half_8_stride < fft_half_8_output_length)
      ((__local half2*)shared_values)[y * fft_half_8_output_length + x + i * fft_half_8_stride] =
          ((const half2*)values)[i];
}

// Which of all transforms is this work-item's.
static ulong fft_half_8_transform(void) {
  return get_group_id(0) * (ulong)fft_half_8_ffts_per_block + get_local_id(1);
}

// This work-item's values of those that lie in memory, transform after transform; 0 where there are
// no more transforms.
static void fft_half_8_load(const __global half4* from, half4* values, ulong transforms) {
  const ulong line = fft_half_8_transform() * fft_half_8_input_length;
  for (uint i = 0; i < fft_half_8_input_ept; ++i) {
    const uint element = get_local_id(0) + i * fft_half_8_stride;
    if (element < fft_half_8_input_length)
      ((half4*)values)[i] = fft_half_8_transform() < transforms ? from[line + element] : (half4)(0);
  }
}
static void fft_half_8_store(const half4* values, __global half2* to, ulong transforms) {
  const ulong line = fft_half_8_transform() * fft_half_8_output_length;
  if (fft_half_8_transform() >= transforms) return;
  for (uint i = 0; i < fft_half_8_output_ept; ++i) {
    const uint element = get_local_id(0) + i * fft_half_8_stride;
    if (element < fft_half_8_output_length) to[line + element] = ((const half2*)values)[i];
  }
}

// The same for values in local memory, by all work-items of the work-group. Wait after
// load_shared(), and before store_shared().
static void fft_half_8_load_shared(const __global half4* from, __local void* shared_values,
                              ulong transforms) {
  const ulong first = get_group_id(0) * (ulong)(fft_half_8_ffts_per_block * fft_half_8_input_length);
  for (uint i = get_local_id(1) * fft_half_8_stride + get_local_id(0);
       i < fft_half_8_ffts_per_block * fft_half_8_input_length; i += fft_half_8_max_threads_per_block)
    ((__local half4*)shared_values)[i] =
        first + i < transforms * fft_half_8_input_length ? from[first + i] : (half4)(0);
}
static void fft_half_8_store_shared(const __local void* shared_values, __global half2* to,
                               ulong transforms) {
  const ulong first = get_group_id(0) * (ulong)(fft_half_8_ffts_per_block * fft_half_8_output_length);
  for (uint i = get_local_id(1) * fft_half_8_stride + get_local_id(0);
       i < fft_half_8_ffts_per_block * fft_half_8_output_length; i += fft_half_8_max_threads_per_block)
    if (first + i < transforms * fft_half_8_output_length)
      to[first + i] = ((const __local half2*)shared_values)[i];
}
