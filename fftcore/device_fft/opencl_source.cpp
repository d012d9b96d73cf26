// SPDX-License-Identifier: LGPL-2.1-or-later
// The text for OpenCL C 1.2: functions and macros.
#include <fmt/format.h>

#include "device_source.h"

namespace fftcore {
namespace {

constexpr std::string_view kUseOfOpenClBlock =
    R"(// In a kernel whose work-groups have $name_stride x $name_ffts_per_block work-items:
//
//   __local $value shared_memory[$name_shared_memory_size / sizeof($value) + 1];
//   $value values[$name_storage_size];
//   $name_load(input, values, transforms);
//   $name_execute(values, shared_memory);
//   $name_store(values, output, transforms);

)";

constexpr std::string_view kUseOfOpenClThread =
    R"(// In a kernel, each work-item of which has a transform:
//
//   $value values[$name_storage_size];
//   $name_load(input, values, transforms);
//   $name_execute(values);
//   $name_store(values, output, transforms);

)";

constexpr std::string_view kOpenClThread = R"(
// Transforms the work-item's values, in place.
static __attribute__((always_inline)) void $name_execute($value* values) {
  $name_registers(values);
}

// Which of all transforms is this work-item's.
static ulong $name_transform(void) {
  return get_global_id(1) * get_global_size(0) + get_global_id(0);
}

// Values of this work-item's transform, of those that lie one after the other; 0 where there are no
// more.
static void $name_load(const __global $input* from, $value* values, ulong transforms) {
  for (uint i = 0; i < $name_input_length; ++i)
    (($input*)values)[i] = $name_transform() < transforms
                               ? from[$name_transform() * $name_input_length + i] : ($input)(0);
}
static void $name_store(const $value* values, __global $output* to, ulong transforms) {
  if ($name_transform() >= transforms) return;
  for (uint i = 0; i < $name_output_length; ++i)
    to[$name_transform() * $name_output_length + i] = ((const $output*)values)[i];
}
)";

constexpr std::string_view kOpenClBlock = R"(
// Transforms the work-items' values, in place. Work-item x of transform y has its elements x,
// x + stride, x + 2 stride, ... The work-group waits before it uses the local memory, and not
// afterwards: wait before you use it again.
static __attribute__((always_inline)) void $name_execute($value* values, __local void* shared_memory) {
  $call
}

// Transforms what lies in local memory ($name_shared_io_memory_size bytes), transform after
// transform, in place. Wait before, so that it is there, and afterwards.
static __attribute__((always_inline)) void $name_execute_shared(__local void* shared_values) {
  $value values[$name_storage_size];
  const uint x = get_local_id(0), y = get_local_id(1);
  for (uint i = 0; i < $name_input_ept; ++i)
    if (x + i * $name_stride < $name_input_length)
      (($input*)values)[i] =
          ((const __local $input*)shared_values)[y * $name_input_length + x + i * $name_stride];
  $name_execute(values, shared_values);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < $name_output_ept; ++i)
    if (x + i * $name_stride < $name_output_length)
      ((__local $output*)shared_values)[y * $name_output_length + x + i * $name_stride] =
          ((const $output*)values)[i];
}

// Which of all transforms is this work-item's.
static ulong $name_transform(void) {
  return get_group_id(0) * (ulong)$name_ffts_per_block + get_local_id(1);
}

// This work-item's values of those that lie in memory, transform after transform; 0 where there are
// no more transforms.
static void $name_load(const __global $input* from, $value* values, ulong transforms) {
  const ulong line = $name_transform() * $name_input_length;
  for (uint i = 0; i < $name_input_ept; ++i) {
    const uint element = get_local_id(0) + i * $name_stride;
    if (element < $name_input_length)
      (($input*)values)[i] = $name_transform() < transforms ? from[line + element] : ($input)(0);
  }
}
static void $name_store(const $value* values, __global $output* to, ulong transforms) {
  const ulong line = $name_transform() * $name_output_length;
  if ($name_transform() >= transforms) return;
  for (uint i = 0; i < $name_output_ept; ++i) {
    const uint element = get_local_id(0) + i * $name_stride;
    if (element < $name_output_length) to[line + element] = ((const $output*)values)[i];
  }
}

// The same for values in local memory, by all work-items of the work-group. Wait after
// load_shared(), and before store_shared().
static void $name_load_shared(const __global $input* from, __local void* shared_values,
                              ulong transforms) {
  const ulong first = get_group_id(0) * (ulong)($name_ffts_per_block * $name_input_length);
  for (uint i = get_local_id(1) * $name_stride + get_local_id(0);
       i < $name_ffts_per_block * $name_input_length; i += $name_max_threads_per_block)
    ((__local $input*)shared_values)[i] =
        first + i < transforms * $name_input_length ? from[first + i] : ($input)(0);
}
static void $name_store_shared(const __local void* shared_values, __global $output* to,
                               ulong transforms) {
  const ulong first = get_group_id(0) * (ulong)($name_ffts_per_block * $name_output_length);
  for (uint i = get_local_id(1) * $name_stride + get_local_id(0);
       i < $name_ffts_per_block * $name_output_length; i += $name_max_threads_per_block)
    if (first + i < transforms * $name_output_length)
      to[first + i] = ((const __local $output*)shared_values)[i];
}
)";

}  // namespace

std::string opencl_source(const DeviceText& text) {
  const DeviceOpenCl dialect{std::string(text.name)};
  const ValueTypes types = value_types(text, dialect);
  const bool is_block = text.fft.scope == FftScope::block;
  std::string source = source_head(text);
  source += filled(is_block ? kUseOfOpenClBlock : kUseOfOpenClThread, text.name, types);
  for (const NamedNumber& number : numbers_of(text))
    source += fmt::format("#define {}_{} {}{}{}\n", text.name, number.name, number.value,
                          number.comment.empty() ? "" : "  // ", number.comment);
  source += "\n" + source_of_body(text, dialect);
  std::string functions = filled(is_block ? kOpenClBlock : kOpenClThread, text.name, types);
  constexpr std::string_view kCall = "$call";
  if (const auto at = functions.find(kCall); at != std::string::npos)
    functions.replace(at, kCall.size(),
                      text.body.kernel.shared.empty()
                          ? fmt::format("{}_registers(values);", text.name)
                          : fmt::format("{}_registers(values, shared_memory);", text.name));
  return source + functions;
}

}  // namespace fftcore
