// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftstabilize: a Session in a DelayedElement, and what it reports.
#include <memory>

#include "../base/adjustable.h"
#include "../base/delayed_element.h"
#include "../base/element_type.h"
#include "properties.h"
#include "regions.h"
#include "report.h"
#include "session.h"

namespace fftcore::gst::stabilize {
namespace {

class StabilizeElement final : public Adjustable<DelayedElement, Settings, properties> {
 public:
  using Adjustable::Adjustable;

  static ElementTexts texts() {
    return {"GstFftStabilize", "fftstabilize", "FFT stabilizer", "Filter/Effect/Video",
            "Takes shaking out of video, without latency or by a look ahead: measures each frame's "
            "motion, also turns and zooms, and moves the picture back, by parts of a pixel too"};
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
    DelayedElement::stop();
  }

  void change(const Settings& settings) override {
    in_use_ = settings;
    session_->change(settings);
  }
  std::string consequence() const override {
    return "; the last max-shift and edge-mode that worked stay in use";
  }

  // What an element like this one said of its own output is not true of this one's.
  bool transform_meta(GstBuffer* output, GstMeta* meta, GstBuffer* input) override {
    return !is_report(meta) && DelayedElement::transform_meta(output, meta, input);
  }

 protected:
  int after() const override { return in_use_.look_ahead; }
  void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) override {
    columns_ = info.width;
    rows_ = info.height;
    session_->set_input(std::move(engine), info);
  }
  void poll_session() override { session_->poll(); }
  void restart() override {
    if (session_ != nullptr) session_->restart();
  }
  void arrive(GstBuffer* input) override { session_->arrive(input); }

  void work_on(const DueFrame& due, GstBuffer* output) override {
    GstBuffer* const input = due.frame();
    const Outcome outcome = session_->show(input, output);
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
    session_->has_shown(output);
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
