// SPDX-License-Identifier: LGPL-2.1-or-later
// Checks of windows and of the images that they are gathered from. All throw InvalidArgument.
#pragma once

#include <string_view>

#include "fftcore/layout.h"

namespace fftcore {

/// One frame of an image that is not complex, of 1 to 4 channels.
void check_window_image(const Layout& image);
/// kMinWindow to kMaxWindow a side.
void check_window_extent(Extent window);
/// A window whose lags go round is transformed as it is: sides without prime factors above 5.
/// `because` follows the side in the message.
void check_round_window(Extent window, std::string_view because = {});

}  // namespace fftcore
