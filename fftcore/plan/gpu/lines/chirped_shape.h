// SPDX-License-Identifier: LGPL-2.1-or-later
// Shapes for lines of any length: those that no butterflies make up are convolved with a chirp.
#pragma once

#include <cstdint>
#include <optional>

#include "device_traits.h"
#include "line_shape.h"
#include "line_shape_for.h"

namespace fftcore {

/// The cheapest shape of exactly `points` points with LineShape::chirped, or nothing where a block
/// cannot hold twice the line. The other arguments are those of line_shape_of().
std::optional<LineShape> chirped_shape_of(std::int64_t points, bool adjacent, int lines,
                                          const DeviceTraits& traits, Real real = Real::f32);

/// line_shape_of(), or where that is nothing chirped_shape_of().
std::optional<LineShape> any_line_shape_of(std::int64_t points, bool adjacent, int lines,
                                           const DeviceTraits& traits, Real real = Real::f32,
                                           Choice choice = Choice::wide);

}  // namespace fftcore
