// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/spectral_op.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string_view>

#include "fftcore/error.h"
#include "stored_op.h"

namespace fftcore {
namespace {

struct OpWords {
  std::string_view kind;
  std::string_view parameter;  // empty: it has none
};

OpWords words_of(SpectralKind kind) {
  switch (kind) {
    case SpectralKind::multiply: return {"multiply", {}};
    case SpectralKind::phase_only: return {"phase-only", "noise"};
    case SpectralKind::wiener: return {"wiener", "lambda"};
  }
  return {};
}

}  // namespace

bool can_be_summed(const SpectralOp& op) {
  return op.kind == SpectralKind::multiply;
}

bool is_product_normalized(const SpectralOp& op, bool is_input_normalized,
                           bool is_factor_normalized) {
  switch (op.kind) {
    case SpectralKind::multiply: return is_input_normalized || is_factor_normalized;
    case SpectralKind::phase_only: return false;
    case SpectralKind::wiener: return is_input_normalized;
  }
  return false;
}

void validate(const SpectralOp& op) {
  const std::string_view name = words_of(op.kind).parameter;
  if (name.empty() && op.parameter != 0)
    throw InvalidArgument(
        fmt::format("parameter is {}; {} has none, so 0 is allowed", op.parameter, to_string(op)));
  if (!name.empty() && (!std::isfinite(op.parameter) || op.parameter <= 0))
    throw InvalidArgument(fmt::format("{} is {}; a number above 0 is allowed", name, op.parameter));
}

StoredOp stored_op(const SpectralOp& op, double points, double input_divisor,
                   double factor_divisor) {
  const auto parameter = static_cast<double>(op.parameter);
  const auto at_least_normal = [](double floor) {
    return std::max(static_cast<double>(FLT_MIN), floor);
  };
  const double to_product = input_divisor * factor_divisor;
  switch (op.kind) {
    case SpectralKind::multiply: return {0, to_product};
    case SpectralKind::phase_only:
      return {at_least_normal(parameter * parameter * points / to_product), 1};
    case SpectralKind::wiener:
      return {at_least_normal(parameter / (factor_divisor * factor_divisor)),
              input_divisor / factor_divisor};
  }
  return {};
}

std::string weight_text(const SpectralOp& op) {
  if (op.kind == SpectralKind::multiply) return {};
  const OpWords words = words_of(op.kind);
  return fmt::format("{} {}={}", words.kind, words.parameter, op.parameter);
}

std::string to_string(const SpectralOp& op) {
  const std::string weight = weight_text(op);
  return fmt::format("{}{}{}", weight.empty() ? "multiply" : weight,
                     op.conjugate_input ? " conjugate-input" : "",
                     op.conjugate_factor ? " conjugate-factor" : "");
}

}  // namespace fftcore
