// SPDX-License-Identifier: LGPL-2.1-or-later
// Audio of a buffer, mapped for reading and writing: its channels, however they lie.
#pragma once

#include <gst/audio/audio.h>

#include <cstdint>
#include <vector>

#include "fftcore/stream_executable.h"

namespace fftcore::gst {

/// Samples of each channel in a buffer. Throws WrongBuffer where the buffer is not what the caps
/// claim, or its GstAudioMeta contradicts them.
std::int64_t samples_of(const GstAudioInfo& info, GstBuffer* buffer);

class MappedAudio {
 public:
  /// A buffer that samples_of() takes, and that is writable. Throws WrongBuffer where it cannot be
  /// mapped.
  MappedAudio(const GstAudioInfo& info, GstBuffer* buffer);
  ~MappedAudio() { gst_audio_buffer_unmap(&audio_); }
  MappedAudio(const MappedAudio&) = delete;
  MappedAudio& operator=(const MappedAudio&) = delete;

  void set_channels(std::vector<Channel>& channels) const;

 private:
  GstAudioBuffer audio_;
};

/// Silence, with the meta that planar audio needs. Null: there is no memory.
GstBuffer* new_silence(const GstAudioInfo& info, std::int64_t samples);

}  // namespace fftcore::gst
