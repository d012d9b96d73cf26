// SPDX-License-Identifier: LGPL-2.1-or-later
// Window functions as texts have them.
#pragma once

#include <array>

#include "fftcore/denoise.h"
#include "words.h"

namespace fftcore {

inline constexpr std::array kBlockWindowWords = {
    Word<BlockWindow>{BlockWindow::rectangle, "rectangle"},
    Word<BlockWindow>{BlockWindow::bartlett, "bartlett"},
    Word<BlockWindow>{BlockWindow::sine, "sine"},
    Word<BlockWindow>{BlockWindow::hann, "hann"},
    Word<BlockWindow>{BlockWindow::hamming, "hamming"},
    Word<BlockWindow>{BlockWindow::blackman, "blackman"},
    Word<BlockWindow>{BlockWindow::nuttall, "nuttall"},
    Word<BlockWindow>{BlockWindow::kaiser, "kaiser"}};

}  // namespace fftcore
