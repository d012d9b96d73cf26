// SPDX-License-Identifier: LGPL-2.1-or-later
#include "element_shell.h"

namespace fftcore::gst {

void sync_controllers(GstBaseTransform* transform, GstBuffer* buffer) {
  const GstClockTime time = gst_segment_to_stream_time(&transform->segment, GST_FORMAT_TIME,
                                                       GST_BUFFER_TIMESTAMP(buffer));
  if (GST_CLOCK_TIME_IS_VALID(time)) gst_object_sync_values(GST_OBJECT(transform), time);
}

GstCaps* filtered_caps(GstCaps* caps, GstCaps* filter) {
  if (filter == nullptr) return caps;
  GstCaps* const filtered = gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref(caps);
  return filtered;
}

GstFlowReturn report_no_memory(GstElement* element, GstFlowReturn result, const char* what) {
  if (result == GST_FLOW_ERROR) {
    GST_ELEMENT_ERROR(element, RESOURCE, NO_SPACE_LEFT,
                      ("there is no memory for another %s; end other programs that use it", what),
                      (nullptr));
  }
  return result;
}

GParamSpec* backend_property(Flowing flowing) {
  return g_param_spec_enum(
      "backend", "Backend",
      flowing == Flowing::frames ? "What computes; one that does not work on this machine is an "
                                   "error that says why. Frames in CUDA memory: cuda, which "
                                   "auto takes there"
                                 : "What computes; one that does not work on this machine is an "
                                   "error that says why. Buffers in CUDA memory: cuda, "
                                   "which auto takes there",
      backend_choice_type(), static_cast<int>(Device{}.backend), kReadyProperty);
}

GParamSpec* cuda_device_property(Flowing flowing) {
  return g_param_spec_int("cuda-device-id", "CUDA device ID",
                          flowing == Flowing::frames
                              ? "GPU for backend cuda, as CUDA counts; -1: the one that frames in "
                                "CUDA memory are on, else the first that works"
                              : "GPU for backend cuda, as CUDA counts; -1: the one that buffers in "
                                "CUDA memory are on, else the first that works",
                          -1, G_MAXINT, Device{}.cuda_id, kReadyProperty);
}

}  // namespace fftcore::gst
