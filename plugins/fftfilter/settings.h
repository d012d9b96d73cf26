// SPDX-License-Identifier: LGPL-2.1-or-later
// All that the properties of fftfilter say, as plain values. Nothing is checked until taps are made of it.
#pragma once

#include <glib-object.h>

#include <memory>
#include <string>

#include "../common/frame_memory.h"
#include "fftcore/filters.h"
#include "fftcore/problem.h"

namespace fftcore::gst {

enum class FilterKind : std::uint8_t { none, lowpass, highpass, bandpass, bandstop };

/// Where the taps come from; a change here calls for new taps.
struct KernelSource {
  FilterKind filter = FilterKind::none;
  Shape shape = Shape::gaussian;
  double cutoff = 0.1;  ///< cycles/pixel
  double cutoff_high = 0.25;
  int order = 2;
  std::string location;              ///< empty: none
  std::uint64_t location_count = 0;  ///< times it was set: setting the same name again reads the file again
  std::shared_ptr<const GValue> kernel;
  bool normalize = false;
  bool operator==(const KernelSource&) const = default;
};

struct Settings {
  KernelSource source;
  Operation operation = Operation::convolve;
  EdgeMode edge_mode = EdgeMode::reflect_101;
  double gain = 1;
  double offset = 0;  ///< 8-bit units
  PlaneSelection planes = PlaneSelection::luma;
  Precision precision = Precision::full;
  Device device;  ///< fixed from start to stop
  bool operator==(const Settings&) const = default;
};

/// Nothing to do: frames can pass as they are.
bool is_passthrough(const Settings& settings);

/// The kernel asked for; without any, the one tap that changes nothing. Throws InvalidArgument, FileError or MissingFile.
KernelMatrix make_kernel(const KernelSource& source);

/// Making the kernel takes longer than a frame may wait: a kernel file of more than 1 MiB.
bool is_slow(const KernelSource& source);

}  // namespace fftcore::gst
