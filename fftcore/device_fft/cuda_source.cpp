// SPDX-License-Identifier: LGPL-2.1-or-later
// The text for CUDA C++: a struct, as cuFFTDx's descriptors are, whose words it has.
#include <fmt/format.h>

#include "device_source.h"

namespace fftcore {
namespace {

constexpr std::string_view kUseOfCudaBlock =
    R"(// In a kernel with __launch_bounds__($name::max_threads_per_block), whose blocks have
// $name::block_dim threads:
//
//   extern __shared__ __align__(16) unsigned char shared_memory[];  // $name::shared_memory_size
//   $name::value_type values[$name::storage_size];
//   $name::load(input, values, transforms);
//   $name::execute(values, shared_memory);
//   $name::store(values, output, transforms);
//
// More than 48 KiB of shared memory are dynamic, and asked for by cudaFuncSetAttribute().
)";

constexpr std::string_view kUseOfCudaThread =
    R"(// In a kernel, each thread of which has a transform:
//
//   $name::value_type values[$name::storage_size];
//   $name::load(input, values, transforms);
//   $name::execute(values);
//   $name::store(values, output, transforms);
)";

constexpr std::string_view kTypes = R"(
#ifdef __CUDACC__
  using value_type = $value;
  using input_type = $input;
  using output_type = $output;
)";

// Values are cast to their type: any other of that size does.
constexpr std::string_view kChecked = R"(
  template <class T>
  static __device__ __forceinline__ value_type* checked(T* values) {
    static_assert(sizeof(T) == sizeof(value_type) && alignof(T) == alignof(value_type),
                  "values have the size and the alignment of value_type");
    return (value_type*)values;
  }
)";

constexpr std::string_view kCudaThread = R"(
  /// Transforms the thread's values, in place.
  template <class T>
  static __device__ __forceinline__ void execute(T* values) {
    $name_registers(checked(values));
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
)";

constexpr std::string_view kCudaBlock = R"(
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
    $call
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
)";

}  // namespace

std::string cuda_source(const DeviceText& text) {
  const DeviceCuda dialect{std::string(text.name)};
  const ValueTypes types = value_types(text, dialect);
  const bool is_block = text.fft.scope == FftScope::block;
  std::string source = source_head(text);
  source += filled(is_block ? kUseOfCudaBlock : kUseOfCudaThread, text.name, types);
  source +=
      fmt::format("#ifndef {0}_is_here\n#define {0}_is_here\n\n#ifdef __CUDACC__\n", text.name);
  source += source_of_body(text, dialect) + "#endif\n";
  source += fmt::format("\nstruct {} {{\n", text.name);
  for (const NamedNumber& number : numbers_of(text))
    source += fmt::format("  static constexpr unsigned int {} = {};{}{}\n", number.name,
                          number.value, number.comment.empty() ? "" : "  ///< ", number.comment);
  std::string functions = filled(kTypes, text.name, types);
  if (is_block)
    functions += fmt::format("  static constexpr dim3 block_dim{{{}, {}, 1}};\n",
                             text.traits.stride, text.traits.ffts_per_block);
  functions += filled(kChecked, text.name, types);
  functions += filled(is_block ? kCudaBlock : kCudaThread, text.name, types);
  constexpr std::string_view kCall = "$call";
  if (const auto at = functions.find(kCall); at != std::string::npos)
    functions.replace(
        at, kCall.size(),
        text.body.kernel.shared.empty()
            ? fmt::format("{}_registers(checked(values));\n    (void)shared_memory;", text.name)
            : fmt::format("{}_registers(checked(values), shared_memory);", text.name));
  return source + functions + "#endif\n";
}

}  // namespace fftcore
