// SPDX-License-Identifier: LGPL-2.1-or-later
// Formulas that operate on samples while they are loaded and stored: `load` and `store` of a
// Convolution and of a Transform; and on bins between the two, a Convolution's `spectrum`. They are
// part of the same kernels and loops, and take no pass over memory.
#pragma once

#include <cstddef>

namespace fftcore {

// A sample's formula is text in the language of FrequencyResponse (frequency_response.h), whose
// value takes the sample's place:
//   sqrt(max(v - p0, 0))                        a dark level off, then the root
//   if(hypot(x - 320, y - 240) < p0, v, 0)      a disc
//   v * exp(i * pi * (x + y))                   the middle of a spectrum, of complex samples
//   v * exp(-(f / 0.1)^2)                       a low pass, of a spectrum
//   w / v                                       a second image over the result
//
// Variables:
//   v          the sample; complex where samples are
//   w          in a Convolution's `store` alone: the sample that a second image has in the place
//              that is stored (Convolution::second); complex where that image is
//   x y z      its column, row and slice, from 0
//   c n        its channel and frame, from 0
//   p0 ... p7  parameters, which set_parameters() of an executable sets; 0 until then
// Of a Transform, x, y and z are a value's number along axes[0], axes[1] and axes[2], and n is its
// transform's number in the batch, the first of `batches` counted first. There is no c. Where the
// side is a spectrum, there are also
//   fx fy fz   the frequencies of these axes, in cycles per sample: the number through the points
//              of the axis, less 1 where that is above a half; 0 of an axis that there is not
//   f          sqrt(fx^2 + fy^2 + fz^2)
// Convolution::spectrum and MultiplyStage::formula know of all these v, the parameters, fx, fy and
// f alone.
//
// Numbers are those of the work's arithmetic: single precision, or double where that is double. So
// in single precision numbers above 2^24 have no units left, and functions are right to some units
// in the last place. Constants are computed in double first. A formula without complex numbers is
// real, and its value has an imaginary part of 0 where samples are complex. GPUs may compute a
// product and a sum with one rounding, and take 0 * a and a * 0 for 0 whatever a is: where a might
// not be finite, use if().
//
// What is no formula, or complex where samples are real, is refused with InvalidArgument, which
// says line and column of the text.
//
// On GPUs formulas may also call functions of your own. These are in the field `code`, as text of
// the backend's language, CUDA C++ or OpenCL C:
//
//   FUNCTION real tone(real v, real knee) {
//     return v < knee ? v : knee + 64 * (1 - exp((knee - v) / 64));
//   }
//
// with store = "tone(v, p0)". Words that it may use are `real` (float, or double where the work's
// arithmetic is), `real2` (a pair with .x and .y), `make_real2(x, y)`, and FUNCTION before a
// function, so that one text can serve both languages.
//   - A call has 1 to 16 values. A complex value is a real2, the real part first; a real one is a
//     real. The result is a real2 where the first value is complex, else a real.
//   - It is called for each sample of filtered channels that is loaded or stored, and again where
//     edges or tiles that overlap read a sample again. So it must be a function of its values
//     alone. It has no access to the kernel's memory, and must not wait for other threads.
//   - Names that begin with `parameter_` and the names of the kernel's own functions are taken.
// Where the compiler refuses it, compile() throws InvalidArgument with the compiler's words, whose
// lines are those of `code`. Backend cpu refuses code with Unsupported.

/// How many parameters there are: p0 to p7.
inline constexpr std::size_t kMaxParameters = 8;

/// Most characters of code.
inline constexpr std::size_t kMaxCodeLength = 65536;

}  // namespace fftcore
