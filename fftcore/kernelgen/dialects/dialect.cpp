// SPDX-License-Identifier: LGPL-2.1-or-later
#include "dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fftcore/convolution.h"
#include "print.h"
#include "rewrite.h"

namespace fftcore {

std::string Dialect::literal(ast::Real real, double value) const {
  const double held = real == ast::Real::f32 ? static_cast<float>(value) : value;
  const std::string_view suffix = real == ast::Real::f32 ? "f" : "";
  if (std::isfinite(held)) return ast::real_text(value, real) + std::string(suffix);
  return fmt::format("({}.0{} / 0.0{})",
                     std::isnan(held) ? "0"
                     : held < 0       ? "-1"
                                      : "1",
                     suffix, suffix);
}

std::string Dialect::lane(ast::Real, std::string_view pair, int lane) const {
  constexpr std::string_view kLanes = "xyzw";
  return fmt::format("{}.{}", pair, kLanes[static_cast<std::size_t>(lane)]);
}

std::string Dialect::store_quads(const ast::BufferParameter& buffer, std::string_view index,
                                 const std::vector<std::string>& quads) const {
  std::string text;
  for (std::size_t i = 0; i < quads.size(); ++i)
    text += (text.empty() ? "" : "; ") +
            store(ast::Real::f32, buffer, fmt::format("{} + {}", index, 4 * i), quads[i], 4);
  return text;
}

bool has_buffer(const ast::Kernel& kernel, ast::Storage storage, bool is_written) {
  return std::any_of(kernel.parameters.begin(), kernel.parameters.end(),
                     [&](const ast::Parameter& parameter) {
                       const auto* buffer = std::get_if<ast::BufferParameter>(&parameter);
                       return buffer != nullptr && buffer->storage == storage &&
                              (!is_written || buffer->is_written());
                     });
}

bool has_matrices(const ast::Kernel& kernel) {
  return std::ranges::any_of(
      kernel.shared, [](const ast::SharedArray& array) { return array.type == ast::Type::half; });
}

bool computes_in_halves(const ast::Kernel& kernel) {
  bool does = false;
  ast::for_each_expression(kernel.body, [&](const ast::Expr& expr) {
    does = does || expr.type() == ast::Type::halves_x2 ||
           (expr.as<ast::Binary>() != nullptr && expr.type() == ast::Type::halves);
  });
  return does;
}

bool calls(const ast::Kernel& kernel, ast::Builtin builtin) {
  bool does = false;
  ast::for_each_expression(kernel.body, [&](const ast::Expr& expr) {
    const auto* call = expr.as<ast::Call>();
    does = does || (call != nullptr && call->builtin == builtin);
  });
  return does;
}

std::string name_part(ast::Storage storage) {
  std::string name(to_string(storage));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string number_in(std::string_view word, ast::Storage storage) {
  const SampleTraits traits = traits_of(storage);
  if (traits.shift != 0) return fmt::format("({} >> {})", word, traits.shift);
  if (traits.has_ignored_bits()) return fmt::format("({} & {})", word, traits.white());
  return std::string(word);
}

}  // namespace fftcore
