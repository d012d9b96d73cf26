// fft_block_8: block c2c 8 ept=4 ffts=2
//
// SPDX-License-Identifier: 0BSD
// Written by fftcore. Permission to use, copy, modify, and/or distribute this text for any purpose
// with or without fee is hereby granted. The text is provided "as is" and its author disclaims all
// warranties with regard to it.
//
// In a kernel with __launch_bounds__(fft_block_8::max_threads_per_block), whose blocks have
// fft_block_8::block_dim threads:
//
//   extern __shared__ __align__(16) unsigned char shared_memory[];  // fft_block_8::shared_memory_size
//   fft_block_8::value_type values[fft_block_8::storage_size];
//   fft_block_8::load(input, values, transforms);
//   fft_block_8::execute(values, shared_memory);
//   fft_block_8::store(values, output, transforms);
//
// More than 48 KiB of shared memory are dynamic, and asked for by cudaFuncSetAttribute().
#ifndef fft_block_8_is_here
#define fft_block_8_is_here

#ifdef __CUDACC__
static __device__ const float2 fft_block_8_table[2] = {
  {1.0f, -0.0f}, {0.70710677f, -0.70710677f},
};
static __device__ __forceinline__ void fft_block_8_registers(float2* data, void* shared_memory) {
  float2* const exchange_0 = (float2*)shared_memory;
  const int thread_0 = (int)threadIdx.x;
  const int line_1 = (int)threadIdx.y;
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
  __syncthreads();
  const int a_17 = thread_0 * 2 + line_1 * 8;
  const int a_18 = thread_0 + line_1 * 8;
  exchange_0[a_17] = make_float2(r_9, r_10);
  exchange_0[a_17 + 1] = make_float2(r_11, r_12);
  exchange_0[a_17 + 4] = make_float2(r_13, r_14);
  exchange_0[a_17 + 5] = make_float2(r_15, r_16);
  __syncwarp();
  const float2 z_19 = exchange_0[a_18];
  const float2 z_20 = exchange_0[a_18 + 2];
  const float2 z_21 = exchange_0[a_18 + 4];
  const float2 z_22 = exchange_0[a_18 + 6];
  const float2 z_23 = fft_block_8_table[thread_0];
  const float r_24 = z_23.x + z_23.x;
  const float r_25 = z_23.y + z_23.y;
  const float w_26 = fmaf(z_23.x, r_24, -1.0f);
  const float w_27 = z_23.x * r_25;
  const float r_28 = w_26 + w_26;
  const float r_29 = w_27 + w_27;
  const float w_30 = fmaf(z_23.x, r_28, -z_23.x);
  const float w_31 = fmaf(z_23.x, r_29, -z_23.y);
  const float r_36 = fmaf(z_20.x, z_23.x, -(z_20.y * z_23.y));
  const float r_37 = fmaf(z_20.x, z_23.y, z_20.y * z_23.x);
  const float r_38 = fmaf(z_21.x, w_26, fmaf(-z_21.y, w_27, z_19.x));
  const float r_39 = fmaf(z_21.x, w_27, fmaf(z_21.y, w_26, z_19.y));
  const float r_40 = fmaf(2.0f, z_19.x, -r_38);
  const float r_41 = fmaf(2.0f, z_19.y, -r_39);
  const float r_42 = fmaf(z_22.x, w_30, fmaf(-z_22.y, w_31, r_36));
  const float r_43 = fmaf(z_22.x, w_31, fmaf(z_22.y, w_30, r_37));
  const float r_44 = fmaf(2.0f, r_36, -r_42);
  const float r_45 = fmaf(2.0f, r_37, -r_43);
  const float r_46 = r_38 + r_42;
  const float r_47 = r_39 + r_43;
  const float r_48 = r_38 - r_42;
  const float r_49 = r_39 - r_43;
  const float r_50 = r_40 + r_45;
  const float r_51 = r_41 - r_44;
  const float r_52 = r_40 - r_45;
  const float r_53 = r_41 + r_44;
  data[0] = make_float2(r_46, r_47);
  data[1] = make_float2(r_50, r_51);
  data[2] = make_float2(r_48, r_49);
  data[3] = make_float2(r_52, r_53);
}
#endif

struct fft_block_8 {
  static constexpr unsigned int size = 8;  ///< points of a transform
  static constexpr unsigned int precision_bits = 32;  ///< of a real number
  static constexpr unsigned int is_forward = 1;
  static constexpr unsigned int implicit_type_batching = 1;  ///< transforms in one value
  static constexpr unsigned int elements_per_thread = 4;  ///< complex values that a thread transforms
  static constexpr unsigned int storage_size = 4;  ///< values of value_type that a thread's array has
  static constexpr unsigned int input_length = 8;  ///< of a transform, in values of input_type
  static constexpr unsigned int output_length = 8;  ///< of a transform, in values of output_type
  static constexpr unsigned int input_ept = 4;  ///< values that a thread loads
  static constexpr unsigned int output_ept = 4;  ///< values that a thread stores
  static constexpr unsigned int stride = 2;  ///< from an element of a thread to its next
  static constexpr unsigned int ffts_per_block = 2;  ///< threadIdx.y, or get_local_id(1)
  static constexpr unsigned int suggested_ffts_per_block = 64;
  static constexpr unsigned int suggested_elements_per_thread = 8;
  static constexpr unsigned int max_threads_per_block = 4;  ///< stride * ffts_per_block
  static constexpr unsigned int shared_memory_size = 128;  ///< bytes that execute() needs of registers
  static constexpr unsigned int shared_io_memory_size = 128;  ///< bytes where data lies in shared memory
  static constexpr unsigned int requires_workspace = 0;
  static constexpr unsigned int workspace_size = 0;  ///< bytes

#ifdef __CUDACC__
  using value_type = float2;
  using input_type = float2;
  using output_type = float2;
  static constexpr dim3 block_dim{2, 2, 1};

  template <class T>
  static __device__ __forceinline__ value_type* checked(T* values) {
    static_assert(sizeof(T) == sizeof(value_type) && alignof(T) == alignof(value_type),
                  "values have the size and the alignment of value_type");
    return (value_type*)values;
  }

  /// No transform needs memory of the device besides; this is empty, and never fails. It takes a
  /// stream, or an error, which is a number or an enumeration and becomes 0, and then a stream.
  struct workspace_type {};
  static __host__ __device__ workspace_type make_workspace(struct CUstream_st* = nullptr) {
    return workspace_type{};
  }
  template <class Error, class = decltype(static_cast<int>(Error()))>
  static __host__ __device__ workspace_type make_workspace(Error& error,
                                                           struct CUstream_st* = nullptr) {
    error = Error();
    return workspace_type{};
  }

  /// Transforms the threads' values, in place. Thread x of transform y has its elements x,
  /// x + stride, x + 2 stride, ... The block waits before it uses the shared memory, and not
  /// afterwards: wait before you use it again.
  template <class T>
  static __device__ __forceinline__ void execute(T* values, void* shared_memory) {
    fft_block_8_registers(checked(values), shared_memory);
  }
  template <class T>
  static __device__ __forceinline__ void execute(T* values, void* shared_memory,
                                                 const workspace_type&) {
    execute(values, shared_memory);
  }

  /// Transforms what lies in shared memory (shared_io_memory_size), transform after transform, in
  /// place. Wait before, so that it is there, and afterwards.
  template <class T>
  static __device__ __forceinline__ void execute(T* shared_values) {
    value_type values[storage_size];
    copy<input_ept, input_length>((const input_type*)shared_values + threadIdx.y * input_length,
                                  (input_type*)values);
    execute(values, (void*)shared_values);
    __syncthreads();
    output_type* const to = (output_type*)shared_values + threadIdx.y * output_length;
    #pragma unroll
    for (unsigned int i = 0; i < output_ept; ++i)
      if (threadIdx.x + i * stride < output_length)
        to[threadIdx.x + i * stride] = ((const output_type*)values)[i];
  }
  template <class T>
  static __device__ __forceinline__ void execute(T* shared_values, const workspace_type&) {
    execute(shared_values);
  }

  /// This thread's values of those that lie in memory, transform after transform; 0 where there are
  /// no more transforms. The grid's blocks have ffts_per_block of them each.
  template <class From, class T>
  static __device__ __forceinline__ void load(const From* from, T* values,
                                              unsigned long long transforms) {
    input_type* const to = (input_type*)checked(values);
    if (transform() < transforms)
      copy<input_ept, input_length>((const input_type*)from + transform() * input_length, to);
    else
      for (unsigned int i = 0; i < input_ept; ++i) to[i] = input_type{};
  }
  template <class T, class To>
  static __device__ __forceinline__ void store(const T* values, To* to,
                                               unsigned long long transforms) {
    if (transform() >= transforms) return;
    output_type* const line = (output_type*)to + transform() * output_length;
    #pragma unroll
    for (unsigned int i = 0; i < output_ept; ++i)
      if (threadIdx.x + i * stride < output_length)
        line[threadIdx.x + i * stride] = ((const output_type*)values)[i];
  }

  /// The same for values in shared memory, by all threads of the block. Wait after load_shared(),
  /// and before store_shared().
  template <class From, class T>
  static __device__ __forceinline__ void load_shared(const From* from, T* shared_values,
                                                     unsigned long long transforms) {
    const unsigned long long first = blockIdx.x * (unsigned long long)ffts_per_block * input_length;
    for (unsigned int i = thread(); i < ffts_per_block * input_length; i += max_threads_per_block)
      ((input_type*)shared_values)[i] = first + i < transforms * input_length
                                            ? ((const input_type*)from)[first + i] : input_type{};
  }
  template <class T, class To>
  static __device__ __forceinline__ void store_shared(const T* shared_values, To* to,
                                                      unsigned long long transforms) {
    const unsigned long long first =
        blockIdx.x * (unsigned long long)ffts_per_block * output_length;
    for (unsigned int i = thread(); i < ffts_per_block * output_length; i += max_threads_per_block)
      if (first + i < transforms * output_length)
        ((output_type*)to)[first + i] = ((const output_type*)shared_values)[i];
  }

  /// Which of all transforms is this thread's.
  static __device__ __forceinline__ unsigned long long transform() {
    return blockIdx.x * (unsigned long long)ffts_per_block + threadIdx.y;
  }

 private:
  static __device__ __forceinline__ unsigned int thread() {
    return threadIdx.y * stride + threadIdx.x;
  }
  template <unsigned int count, unsigned int length>
  static __device__ __forceinline__ void copy(const input_type* line, input_type* values) {
    #pragma unroll
    for (unsigned int i = 0; i < count; ++i)
      if (threadIdx.x + i * stride < length) values[i] = line[threadIdx.x + i * stride];
  }
#endif
};
#endif
