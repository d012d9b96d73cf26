// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftdenoise: a DenoiseSession in a DelayedElement.
#include <memory>
#include <utility>

#include "../base/adjustable.h"
#include "../base/delayed_element.h"
#include "../base/element_type.h"
#include "../base/results.h"
#include "denoise_session.h"
#include "properties.h"

namespace fftcore::gst::denoise {
namespace {

class DenoiseElement final : public Adjustable<DelayedElement, Settings, properties> {
 public:
  using Adjustable::Adjustable;

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
    session_.reset();
    DelayedElement::stop();
  }

  void change(const Settings& settings) override {
    post_messages_ = settings.post_messages;
    session_->change(settings);
  }

 protected:
  int before() const override { return session_->before(); }
  int after() const override { return session_->after(); }
  int most_before() const override { return kMaxDenoiseRadius; }

  void set_input(std::shared_ptr<Engine> engine, const GstVideoInfo& info) override {
    session_->set_input(std::move(engine), info);
  }
  void poll_session() override { session_->poll(); }
  void restart() override {
    if (session_ != nullptr) session_->restart();
  }
  void work_on(const DueFrame& due, GstBuffer* output) override {
    const std::optional<Noise> noise = session_->run(due, output);
    if (noise && post_messages_) report(due.frame(), *noise);
  }

 private:
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

  std::unique_ptr<DenoiseSession> session_;  // from start to stop
  bool post_messages_ = false;
};

}  // namespace
}  // namespace fftcore::gst::denoise

FFTCORE_ELEMENT(fftdenoise, fftcore::gst::denoise::DenoiseElement)
