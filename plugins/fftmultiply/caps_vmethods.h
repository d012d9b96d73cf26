// SPDX-License-Identifier: LGPL-2.1-or-later
// Those of GstBaseTransformClass that see to caps, and to the events of the main stream, which caps
// are among.
#pragma once

#include <gst/base/gstbasetransform.h>

namespace fftcore::gst::multiply {

GstCaps* transform_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                        GstCaps* filter);
GstCaps* fixate_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps,
                     GstCaps* other_caps);
gboolean accept_caps(GstBaseTransform* transform, GstPadDirection direction, GstCaps* caps);
gboolean set_caps(GstBaseTransform* transform, GstCaps* input_caps, GstCaps* output_caps);
gboolean sink_event(GstBaseTransform* transform, GstEvent* event);

}  // namespace fftcore::gst::multiply
