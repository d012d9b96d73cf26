// SPDX-License-Identifier: LGPL-2.1-or-later
// Where an element's taps come from, as plain values. Nothing is checked until taps are made of it.
#pragma once

#include <glib-object.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fftcore/filters.h"
#include "fftcore/frequency_response.h"

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
  std::string response;   ///< a formula; empty: none
  bool circular = false;  ///< the response is applied exactly, on each plane's own frequencies
  bool normalize = false;
  bool operator==(const TapsSource&) const = default;
};

/// A filter, taps, a file with taps, notches or a response are set.
bool has_taps(const TapsSource& source);

/// What is set says what becomes of frequencies, and not which taps: a filter, notches, a response.
bool is_given_by_frequencies(const TapsSource& source);

/// What can be seen to be wrong before taps are made, and what is set together. Throws
/// InvalidArgument.
void check(const TapsSource& source);

/// The taps asked for; without any, the one tap that changes nothing. Throws InvalidArgument,
/// FileError or MissingFile.
TapsMatrix make_taps(const TapsSource& source);

/// Taps of a response on a grid; where that is empty, of images of any size. Throws InvalidArgument
/// where they are not real.
Taps real_taps_of(const FrequencyResponse& response, std::optional<Extent> grid);

/// Taps of channels that lie in memory in another order than R, G, B; `order` is PlaneJob::order.
/// BGR has the last channel's first.
std::vector<Taps> in_order(const TapsMatrix& matrix, const std::vector<int>& order);

/// Making the taps takes longer than a frame may wait: they are in a file of more than 1 MiB, or a
/// response's.
bool is_slow(const TapsSource& source);

}  // namespace fftcore::gst
