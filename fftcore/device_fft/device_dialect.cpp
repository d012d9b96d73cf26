// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_dialect.h"

#include <cmath>

#include <fmt/format.h>

#include "line_transform.h"
#include "print.h"

namespace fftcore {

using ast::Real;
using ast::Type;

namespace {

/// Operators of halves in pairs, as CUDA has them in PTX: cuda_fp16.h belongs to the toolkit, and
/// would be an include. {0}: the type, {1}: the complex type, {2}: fma.
constexpr std::string_view kHalves = R"(struct {0} {{  // a half of each of two transforms
  unsigned int bits;
  friend __device__ __forceinline__ {0} operator+({0} a, {0} b) {{
    {0} c;
    asm("add.f16x2 %0, %1, %2;" : "=r"(c.bits) : "r"(a.bits), "r"(b.bits));
    return c;
  }}
  friend __device__ __forceinline__ {0} operator-({0} a, {0} b) {{
    {0} c;
    asm("sub.f16x2 %0, %1, %2;" : "=r"(c.bits) : "r"(a.bits), "r"(b.bits));
    return c;
  }}
  friend __device__ __forceinline__ {0} operator*({0} a, {0} b) {{
    {0} c;
    asm("mul.f16x2 %0, %1, %2;" : "=r"(c.bits) : "r"(a.bits), "r"(b.bits));
    return c;
  }}
  friend __device__ __forceinline__ {0} operator-({0} a) {{
    a.bits ^= 0x80008000u;
    return a;
  }}
  friend __device__ __forceinline__ {0} {2}({0} a, {0} b, {0} c) {{
    {0} d;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d.bits) : "r"(a.bits), "r"(b.bits), "r"(c.bits));
    return d;
  }}
}};
struct __align__(8) {1} {{ {0} x, y; }};  // re0, re1, im0, im1
)";

bool is_half(Real real) {
  return real == Real::f16x2;
}

std::string half_literal(std::string_view type, double value) {
  const unsigned bits = half_bits(value);
  return fmt::format("{}{{{:#010x}u}}", type, bits << 16 | bits);
}

}  // namespace

unsigned half_bits(double value) {
  const unsigned sign = std::signbit(value) ? 0x8000u : 0;
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // Of 2^(exponent - 1) to 2^exponent; 11 bits, fewer below 2^-14.
  const int least = std::max(exponent - 11, -24);
  const auto steps = static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, -least)));
  // What rounds up to the next power of 2 carries into the exponent by itself.
  return sign | (least == -24 ? steps : (static_cast<unsigned>(least + 24) << 10) + steps);
}

std::string_view DeviceDialect::type(Real real, Type type) const {
  if (is_half(real) && type == Type::real) return half_;
  if (is_half(real) && type == Type::real_x2) return halves_;
  return base_.type(real, type);
}

std::string DeviceDialect::load(Real real, const ast::BufferParameter& buffer,
                                std::string_view index, int lanes) const {
  if (buffer.name == LineTransform::kTableName) return fmt::format("{}_table[{}]", name_, index);
  if (lanes == 2) return fmt::format("{}[{}]", buffer.name, index);
  return fmt::format("((const {}*){})[{}]", type(real, Type::real), buffer.name, index);
}

std::string DeviceDialect::store(Real real, const ast::BufferParameter& buffer,
                                 std::string_view index, std::string_view value, int lanes) const {
  if (lanes == 2) return fmt::format("{}[{}] = {}", buffer.name, index, value);
  return fmt::format("(({}*){})[{}] = {}", type(real, Type::real), buffer.name, index, value);
}

template <class Entry>
std::string DeviceDialect::rows(const Table& pairs, const Entry& entry) {
  constexpr std::size_t kWidth = 98;
  std::string text, line = " ";
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    const std::string next = fmt::format(" {},", entry(pairs[i], pairs[i + 1]));
    if (line.size() + next.size() > kWidth) {
      text += line + "\n";
      line = " ";
    }
    line += next;
  }
  return text + line + "\n";
}

std::string DeviceCuda::types(Real real) const {
  return is_half(real) ? fmt::format(kHalves, half_, halves_, fma_) : "";
}

std::string DeviceCuda::table(const Table& pairs, Real real) const {
  return fmt::format(
      "static __device__ const {} {}_table[{}] = {{\n{}}};\n", type(real, Type::real_x2), name_,
      pairs.size() / 2, rows(pairs, [&](double re, double im) {
        if (!is_half(real)) return fmt::format("{{{}, {}}}", literal(real, re), literal(real, im));
        const unsigned a = half_bits(re), b = half_bits(im);
        return fmt::format("{{{{{:#010x}u}}, {{{:#010x}u}}}}", a << 16 | a, b << 16 | b);
      }));
}

std::string DeviceCuda::signature(const ast::Kernel& kernel) const {
  return fmt::format("static __device__ __forceinline__ void {}_registers({}* data{})", name_,
                     type(kernel.real, Type::real_x2),
                     kernel.shared.empty() ? "" : ", void* shared_memory");
}

std::string DeviceCuda::opening(const ast::Kernel& kernel) const {
  std::string text;
  for (const ast::SharedArray& array : kernel.shared)
    text += fmt::format("  {0}* const {1} = ({0}*)shared_memory;\n", type(kernel.real, array.type),
                        array.name);
  return text;
}

std::string_view DeviceCuda::builtin(Real real, ast::Builtin builtin, Type type) const {
  if (is_half(real) && builtin == ast::Builtin::fma) return fma_;
  return base_.builtin(real, builtin, type);
}

std::string DeviceCuda::pair(Real real, std::string_view first, std::string_view second) const {
  if (is_half(real)) return fmt::format("{}{{{}, {}}}", halves_, first, second);
  return base_.pair(real, first, second);
}

std::string DeviceCuda::literal(Real real, double value) const {
  return is_half(real) ? half_literal(half_, value) : base_.literal(real, value);
}

std::string DeviceOpenCl::types(Real real) const {
  if (real == Real::f64) return "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  return is_half(real) ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" : "";
}

std::string DeviceOpenCl::table(const Table& pairs, Real real) const {
  const std::string_view type = this->type(real, Type::real_x2);
  return fmt::format("__constant {} {}_table[{}] = {{\n{}}};\n", type, name_, pairs.size() / 2,
                     rows(pairs, [&](double re, double im) {
                       return pair(real, literal(real, re), literal(real, im));
                     }));
}

std::string DeviceOpenCl::signature(const ast::Kernel& kernel) const {
  // Left to themselves, compilers pass the work-group's array on as what it is in the kernel: PoCL
  // then has one for all work-groups at once.
  return fmt::format("static __attribute__((always_inline)) void {}_registers({}* data{})", name_,
                     type(kernel.real, Type::real_x2),
                     kernel.shared.empty() ? "" : ", __local void* shared_memory");
}

std::string DeviceOpenCl::opening(const ast::Kernel& kernel) const {
  std::string text;
  for (const ast::SharedArray& array : kernel.shared)
    text += fmt::format("  __local {0}* const {1} = (__local {0}*)shared_memory;\n",
                        type(kernel.real, array.type), array.name);
  return text;
}

std::string DeviceOpenCl::pair(Real real, std::string_view first, std::string_view second) const {
  if (is_half(real)) return fmt::format("(half4)({}, {})", first, second);
  return base_.pair(real, first, second);
}

std::string DeviceOpenCl::literal(Real real, double value) const {
  if (!is_half(real)) return base_.literal(real, value);
  return fmt::format("(half2)((half){}f)", ast::real_text(value, Real::f32));
}

std::string DeviceOpenCl::lane(Real real, std::string_view pair, int lane) const {
  if (!is_half(real)) return base_.lane(real, pair, lane);
  return fmt::format("{}.{}", pair, lane == 0 ? "lo" : "hi");
}

}  // namespace fftcore
