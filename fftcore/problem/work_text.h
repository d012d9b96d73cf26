// SPDX-License-Identifier: LGPL-2.1-or-later
// Work of any kind as text, and what its kind is called. parse_work() in work.h reads the text.
#pragma once

#include <array>
#include <exception>
#include <string>
#include <string_view>
#include <variant>

#include "fftcore/work.h"

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
