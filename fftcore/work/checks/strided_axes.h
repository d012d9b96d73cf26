// SPDX-License-Identifier: LGPL-2.1-or-later
// Checks of strides that all values share.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "fftcore/layout.h"

namespace fftcore {

/// Largest stride, in elements.
inline constexpr std::int64_t kMaxStride = std::int64_t{1} << 40;
/// Most elements from the first to the last, so that no byte offset comes near overflow.
inline constexpr std::int64_t kMaxReach = std::int64_t{1} << 50;

struct NamedAxis {
  std::string_view name;
  std::int64_t extent;
  std::int64_t stride;
};

/// Check of strides. Throws InvalidArgument where a stride is not in 1 .. kMaxStride, or where all
/// axes together reach further than kMaxReach. Extents are at least 1. `what` says whose axes they
/// are.
void validate_strides(std::string_view what, std::span<const NamedAxis> axes);

/// Check of overlap. Throws InvalidArgument where samples overlap: each axis must step over all
/// that the axes of smaller strides reach. Sorts the axes.
void validate_no_overlap(std::string_view what, std::span<NamedAxis> axes);

/// Samples from the first of a row to its last, whatever their channels.
std::int64_t row_reach(const Layout& layout);

/// Samples from the first of all frames of an image to the last.
std::int64_t image_reach(const Layout& layout);

/// Check of an image: its extents, strides and overlap, and that words which samples share are of
/// one row.
void validate_layout(const Layout& layout, std::string_view what);

/// Check of an image of real samples that single precision holds.
void validate_single(const Layout& layout, std::string_view what);

}  // namespace fftcore
