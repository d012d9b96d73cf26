// SPDX-License-Identifier: LGPL-2.1-or-later
// Words for the fields of a Convolution that stages have too: one table each, for printing and for
// reading.
#pragma once

#include <array>

#include "fftcore/convolution.h"
#include "words.h"

namespace fftcore {

inline constexpr std::array kOperationWords = {
    Word<Operation>{Operation::convolve, "conv"}, Word<Operation>{Operation::correlate, "corr"},
    Word<Operation>{Operation::correlate_image, "icorr"}};
inline constexpr std::array kEdgeWords = {
    Word<EdgeMode>{EdgeMode::constant, "constant"},
    Word<EdgeMode>{EdgeMode::replicate, "replicate"}, Word<EdgeMode>{EdgeMode::reflect, "reflect"},
    Word<EdgeMode>{EdgeMode::reflect_101, "reflect-101"}, Word<EdgeMode>{EdgeMode::wrap, "wrap"}};
inline constexpr std::array kMixingWords = {
    Word<Mixing>{Mixing::none, "none"}, Word<Mixing>{Mixing::diagonal, "diagonal"},
    Word<Mixing>{Mixing::full, "full"}, Word<Mixing>{Mixing::symmetric, "symmetric"}};

}  // namespace fftcore
