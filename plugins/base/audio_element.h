// SPDX-License-Identifier: LGPL-2.1-or-later
// The base of elements with audio in and audio out, of one format, that remember earlier samples:
// results may come some samples late, and sound may ring out after the last one. An element
// overrides set_audio(), process() and forget(), and says how much it remembers.
//
// Timestamps stay true: what comes out at a time is what went in at that time, changed. So of late
// results the first ones, which no input has, are left out, and zeros bring out the last ones:
//   hole in time, GAP event   zeros, as long as sound rings; longer ones are left as they are
//   time goes back            late results are brought out, then all is forgotten
//   new segment               late results are brought out; where the running time goes on, nothing
//                             is forgotten
//   new caps                  late results are brought out, then set_audio()
//   flush                     all is forgotten
//   end of the stream         late results are brought out, and the tail where has_tail()
#pragma once

#include <gst/audio/audio.h>

#include <cstdint>
#include <span>
#include <vector>

#include "element.h"
#include "latency.h"

namespace fftcore::gst {

class AudioElement : public BaseElement {
 public:
  AudioElement(GstBaseTransform* transform, const ElementType& type);

  /// Interleaved and planar samples of 16 and 32 bits, f32 and f64, of up to 64 channels.
  static std::vector<GstPadTemplate*> pads();

  void set_caps(GstCaps* input_caps, GstCaps* output_caps) override;
  gsize unit_size(GstCaps* caps) override;
  bool query(GstPadDirection direction, GstQuery* query) override;
  bool sink_event(GstEvent* event) override;
  GstFlowReturn generate_output(GstBuffer** output) override;
  /// generate_output() does it all.
  void transform(GstBuffer* /*input*/, GstBuffer* /*output*/) override {}
  void stop() override;

 protected:
  /// What process() gets from now on, without a history.
  virtual void set_audio(const GstAudioInfo& info) = 0;
  /// Samples of each channel, changed in place.
  virtual void process(std::span<const Channel> channels, std::int64_t count) = 0;
  virtual void forget() = 0;
  /// How many samples results come late. Asked after set_audio().
  virtual std::int64_t latency_samples() const = 0;
  /// For how many samples sound rings out behind the last one, and what is late besides.
  virtual std::int64_t ringing_samples() const = 0;
  virtual bool has_tail() const = 0;
  /// What background work has finished; before each buffer. Throws where it failed.
  virtual void poll() {}

  const char* output_name() const override { return "buffer of audio"; }

  // What Adjustable defines and calls.
  virtual bool follow_settings() = 0;
  void has_begun();

 private:
  void follow_changes() noexcept;
  void begin_anew();

  GstClockTime time_of(std::int64_t samples) const;
  std::int64_t samples_in(GstClockTime time) const;
  GstFlowReturn take(GstBuffer** buffer);
  GstFlowReturn follow_time(GstClockTime pts, bool is_marked);
  void has_come_to(GstClockTime pts, std::int64_t samples);
  void work_on(GstBuffer*& buffer);
  GstBuffer* on_time(GstBuffer* buffer, std::int64_t samples);
  GstFlowReturn push_zeros(GstClockTime pts, std::int64_t count);
  GstFlowReturn pass_silence(GstClockTime pts, std::int64_t count, std::int64_t& passed);
  GstFlowReturn drain(std::int64_t tail);
  GstEvent* take_gap(GstEvent* event);

  GstAudioInfo info_;
  std::vector<Channel> channels_;
  bool has_info_ = false;
  Latency latency_;

  // Of the stream, in samples and in the segment's time.
  std::int64_t to_skip_ = 0;      // of the output
  std::int64_t zeros_ = 0;        // since the last sample of the input; many: nothing rings
  bool is_drained_ = true;        // nothing late is left
  bool has_new_segment_ = false;  // since the last buffer
  GstClockTime end_ = GST_CLOCK_TIME_NONE;          // of what went in
  GstClockTime running_end_ = GST_CLOCK_TIME_NONE;  // the same as running time
};

}  // namespace fftcore::gst
