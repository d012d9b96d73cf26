// SPDX-License-Identifier: LGPL-2.1-or-later
// Those of GstBaseTransformClass that see to caps, and settings that change while frames flow,
// which caps follow.
#pragma once

#include <gst/base/gstbasetransform.h>

namespace fftcore::gst::forward {

GstCaps* transform_caps_of(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                           GstCaps* filter);
GstCaps* fixate_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                     GstCaps* other_caps);
gboolean set_caps(GstBaseTransform* transform, GstCaps* input_caps, GstCaps* output_caps);

/// True where there are new ones, which caps will follow. What is wrong with them is a warning.
bool follow_settings(GstBaseTransform* transform);

}  // namespace fftcore::gst::forward
