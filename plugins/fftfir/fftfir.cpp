// SPDX-License-Identifier: LGPL-2.1-or-later
// The element fftfir: a Convolver in an AudioElement.
#include <memory>
#include <optional>

#include "../base/adjustable.h"
#include "../base/audio_element.h"
#include "../base/element_type.h"
#include "../base/rebuild.h"
#include "convolver.h"
#include "properties.h"

namespace fftcore::gst::fir {
namespace {

AudioFormat audio_format_of(const GstAudioInfo& info) {
  AudioFormat format{SampleFormat::f32, GST_AUDIO_INFO_RATE(&info), GST_AUDIO_INFO_CHANNELS(&info)};
  if (GST_AUDIO_INFO_WIDTH(&info) == 64)
    format.samples = SampleFormat::f64;
  else if (GST_AUDIO_INFO_IS_INTEGER(&info))
    format.samples = GST_AUDIO_INFO_WIDTH(&info) == 16 ? SampleFormat::s16 : SampleFormat::s32;
  return format;
}

/// What a change of the response leads to.
struct NewResponse {
  std::shared_ptr<const Impulses> impulses;
  std::shared_ptr<StreamExecutable> stream;  ///< null: the one in use took it
};

class FirElement final : public Adjustable<AudioElement, Settings, properties> {
 public:
  using Adjustable::Adjustable;

  static ElementTexts texts() {
    return {.type_name = "GstFftFir",
            .name = "fftfir",
            .long_name = "FFT FIR filter",
            .klass = "Filter/Effect/Audio",
            .description =
                "Convolves audio with impulse responses from a file, such as rooms and "
                "loudspeakers, long ones too and without latency, by fast Fourier "
                "transforms",
            .works_in_place = true};
  }

  void begin(const Settings& settings) override {
    followed_ = settings;
    impulses_ = std::make_shared<const Impulses>(load_impulses(settings.source));
  }
  void stop() override {
    loads_.reset();
    convolver_.reset();
    impulses_.reset();
    AudioElement::stop();
  }

  void change(const Settings& settings) override {
    const bool has_new_source = settings.source != followed_.source;
    followed_ = settings;
    if (convolver_ != nullptr)
      convolver_->aim_at(settings.gain * settings.wet, settings.gain * settings.dry);
    if (has_new_source) load_frequency_response();
  }
  void poll() override {
    if (!loads_ || convolver_ == nullptr || convolver_->is_fading()) return;
    if (std::optional<NewResponse> loaded = loads_->take()) {
      impulses_ = std::move(loaded->impulses);
      if (loaded->stream != nullptr) convolver_->replace(std::move(loaded->stream));
    }
  }

  void set_audio(const GstAudioInfo& info) override {
    convolver_.reset();
    finish_load();
    format_ = audio_format_of(info);
    auto stream =
        make_stream(fit(*impulses_, format_.rate, format_.channels, resample()), format_, manner());
    convolver_ = make_convolver(format_, manner(), std::move(stream));
    convolver_->jump_to(followed_.gain * followed_.wet, followed_.gain * followed_.dry);
  }

  void process(std::span<const Channel> channels, std::int64_t count) override {
    convolver_->process(channels, count);
  }
  void forget() override { convolver_->reset(); }
  std::int64_t latency_samples() const override { return followed_.latency; }
  std::int64_t ringing_samples() const override {
    return convolver_ != nullptr ? convolver_->stream()->stream().taps - 1 : 0;
  }
  bool has_tail() const override { return followed_.tail; }

 private:
  Manner manner() const { return {followed_.latency, followed_.fade}; }
  bool resample() const { return followed_.source.resample; }

  /// In the background, since files are slow and responses long.
  void load_frequency_response() {
    if (!loads_) loads_.emplace();
    if (convolver_ == nullptr) {
      impulses_ = std::make_shared<const Impulses>(load_impulses(followed_.source));
      return;
    }
    loads_->post([source = followed_.source, format = format_, manner = manner(),
                  stream = convolver_->stream()] {
      auto impulses = std::make_shared<const Impulses>(load_impulses(source));
      const Fitted fitted = fit(*impulses, format.rate, format.channels, source.resample);
      return NewResponse{std::move(impulses), offer(*stream, fitted, format, manner)};
    });
  }
  /// What is being loaded is for the audio before: now it is loaded at once.
  void finish_load() {
    if (!loads_ || !loads_->is_under_way()) return;
    loads_->drop();
    impulses_ = std::make_shared<const Impulses>(load_impulses(followed_.source));
  }

  Settings followed_;                         // those that count
  std::shared_ptr<const Impulses> impulses_;  // from start to stop
  AudioFormat format_;
  std::unique_ptr<Convolver> convolver_;  // since there are caps
  std::optional<Rebuild<NewResponse>> loads_;
};

}  // namespace
}  // namespace fftcore::gst::fir

FFTCORE_ELEMENT(fftfir, fftcore::gst::fir::FirElement)
