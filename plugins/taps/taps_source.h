// SPDX-License-Identifier: LGPL-2.1-or-later
// Where an element's taps come from, as plain values. Nothing is checked until taps are made of it.
#pragma once

#include <glib-object.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fftcore/filters.h"

namespace fftcore::gst {

enum class FilterKind : std::uint8_t { none, lowpass, highpass, bandpass, bandstop };

/// A change here calls for new taps.
struct TapsSource {
  FilterKind filter = FilterKind::none;
  Shape shape = Shape::gaussian;
  double cutoff = 0.1;  ///< cycles/pixel
  double cutoff_high = 0.25;
  int order = 2;
  std::string location;  ///< empty: none
  /// times it was set: setting the same name again reads the file again
  std::uint64_t location_count = 0;
  std::shared_ptr<const GValue> kernel;
  std::shared_ptr<const GValue> notches;
  bool normalize = false;
  bool operator==(const TapsSource&) const = default;
};

/// A filter, taps, a file with taps or notches are set.
bool has_taps(const TapsSource& source);

/// The taps asked for; without any, the one tap that changes nothing. Throws InvalidArgument,
/// FileError or MissingFile.
TapsMatrix make_taps(const TapsSource& source);

/// Taps of channels that lie in memory in another order than R, G, B; `order` is PlaneJob::order.
/// BGR has the last channel's first.
std::vector<Taps> in_order(const TapsMatrix& matrix, const std::vector<int>& order);

/// Making the taps takes longer than a frame may wait: they are in a file of more than 1 MiB.
bool is_slow(const TapsSource& source);

}  // namespace fftcore::gst
