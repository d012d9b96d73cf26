// SPDX-License-Identifier: LGPL-2.1-or-later
// fftinverse between start and stop: spectra -> frames or blocks of audio, in any memory.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "../spectra/mapped_spectrum.h"
#include "../spectra/stage_memory.h"
#include "inverse_plan.h"
#include "settings.h"

namespace fftcore::gst::inverse {

/// All calls from the streaming thread, or while there is none.
class InverseSession {
 public:
  explicit InverseSession(StageMemories& memories) : memories_(memories) {}
  ~InverseSession() { memories_.settle(); }
  InverseSession(const InverseSession&) = delete;
  InverseSession& operator=(const InverseSession&) = delete;

  /// Compiles where it has to. `video`: none of audio. Throws what plan_video() and
  /// Backend::compile() throw; nothing has changed then.
  void set_caps(std::shared_ptr<Engine> engine, const SpectrumInfo& info,
                const std::optional<GstVideoInfo>& video, MemoryKind input, MemoryKind output);
  /// Frames come in another context: compiles anew.
  void set_engine(std::shared_ptr<Engine> engine);
  void set_gain(const Settings& settings);

  /// When it returns, the output may be pushed; of audio it is as long as the input's duration
  /// says. Throws where a buffer is not as the caps say, or the device fails; nothing is at work on
  /// the buffers then.
  void run(GstBuffer* spectrum, GstBuffer* output);

 private:
  using Executables = std::vector<std::unique_ptr<StageExecutable>>;

  void replace(Executables executables, std::shared_ptr<Engine> engine);
  void apply_gain();
  /// `source`: none where the plan has none. `target_of(job)`: where a part is written.
  void run_parts(Queue& queue, const MappedSpectrum& spectrum, ConstBuffer source,
                 auto&& target_of);
  ConstBuffer opaque_image();
  void write_frame(GstBuffer* spectrum, GstBuffer* output);
  void write_block(GstBuffer* spectrum, GstBuffer* output);

  StageMemories& memories_;
  Settings settings_;
  SpectrumInfo info_;
  std::optional<GstVideoInfo> video_;
  MemoryKind input_memory_ = MemoryKind::host;
  MemoryKind output_memory_ = MemoryKind::host;
  InversePlan plan_;
  std::shared_ptr<Engine> engine_;    // outlives what was compiled for it
  Executables executables_;           // of the plan's parts
  std::vector<std::uint8_t> opaque_;  // a source for spectra without a frame
};

}  // namespace fftcore::gst::inverse
