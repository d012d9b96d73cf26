// SPDX-License-Identifier: LGPL-2.1-or-later
// What the launches of a convolution are made of: steps along axes, their lines in arrays and
// images.
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

inline constexpr int kAllElements = std::numeric_limits<int>::max();

/// What one launch does of the transform along an axis.
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

/// Along one dimension.
struct AxisExtents {
  std::int64_t taps = 1;
  std::int64_t out = 1;  ///< of the output, or of its first half
  /// Wrapped edges, the transform as long as the image: it wraps by itself.
  bool is_circular = false;
  std::int64_t needed() const { return is_circular ? out : out + taps - 1; }  ///< of the input
};

/// "rows" along columns.
std::string_view lines_along(Dim axis);

std::string name_of(const Step& step, std::string_view what);

/// The lines of a step in an array.
Strides strides_of(const ComplexArray& array, const Step& step);

/// Elements of such a line that are there, of `extent` along the whole axis, and how they are
/// numbered.
template <class Access>
void set_elements(Access& access, const Step& step, std::int64_t extent) {
  access.count = step.part == Step::Part::inner ? kAllElements : static_cast<int>(extent);
  access.step = step.part == Step::Part::outer ? step.transform.inner->length : 1;
}

/// A launch's lines: one for each place along the other dimensions.
void set_lines(LineSpec& stage, const PerDim<std::int64_t>& places, const Step& step);

/// Those with their bit in `mask`, of such an image; none where it is 0.
std::optional<CopiedChannels> copied_channels(const Layout& image, std::uint32_t mask);

/// Whether samples 2e and 2e + 1 of all rows are aligned pairs, if the first of them is.
bool has_pairs(const Layout& layout);

ImageGeometry geometry_of(const Layout& layout, const std::vector<int>& channels);

}  // namespace fftcore
