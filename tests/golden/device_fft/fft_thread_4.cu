// fft_thread_4: thread r2c 4 folded
//
// SPDX-License-Identifier: 0BSD
// Written by fftcore. Permission to use, copy, modify, and/or distribute this text for any purpose
// with or without fee is hereby granted. The text is provided "as is" and its author disclaims all
// warranties with regard to it.
//
// In a kernel, each thread of which has a transform:
//
//   fft_thread_4::value_type values[fft_thread_4::storage_size];
//   fft_thread_4::load(input, values, transforms);
//   fft_thread_4::execute(values);
//   fft_thread_4::store(values, output, transforms);
#ifndef fft_thread_4_is_here
#define fft_thread_4_is_here

#ifdef __CUDACC__
static __device__ __forceinline__ void fft_thread_4_registers(float2* data) {
  const float2 z_0 = data[0];
  const float2 z_1 = data[1];
  const float r_2 = z_0.x + z_1.x;
  const float r_3 = z_0.y + z_1.y;
  const float r_4 = z_0.x - z_1.x;
  const float r_5 = z_0.y - z_1.y;
  const float r_7 = r_3 + r_3;
  const float r_8 = -(r_7 * (-0.5f));
  const float r_10 = r_2 + r_2;
  const float r_12 = fmaf(0.5f, r_10, r_8);
  const float r_14 = r_4 - r_4;
  const float r_15 = r_5 + r_5;
  const float r_16 = r_14 * (-0.5f);
  const float r_17 = r_15 * (-0.5f);
  const float r_18 = r_4 + r_4;
  const float r_19 = r_5 - r_5;
  const float r_20 = fmaf(0.5f, r_18, r_16);
  const float r_21 = fmaf(0.5f, r_19, r_17);
  const float r_23 = r_3 + r_3;
  const float r_24 = -(r_23 * 0.5f);
  const float r_26 = r_2 + r_2;
  const float r_28 = fmaf(0.5f, r_26, r_24);
  data[0] = make_float2(r_12, 0.0f);
  data[1] = make_float2(r_20, r_21);
  data[2] = make_float2(r_28, 0.0f);
}
#endif

struct fft_thread_4 {
  static constexpr unsigned int size = 4;  ///< points of a transform
  static constexpr unsigned int precision_bits = 32;  ///< of a real number
  static constexpr unsigned int is_forward = 1;
  static constexpr unsigned int implicit_type_batching = 1;  ///< transforms in one value
  static constexpr unsigned int elements_per_thread = 2;  ///< complex values that a thread transforms
  static constexpr unsigned int storage_size = 3;  ///< values of value_type that a thread's array has
  static constexpr unsigned int input_length = 2;  ///< of a transform, in values of input_type
  static constexpr unsigned int output_length = 3;  ///< of a transform, in values of output_type
  static constexpr unsigned int input_ept = 2;  ///< values that a thread loads
  static constexpr unsigned int output_ept = 3;  ///< values that a thread stores
  static constexpr unsigned int stride = 1;  ///< from an element of a thread to its next

#ifdef __CUDACC__
  using value_type = float2;
  using input_type = float2;
  using output_type = float2;

  template <class T>
  static __device__ __forceinline__ value_type* checked(T* values) {
    static_assert(sizeof(T) == sizeof(value_type) && alignof(T) == alignof(value_type),
                  "values have the size and the alignment of value_type");
    return (value_type*)values;
  }

  /// Transforms the thread's values, in place.
  template <class T>
  static __device__ __forceinline__ void execute(T* values) {
    fft_thread_4_registers(checked(values));
  }

  /// Values of this thread's transform, of those that lie one after the other; 0 where there are no
  /// more. Blocks and the grid may have any size.
  template <class From, class T>
  static __device__ __forceinline__ void load(const From* from, T* values,
                                              unsigned long long transforms) {
    input_type* const to = (input_type*)checked(values);
    #pragma unroll
    for (unsigned int i = 0; i < input_length; ++i)
      to[i] = transform() < transforms
                  ? ((const input_type*)from)[transform() * input_length + i] : input_type{};
  }
  template <class T, class To>
  static __device__ __forceinline__ void store(const T* values, To* to,
                                               unsigned long long transforms) {
    if (transform() >= transforms) return;
    #pragma unroll
    for (unsigned int i = 0; i < output_length; ++i)
      ((output_type*)to)[transform() * output_length + i] = ((const output_type*)values)[i];
  }
  /// Which of all transforms is this thread's.
  static __device__ __forceinline__ unsigned long long transform() {
    return (blockIdx.x * (unsigned long long)blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
#endif
};
#endif
