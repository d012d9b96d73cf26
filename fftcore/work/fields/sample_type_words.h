// SPDX-License-Identifier: LGPL-2.1-or-later
// Words for the types of samples.
#pragma once

#include <array>

#include "fftcore/layout.h"
#include "words.h"

namespace fftcore {

inline constexpr std::array kSampleTypeWords = {
    Word<SampleType>{SampleType::u8, "u8"},
    Word<SampleType>{SampleType::u16, "u16"},
    Word<SampleType>{SampleType::f16, "f16"},
    Word<SampleType>{SampleType::f32, "f32"},
    Word<SampleType>{SampleType::u10, "u10"},
    Word<SampleType>{SampleType::u12, "u12"},
    Word<SampleType>{SampleType::u10_high, "u10-high"},
    Word<SampleType>{SampleType::u12_high, "u12-high"},
    Word<SampleType>{SampleType::u16_be, "u16-be"},
    Word<SampleType>{SampleType::u10_packed, "u10-packed"},
    Word<SampleType>{SampleType::f64, "f64"},
    Word<SampleType>{SampleType::complex64, "complex64"},
    Word<SampleType>{SampleType::complex128, "complex128"},
};

}  // namespace fftcore
