// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include "../base/device_properties.h"
#include "../taps/taps_properties.h"

namespace fftcore::gst::multiply {
namespace {

// In units of samples: white is 255 or 65535 in video.
constexpr double kMinNoise = 1e-6;
constexpr double kMaxNoise = 1e6;

}  // namespace

PropertyTable<Settings> properties() {
  PropertyTable<Settings> table;
  table.include(taps_properties(), &Settings::source);
  add_correlate(table, &Settings::operation);
  table.boolean(&Settings::conjugate,
                {"conjugate", "Conjugate",
                 "Whether the conjugate of the spectra on pad kernel is the factor, which gives "
                 "correlation instead of convolution"},
                kPlainProperty);
  table.boolean(&Settings::phase_only,
                {"phase-only", "Phase only",
                 "Whether only the phase of the product with the spectra on pad kernel is kept: "
                 "its size becomes 1 where it is above noise. With conjugate=true that is phase "
                 "correlation"},
                kPlainProperty);
  table.real(&Settings::noise,
             {"noise", "Noise",
              "Standard deviation of a sample's noise, in units of the samples, where phase-only "
              "is true; frequencies whose product is below it count less"},
             kMinNoise, kMaxNoise, kPlainProperty);
  table.include(device_properties(Flowing::buffers), &Settings::device);
  return table;
}

}  // namespace fftcore::gst::multiply
