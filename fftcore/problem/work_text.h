// SPDX-License-Identifier: LGPL-2.1-or-later
// Work of any kind as text. The first word tells which; of spectra, what is done to them.
#pragma once

#include <array>
#include <exception>
#include <string>
#include <string_view>
#include <variant>

#include "fftcore/work.h"
#include "transform_sides.h"

namespace fftcore {

/// What people call the kind of a value.
inline std::string_view kind_of(const AnyWork& work) {
  constexpr std::array<std::string_view, std::variant_size_v<AnyWork>> kKinds = {
      "Convolution",  "Transform",     "TemplateMatching", "PhaseCorrelation", "Denoise",
      "ForwardStage", "MultiplyStage", "InverseStage",     "StreamConvolution"};
  return kKinds[work.index()];
}

inline std::string text_of(const AnyWork& work) {
  return std::visit([](const auto& one) { return to_string(one); }, work);
}

/// Throws InvalidArgument as the parser of that kind does.
inline AnyWork parse_work(std::string_view text) {
  const std::string_view first = text.substr(0, text.find(' '));
  if (first == "match") return parse_matching(text);
  if (first == "phase") return parse_phase_correlation(text);
  if (first == "denoise") return parse_denoise(text);
  if (is_transform_kind(first)) return parse_transform(text);
  if (first == "stream") return parse_stream(text);
  if (first == "forward") return parse_forward_stage(text);
  // Formulas and code of others may hold any words.
  if (first == "conjugate" || first == to_string(Transformed::rows) ||
      first == to_string(Transformed::rows_and_columns)) {
    if (text.find(" times ") != std::string_view::npos) return parse_multiply_stage(text);
    return parse_inverse_stage(text);
  }
  return parse_convolution(text);
}

/// Whether the text says all of the work. It does not say strides that nothing depends on, such as
/// that of a single channel.
template <class Value>
bool says_all(std::string_view text, const Value& value) {
  try {
    const AnyWork parsed = parse_work(text);
    const auto* const same = std::get_if<Value>(&parsed);
    return same != nullptr && *same == value;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace fftcore
