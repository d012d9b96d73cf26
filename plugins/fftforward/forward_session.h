// SPDX-License-Identifier: LGPL-2.1-or-later
// fftforward between start and stop: the stage for the stream's caps and the settings, and its
// runs.
#pragma once

#include <gst/video/video.h>

#include <memory>
#include <optional>
#include <span>

#include "../frames/frame_planes.h"
#include "../spectra/spectrum_info.h"
#include "../spectra/stage_memory.h"
#include "settings.h"

namespace fftcore::gst::forward {

/// What the negotiated caps say.
struct Stream {
  std::optional<GstVideoInfo> video;  ///< none: audio
  SpectrumInfo spectrum;
  MemoryKind input_memory = MemoryKind::host;
  MemoryKind output_memory = MemoryKind::host;
};

/// Throws InvalidArgument where caps that were agreed on leave no room for the image, naming the
/// property that is to blame.
Stream stream_of(const Settings& settings, const GstCaps* input, const GstCaps* output);

class ForwardSession {
 public:
  /// `memories` is the element's and outlives this.
  explicit ForwardSession(StageMemories& memories) : memories_(memories) {}
  ~ForwardSession() { memories_.settle(); }
  ForwardSession(const ForwardSession&) = delete;
  ForwardSession& operator=(const ForwardSession&) = delete;

  /// Compiles, where what there is does not serve. Throws what Backend::compile() throws, or
  /// InvalidArgument; then what there was stays.
  void prepare(std::shared_ptr<Engine> engine, const Stream& stream, const Settings& settings);
  const std::optional<Stream>& stream() const { return stream_; }

  /// Need prepare() for such a stream. When they return, the spectrum may be pushed: it is written,
  /// or says who writes it.
  void run(GstBuffer* frame, GstBuffer* spectrum);
  void run(std::span<const float> block, GstBuffer* spectrum);

 private:
  StageMemories& memories_;
  std::shared_ptr<Engine> engine_;  // outlives the executable
  std::optional<Stream> stream_;
  std::vector<PlaneJob> jobs_;  // of video: what is transformed, alike; channel after channel
  std::optional<ForwardStage> stage_;
  std::unique_ptr<StageExecutable> executable_;
};

}  // namespace fftcore::gst::forward
