// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftstabilize: a Session in a FrameElement, and what it reports.
#include <memory>

#include "../base/adjustable.h"
#include "../base/element_type.h"
#include "../base/frame_element.h"
#include "properties.h"
#include "regions.h"
#include "report.h"
#include "session.h"

namespace fftcore::gst::stabilize {
namespace {

class StabilizeElement final : public Adjustable<FrameElement, Settings, properties> {
 public:
  using Adjustable::Adjustable;

  static ElementTexts texts() {
    return {"GstFftStabilize", "fftstabilize", "FFT stabilizer", "Filter/Effect/Video",
            "Takes shaking out of video, without latency: measures each frame's motion, also turns "
            "and zooms, and moves the picture back, by parts of a pixel too"};
  }
  static void install_properties(GObjectClass* object_class) {
    register_report_meta();
    Adjustable::install_properties(object_class);
  }

  void begin(const Settings& settings) override {
    in_use_ = settings;
    has_warned_ = false;
    session_ = create_session(settings);
  }
  void stop() override {
    session_.reset();
    FrameElement::stop();
  }

  void change(const Settings& settings) override {
    in_use_ = settings;
    session_->change(settings);
  }
  void poll() override { session_->poll(); }
  std::string consequence() const override {
    return "; the last max-shift and edge-mode that worked stay in use";
  }

  void set_info(std::shared_ptr<Engine> engine, const GstVideoInfo& info) override {
    columns_ = info.width;
    rows_ = info.height;
    session_->set_input(std::move(engine), info);
  }

  // Both events are serialized with the frames.
  bool sink_event(GstEvent* event) override {
    const GstEventType type = GST_EVENT_TYPE(event);
    const bool is_new_stream = type == GST_EVENT_FLUSH_STOP || type == GST_EVENT_STREAM_START;
    if (is_new_stream && session_ != nullptr) session_->restart();
    return FrameElement::sink_event(event);
  }

  // What an element like this one said of its own output is not true of this one's.
  bool transform_meta(GstBuffer* output, GstMeta* meta, GstBuffer* input) override {
    return !is_report(meta) && FrameElement::transform_meta(output, meta, input);
  }

  void transform(GstBuffer* input, GstBuffer* output) override {
    const Outcome outcome =
        session_->run(input, output, GST_BUFFER_FLAG_IS_SET(input, GST_BUFFER_FLAG_DISCONT));
    GST_CAT_LOG_OBJECT(category(), base(), "moved by %g, %g; confidence %g; moved back by %g, %g",
                       outcome.motion.x, outcome.motion.y, outcome.confidence, outcome.correction.x,
                       outcome.correction.y);
    if (outcome.is_turning && !has_warned_ && in_use_.max_shift > 0) {
      has_warned_ = true;
      GST_ELEMENT_WARNING(
          base(), STREAM, FORMAT,
          ("the picture turns, and fftstabilize only shifts it, which would make it shake more; it "
           "is left alone while it turns. model=similarity turns it back"),
          (nullptr));
    }
    move_regions(output, outcome.correction_map, columns_, rows_);
    if (in_use_.attach_meta) attach_report(output, outcome);
    if (in_use_.post_messages) post_report(base(), input, outcome);
  }

 private:
  Settings in_use_;
  int columns_ = 0, rows_ = 0;
  bool has_warned_ = false;           // since the start
  std::unique_ptr<Session> session_;  // from start to stop
};

}  // namespace
}  // namespace fftcore::gst::stabilize

FFTCORE_ELEMENT(fftstabilize, fftcore::gst::stabilize::StabilizeElement)
