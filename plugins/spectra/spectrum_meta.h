// SPDX-License-Identifier: LGPL-2.1-or-later
// What a buffer with a spectrum says besides its numbers: the frame that they come from, and who
// writes them.
#pragma once

#include <gst/video/video.h>

#include <memory>
#include <optional>
#include <thread>

#include "../memory/engine.h"

namespace fftcore::gst {

/// A frame of video and how it lies.
struct SourceFrame {
  GstVideoInfo info;
  GstBuffer* buffer = nullptr;  ///< of whoever holds the SourceFrame's buffer
};

/// Holds `frame` as long as the spectrum lives. The meta has no tags: GstBaseTransform's own way
/// with metas takes it from the input to the output, holding the same frame. An element whose
/// output is no spectrum keeps it off by is_source_frame() in its transform_meta.
void set_source_frame(GstBuffer* spectrum, const GstVideoInfo& info, GstBuffer* frame);
std::optional<SourceFrame> source_frame(GstBuffer* spectrum);
bool is_source_frame(GType meta_api);

/// Whoever writes a spectrum in a device's memory: work on it may be on a queue still.
struct SpectrumWriter {
  std::shared_ptr<Engine> engine;
  std::thread::id thread;  ///< that puts work on the engine's queue
};

/// Stays with the memory: what shares it (gst_buffer_copy()) has the same writer, an element's
/// output never has its input's. Replaces one there is.
void set_writer(GstBuffer* spectrum, const SpectrumWriter& writer);
/// No engine: what is written is there.
SpectrumWriter writer_of(GstBuffer* spectrum);

/// Returns when the spectrum is written; from any thread. For those who read it other than by a
/// StageRun.
void wait_for_writer(GstBuffer* spectrum);

}  // namespace fftcore::gst
