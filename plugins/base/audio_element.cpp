// SPDX-License-Identifier: LGPL-2.1-or-later
#include "audio_element.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "element_type.h"
#include "mapped_audio.h"
#include "segment_time.h"

namespace fftcore::gst {
namespace {

/// Timestamps of containers are rounded to milliseconds, and clocks drift: what is less is no hole.
/// Where a buffer is marked (DISCONT), somebody knows of one.
constexpr GstClockTimeDiff kUnmarkedHole = 40 * GST_MSECOND, kMarkedHole = GST_MSECOND;

/// Zeros that are pushed at once, so that a long tail does not come as one buffer.
constexpr std::int64_t kZeros = 4096;

constexpr std::int64_t kMany = INT64_MAX / 2;

}  // namespace

AudioElement::AudioElement(GstBaseTransform* transform, const ElementType& type)
    : BaseElement(transform, type), latency_(GST_ELEMENT(transform)) {
  gst_audio_info_init(&info_);
}

std::vector<GstPadTemplate*> AudioElement::pads() {
  const auto caps = [] {
    return gst_caps_from_string(
        "audio/x-raw, format = { " GST_AUDIO_NE(F32) ", " GST_AUDIO_NE(F64) ", " GST_AUDIO_NE(
            S16) ", " GST_AUDIO_NE(S32) " }, rate = [ 1, MAX ], channels = [ 1, 64 ], layout = { "
                                        "interleaved, non-interleaved }");
  };
  return {always_pad(GST_PAD_SINK, caps()), always_pad(GST_PAD_SRC, caps())};
}

// Sound that is left out because it is late would be heard.
void AudioElement::has_begun() {
  gst_base_transform_set_qos_enabled(base(), FALSE);
}

void AudioElement::stop() {
  has_info_ = false;
  BaseElement::stop();
}

void AudioElement::follow_changes() noexcept {
  const auto change = [&] {
    follow_settings();
    poll();
  };
  attempt_change(element(), warning_, change,
                 [] { return "; the last settings that worked stay in use"; });
}

void AudioElement::begin_anew() {
  to_skip_ = latency_samples();
  zeros_ = kMany;
  is_drained_ = true;
  end_ = running_end_ = GST_CLOCK_TIME_NONE;
}

void AudioElement::set_caps(GstCaps* input_caps, GstCaps* /*output_caps*/) {
  GstAudioInfo info;
  if (!gst_audio_info_from_caps(&info, input_caps))
    throw InvalidArgument("the input's caps are not those of audio");
  if (has_info_ && gst_audio_info_is_equal(&info, &info_)) return;
  has_info_ = false;
  follow_changes();
  set_audio(info);
  info_ = info;
  channels_.resize(static_cast<std::size_t>(GST_AUDIO_INFO_CHANNELS(&info)));
  has_info_ = true;
  begin_anew();
  latency_.set(time_of(latency_samples()));
}

gsize AudioElement::unit_size(GstCaps* caps) {
  GstAudioInfo info;
  if (!gst_audio_info_from_caps(&info, caps))
    throw InvalidArgument("these caps are not those of audio");
  return static_cast<gsize>(GST_AUDIO_INFO_BPF(&info));
}

bool AudioElement::query(GstPadDirection direction, GstQuery* query) {
  if (!BaseElement::query(direction, query)) return false;
  if (direction == GST_PAD_SRC && GST_QUERY_TYPE(query) == GST_QUERY_LATENCY)
    latency_.add_to(query);
  return true;
}

GstClockTime AudioElement::time_of(std::int64_t samples) const {
  return gst_util_uint64_scale_int_round(static_cast<guint64>(samples), GST_SECOND,
                                         GST_AUDIO_INFO_RATE(&info_));
}

std::int64_t AudioElement::samples_in(GstClockTime time) const {
  return static_cast<std::int64_t>(gst_util_uint64_scale_int_round(
      std::min<GstClockTime>(time, GST_SECOND << 24), GST_AUDIO_INFO_RATE(&info_), GST_SECOND));
}

bool AudioElement::sink_event(GstEvent* event) {
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_CAPS: {
      GstCaps* caps = nullptr;
      gst_event_parse_caps(event, &caps);
      GstAudioInfo info;
      if (!gst_audio_info_from_caps(&info, caps) || !gst_audio_info_is_equal(&info, &info_))
        drain(0);
      break;
    }
    case GST_EVENT_SEGMENT:
      drain(0);
      has_new_segment_ = true;
      break;
    case GST_EVENT_GAP:
      event = take_gap(event);
      if (event == nullptr) return true;
      break;
    case GST_EVENT_EOS: drain(has_tail() ? ringing_samples() : 0); [[fallthrough]];
    case GST_EVENT_FLUSH_STOP:
      if (has_info_) {
        forget();
        begin_anew();
      }
      break;
    default: break;
  }
  return BaseElement::sink_event(event);
}

GstFlowReturn AudioElement::generate_output(GstBuffer** output) {
  *output = nullptr;
  GstBuffer* buffer = std::exchange(base()->queued_buf, nullptr);
  if (buffer == nullptr) return GST_FLOW_OK;
  sync_controllers(buffer);
  follow_changes();
  GstFlowReturn result = GST_FLOW_ERROR;
  guard([&] { result = take(&buffer); });
  if (result != GST_FLOW_OK) gst_clear_buffer(&buffer);
  *output = buffer;
  return result;
}

/// `buffer` becomes what is to be pushed, or null.
GstFlowReturn AudioElement::take(GstBuffer** buffer) {
  samples_of(info_, *buffer);  // throws where it cannot be clipped
  const GstSegment& segment = base()->segment;
  if (segment.format == GST_FORMAT_TIME)
    *buffer = gst_audio_buffer_clip(*buffer, &segment, GST_AUDIO_INFO_RATE(&info_),
                                    GST_AUDIO_INFO_BPF(&info_));
  if (*buffer == nullptr) return GST_FLOW_OK;
  const std::int64_t samples = samples_of(info_, *buffer);
  if (samples == 0) {
    gst_clear_buffer(buffer);
    return GST_FLOW_OK;
  }
  const GstClockTime pts = GST_BUFFER_PTS(*buffer);
  if (const GstFlowReturn result = follow_time(pts, GST_BUFFER_IS_DISCONT(*buffer) != FALSE);
      result != GST_FLOW_OK)
    return result;
  work_on(*buffer);
  *buffer = on_time(*buffer, samples);
  has_come_to(pts, samples);
  zeros_ = 0;
  is_drained_ = false;
  return GST_FLOW_OK;
}

/// What happened since the last buffer, by the time of the next one.
GstFlowReturn AudioElement::follow_time(GstClockTime pts, bool is_marked) {
  const bool has_new_segment = std::exchange(has_new_segment_, false);
  const GstSegment& segment = base()->segment;
  const GstClockTime running = running_time_of(segment, pts);
  if (!GST_CLOCK_TIME_IS_VALID(running) || !GST_CLOCK_TIME_IS_VALID(running_end_))
    return GST_FLOW_OK;
  const GstClockTimeDiff hole = GST_CLOCK_DIFF(running_end_, running);
  if (std::abs(hole) <= (is_marked ? kMarkedHole : kUnmarkedHole)) return GST_FLOW_OK;
  if (hole > 0 && !has_new_segment) {
    const auto length =
        static_cast<GstClockTime>(static_cast<double>(hole) * std::abs(segment.rate));
    std::int64_t passed = 0;
    if (length <= pts) return pass_silence(pts - length, samples_in(length), passed);
  }
  const GstFlowReturn result = drain(0);
  forget();
  begin_anew();
  return result;
}

void AudioElement::has_come_to(GstClockTime pts, std::int64_t samples) {
  const GstSegment& segment = base()->segment;
  const GstClockTime running = running_time_of(segment, pts);
  const GstClockTime time = time_of(samples);
  end_ = GST_CLOCK_TIME_IS_VALID(pts) ? pts + time : GST_CLOCK_TIME_NONE;
  running_end_ =
      GST_CLOCK_TIME_IS_VALID(running)
          ? running + static_cast<GstClockTime>(static_cast<double>(time) / std::abs(segment.rate))
          : GST_CLOCK_TIME_NONE;
}

/// Another buffer may take its place.
void AudioElement::work_on(GstBuffer*& buffer) {
  buffer = gst_buffer_make_writable(buffer);
  GST_BUFFER_FLAG_UNSET(buffer, GST_BUFFER_FLAG_GAP);
  const std::int64_t samples = samples_of(info_, buffer);
  const MappedAudio mapped(info_, buffer);
  mapped.set_channels(channels_);
  process(channels_, samples);
}

/// What a buffer has become, with the time of the input that it is of; null where no input has it.
GstBuffer* AudioElement::on_time(GstBuffer* buffer, std::int64_t samples) {
  const std::int64_t latency = latency_samples(), skipped = std::min(to_skip_, samples);
  if (latency == 0) return buffer;
  // How late the first sample is that stays.
  const std::int64_t late = latency - (to_skip_ - skipped) - skipped;
  to_skip_ -= skipped;
  if (skipped == samples) {
    gst_buffer_unref(buffer);
    return nullptr;
  }
  const GstClockTime pts = GST_BUFFER_PTS(buffer);
  const guint64 offset = GST_BUFFER_OFFSET(buffer);
  if (skipped > 0)
    buffer =
        gst_audio_buffer_truncate(buffer, GST_AUDIO_INFO_BPF(&info_), static_cast<gsize>(skipped),
                                  static_cast<gsize>(samples - skipped));
  const auto moved = [](guint64 value, guint64 by) { return value - std::min(value, by); };
  if (GST_CLOCK_TIME_IS_VALID(pts)) {
    GST_BUFFER_PTS(buffer) = moved(pts, time_of(late));
    GST_BUFFER_DURATION(buffer) =
        moved(pts + time_of(samples), time_of(latency)) - GST_BUFFER_PTS(buffer);
  }
  if (offset != GST_BUFFER_OFFSET_NONE) {
    GST_BUFFER_OFFSET(buffer) = moved(offset, static_cast<guint64>(late));
    GST_BUFFER_OFFSET_END(buffer) =
        GST_BUFFER_OFFSET(buffer) + static_cast<guint64>(samples - skipped);
  }
  return buffer;
}

GstFlowReturn AudioElement::push_zeros(GstClockTime pts, std::int64_t count) {
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t samples = std::min(kZeros, count - done);
    GstBuffer* buffer = new_silence(info_, samples);
    if (buffer == nullptr) return report_no_memory(element(), GST_FLOW_ERROR, output_name());
    if (GST_CLOCK_TIME_IS_VALID(pts)) {
      GST_BUFFER_PTS(buffer) = pts + time_of(done);
      GST_BUFFER_DURATION(buffer) = time_of(done + samples) - time_of(done);
    }
    work_on(buffer);
    buffer = on_time(buffer, samples);
    done += samples;
    zeros_ += samples;
    if (buffer == nullptr) continue;
    if (const GstFlowReturn result = gst_pad_push(GST_BASE_TRANSFORM_SRC_PAD(base()), buffer);
        result != GST_FLOW_OK)
      return result;
  }
  return GST_FLOW_OK;
}

/// Zeros from `pts` on, as long as something rings: `passed` of them.
GstFlowReturn AudioElement::pass_silence(GstClockTime pts, std::int64_t count,
                                         std::int64_t& passed) {
  const std::int64_t rings = latency_samples() + ringing_samples() - zeros_;
  passed = std::clamp<std::int64_t>(rings, 0, count);
  return push_zeros(pts, passed);
}

/// Brings out what is late, and `tail` samples behind the last one of the input.
GstFlowReturn AudioElement::drain(std::int64_t tail) {
  if (!has_info_ || std::exchange(is_drained_, true)) return GST_FLOW_OK;
  const std::int64_t latency = latency_samples();
  GstFlowReturn result = GST_FLOW_ERROR;
  guard([&] { result = push_zeros(end_, latency + std::max<std::int64_t>(tail - zeros_, 0)); });
  to_skip_ = latency;
  return result;
}

/// Sound rings on where there is none. What remains of the event, or null.
GstEvent* AudioElement::take_gap(GstEvent* event) {
  GstClockTime begin = 0, length = 0;
  gst_event_parse_gap(event, &begin, &length);
  if (!has_info_ || is_drained_ || !GST_CLOCK_TIME_IS_VALID(length)) return event;
  std::int64_t passed = 0;
  const bool is_passed = guard([&] {
    follow_changes();
    if (follow_time(begin, false) == GST_FLOW_OK) pass_silence(begin, samples_in(length), passed);
  });
  if (!is_passed) return event;
  has_come_to(begin, samples_in(length));
  const GstClockTime rest = length - std::min(length, time_of(passed));
  gst_event_unref(event);
  if (passed == samples_in(length)) return nullptr;
  const GstClockTime late = time_of(latency_samples());
  const GstClockTime from = begin + time_of(passed);
  return gst_event_new_gap(from - std::min(from, late), rest);
}

}  // namespace fftcore::gst
