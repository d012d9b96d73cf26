// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include "../base/device_properties.h"
#include "../taps/taps_properties.h"

namespace fftcore::gst {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kPrecisions[] = {
    {static_cast<int>(Precision::full), "Single precision throughout", "full"},
    {static_cast<int>(Precision::fast),
     "Half precision in the GPU's memory: large kernels are faster, 8-bit results off by one level "
     "at most in blurs",
     "fast"},
    {0, nullptr, nullptr},
};

// Wide enough for any use, narrow enough that results stay finite in single precision.
constexpr double kMaxGain = 1e6;
constexpr double kMaxOffset = 1e6;

}  // namespace

PropertyTable<Settings> properties() {
  PropertyTable<Settings> table;
  table.include(taps_properties(), &Settings::source);
  PropertyTable<TapsSource> circular;
  circular.boolean(&TapsSource::circular,
                   {"circular", "Circular",
                    "Whether response is applied exactly, as a product with the frame's own "
                    "frequencies: the picture then goes round at its edges, and edge-mode does not "
                    "matter. Otherwise response becomes taps, 511 a side at most"});
  table.include(circular, &Settings::source);
  add_correlate(table, &Settings::operation);
  table.choice(&Settings::edge_mode,
               {"edge-mode", "Edge mode", "What the filter sees outside the frame"},
               edge_mode_type());
  table.real(&Settings::gain,
             {"gain", "Gain", "Factor on the filtered picture: out = gain * filtered + offset"},
             -kMaxGain, kMaxGain);
  table.real(&Settings::offset,
             {"offset", "Offset",
              "Value added to the filtered picture, in units where white is 255, whatever the "
              "bits of a sample. 128 shows a high pass on grey. Chroma has no offset"},
             -kMaxOffset, kMaxOffset);
  table.choice(&Settings::planes,
               {"planes", "Planes",
                "Planes of YUV video that are filtered. Chroma is filtered about 128, no colour, "
                "and gets no offset. RGB video is filtered in every colour; alpha passes "
                "untouched"},
               plane_selection_type());
  static const GType precision_type = register_enum("GstFftFilterPrecision", kPrecisions);
  table.choice(
      &Settings::precision,
      {"precision", "Precision",
       "How exactly GPUs compute. fast halves what large kernels read and write in the "
       "GPU's memory between the steps of a frame; video of more than 10 bits needs full. The "
       "processor always computes as for full"},
      precision_type);
  table.include(device_properties(Flowing::frames), &Settings::device);
  return table;
}

}  // namespace fftcore::gst
