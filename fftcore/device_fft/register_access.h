// SPDX-License-Identifier: LGPL-2.1-or-later
// A thread's array of complex or real values, while a function is written.
#pragma once

#include "butterfly.h"
#include "device_body.h"

namespace fftcore {

/// Value number `index` of the thread.
inline Complex register_value(Builder& b, int index, bool is_real) {
  if (!is_real) return parts(b, ast::LoadGlobal{kDataName, ast::integer(index), 2});
  return {b.let("x", ast::LoadGlobal{kDataName, ast::integer(index), 1}), ast::real(0)};
}

inline void set_register(Builder& b, int index, const Complex& value, bool is_real) {
  if (is_real)
    b.store_global(kDataName, ast::integer(index), {value.re});
  else
    b.store_global(kDataName, ast::integer(index), {value.re, value.im});
}

/// The function's array, whose elements are a complex value's parts.
inline void declare_registers(Builder& b) {
  b.buffer(kDataName, storage_of(b.real()), ast::Access::update);
}

/// Forward, or with the exponent's other sign.
template <class Transform>
Values both_ways(const DeviceFft& fft, Values values, Transform&& forward) {
  const bool is_inverse = fft.kind == TransformKind::c2r ||
                          (fft.kind == TransformKind::c2c && fft.direction == Direction::inverse);
  return is_inverse ? swapped(forward(swapped(std::move(values)))) : forward(std::move(values));
}

}  // namespace fftcore
