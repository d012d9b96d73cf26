// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the values of a caller's buffer lie, at the host and on the device. Between them there may
// be gaps, which are nobody's to touch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "fftcore/layout.h"
#include "fftcore/stages.h"
#include "fftcore/transform.h"

namespace fftcore {

/// An axis of values, in bytes: steps number `first` and those that follow, `count` of them, and
/// steps below `round_end`.
struct ByteAxis {
  std::size_t count = 1;
  std::size_t host_stride = 0;
  std::size_t device_stride = 0;
  std::size_t first = 0;
  std::size_t round_end = 0;
};

struct StridedValues {
  std::size_t value_bytes = 0;
  std::size_t offset = 0;  ///< of step 0 of all axes, on both sides
  std::array<ByteAxis, kMaxTransformAxes + kMaxTransformBatches + 1> axes;
  /// Bits: steps along the axis kChannels that are not copied back to the host.
  std::uint32_t skipped_channels = 0;
};

// Axes of an image's values.
inline constexpr std::size_t kColumns = 0, kChannels = 1, kRows = 2, kSlices = 3, kFrames = 4;

/// Samples of an image. `skipped`: bits of channels that are not copied back. Where samples share
/// words, a value is all words of a row that may hold some, and no channel is skipped.
StridedValues image_values(const Layout& image, std::uint32_t skipped = 0);

/// A half spectrum, with what pads its rows.
StridedValues spectrum_values(const SpectrumLayout& spectrum);

/// The values as they lie in a host's buffer: `first` samples on in its first word, and rows of an
/// `image` so many samples apart; 0: as its Layout says.
StridedValues values_at(StridedValues values, const std::optional<Layout>& image,
                        std::int64_t row_stride, std::int64_t first);

/// Bytes on the device up to the end of the last value.
std::size_t reach_bytes(const StridedValues& values);

}  // namespace fftcore
