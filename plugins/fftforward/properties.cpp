// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include "../base/device_properties.h"

namespace fftcore::gst::forward {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kWindows[] = {
    {static_cast<int>(Window::none), "All samples count alike: for filters", "none"},
    {static_cast<int>(Window::hann),
     "Faded out towards the edges (Hann): for looking at spectra, without the cross that edges "
     "make",
     "hann"},
    {0, nullptr, nullptr},
};

const GEnumValue kSpectrumPrecisions[] = {
    {static_cast<int>(Precision::full), "Single precision (f32)", "full"},
    {static_cast<int>(Precision::fast),
     "Half precision (f16) between the elements, half the memory: not for video of more than 10 "
     "bits",
     "fast"},
    {0, nullptr, nullptr},
};

constexpr int kMostPointsOfAxis = static_cast<int>(kMaxSpectrumPoints);

void add_sizes(PropertyTable<Settings>& table) {
  table.integer(&Settings::pad_width,
                {"pad-width", "Padded width",
                 "Points of a row's transform, for video: an even number, at least the frame's "
                 "width and the border that filters downstream ask for; what is left is zeros. 0 "
                 "takes a good number"},
                0, kMostPointsOfAxis, kPlainProperty);
  table.integer(&Settings::pad_height,
                {"pad-height", "Padded height",
                 "Points of a column's transform, for video: at least the frame's height and the "
                 "border that filters downstream ask for; what is left is zeros. 0 takes a good "
                 "number"},
                0, kMostPointsOfAxis, kPlainProperty);
  table.integer(&Settings::block_size,
                {"block-size", "Block size",
                 "Points of a block's transform, for audio: an even number. 0 takes a good number "
                 "of at least 4096 and 4 times the overlap that filters downstream ask for"},
                0, kMostPointsOfAxis, kPlainProperty);
  table.integer(&Settings::hop,
                {"hop", "Hop",
                 "New samples in a block, for audio, which is the latency too; the block begins "
                 "with the block-size - hop samples before them. 0 takes as many as leave the "
                 "overlap that filters downstream ask for"},
                0, kMostPointsOfAxis, kPlainProperty);
}

}  // namespace

PropertyTable<Settings> properties() {
  static const GType window_type = register_enum("GstFftForwardWindow", kWindows);
  static const GType precision_type = register_enum("GstFftForwardPrecision", kSpectrumPrecisions);
  PropertyTable<Settings> table;
  add_sizes(table);
  table.choice(&Settings::window,
               {"window", "Window", "Weights on the samples before they are transformed"},
               window_type, kPlainProperty);
  table.choice(&Settings::edge_mode,
               {"edge-mode", "Edge mode",
                "What filters downstream see outside the frame, for video, as far as they ask for "
                "a border"},
               edge_mode_type(), kPlainProperty);
  table.choice(&Settings::precision,
               {"precision", "Precision", "Number format of the spectrum's values"}, precision_type,
               kReadyProperty);
  table.include(device_properties(Flowing::buffers), &Settings::device);
  return table;
}

}  // namespace fftcore::gst::forward
