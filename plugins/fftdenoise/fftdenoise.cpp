// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftdenoise: a DenoiseSession and a FrameWindow in a FrameElement.
#include <memory>
#include <utility>

#include "../base/adjustable.h"
#include "../base/element_type.h"
#include "../base/frame_element.h"
#include "../base/latency.h"
#include "../base/results.h"
#include "denoise_session.h"
#include "properties.h"

namespace fftcore::gst::denoise {
namespace {

class DenoiseElement final : public Adjustable<FrameElement, Settings, properties> {
 public:
  DenoiseElement(GstBaseTransform* transform, const ElementType& type)
      : Adjustable(transform, type), latency_(GST_ELEMENT(transform)) {}

  static ElementTexts texts() {
    return {"GstFftDenoise", "fftdenoise", "FFT denoiser", "Filter/Effect/Video",
            "Takes noise and grain out of video: weakens the frequencies of small blocks of one or "
            "several frames by what noise they hold, which it can measure by itself"};
  }

  void begin(const Settings& settings) override {
    post_messages_ = settings.post_messages;
    session_ = std::make_unique<DenoiseSession>(settings);
  }
  void stop() override {
    window_.clear();
    has_input_ = false;
    session_.reset();
    FrameElement::stop();
  }

  void change(const Settings& settings) override {
    post_messages_ = settings.post_messages;
    session_->change(settings);
  }
  void poll() override {
    session_->poll();
    follow_latency();
  }
  void set_info(std::shared_ptr<Engine> engine, const GstVideoInfo& info) override {
    has_input_ = false;
    session_->set_input(std::move(engine), info);
    has_input_ = true;
    follow_latency();
  }

  bool query(GstPadDirection direction, GstQuery* query) override {
    if (!FrameElement::query(direction, query)) return false;
    if (direction == GST_PAD_SRC && GST_QUERY_TYPE(query) == GST_QUERY_LATENCY)
      latency_.add_to(query);
    return true;
  }

  // All of these are serialized with the frames, which come out before them.
  bool sink_event(GstEvent* event) override {
    switch (GST_EVENT_TYPE(event)) {
      case GST_EVENT_STREAM_START:
        drain();
        if (session_ != nullptr) session_->restart();
        break;
      case GST_EVENT_CAPS:
        if (are_new(event)) drain();
        break;
      case GST_EVENT_SEGMENT:
      case GST_EVENT_GAP:
      case GST_EVENT_EOS: drain(); break;
      case GST_EVENT_FLUSH_STOP:
        window_.clear();
        if (session_ != nullptr) session_->restart();
        break;
      default: break;
    }
    return FrameElement::sink_event(event);
  }

  // The settings are those for the time of the frame that comes out, which `input` brings about.
  void before_transform(GstBuffer* input) override {
    GstBuffer* const first = window_.first_to_come();
    const bool is_of_first = first != nullptr && has_input_ && window_.is_due(session_->after(), 1);
    FrameElement::before_transform(is_of_first ? first : input);
  }

  GstFlowReturn submit_input_buffer(bool is_discont, GstBuffer* input) override {
    // What was held, and lies in another context, is of no use to the frames to come.
    GstBuffer* const last = window_.last();
    if (GST_BUFFER_FLAG_IS_SET(input, GST_BUFFER_FLAG_DISCONT) ||
        (last != nullptr && !memories_.frames().chosen().are_together(last, input))) {
      if (const GstFlowReturn result = drain(); result != GST_FLOW_OK) {
        gst_buffer_unref(input);
        return result;
      }
    }
    return FrameElement::submit_input_buffer(is_discont, input);
  }

  GstFlowReturn generate_output(GstBuffer** output) override {
    if (GstBuffer* const input = std::exchange(base()->queued_buf, nullptr); input != nullptr)
      window_.add(input);
    return give(output);
  }

  // generate_output() does it all.
  void transform(GstBuffer* /*input*/, GstBuffer* /*output*/) override {}

 private:
  bool are_new(GstEvent* event) const {
    GstCaps* caps = nullptr;
    gst_event_parse_caps(event, &caps);
    GstVideoInfo new_info;
    return !gst_video_info_from_caps(&new_info, caps) ||
           gst_video_info_is_equal(&new_info, &info()) == FALSE;
  }

  void follow_latency() {
    if (!has_input_) return;
    latency_.set(static_cast<GstClockTime>(session_->after()) * frame_time(info()));
  }

  /// The next frame that is due, or null.
  GstFlowReturn give(GstBuffer** output) {
    *output = nullptr;
    if (!has_input_ || !window_.is_due(session_->after())) return GST_FLOW_OK;
    const DueFrame due = window_.take(session_->before(), session_->after());
    GstBuffer* made = nullptr;
    if (const GstFlowReturn result = prepare_output_buffer(due.frame(), &made);
        result != GST_FLOW_OK)
      return result;
    const bool is_done = guard([&] {
      const std::optional<Noise> noise = session_->run(due, made);
      if (noise && post_messages_) report(due.frame(), *noise);
    });
    if (!is_done) {
      gst_buffer_unref(made);
      return GST_FLOW_ERROR;
    }
    *output = made;
    return GST_FLOW_OK;
  }

  /// Brings out all frames that are held, since no other comes that has to do with them.
  GstFlowReturn drain() {
    window_.end();
    while (window_.first_to_come() != nullptr) {
      FrameElement::before_transform(window_.first_to_come());
      GstBuffer* output = nullptr;
      GstFlowReturn result = GST_FLOW_ERROR;
      guard([&] { result = give(&output); });
      if (result == GST_FLOW_OK && output != nullptr)
        result = gst_pad_push(GST_BASE_TRANSFORM_SRC_PAD(base()), output);
      if (result != GST_FLOW_OK || output == nullptr) {
        window_.clear();
        return result;
      }
    }
    return GST_FLOW_OK;
  }

  void report(GstBuffer* frame, const Noise& noise) {
    GstStructure* const result = result_of_frame(base(), "fftdenoise", frame);
    const bool are_colours = GST_VIDEO_INFO_IS_RGB(&info()) != FALSE;
    const auto& [first, second, third] = noise;
    gst_structure_set(result, "sigma", G_TYPE_DOUBLE,
                      are_colours ? (first + second + third) / 3 : first, "chroma-sigma",
                      G_TYPE_DOUBLE, are_colours ? 0 : (second + third) / 2, nullptr);
    GValue sigmas = G_VALUE_INIT, sigma = G_VALUE_INIT;
    gst_value_array_init(&sigmas, static_cast<guint>(noise.size()));
    g_value_init(&sigma, G_TYPE_DOUBLE);
    for (const double one : noise) {
      g_value_set_double(&sigma, one);
      gst_value_array_append_value(&sigmas, &sigma);
    }
    gst_structure_take_value(result, "sigmas", &sigmas);
    post_result(element(), result);
  }

  Latency latency_;
  FrameWindow window_;
  std::unique_ptr<DenoiseSession> session_;  // from start to stop
  bool has_input_ = false;                   // set_info() has worked, so frames can be done
  bool post_messages_ = false;
};

}  // namespace
}  // namespace fftcore::gst::denoise

FFTCORE_ELEMENT(fftdenoise, fftcore::gst::denoise::DenoiseElement)
