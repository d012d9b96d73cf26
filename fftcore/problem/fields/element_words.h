// SPDX-License-Identifier: LGPL-2.1-or-later
// Words for the types of samples.
#pragma once

#include <array>

#include "fftcore/layout.h"
#include "words.h"

namespace fftcore {

inline constexpr std::array kElementWords = {
    Word<Element>{Element::u8, "u8"},
    Word<Element>{Element::u16, "u16"},
    Word<Element>{Element::f16, "f16"},
    Word<Element>{Element::f32, "f32"},
    Word<Element>{Element::u10, "u10"},
    Word<Element>{Element::u12, "u12"},
    Word<Element>{Element::u10_high, "u10-high"},
    Word<Element>{Element::u12_high, "u12-high"},
    Word<Element>{Element::u16_be, "u16-be"},
    Word<Element>{Element::u10_packed, "u10-packed"},
    Word<Element>{Element::f64, "f64"},
    Word<Element>{Element::c32, "c32"},
    Word<Element>{Element::c64, "c64"},
};

}  // namespace fftcore
