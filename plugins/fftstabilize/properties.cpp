// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include "../base/device_properties.h"

namespace fftcore::gst::stabilize {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kReferences[] = {
    {static_cast<int>(Reference::previous),
     "The frame before; motion is added up, for moving cameras", "previous"},
    {static_cast<int>(Reference::first),
     "The first frame (after a scene cut, a flush or new caps: of what follows); nothing adds up, "
     "for cameras that stand",
     "first"},
    {0, nullptr, nullptr},
};

constexpr int kMaxSmoothing = 10000;
constexpr int kLargestShift = 512;

void add_motion(PropertyTable<Settings>& table) {
  static const GType reference_type = register_enum("GstFftStabilizeReference", kReferences);
  table.choice(&Settings::reference,
               {"reference", "Reference", "The frame that each frame's motion is measured against"},
               reference_type);
  table.integer(&Settings::smoothing,
                {"smoothing", "Smoothing",
                 "Number of frames over which the camera's path is smoothed: shorter movements are "
                 "taken out, longer ones (a pan) stay. 0 holds the picture where the reference is. "
                 "No value adds latency"},
                0, kMaxSmoothing);
  table.integer(&Settings::max_shift,
                {"max-shift", "Max shift",
                 "Largest distance that the picture is moved along each axis, in pixels. 0 only "
                 "measures; a larger distance costs more time"},
                0, kLargestShift);
  table.real(&Settings::min_confidence,
             {"min-confidence", "Min confidence",
              "Least confidence of a motion that counts. Confidence is 1 less the ratio of the "
              "second best match to the best, 0 to 1. Below it the motion is unknown: the picture "
              "stays moved as it was. After 5 such frames in a row, or one after a gap in the "
              "stream, all begins anew"},
             0, 1);
  table.choice(
      &Settings::edge_mode,
      {"edge-mode", "Edge mode", "What shows where the moved picture ends inside the frame"},
      edge_mode_type());
}

}  // namespace

PropertyTable<Settings> properties() {
  PropertyTable<Settings> table;
  add_motion(table);
  table.boolean(&Settings::post_messages,
                {"post-messages", "Post messages",
                 "Whether an element message \"fftstabilize\" is posted for each frame: dx, dy "
                 "(motion against the reference, in pixels), correction-x, correction-y (what the "
                 "picture was moved by), confidence, known, turning, and the frame's times"},
                kPlainProperty);
  table.boolean(&Settings::attach_meta,
                {"attach-meta", "Attach meta",
                 "Whether the numbers of that message are attached to each frame, as a "
                 "GstCustomMeta named \"fftstabilize\""},
                kPlainProperty);
  table.include(device_properties(Flowing::frames), &Settings::device);
  return table;
}

}  // namespace fftcore::gst::stabilize
