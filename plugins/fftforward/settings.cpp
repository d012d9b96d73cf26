// SPDX-License-Identifier: LGPL-2.1-or-later
#include "settings.h"

#include <fmt/format.h>

#include "fftcore/error.h"

namespace fftcore::gst::forward {
namespace {

void require_even(const char* property, int points) {
  if (points % 2 == 0) return;
  throw InvalidArgument(fmt::format("{}={}: an even number up to {} is needed, or 0 for a good one",
                                    property, points, kMaxSpectrumPoints));
}

}  // namespace

void validate(const Settings& settings) {
  require_even("pad-width", settings.pad_width);
  require_even("block-size", settings.block_size);
  if (settings.block_size != 0 && settings.hop > settings.block_size) {
    throw InvalidArgument(
        fmt::format("hop={} with block-size={}: a block cannot bring more new samples than it has; "
                    "set hop to 1 to {}, or 0",
                    settings.hop, settings.block_size, settings.block_size));
  }
}

}  // namespace fftcore::gst::forward
