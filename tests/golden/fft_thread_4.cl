// fft_thread_4: thread r2c 4 folded
//
// SPDX-License-Identifier: 0BSD
// Written by fftcore. Permission to use, copy, modify, and/or distribute this text for any purpose
// with or without fee is hereby granted. The text is provided "as is" and its author disclaims all
// warranties with regard to it.
//
// In a kernel, each work-item of which has a transform:
//
//   float2 values[fft_thread_4_storage_size];
//   fft_thread_4_load(input, values, transforms);
//   fft_thread_4_execute(values);
//   fft_thread_4_store(values, output, transforms);

#define fft_thread_4_size 4  // points of a transform
#define fft_thread_4_precision_bits 32  // of a real number
#define fft_thread_4_is_forward 1
#define fft_thread_4_implicit_type_batching 1  // transforms in one value
#define fft_thread_4_elements_per_thread 2  // complex values that a thread transforms
#define fft_thread_4_storage_size 3  // values of value_type that a thread's array has
#define fft_thread_4_input_length 2  // of a transform, in values of input_type
#define fft_thread_4_output_length 3  // of a transform, in values of output_type
#define fft_thread_4_input_ept 2  // values that a thread loads
#define fft_thread_4_output_ept 3  // values that a thread stores
#define fft_thread_4_stride 1  // from an element of a thread to its next

static __attribute__((always_inline)) void fft_thread_4_registers(float2* data) {
  const float2 z_0 = data[0];
  const float2 z_1 = data[1];
  const float r_2 = z_0.x + z_1.x;
  const float r_3 = z_0.y + z_1.y;
  const float r_4 = z_0.x - z_1.x;
  const float r_5 = z_0.y - z_1.y;
  const float r_7 = r_3 + r_3;
  const float r_8 = -(r_7 * (-0.5f));
  const float r_10 = r_2 + r_2;
  const float r_12 = fma(0.5f, r_10, r_8);
  const float r_14 = r_4 - r_4;
  const float r_15 = r_5 + r_5;
  const float r_16 = r_14 * (-0.5f);
  const float r_17 = r_15 * (-0.5f);
  const float r_18 = r_4 + r_4;
  const float r_19 = r_5 - r_5;
  const float r_20 = fma(0.5f, r_18, r_16);
  const float r_21 = fma(0.5f, r_19, r_17);
  const float r_23 = r_3 + r_3;
  const float r_24 = -(r_23 * 0.5f);
  const float r_26 = r_2 + r_2;
  const float r_28 = fma(0.5f, r_26, r_24);
  data[0] = (float2)(r_12, 0.0f);
  data[1] = (float2)(r_20, r_21);
  data[2] = (float2)(r_28, 0.0f);
}

// Transforms the work-item's values, in place.
static __attribute__((always_inline)) void fft_thread_4_execute(float2* values) {
  fft_thread_4_registers(values);
}

// Which of all transforms is this work-item's.
static ulong fft_thread_4_transform(void) {
  return get_global_id(1) * get_global_size(0) + get_global_id(0);
}

// Values of this work-item's transform, of those that lie one after the other; 0 where there are no
// more.
static void fft_thread_4_load(const __global float2* from, float2* values, ulong transforms) {
  for (uint i = 0; i < fft_thread_4_input_length; ++i)
    ((float2*)values)[i] = fft_thread_4_transform() < transforms
                               ? from[fft_thread_4_transform() * fft_thread_4_input_length + i] : (float2)(0);
}
static void fft_thread_4_store(const float2* values, __global float2* to, ulong transforms) {
  if (fft_thread_4_transform() >= transforms) return;
  for (uint i = 0; i < fft_thread_4_output_length; ++i)
    to[fft_thread_4_transform() * fft_thread_4_output_length + i] = ((const float2*)values)[i];
}
