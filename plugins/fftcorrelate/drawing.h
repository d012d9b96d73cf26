// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftcorrelate draws into frames, in every format; frames in CUDA memory are copied down and
// up for that.
#pragma once

#include <gst/video/video.h>

#include <vector>

#include "correlate_session.h"

namespace fftcore::gst::correlate {

/// Green boxes (grey video: white) round the matches; phase: the outline of what was searched,
/// moved as the picture moved. `frame` is writable.
void draw_boxes(const GstVideoInfo& info, GstBuffer* frame, const std::vector<Match>& matches,
                bool is_phase);

/// Fills the frame with the scores: black 0, white 1 (ccorr: the frame's largest), each where the
/// middle of the template would lie; phase: no motion is the middle of what was searched. Black
/// where nothing was searched.
void draw_surface(const GstVideoInfo& info, GstBuffer* frame, const ScoreSurface& surface,
                  Method method);

}  // namespace fftcore::gst::correlate
