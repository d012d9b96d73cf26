// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include "../base/device_properties.h"

namespace fftcore::gst::inverse {
namespace {

// Limits as fftfilter's: wide enough for any use, narrow enough that results stay finite in single
// precision.
constexpr double kMaxInverseGain = 1e6;
constexpr double kMaxInverseOffset = 1e6;

}  // namespace

PropertyTable<Settings> properties() {
  PropertyTable<Settings> table;
  table.real(&Settings::gain,
             {"gain", "Gain",
              "Factor on the samples that the spectrum is of: out = gain * samples + offset"},
             -kMaxInverseGain, kMaxInverseGain);
  table.real(
      &Settings::offset,
      {"offset", "Offset",
       "Value added to the samples, in units where white is 255, whatever the bits of a sample "
       "(audio: in units of its samples). 128 shows what has no mean on grey"},
      -kMaxInverseOffset, kMaxInverseOffset);
  table.include(device_properties(Flowing::buffers), &Settings::device);
  return table;
}

}  // namespace fftcore::gst::inverse
