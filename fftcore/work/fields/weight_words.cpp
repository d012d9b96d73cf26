// SPDX-License-Identifier: LGPL-2.1-or-later
#include "weight_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "field_text.h"

namespace fftcore {

std::array<float, 4> parse_weights(std::string_view text) {
  const auto parts = split(text, ',');
  std::array<float, 4> weights{};
  if (parts.size() > weights.size())
    throw InvalidArgument(
        message("'{}' has {} weights; there are at most 4 channels", text, parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i)
    weights[i] = parse_number<float>(parts[i], "a channel's weight");
  return weights;
}

std::string changed_weights_text(const std::array<float, 4>& weights,
                                 const std::array<float, 4>& usual) {
  return weights != usual ? fmt::format("{}", fmt::join(weights, ",")) : "";
}

std::string weights_text(const std::array<float, 4>& weights) {
  return changed_weights_text(weights, {1, 0, 0, 0});
}

}  // namespace fftcore
