// SPDX-License-Identifier: LGPL-2.1-or-later
// GStreamer's CUDA library, unstable by its own word, and which of its functions there are.
#pragma once

#define GST_USE_UNSTABLE_API
#include <gst/cuda/gstcudabufferpool.h>
#include <gst/cuda/gstcudacontext.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudamemory.h>
#include <gst/cuda/gstcudautils.h>

// From 1.24 on memory knows the stream that it is written on, and who reads it on the same stream
// need not wait.
#define FFTCORE_GST_CUDA_HAS_STREAMS GST_CHECK_VERSION(1, 24, 0)
#if FFTCORE_GST_CUDA_HAS_STREAMS
#include <gst/cuda/gstcudastream.h>
#endif
