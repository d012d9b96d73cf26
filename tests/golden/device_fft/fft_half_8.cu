// fft_half_8: block c2r 8 f16 packed ept=2 ffts=1
//
// SPDX-License-Identifier: 0BSD
// Written by fftcore. Permission to use, copy, modify, and/or distribute this text for any purpose
// with or without fee is hereby granted. The text is provided "as is" and its author disclaims all
// warranties with regard to it.
//
// In a kernel with __launch_bounds__(fft_half_8::max_threads_per_block), whose blocks have
// fft_half_8::block_dim threads:
//
//   extern __shared__ __align__(16) unsigned char shared_memory[];  // fft_half_8::shared_memory_size
//   fft_half_8::value_type values[fft_half_8::storage_size];
//   fft_half_8::load(input, values, transforms);
//   fft_half_8::execute(values, shared_memory);
//   fft_half_8::store(values, output, transforms);
//
// More than 48 KiB of shared memory are dynamic, and asked for by cudaFuncSetAttribute().
#ifndef fft_half_8_is_here
#define fft_half_8_is_here

#ifdef __CUDACC__
struct fft_half_8_half2 {  // a half of each of two transforms
  unsigned int bits;
  friend __device__ __forceinline__ fft_half_8_half2 operator+(fft_half_8_half2 a, fft_half_8_half2 b) {
    fft_half_8_half2 c;
    asm("add.f16x2 %0, %1, %2;" : "=r"(c.bits) : "r"(a.bits), "r"(b.bits));
    return c;
  }
  friend __device__ __forceinline__ fft_half_8_half2 operator-(fft_half_8_half2 a, fft_half_8_half2 b) {
    fft_half_8_half2 c;
    asm("sub.f16x2 %0, %1, %2;" : "=r"(c.bits) : "r"(a.bits), "r"(b.bits));
    return c;
  }
  friend __device__ __forceinline__ fft_half_8_half2 operator*(fft_half_8_half2 a, fft_half_8_half2 b) {
    fft_half_8_half2 c;
    asm("mul.f16x2 %0, %1, %2;" : "=r"(c.bits) : "r"(a.bits), "r"(b.bits));
    return c;
  }
  friend __device__ __forceinline__ fft_half_8_half2 operator-(fft_half_8_half2 a) {
    a.bits ^= 0x80008000u;
    return a;
  }
  friend __device__ __forceinline__ fft_half_8_half2 fft_half_8_fma(fft_half_8_half2 a, fft_half_8_half2 b, fft_half_8_half2 c) {
    fft_half_8_half2 d;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d.bits) : "r"(a.bits), "r"(b.bits), "r"(c.bits));
    return d;
  }
};
struct __align__(8) fft_half_8_half4 { fft_half_8_half2 x, y; };  // re0, re1, im0, im1
static __device__ const fft_half_8_half4 fft_half_8_table[6] = {
  {{0x3c003c00u}, {0x80008000u}}, {{0x80008000u}, {0xbc00bc00u}}, {{0x3c003c00u}, {0x80008000u}},
  {{0x39a839a8u}, {0xb9a8b9a8u}}, {{0x80008000u}, {0xbc00bc00u}}, {{0xb9a8b9a8u}, {0xb9a8b9a8u}},
};
static __device__ __forceinline__ void fft_half_8_registers(fft_half_8_half4* data, void* shared_memory) {
  fft_half_8_half4* const exchange_0 = (fft_half_8_half4*)shared_memory;
  const int thread_0 = (int)threadIdx.x;
  const fft_half_8_half4 z_2 = data[0];
  const fft_half_8_half2 im_3 = thread_0 < 1 ? fft_half_8_half2{0x00000000u} : z_2.y;
  const int e_6 = thread_0 + 4;
  const bool m_7 = 4 < e_6;
  const int k_8 = m_7 ? 8 - e_6 : e_6;
  const fft_half_8_half2 s_9 = m_7 ? fft_half_8_half2{0xbc00bc00u} : fft_half_8_half2{0x3c003c00u};
  __syncthreads();
  exchange_0[thread_0] = fft_half_8_half4{z_2.x, im_3};
  if (thread_0 < 1) {
    exchange_0[4] = fft_half_8_half4{z_2.y, fft_half_8_half2{0x00000000u}};
  }
  __syncthreads();
  const fft_half_8_half4 z_11 = exchange_0[k_8];
  const fft_half_8_half2 r_13 = fft_half_8_fma(z_11.y, s_9, im_3);
  const fft_half_8_half2 r_14 = z_2.x + z_11.x;
  const fft_half_8_half2 r_15 = fft_half_8_fma(-z_11.y, s_9, im_3);
  const fft_half_8_half2 r_16 = z_2.x - z_11.x;
  __syncthreads();
  const int a_17 = thread_0 * 2;
  const int a_18 = thread_0 % 2 + thread_0 / 2 * 2;
  exchange_0[a_17] = fft_half_8_half4{r_13, r_14};
  exchange_0[a_17 + 1] = fft_half_8_half4{r_15, r_16};
  __syncthreads();
  const fft_half_8_half4 z_19 = exchange_0[a_18];
  const fft_half_8_half4 z_20 = exchange_0[a_18 + 4];
  const int q_21 = thread_0 % 2;
  const fft_half_8_half4 z_22 = fft_half_8_table[q_21];
  const fft_half_8_half2 r_25 = fft_half_8_fma(z_20.x, z_22.x, fft_half_8_fma(-z_20.y, z_22.y, z_19.x));
  const fft_half_8_half2 r_26 = fft_half_8_fma(z_20.x, z_22.y, fft_half_8_fma(z_20.y, z_22.x, z_19.y));
  const fft_half_8_half2 r_27 = fft_half_8_fma(fft_half_8_half2{0x40004000u}, z_19.x, -r_25);
  const fft_half_8_half2 r_28 = fft_half_8_fma(fft_half_8_half2{0x40004000u}, z_19.y, -r_26);
  __syncthreads();
  const int a_29 = thread_0 / 2 * 4 + thread_0 % 2;
  const int a_30 = thread_0 / 2 * 2 + thread_0 % 2;
  exchange_0[a_29] = fft_half_8_half4{r_25, r_26};
  exchange_0[a_29 + 2] = fft_half_8_half4{r_27, r_28};
  __syncthreads();
  const fft_half_8_half4 z_31 = exchange_0[a_30];
  const fft_half_8_half4 z_32 = exchange_0[a_30 + 4];
  const fft_half_8_half4 z_33 = fft_half_8_table[thread_0 + 2];
  const fft_half_8_half2 r_37 = fft_half_8_fma(z_32.x, z_33.y, fft_half_8_fma(z_32.y, z_33.x, z_31.y));
  const fft_half_8_half2 r_39 = fft_half_8_fma(fft_half_8_half2{0x40004000u}, z_31.y, -r_37);
  ((fft_half_8_half2*)data)[0] = r_37;
  ((fft_half_8_half2*)data)[1] = r_39;
}
#endif

struct fft_half_8 {
  static constexpr unsigned int size = 8;  ///< points of a transform
  static constexpr unsigned int precision_bits = 16;  ///< of a real number
  static constexpr unsigned int is_forward = 0;
  static constexpr unsigned int implicit_type_batching = 2;  ///< transforms in one value
  static constexpr unsigned int elements_per_thread = 2;  ///< complex values that a thread transforms
  static constexpr unsigned int storage_size = 1;  ///< values of value_type that a thread's array has
  static constexpr unsigned int input_length = 4;  ///< of a transform, in values of input_type
  static constexpr unsigned int output_length = 8;  ///< of a transform, in values of output_type
  static constexpr unsigned int input_ept = 1;  ///< values that a thread loads
  static constexpr unsigned int output_ept = 2;  ///< values that a thread stores
  static constexpr unsigned int stride = 4;  ///< from an element of a thread to its next
  static constexpr unsigned int ffts_per_block = 1;  ///< threadIdx.y, or get_local_id(1)
  static constexpr unsigned int suggested_ffts_per_block = 32;
  static constexpr unsigned int suggested_elements_per_thread = 8;
  static constexpr unsigned int max_threads_per_block = 4;  ///< stride * ffts_per_block
  static constexpr unsigned int shared_memory_size = 64;  ///< bytes that execute() needs of registers
  static constexpr unsigned int shared_io_memory_size = 64;  ///< bytes where data lies in shared memory
  static constexpr unsigned int requires_workspace = 0;
  static constexpr unsigned int workspace_size = 0;  ///< bytes

#ifdef __CUDACC__
  using value_type = fft_half_8_half4;
  using input_type = fft_half_8_half4;
  using output_type = fft_half_8_half2;
  static constexpr dim3 block_dim{4, 1, 1};

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
    fft_half_8_registers(checked(values), shared_memory);
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
