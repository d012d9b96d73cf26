// fft_block_8: block c2c 8 ept=4 ffts=2
//
// SPDX-License-Identifier: 0BSD
// Written by fftcore. Permission to use, copy, modify, and/or distribute this text for any purpose
// with or without fee is hereby granted. The text is provided "as is" and its author disclaims all
// warranties with regard to it.
//
// In a kernel whose work-groups have fft_block_8_stride x fft_block_8_ffts_per_block work-items:
//
//   __local float2 shared_memory[fft_block_8_shared_memory_size / sizeof(float2) + 1];
//   float2 values[fft_block_8_storage_size];
//   fft_block_8_load(input, values, transforms);
//   fft_block_8_execute(values, shared_memory);
//   fft_block_8_store(values, output, transforms);

#define fft_block_8_size 8  // points of a transform
#define fft_block_8_precision_bits 32  // of a real number
#define fft_block_8_is_forward 1
#define fft_block_8_implicit_type_batching 1  // transforms in one value
#define fft_block_8_elements_per_thread 4  // complex values that a thread transforms
#define fft_block_8_storage_size 4  // values of value_type that a thread's array has
#define fft_block_8_input_length 8  // of a transform, in values of input_type
#define fft_block_8_output_length 8  // of a transform, in values of output_type
#define fft_block_8_input_ept 4  // values that a thread loads
#define fft_block_8_output_ept 4  // values that a thread stores
#define fft_block_8_stride 2  // from an element of a thread to its next
#define fft_block_8_ffts_per_block 2  // threadIdx.y, or get_local_id(1)
#define fft_block_8_suggested_ffts_per_block 64
#define fft_block_8_suggested_elements_per_thread 8
#define fft_block_8_max_threads_per_block 4  // stride * ffts_per_block
#define fft_block_8_shared_memory_size 128  // bytes that execute() needs of registers
#define fft_block_8_shared_io_memory_size 128  // bytes where data lies in shared memory
#define fft_block_8_requires_workspace 0
#define fft_block_8_workspace_size 0  // bytes

__constant float2 fft_block_8_table[2] = {
  (float2)(1.0f, -0.0f), (float2)(0.70710677f, -0.70710677f),
};
static __attribute__((always_inline)) void fft_block_8_registers(float2* data, __local void* shared_memory) {
  __local float2* const exchange_0 = (__local float2*)shared_memory;
  const int thread_0 = (int)get_local_id(0);
  const int line_1 = (int)get_local_id(1);
  const float2 z_5 = data[0];
  const float2 z_6 = data[1];
  const float2 z_7 = data[2];
  const float2 z_8 = data[3];
  const float r_9 = z_5.x + z_7.x;
  const float r_10 = z_5.y + z_7.y;
  const float r_11 = z_5.x - z_7.x;
  const float r_12 = z_5.y - z_7.y;
  const float r_13 = z_6.x + z_8.x;
  const float r_14 = z_6.y + z_8.y;
  const float r_15 = z_6.x - z_8.x;
  const float r_16 = z_6.y - z_8.y;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int a_17 = thread_0 * 2 + line_1 * 8;
  const int a_18 = thread_0 + line_1 * 8;
  exchange_0[a_17] = (float2)(r_9, r_10);
  exchange_0[a_17 + 1] = (float2)(r_11, r_12);
  exchange_0[a_17 + 4] = (float2)(r_13, r_14);
  exchange_0[a_17 + 5] = (float2)(r_15, r_16);
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 z_19 = exchange_0[a_18];
  const float2 z_20 = exchange_0[a_18 + 2];
  const float2 z_21 = exchange_0[a_18 + 4];
  const float2 z_22 = exchange_0[a_18 + 6];
  const float2 z_23 = fft_block_8_table[thread_0];
  const float r_24 = z_23.x + z_23.x;
  const float r_25 = z_23.y + z_23.y;
  const float w_26 = fma(z_23.x, r_24, -1.0f);
  const float w_27 = z_23.x * r_25;
  const float r_28 = w_26 + w_26;
  const float r_29 = w_27 + w_27;
  const float w_30 = fma(z_23.x, r_28, -z_23.x);
  const float w_31 = fma(z_23.x, r_29, -z_23.y);
  const float r_36 = fma(z_20.x, z_23.x, -(z_20.y * z_23.y));
  const float r_37 = fma(z_20.x, z_23.y, z_20.y * z_23.x);
  const float r_38 = fma(z_21.x, w_26, fma(-z_21.y, w_27, z_19.x));
  const float r_39 = fma(z_21.x, w_27, fma(z_21.y, w_26, z_19.y));
  const float r_40 = fma(2.0f, z_19.x, -r_38);
  const float r_41 = fma(2.0f, z_19.y, -r_39);
  const float r_42 = fma(z_22.x, w_30, fma(-z_22.y, w_31, r_36));
  const float r_43 = fma(z_22.x, w_31, fma(z_22.y, w_30, r_37));
  const float r_44 = fma(2.0f, r_36, -r_42);
  const float r_45 = fma(2.0f, r_37, -r_43);
  const float r_46 = r_38 + r_42;
  const float r_47 = r_39 + r_43;
  const float r_48 = r_38 - r_42;
  const float r_49 = r_39 - r_43;
  const float r_50 = r_40 + r_45;
  const float r_51 = r_41 - r_44;
  const float r_52 = r_40 - r_45;
  const float r_53 = r_41 + r_44;
  data[0] = (float2)(r_46, r_47);
  data[1] = (float2)(r_50, r_51);
  data[2] = (float2)(r_48, r_49);
  data[3] = (float2)(r_52, r_53);
}

// Transforms the work-items' values, in place. Work-item x of transform y has its elements x,
// x + stride, x + 2 stride, ... The work-group waits before it uses the local memory, and not
// afterwards: wait before you use it again.
static __attribute__((always_inline)) void fft_block_8_execute(float2* values, __local void* shared_memory) {
  fft_block_8_registers(values, shared_memory);
}

// Transforms what lies in local memory (fft_block_8_shared_io_memory_size bytes), transform after
// transform, in place. Wait before, so that it is there, and afterwards.
static __attribute__((always_inline)) void fft_block_8_execute_shared(__local void* shared_values) {
  float2 values[fft_block_8_storage_size];
  const uint x = get_local_id(0), y = get_local_id(1);
  for (uint i = 0; i < fft_block_8_input_ept; ++i)
    if (x + i * fft_block_8_stride < fft_block_8_input_length)
      ((float2*)values)[i] =
          ((const __local float2*)shared_values)[y * fft_block_8_input_length + x + i * fft_block_8_stride];
  fft_block_8_execute(values, shared_values);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < fft_block_8_output_ept; ++i)
    if (x + i * fft_block_8_stride < fft_block_8_output_length)
      ((__local float2*)shared_values)[y * fft_block_8_output_length + x + i * fft_block_8_stride] =
          ((const float2*)values)[i];
}

// Which of all transforms is this work-item's.
static ulong fft_block_8_transform(void) {
  return get_group_id(0) * (ulong)fft_block_8_ffts_per_block + get_local_id(1);
}

// This work-item's values of those that lie in memory, transform after transform; 0 where there are
// no more transforms.
static void fft_block_8_load(const __global float2* from, float2* values, ulong transforms) {
  const ulong line = fft_block_8_transform() * fft_block_8_input_length;
  for (uint i = 0; i < fft_block_8_input_ept; ++i) {
    const uint element = get_local_id(0) + i * fft_block_8_stride;
    if (element < fft_block_8_input_length)
      ((float2*)values)[i] = fft_block_8_transform() < transforms ? from[line + element] : (float2)(0);
  }
}
static void fft_block_8_store(const float2* values, __global float2* to, ulong transforms) {
  const ulong line = fft_block_8_transform() * fft_block_8_output_length;
  if (fft_block_8_transform() >= transforms) return;
  for (uint i = 0; i < fft_block_8_output_ept; ++i) {
    const uint element = get_local_id(0) + i * fft_block_8_stride;
    if (element < fft_block_8_output_length) to[line + element] = ((const float2*)values)[i];
  }
}

// The same for values in local memory, by all work-items of the work-group. Wait after
// load_shared(), and before store_shared().
static void fft_block_8_load_shared(const __global float2* from, __local void* shared_values,
                              ulong transforms) {
  const ulong first = get_group_id(0) * (ulong)(fft_block_8_ffts_per_block * fft_block_8_input_length);
  for (uint i = get_local_id(1) * fft_block_8_stride + get_local_id(0);
       i < fft_block_8_ffts_per_block * fft_block_8_input_length; i += fft_block_8_max_threads_per_block)
    ((__local float2*)shared_values)[i] =
        first + i < transforms * fft_block_8_input_length ? from[first + i] : (float2)(0);
}
static void fft_block_8_store_shared(const __local void* shared_values, __global float2* to,
                               ulong transforms) {
  const ulong first = get_group_id(0) * (ulong)(fft_block_8_ffts_per_block * fft_block_8_output_length);
  for (uint i = get_local_id(1) * fft_block_8_stride + get_local_id(0);
       i < fft_block_8_ffts_per_block * fft_block_8_output_length; i += fft_block_8_max_threads_per_block)
    if (first + i < transforms * fft_block_8_output_length)
      to[first + i] = ((const __local float2*)shared_values)[i];
}
