// SPDX-License-Identifier: LGPL-2.1-or-later
// Weights of channels, as texts have them: A,B,C,D.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace fftcore {

/// Throws InvalidArgument. Channels that are not named have weight 0.
std::array<float, 4> parse_weights(std::string_view text);
/// Empty where they are `usual`.
std::string changed_weights_text(const std::array<float, 4>& weights,
                                 const std::array<float, 4>& usual);
/// Empty where it is the first channel alone.
std::string weights_text(const std::array<float, 4>& weights);

}  // namespace fftcore
