// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "dialect.h"
#include "overloaded.h"

namespace fftcore {
namespace {

using namespace ast;

std::string_view opencl_element(Storage storage) {
  switch (storage) {
    case Storage::u8: return "uchar";
    case Storage::u16:
    case Storage::u10:
    case Storage::u12:
    case Storage::u10_high:
    case Storage::u12_high:
    case Storage::u16_be: return "ushort";
    case Storage::f16: return "half";
    case Storage::f32: return "float";
    case Storage::f64: return "double";
    case Storage::u10_packed: return "uint";
    case Storage::complex64:
    case Storage::complex128: break;  // buffers are of parts
  }
  return "?";
}

std::string pointer_to(const BufferParameter& buffer) {
  return fmt::format("__global {}{}*", buffer.is_written() ? "" : "const ",
                     opencl_element(buffer.storage));
}

/// After the name of a type or a function that is for one, two or four.
std::string_view count_text(int lanes) {
  return lanes == 1 ? "" : lanes == 2 ? "2" : "4";
}

/// The word of a whole number, or as many as there are lanes.
std::string whole(Storage storage, std::string_view value, int lanes) {
  const SampleTraits traits = traits_of(storage);
  const std::string type = fmt::format("{}{}", opencl_element(storage), count_text(lanes));
  std::string word = fmt::format("convert_{}_sat_rte({})", type, value);
  if (traits.has_ignored_bits())
    word = fmt::format("min({}, ({})({}))", word, type, traits.white());
  if (traits.shift != 0) word = fmt::format("{} << ({})({})", word, type, traits.shift);
  return traits.is_big_endian ? fmt::format("rotate({}, ({})(8))", word, type) : word;
}

/// The whole numbers in four words.
std::string numbers(Storage storage, std::string words) {
  const SampleTraits traits = traits_of(storage);
  const auto four = [&](int number) {
    return fmt::format("({}4)({})", opencl_element(storage), number);
  };
  if (traits.is_big_endian) words = fmt::format("rotate({}, {})", words, four(8));
  if (traits.shift != 0) words = fmt::format("{} >> {}", words, four(traits.shift));
  if (traits.has_ignored_bits() && traits.shift == 0)
    words = fmt::format("{} & {}", words, four(traits.white()));
  return words;
}

// Nobody else changes a sample's bits, so that an exclusive or with what differs in them makes them
// right, whatever becomes of the word's others meanwhile.
constexpr std::string_view kOpenClPacked =
    R"(float load_{name}(const __global uint* p, uint i) {{
  return (float)(p[i / {samples}u] >> {bits}u * (i % {samples}u) & {white}u);
}}
void store_{name}(volatile __global uint* p, uint i, uint n) {{
  volatile __global uint* const word = p + i / {samples}u;
  const uint shift = {bits}u * (i % {samples}u);
  atomic_xor(word, (atomic_or(word, 0u) ^ n << shift) & {white}u << shift);
}}
)";

/// Loads and stores of samples that share words.
std::string opencl_packed_functions(Storage storage) {
  const SampleTraits traits = traits_of(storage);
  return fmt::format(kOpenClPacked, fmt::arg("name", name_part(storage)),
                     fmt::arg("samples", traits.samples), fmt::arg("bits", traits.bits),
                     fmt::arg("white", traits.white()));
}

class OpenCl : public Dialect {
 public:
  std::string_view name() const override { return "opencl"; }

  std::string prelude(const Kernel& kernel) const override {
    if (has_matrices(kernel) || calls(kernel, Builtin::tf32))
      throw std::logic_error(fmt::format("kernel {}: OpenCL C has no matrices", kernel.name));
    std::string text;
    if (kernel.real == Real::f64) text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    if (has_buffer(kernel, Storage::u10_packed, false))
      text += opencl_packed_functions(Storage::u10_packed);
    // native_recip() is as exact as each driver likes.
    if (calls(kernel, Builtin::reciprocal))
      text += "static inline float reciprocal(float x) { return 1.0f / x; }\n";
    return text;
  }

  std::string signature(const Kernel& kernel) const override {
    std::string parameters;
    for (const Parameter& parameter : kernel.parameters) {
      parameters += parameters.empty() ? "" : ", ";
      parameters +=
          std::visit(Overloaded{
                         [](const BufferParameter& p) {
                           return fmt::format("{} restrict {}, const ulong {}_begin", pointer_to(p),
                                              p.name, p.name);
                         },
                         [&](const Variable& p) {
                           return fmt::format("const {} {}", type(kernel.real, p.type), p.name);
                         },
                     },
                     parameter);
    }
    return fmt::format("__kernel __attribute__((reqd_work_group_size({}, {}, {})))\nvoid {}({})",
                       kernel.block[0], kernel.block[1], kernel.block[2], kernel.name, parameters);
  }

  std::string opening(const Kernel& kernel) const override {
    std::string text;
    // Memory objects have no addresses that one could add to outside, and sub-buffers begin at few
    // places only.
    for (const Parameter& parameter : kernel.parameters)
      if (const auto* p = std::get_if<BufferParameter>(&parameter))
        text += fmt::format("  {0} = ({1})((__global {2}uchar*){0} + {0}_begin);\n", p->name,
                            pointer_to(*p), p->is_written() ? "" : "const ");
    for (const SharedArray& array : kernel.shared)
      text += fmt::format("  __local {} {}[{}];\n", type(kernel.real, array.type), array.name,
                          array.length);
    return text;
  }

  std::string_view function() const override { return "static inline"; }

  std::string_view type(Real real, Type type) const override {
    switch (type) {
      case Type::boolean: return "bool";
      case Type::i32: return "int";
      case Type::i64: return "long";
      case Type::real: return real == Real::f64 ? "double" : "float";
      case Type::real_x2: return real == Real::f64 ? "double2" : "float2";
      case Type::real_x4: return "float4";
      case Type::half:
      case Type::halves:
      case Type::halves_x2:
      case Type::halves_x4: break;  // plans for OpenCL have none
    }
    return "?";
  }

  std::string where_needed(std::string_view) const override { return {}; }
  std::string_view barrier(const ast::Barrier& barrier) const override {
    return barrier.global ? "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)"
                          : "barrier(CLK_LOCAL_MEM_FENCE)";
  }

  std::string_view builtin(Real, Builtin builtin, Type type) const override {
    switch (builtin) {
      case Builtin::thread_x:
      case Builtin::thread_x_anew: return "(int)get_local_id(0)";
      case Builtin::thread_y: return "(int)get_local_id(1)";
      case Builtin::block_x: return "(int)get_group_id(0)";
      case Builtin::block_y: return "(int)get_group_id(1)";
      case Builtin::block_z: return "(int)get_group_id(2)";
      case Builtin::fma: return "fma";
      case Builtin::minimum: return type == Type::real ? "fmin" : "min";
      case Builtin::maximum: return type == Type::real ? "fmax" : "max";
      case Builtin::absolute: return type == Type::real ? "fabs" : "(int)abs";
      case Builtin::square_root: return "sqrt";
      case Builtin::reciprocal: return "reciprocal";
      default: return function_name(builtin, Real::f64);  // one name for both
    }
    return "?";
  }

  std::string pair(Real real, std::string_view first, std::string_view second) const override {
    return fmt::format("({})({}, {})", type(real, Type::real_x2), first, second);
  }

  std::string quad(const std::array<std::string, 4>& lanes) const override {
    return fmt::format("(float4)({})", fmt::join(lanes, ", "));
  }

  std::string load_shared_quad(std::string_view array, std::string_view index) const override {
    return fmt::format("vload4({}, {})", index, array);
  }
  std::string store_shared_quad(std::string_view array, std::string_view index,
                                std::string_view value) const override {
    return fmt::format("vstore4({}, {}, {})", value, index, array);
  }

  std::string load(Real real, const BufferParameter& buffer, std::string_view index,
                   int lanes) const override {
    if (lanes == 4 && buffer.storage == Storage::f16)
      return fmt::format("vload_half4(0, {} + ({}))", buffer.name, index);
    if (lanes == 4)
      return fmt::format(
          "convert_float4({})",
          numbers(buffer.storage, fmt::format("vload4(0, {} + ({}))", buffer.name, index)));
    if (buffer.storage == Storage::f16)
      return fmt::format("vload_half{}({}, {})", count_text(lanes), index, buffer.name);
    if (lanes == 2) {
      const std::string two =
          fmt::format("((__global {}{}2*){})[{}]", buffer.is_written() ? "" : "const ",
                      opencl_element(buffer.storage), buffer.name, index);
      return is_wider(real, buffer) ? fmt::format("convert_double2({})", two) : two;
    }
    if (traits_of(buffer.storage).is_packed())
      return fmt::format("load_{}({}, {})", name_part(buffer.storage), buffer.name, index);
    const std::string sample = fmt::format("{}[{}]", buffer.name, index);
    if (buffer.storage == storage_of(real)) return sample;
    if (is_wider(real, buffer)) return "(double)" + sample;
    return "(float)" + number_in(traits_of(buffer.storage).is_big_endian
                                     ? fmt::format("rotate({}, (ushort)(8))", sample)
                                     : sample,
                                 buffer.storage);
  }

  std::string prefetch(const BufferParameter& buffer, std::string_view index,
                       int count) const override {
    return fmt::format("prefetch((const __global uchar*)({} + {}), {})", buffer.name, index,
                       count * size_bytes(buffer.storage));
  }

  std::string store(Real real, const BufferParameter& buffer, std::string_view index,
                    std::string_view value, int lanes) const override {
    if (lanes == 4)
      return fmt::format("vstore{}4({}, 0, {} + ({}))",
                         buffer.storage == Storage::f16 ? "_half" : "",
                         is_floating(buffer.storage) || buffer.storage == Storage::f16
                             ? std::string(value)
                             : whole(buffer.storage, value, lanes),
                         buffer.name, index);
    if (buffer.storage == Storage::f16)
      return fmt::format("vstore_half{}({}, {}, {})", count_text(lanes), value, index, buffer.name);
    if (is_wider(real, buffer) && lanes == 2)
      return fmt::format("((__global float2*){})[{}] = convert_float2({})", buffer.name, index,
                         value);
    if (is_floating(buffer.storage) && lanes == 2)
      return fmt::format("((__global {}2*){})[{}] = {}", opencl_element(buffer.storage),
                         buffer.name, index, value);
    if (is_floating(buffer.storage)) return fmt::format("{}[{}] = {}", buffer.name, index, value);
    if (traits_of(buffer.storage).is_packed())
      return fmt::format("store_{}({}, {}, {})", name_part(buffer.storage), buffer.name, index,
                         whole(buffer.storage, value, lanes));
    if (lanes == 2)
      return fmt::format("vstore2({}, {}, {})", whole(buffer.storage, value, lanes), index,
                         buffer.name);
    return fmt::format("{}[{}] = {}", buffer.name, index, whole(buffer.storage, value, lanes));
  }
};

}  // namespace

const Dialect& opencl_dialect() {
  static const OpenCl dialect;
  return dialect;
}

}  // namespace fftcore
