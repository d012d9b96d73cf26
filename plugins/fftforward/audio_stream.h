// SPDX-License-Identifier: LGPL-2.1-or-later
// The audio side of fftforward: buffers of samples in, spectra of blocks out, and how late those
// are.
#pragma once

#include <gst/base/gstbasetransform.h>

#include "../base/latency.h"
#include "audio_blocks.h"
#include "forward_session.h"

namespace fftcore::gst::forward {

/// Audio of one element, which owns it. Calls come from the streaming thread, but for what says
/// otherwise.
class AudioStream {
 public:
  explicit AudioStream(GstBaseTransform* element)
      : element_(element), latency_(GST_ELEMENT(element)) {}

  /// Caps were agreed on for this stream: of audio, blocks of this shape from now on; of video no
  /// latency.
  void follow(const Stream& stream);
  /// Samples that wait are dropped.
  void reset() { blocks_.reset(); }

  /// Takes the buffer.
  GstFlowReturn take(GstBuffer* samples);
  /// The next block's spectrum; null where there are too few samples.
  GstFlowReturn give(ForwardSession& session, GstBuffer** spectrum);
  /// Pushes what waits, with zeros behind it; then all begins anew.
  void drain(ForwardSession& session);

  // From any thread.
  /// A block is complete when its last sample is there.
  void add_latency(GstQuery* query) { latency_.add_to(query); }
  /// The stream is audio.
  bool is_in_use() const { return latency_.get() > 0; }

 private:
  GstFlowReturn acquire(GstBuffer** spectrum);
  GstFlowReturn next(ForwardSession& session, GstBuffer** spectrum);

  GstBaseTransform* element_;
  AudioBlocks blocks_;
  std::size_t sample_bytes_ = sizeof(float);  // of all channels
  Latency latency_;                           // 0 of video
};

}  // namespace fftcore::gst::forward
