// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cuda_functions.h"
#include "dialect.h"
#include "fftcore/convolution.h"
#include "overloaded.h"
#include "rewrite.h"

namespace fftcore {
namespace {

using namespace ast;

// Into the second-level cache, in whole pieces of 16 bytes.
constexpr std::string_view kPrefetch = R"({{
#if __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" : : "l"(__cvta_generic_to_global({} + ({})) & ~15ull), "r"({}));
#endif
    }})";

// Programmatic dependent launch, where the launch asks for it: blocks may be placed while those of
// the launch before still run, and wait here. (Placed sooner than that launch's last blocks end, by
// griddepcontrol.launch_dependents, they only stand in the way.)
constexpr std::string_view kWait = R"(#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
)";

std::string_view cuda_element(Storage storage) {
  switch (storage) {
    case Storage::u8: return "unsigned char";
    case Storage::u16:
    case Storage::u10:
    case Storage::u12:
    case Storage::u10_high:
    case Storage::u12_high:
    case Storage::u16_be:
    case Storage::f16: return "unsigned short";
    case Storage::f32: return "float";
    case Storage::f64: return "double";
    case Storage::u10_packed: return "unsigned int";
    case Storage::complex64:
    case Storage::complex128: break;  // buffers are of parts
  }
  return "?";
}

/// Whole numbers, as far as kernels may write them.
constexpr std::array kWhole = {Storage::u8,     Storage::u16,       Storage::u10,
                               Storage::u12,    Storage::u10_high,  Storage::u12_high,
                               Storage::u16_be, Storage::u10_packed};

/// The function that turns a real number into a word.
std::string to_whole(Real real, Storage storage) {
  return (real == Real::f64 ? "double_to_" : "float_to_") + name_part(storage);
}

/// A word with its bytes exchanged.
std::string swapped(std::string_view word) {
  return fmt::format("__byte_perm({}, 0, 0x4401)", word);
}

std::string to_whole_function(Real real, Storage storage) {
  const SampleTraits traits = traits_of(storage);
  std::string word = "n";
  if (traits.has_ignored_bits()) word = fmt::format("min(n, {}u)", traits.white());
  if (traits.shift != 0) word = fmt::format("({} << {})", word, traits.shift);
  if (traits.is_big_endian) word = swapped(word);
  return fmt::format(kToWhole, fmt::arg("type", cuda_element(storage)),
                     fmt::arg("name", to_whole(real, storage)), fmt::arg("bits", 8 * traits.bytes),
                     fmt::arg("real", real == Real::f64 ? "double" : "float"),
                     fmt::arg("number", real == Real::f64 ? "f64" : "f32"),
                     fmt::arg("register", real == Real::f64 ? "d" : "f"), fmt::arg("word", word));
}

/// Loads and stores of samples that share words.
std::string cuda_packed_functions(Storage storage) {
  const SampleTraits traits = traits_of(storage);
  return fmt::format(kPacked, fmt::arg("name", name_part(storage)),
                     fmt::arg("samples", traits.samples), fmt::arg("bits", traits.bits),
                     fmt::arg("white", traits.white()));
}

/// Whether the compiler may take it that nobody else writes there. Then it may load before the wait
/// above, so that this must not be said of what the launch before writes.
bool is_alone(const BufferParameter& buffer) {
  return buffer.access == Access::constant || buffer.access == Access::write;
}

/// Floats that are read past the first-level cache.
bool is_streamed_in(Real real, const BufferParameter& buffer) {
  return real == Real::f32 && buffer.storage == Storage::f32 && buffer.is_streamed &&
         !buffer.is_written();
}

// Four elements go as one access to memory.

std::string_view quad_type(Storage storage) {
  switch (storage) {
    case Storage::u8: return "unsigned int";
    case Storage::f32: return "float4";
    default: return "uint2";
  }
}

/// What makes a float4 of that.
std::string quad_loader(Storage storage) {
  if (storage == Storage::u8)
    return "[](unsigned int w) { return make_float4((float)(w & 255u), (float)(w >> 8 & 255u), "
           "(float)(w >> 16 & 255u), (float)(w >> 24)); }";
  if (storage == Storage::f16)
    return "[](uint2 w) { const float2 a = halves_to_float2(w.x), b = halves_to_float2(w.y); "
           "return make_float4(a.x, a.y, b.x, b.y); }";
  if (storage == Storage::f32) return "";
  const auto number = [&](const char* sample) {
    return number_in(traits_of(storage).is_big_endian ? swapped(sample) : sample, storage);
  };
  return fmt::format(
      "[](uint2 w) {{ return make_float4((float){}, (float){}, (float){}, (float){}); }}",
      number("(w.x & 65535u)"), number("(w.x >> 16)"), number("(w.y & 65535u)"),
      number("(w.y >> 16)"));
}

/// What makes that of a float4.
std::string quad_storer(Storage storage) {
  if (storage == Storage::u8)
    return "[](float4 f) { return (unsigned int)float_to_u8(f.x) | "
           "(unsigned int)float_to_u8(f.y) << 8 | (unsigned int)float_to_u8(f.z) << 16 | "
           "(unsigned int)float_to_u8(f.w) << 24; }";
  if (storage == Storage::f16)
    return "[](float4 f) { return make_uint2(float2_to_halves(make_float2(f.x, f.y)), "
           "float2_to_halves(make_float2(f.z, f.w))); }";
  if (storage == Storage::f32) return "";
  return fmt::format(
      "[](float4 f) {{ return make_uint2((unsigned int){0}(f.x) | "
      "(unsigned int){0}(f.y) << 16, (unsigned int){0}(f.z) | "
      "(unsigned int){0}(f.w) << 16); }}",
      to_whole(Real::f32, storage));
}

/// Whether eight bytes become halves at once.
bool loads_eight_bytes(const Kernel& kernel) {
  bool does = false;
  for_each_expression(kernel.body, [&](const Expr& expr) {
    const auto* load = expr.as<LoadHalves>();
    if (load == nullptr || load->count != 4) return;
    for (const Parameter& parameter : kernel.parameters)
      if (const auto* buffer = std::get_if<BufferParameter>(&parameter);
          buffer != nullptr && buffer->name == load->buffer)
        does = does || buffer->storage == Storage::u8;
  });
  return does;
}

class Cuda : public Dialect {
 public:
  std::string_view name() const override { return "cuda"; }

  std::string prelude(const Kernel& kernel) const override {
    std::string text;
    if (has_buffer(kernel, Storage::f16, false) || has_matrices(kernel)) text += kHalf;
    if (has_matrices(kernel)) text += kMatrices;
    if (calls(kernel, Builtin::reciprocal)) text += kReciprocal;
    if (calls(kernel, Builtin::transposed)) text += kTransposed;
    if (calls(kernel, Builtin::tf32)) text += kRealMatrices;
    if (computes_in_halves(kernel)) text += kHalfArithmetic;
    if (loads_eight_bytes(kernel)) text += kEightBytes;
    if (kernel.real == Real::f64 && has_buffer(kernel, Storage::f16, true)) text += kDoubleToHalf;
    if (kernel.real == Real::f64 && has_buffer(kernel, Storage::f32, false)) text += kWidened;
    const auto is_streamed = [&](const Parameter& parameter) {
      const auto* buffer = std::get_if<BufferParameter>(&parameter);
      return buffer != nullptr && is_streamed_in(kernel.real, *buffer);
    };
    if (std::any_of(kernel.parameters.begin(), kernel.parameters.end(), is_streamed))
      text += kLoadStreamed;
    for (const Storage storage : kWhole)
      if (has_buffer(kernel, storage, true)) text += to_whole_function(kernel.real, storage);
    if (has_buffer(kernel, Storage::u10_packed, false))
      text += cuda_packed_functions(Storage::u10_packed);
    return text;
  }

  std::string signature(const Kernel& kernel) const override {
    std::string parameters;
    for (const Parameter& parameter : kernel.parameters) {
      parameters += parameters.empty() ? "" : ", ";
      parameters +=
          std::visit(Overloaded{
                         [](const BufferParameter& p) {
                           return fmt::format("{}{}*{} {}", p.is_written() ? "" : "const ",
                                              cuda_element(p.storage),
                                              is_alone(p) ? " __restrict__" : "", p.name);
                         },
                         [&](const Variable& p) {
                           return fmt::format("const {} {}", type(kernel.real, p.type), p.name);
                         },
                     },
                     parameter);
    }
    const std::string bounds =
        kernel.blocks_beside > 0
            ? fmt::format("{}, {}", kernel.block_threads(), kernel.blocks_beside)
            : std::to_string(kernel.block_threads());
    return fmt::format("extern \"C\" __global__ __launch_bounds__({})\nvoid {}({})", bounds,
                       kernel.name, parameters);
  }

  std::string opening(const Kernel& kernel) const override {
    if (kernel.shared.empty()) return std::string(kWait);
    const std::string_view real = type(kernel.real, Type::real);
    std::string text = fmt::format("  extern __shared__ __align__(16) {0} shared_{0}s[];\n", real);
    int before = 0;  // in real numbers
    const auto real_bytes = static_cast<int>(size_bytes(kernel.real));
    for (const SharedArray& array : kernel.shared) {
      text += fmt::format("  {0}* const {1} = ({0}*)(shared_{2}s + {3});\n",
                          type(kernel.real, array.type), array.name, real, before);
      before += array.bytes(kernel.real) / real_bytes;
    }
    return text.append(kWait);
  }

  std::string_view function() const override { return "static __device__ __forceinline__"; }

  std::string_view type(Real real, Type type) const override {
    switch (type) {
      case Type::boolean: return "bool";
      case Type::i32: return "int";
      case Type::i64: return "long long";
      case Type::real: return real == Real::f64 ? "double" : "float";
      case Type::real_x2: return real == Real::f64 ? "double2" : "float2";
      case Type::real_x4: return "float4";
      case Type::half: return "unsigned short";
      case Type::halves: return "unsigned int";
      case Type::halves_x2: return "uint2";
      case Type::halves_x4: return "uint4";
    }
    return "?";
  }

  /// A vote tells the compiler that the whole warp goes one way: otherwise it keeps twice as much
  /// in registers.
  std::string where_needed(std::string_view condition) const override {
    return fmt::format("if (__any_sync(0xffffffffu, {})) ", condition);
  }
  std::string_view barrier(const ast::Barrier& barrier) const override {
    return barrier.scope == ast::Scope::warp ? "__syncwarp()" : "__syncthreads()";
  }

  std::string_view builtin(Real real, Builtin builtin, Type type) const override {
    const bool is_f64 = real == Real::f64;
    switch (builtin) {
      case Builtin::thread_x: return "(int)threadIdx.x";
      case Builtin::thread_x_anew:
        return R"([] { int x; asm volatile("mov.u32 %0, %%tid.x;" : "=r"(x)); return x; }())";
      case Builtin::thread_y: return "(int)threadIdx.y";
      case Builtin::block_x: return "(int)blockIdx.x";
      case Builtin::block_y: return "(int)blockIdx.y";
      case Builtin::block_z: return "(int)blockIdx.z";
      case Builtin::after: return "after";
      case Builtin::joined_bytes: return "joined_bytes";
      case Builtin::halves_of_bytes: return "halves_of_bytes";
      case Builtin::joined_halves: return "joined_halves";
      case Builtin::transposed: return "transposed";
      case Builtin::tf32: return "tf32";
      case Builtin::nearest_tf32: return "nearest_tf32";
      case Builtin::fma: return type == Type::halves ? "fma_halves" : is_f64 ? "fma" : "fmaf";
      case Builtin::minimum: return type != Type::real ? "min" : is_f64 ? "fmin" : "fminf";
      case Builtin::maximum: return type != Type::real ? "max" : is_f64 ? "fmax" : "fmaxf";
      case Builtin::absolute: return type != Type::real ? "abs" : is_f64 ? "fabs" : "fabsf";
      case Builtin::square_root: return is_f64 ? "sqrt" : "sqrtf";
      case Builtin::reciprocal: return "reciprocal";
      default: return function_name(builtin, real);
    }
    return "?";
  }

  std::string pair(Real real, std::string_view first, std::string_view second) const override {
    return fmt::format("make_{}({}, {})", type(real, Type::real_x2), first, second);
  }

  std::string quad(const std::array<std::string, 4>& lanes) const override {
    return fmt::format("make_float4({})", fmt::join(lanes, ", "));
  }

  std::string load_shared_quad(std::string_view array, std::string_view index) const override {
    return fmt::format("((const float4*){})[{}]", array, index);
  }
  std::string store_shared_quad(std::string_view array, std::string_view index,
                                std::string_view value) const override {
    return fmt::format("((float4*){})[{}] = {}", array, index, value);
  }

  std::string load(Real real, const BufferParameter& buffer, std::string_view index,
                   int lanes) const override {
    if (lanes == 4) return load_quad(buffer, index);
    const std::string_view constant = buffer.is_written() ? "" : "const ";
    if (buffer.storage == Storage::f16 && lanes == 2)
      return fmt::format("halves_to_float2((({}unsigned int*){})[{}])", constant, buffer.name,
                         index);
    if (buffer.storage == Storage::f16)
      return fmt::format("half_to_float({}[{}])", buffer.name, index);
    if (lanes == 2 && is_streamed_in(real, buffer))
      return fmt::format("load_streamed((const float2*){} + ({}))", buffer.name, index);
    if (lanes == 2) {
      const std::string two = fmt::format("(({}{}2*){})[{}]", constant,
                                          cuda_element(buffer.storage), buffer.name, index);
      return is_wider(real, buffer) ? fmt::format("widened({})", two) : two;
    }
    if (traits_of(buffer.storage).is_packed())
      return fmt::format("load_{}({}, {})", name_part(buffer.storage), buffer.name, index);
    const std::string sample = fmt::format("{}[{}]", buffer.name, index);
    if (buffer.storage == storage_of(real)) return sample;
    if (is_wider(real, buffer)) return "(double)" + sample;
    return "(float)" + number_in(traits_of(buffer.storage).is_big_endian ? swapped(sample) : sample,
                                 buffer.storage);
  }

  std::string prefetch(const BufferParameter& buffer, std::string_view index,
                       int count) const override {
    return fmt::format(kPrefetch, buffer.name, index, count * size_bytes(buffer.storage) / 16 * 16);
  }

  std::string store(Real real, const BufferParameter& buffer, std::string_view index,
                    std::string_view value, int lanes) const override {
    if (lanes == 4) return store_quad(buffer, index, value);
    if (buffer.storage == Storage::f16 && lanes == 2)
      return fmt::format("((unsigned int*){})[{}] = float2_to_halves({})", buffer.name, index,
                         value);
    if (buffer.storage == Storage::f16)
      return fmt::format("{}[{}] = {}_to_half({})", buffer.name, index, type(real, Type::real),
                         value);
    if (buffer.storage == Storage::f32 && lanes == 2 && buffer.is_streamed)
      return fmt::format("__stcs((float2*){} + ({}), {})", buffer.name, index, value);
    if (is_wider(real, buffer) && lanes == 2)
      return fmt::format("((float2*){})[{}] = narrowed({})", buffer.name, index, value);
    if (is_floating(buffer.storage) && lanes == 2)
      return fmt::format("(({}2*){})[{}] = {}", cuda_element(buffer.storage), buffer.name, index,
                         value);
    if (is_floating(buffer.storage)) return fmt::format("{}[{}] = {}", buffer.name, index, value);
    if (traits_of(buffer.storage).is_packed())
      return fmt::format("store_{}({}, {}, {}({}))", name_part(buffer.storage), buffer.name, index,
                         to_whole(real, buffer.storage), value);
    if (lanes == 2)
      return fmt::format(
          "{{ const float2 two = {0}; (({1}*){2})[{3}] = make_{1}({4}(two.x), {4}(two.y)); }}",
          value, buffer.storage == Storage::u8 ? "uchar2" : "ushort2", buffer.name, index,
          to_whole(real, buffer.storage));
    return fmt::format("{}[{}] = {}({})", buffer.name, index, to_whole(real, buffer.storage),
                       value);
  }

  std::string store_quads(const BufferParameter& buffer, std::string_view index,
                          const std::vector<std::string>& quads) const override {
    std::vector<std::string> words;
    for (const std::string& quad : quads)
      words.push_back(fmt::format("{}({})", quad_storer(buffer.storage), quad));
    const std::string all = fmt::format("{}", fmt::join(words, ", "));
    if (size_bytes(buffer.storage) == 1)
      return fmt::format("*(uint{0}*)({1} + ({2})) = make_uint{0}({3})", quads.size(), buffer.name,
                         index, all);
    return fmt::format(
        "*(uint4*)({} + ({})) = [](uint2 a, uint2 b) {{ return make_uint4(a.x, a.y, b.x, b.y); "
        "}}({})",
        buffer.name, index, all);
  }

 private:
  static std::string load_quad(const BufferParameter& buffer, std::string_view index) {
    const std::string_view constant = buffer.is_written() ? "" : "const ";
    return fmt::format("{}(*({}{}*)({} + ({})))", quad_loader(buffer.storage), constant,
                       quad_type(buffer.storage), buffer.name, index);
  }
  static std::string store_quad(const BufferParameter& buffer, std::string_view index,
                                std::string_view value) {
    return fmt::format("*({}*)({} + ({})) = {}({})", quad_type(buffer.storage), buffer.name, index,
                       quad_storer(buffer.storage), value);
  }
};

}  // namespace

const Dialect& cuda_dialect() {
  static const Cuda dialect;
  return dialect;
}

}  // namespace fftcore
