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

const GEnumValue kModels[] = {
    {static_cast<int>(MotionModel::translation), "It moves", "translation"},
    {static_cast<int>(MotionModel::similarity), "It moves, turns and zooms: most cameras by hand",
     "similarity"},
    {static_cast<int>(MotionModel::affine), "It also shears, as by a rolling shutter", "affine"},
    {static_cast<int>(MotionModel::projective), "A plane seen from elsewhere, such as the ground",
     "perspective"},
    {0, nullptr, nullptr},
};

const GEnumValue kKeep = {static_cast<int>(Border::keep),
                          "What was shown there before; of model=translation set before the start",
                          "keep"};

constexpr int kMaxSmoothing = 10000;
constexpr int kMostLookAhead = 120;
constexpr int kLargestShift = 512;
constexpr double kLargestZoom = 2;

void add_motion(PropertyTable<Settings>& table) {
  static const GType model_type = register_enum("GstFftStabilizeModel", kModels);
  table.choice(&Settings::model,
               {"model", "Model",
                "How the picture moves from frame to frame, and is moved back. All but translation "
                "take more time, and reference=previous"},
               model_type, kReadyProperty);
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
  table.integer(&Settings::smoothing_turn,
                {"smoothing-turn", "Smoothing of turns",
                 "The same for turns, shear and perspective alone. -1: as smoothing. 0 holds the "
                 "horizon where it was at first"},
                kAsSmoothing, kMaxSmoothing);
  table.integer(
      &Settings::smoothing_zoom,
      {"smoothing-zoom", "Smoothing of zooms", "The same for zooms alone. -1: as smoothing"},
      kAsSmoothing, kMaxSmoothing);
  table.integer(
      &Settings::look_ahead,
      {"look-ahead", "Look ahead",
       "Number of frames that each frame waits for, so that its path is smoothed by what "
       "comes after it too, which takes out more. Each is a frame of latency, and is held. "
       "More than smoothing are of no use. Takes reference=previous"},
      0, kMostLookAhead, kReadyProperty);
  table.integer(&Settings::max_shift,
                {"max-shift", "Max shift",
                 "Largest distance that the picture is moved along each axis, in pixels. 0 only "
                 "measures; of model=translation a larger distance costs more time"},
                0, kLargestShift);
  table.real(&Settings::zoom,
             {"zoom", "Zoom",
              "Factor, from 1 on, by which the picture is enlarged about its middle, so that less "
              "of its border is seen. 0: as little as hides the border, changed slowly"},
             0, kLargestZoom, kReadyProperty);
  table.real(&Settings::min_confidence,
             {"min-confidence", "Min confidence",
              "Least confidence of a motion that counts. Confidence is 1 less the ratio of the "
              "second best match to the best, 0 to 1. Below it the motion is unknown: the picture "
              "stays moved as it was. After 5 such frames in a row, or one after a gap in the "
              "stream, all begins anew"},
             0, 1);
  static const GType border_type = edge_mode_type_with("GstFftStabilizeEdgeMode", kKeep);
  table.choice(
      &Settings::border,
      {"edge-mode", "Edge mode", "What shows where the moved picture ends inside the frame"},
      border_type);
}

}  // namespace

PropertyTable<Settings> properties() {
  PropertyTable<Settings> table;
  add_motion(table);
  table.boolean(&Settings::post_messages,
                {"post-messages", "Post messages",
                 "Whether an element message \"fftstabilize\" is posted for each frame: dx, dy "
                 "(motion against the reference, in pixels), correction-x, correction-y (what the "
                 "picture was moved by), confidence, known, turning, motion and correction (maps "
                 "of 9 numbers), and the frame's times"},
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
