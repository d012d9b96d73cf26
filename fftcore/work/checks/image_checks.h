// SPDX-License-Identifier: LGPL-2.1-or-later
// Checks of images that several kinds of work have in common. `what` is the subject of messages,
// such as `input`. All throw InvalidArgument.
#pragma once

#include <array>
#include <string_view>

#include "fftcore/layout.h"

namespace fftcore {

/// Rows and columns, each 1 to `most`.
void check_sides(const Layout& image, std::string_view what, std::int64_t most);

/// One slice and one frame. `hint` follows what is allowed.
void check_single_frame(const Layout& image, std::string_view what, std::string_view hint = {});

/// Weights of channels: -kMaxWeight to kMaxWeight.
void check_weights(const std::array<float, 4>& weights);

}  // namespace fftcore
