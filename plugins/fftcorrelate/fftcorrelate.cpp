// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftcorrelate: a CorrelateSession in a FrameElement that works in place. Frames pass
// through, with what was found attached.
#include <memory>

#include "../base/adjustable.h"
#include "../base/element_type.h"
#include "../base/frame_element.h"
#include "correlate_session.h"
#include "drawing.h"
#include "properties.h"
#include "report.h"
#include "template_pad.h"

namespace fftcore::gst::correlate {
namespace {

class CorrelateElement final : public Adjustable<FrameElement, Settings, properties> {
 public:
  using Adjustable::Adjustable;

  static ElementTexts texts() {
    return {.type_name = "GstFftCorrelate",
            .name = "fftcorrelate",
            .long_name = "FFT correlation",
            .klass = "Filter/Analyzer/Video",
            .description =
                "Finds a picture in video (template matching) and follows it, or "
                "measures how the video moves (phase correlation); reports places by "
                "messages and metas",
            .works_in_place = true};
  }
  static std::vector<GstPadTemplate*> pads() {
    std::vector<GstPadTemplate*> pads = FrameElement::pads();
    pads.push_back(TemplatePad::pad_template());
    return pads;
  }
  GstPad* request_new_pad(GstPadTemplate* pad_template) override {
    return template_pad_.add(element(), pad_template);
  }
  void release_pad(GstPad* pad) override { template_pad_.remove(element(), pad); }

  void begin(const Settings& settings) override {
    session_ = std::make_unique<CorrelateSession>(settings);
    template_pad_.set_video_ended(false);
    template_warning_.forget();
  }
  void stop() override {
    session_.reset();
    FrameElement::stop();
  }

  void change(const Settings& settings) override {
    session_->change(settings);
    template_warning_.forget();
  }
  std::string consequence() const override {
    return session_->can_search() ? FrameElement::consequence() : "; frames pass unsearched";
  }

  void set_info(std::shared_ptr<Engine> engine, const GstVideoInfo& info) override {
    session_->set_input(std::move(engine), info);
  }

  bool sink_event(GstEvent* event) override;
  void before_transform(GstBuffer* frame) override;
  GstFlowReturn prepare_output_buffer(GstBuffer* input, GstBuffer** output) override;
  void transform(GstBuffer* frame, GstBuffer* same) override;

 private:
  // `change`, of the template.
  void attempt_template(auto&& change) noexcept {
    attempt_change(element(), template_warning_, change, [&] { return consequence(); });
  }
  void draw(GstBuffer* frame, const std::vector<Match>& matches) const;
  void warn_without_template();

  TemplatePad template_pad_;
  std::unique_ptr<CorrelateSession> session_;  // from start to stop
  RepeatedWarning template_warning_;
};

bool CorrelateElement::sink_event(GstEvent* event) {
  switch (GST_EVENT_TYPE(event)) {
    case GST_EVENT_EOS: template_pad_.set_video_ended(true); break;
    case GST_EVENT_FLUSH_STOP:
      template_pad_.set_video_ended(false);
      if (session_ != nullptr) session_->forget_place();
      break;
    default: break;
  }
  return FrameElement::sink_event(event);
}

void CorrelateElement::before_transform(GstBuffer* frame) {
  FrameElement::before_transform(frame);
  if (std::shared_ptr<const TemplateImage> image = template_pad_.take())
    attempt_template([&] { session_->set_template(std::move(image)); });
}

// The frame itself, or one that shares its pixels where others hold it too: who draws into those
// gets a copy of them.
GstFlowReturn CorrelateElement::prepare_output_buffer(GstBuffer* input, GstBuffer** output) {
  const Settings& settings = session_->settings();
  const bool is_changed = settings.output != Drawing::none || settings.attach_meta;
  *output = is_changed && !gst_buffer_is_writable(input) ? gst_buffer_copy(input) : input;
  return report_no_memory(element(), *output != nullptr ? GST_FLOW_OK : GST_FLOW_ERROR,
                          output_name());
}

void CorrelateElement::draw(GstBuffer* frame, const std::vector<Match>& matches) const {
  const Settings& settings = session_->settings();
  if (settings.output == Drawing::boxes && !matches.empty())
    draw_boxes(info(), frame, matches, session_->is_phase());
  if (settings.output == Drawing::surface && session_->surface() != nullptr)
    draw_surface(info(), frame, *session_->surface(), settings.method);
}

void CorrelateElement::warn_without_template() {
  if (template_pad_.exists() || session_->awaits_frame()) return;  // one may come
  template_warning_.post(element(),
                         {GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS,
                          "there is no template, so nothing is searched and frames pass: set "
                          "template-location or template-rect, link the pad template, or use "
                          "method=phase"});
}

void CorrelateElement::transform(GstBuffer* frame, GstBuffer* /*same*/) {
  if (std::optional<Taps> taps = session_->template_in(frame))
    attempt_template([&] { session_->begin_with(std::move(*taps)); });
  if (!session_->can_search()) {
    warn_without_template();
    return;
  }
  const std::vector<Match> matches = session_->run(frame);
  if (!matches.empty() && session_->settings().post_messages) post_matches(base(), frame, matches);
  if (session_->settings().attach_meta) attach_matches(frame, matches);
  draw(frame, matches);
}

}  // namespace
}  // namespace fftcore::gst::correlate

FFTCORE_ELEMENT(fftcorrelate, fftcore::gst::correlate::CorrelateElement)
