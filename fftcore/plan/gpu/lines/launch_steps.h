// SPDX-License-Identifier: LGPL-2.1-or-later
// What launches are made of: steps along axes, and their lines in arrays and images.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "axis_transform.h"
#include "complex_array.h"
#include "fftcore/layout.h"
#include "line_spec.h"

namespace fftcore {

/// As `count` of a load or store: no element is left out.
inline constexpr int kAllElements = std::numeric_limits<int>::max();

/// The part of an axis's transform that one launch does.
struct Step {
  enum class Part : std::uint8_t { whole, outer, inner };
  Dim axis;
  Part part;
  AxisTransform transform;

  const LineShape& shape() const {
    return part == Part::inner ? *transform.inner : transform.outer;
  }
  bool is_contiguous() const { return axis == Dim::column; }
};

/// Samples along one dimension.
struct AxisExtents {
  std::int64_t taps = 1;
  std::int64_t out = 1;  ///< of the output, or of its first half
  /// The transform is as long as the image and wraps by itself.
  bool is_circular = false;
  std::int64_t needed() const { return is_circular ? out : out + taps - 1; }  ///< of the input
};

/// The word for lines along an axis: "rows" along Dim::column.
std::string_view lines_along(Dim axis);

/// The name of a step's launch, as "rows_outer_forward".
std::string name_of(const Step& step, std::string_view what);

/// Strides of a step's lines in an array.
Strides strides_of(const ComplexArray& array, const Step& step);

/// Sets which elements of such a line exist, and how they are numbered; `extent` elements exist
/// along the whole axis.
template <class Elements>
void set_elements(Elements& elements, int& numbers_step, const Step& step, std::int64_t extent) {
  elements = step.part == Step::Part::inner ? kAllElements : static_cast<int>(extent);
  numbers_step = step.part == Step::Part::outer ? step.transform.inner->length : 1;
}

/// Four-step twiddles where a step's lines are pieces, else nothing.
SpectralSide four_step_of(const Step& step);

/// Sets a launch's shape and lines: one line for each place along the other dimensions.
void set_lines(LineSpec& stage, const PerDim<std::int64_t>& places, const Step& step);

/// Channels of an image whose bits are set in `mask`; nothing where it is 0.
std::optional<CopiedChannels> copied_channels(const Layout& image, std::uint32_t mask);

/// Whether every row's samples lie in aligned groups of so many, group after group from the first
/// sample on, where those of the first row do.
bool has_aligned_groups(const Layout& layout, int samples = 2);

/// The image as launches see it; no `channels`: all of them.
ImageGeometry geometry_of(const Layout& layout, const std::vector<int>& channels);
/// Where a search measures the levels that an image's channels lose.
std::vector<LevelPlace> level_places_of(Extent image);

}  // namespace fftcore
