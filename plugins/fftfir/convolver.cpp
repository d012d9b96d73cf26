// SPDX-License-Identifier: LGPL-2.1-or-later
#include "convolver.h"

#include <algorithm>
#include <utility>

#include "fftcore/backend.h"
#include "ramp.h"

namespace fftcore::gst::fir {
namespace {

constexpr std::int64_t kChunk = 512;

StreamConvolution convolution_of(const Fitted& fitted, const AudioFormat& format,
                                 const Manner& manner) {
  StreamConvolution stream;
  stream.inputs = stream.outputs = format.channels;
  stream.mixing = fitted.mixing;
  for (const ImpulseResponse& response : fitted.responses)
    stream.taps = std::max<std::int64_t>(stream.taps, std::ssize(response));
  stream.numbers = needs_double(format.samples) ? Numbers::f64 : Numbers::f32;
  stream.latency = manner.latency;
  stream.fade = manner.fade;
  return stream;
}

template <class Real>
class ConvolverOf final : public Convolver {
  /// Rows of kChunk samples, one a channel.
  struct Rows {
    explicit Rows(int channels) : values(static_cast<std::size_t>(channels) * kChunk) {
      for (int c = 0; c < channels; ++c) rows.push_back({&values[std::size_t(c) * kChunk]});
    }
    Real* operator[](std::size_t c) { return static_cast<Real*>(rows[c].data); }

    std::vector<Real> values;
    std::vector<Channel> rows;
  };

 public:
  ConvolverOf(const AudioFormat& format, const Manner& manner,
              std::shared_ptr<StreamExecutable> stream)
      : format_(format),
        stream_(std::move(stream)),
        input_(format.channels),
        wet_(format.channels),
        fading_(format.channels),
        delayed_(static_cast<std::size_t>(format.channels * manner.latency)),
        latency_(manner.latency),
        wet_factor_(manner.fade),
        dry_factor_(manner.fade),
        fade_(manner.fade),
        factors_(kChunk) {
    for (const Channel& row : input_.rows) inputs_.push_back({row.data, row.stride});
  }

  void process(std::span<const Channel> channels, std::int64_t count) override {
    for (std::int64_t first = 0; first < count; first += kChunk)
      process_chunk(channels, first, std::min(kChunk, count - first));
  }

  void aim_at(double wet, double dry) override {
    wet_factor_.aim_at(wet);
    dry_factor_.aim_at(dry);
  }
  void jump_to(double wet, double dry) override {
    wet_factor_.jump_to(wet);
    dry_factor_.jump_to(dry);
  }

  void replace(std::shared_ptr<StreamExecutable> stream) override {
    old_ = std::exchange(stream_, std::move(stream));
    fade_.jump_to(0);
    fade_.aim_at(1);
  }
  bool is_fading() const override { return old_ != nullptr; }

  void reset() override {
    old_.reset();
    stream_->reset();
    std::ranges::fill(delayed_, Real{});
    delayed_at_ = 0;
  }

  const std::shared_ptr<StreamExecutable>& stream() const override { return stream_; }

 private:
  void process_chunk(std::span<const Channel> channels, std::int64_t first, std::int64_t count) {
    const auto at = [&](const Channel& channel) {
      return static_cast<std::byte*>(channel.data) +
             first * channel.stride * sample_bytes(format_.samples);
    };
    for (std::size_t c = 0; c < channels.size(); ++c)
      load_samples(format_.samples, at(channels[c]), channels[c].stride, count, input_[c]);
    stream_->push(inputs_, wet_.rows, count);
    if (old_ != nullptr) fade_over(count);
    delay(count);
    mix(count);
    for (std::size_t c = 0; c < channels.size(); ++c)
      store_samples(format_.samples, wet_[c], count, at(channels[c]), channels[c].stride);
  }

  void fade_over(std::int64_t count) {
    old_->push(inputs_, fading_.rows, count);
    fade_.take(factors_.data(), count);
    for (std::size_t c = 0; c < inputs_.size(); ++c)
      for (std::int64_t i = 0; i < count; ++i)
        wet_[c][i] =
            fading_[c][i] * (1 - factors_[std::size_t(i)]) + wet_[c][i] * factors_[std::size_t(i)];
    if (fade_.has_arrived()) old_.reset();
  }

  /// Unfiltered samples as late as the filtered ones.
  void delay(std::int64_t count) {
    if (latency_ == 0) return;
    for (std::size_t c = 0; c < inputs_.size(); ++c) {
      Real* const ring = &delayed_[c * static_cast<std::size_t>(latency_)];
      std::int64_t place = delayed_at_;
      for (std::int64_t i = 0; i < count; ++i) {
        std::swap(ring[place], input_[c][i]);
        if (++place == latency_) place = 0;
      }
    }
    delayed_at_ = (delayed_at_ + count) % latency_;
  }

  /// Where a factor is 0, what is not a number is 0 too.
  void mix(std::int64_t count) {
    const bool has_wet = !wet_factor_.is_zero(), has_dry = !dry_factor_.is_zero();
    wet_factor_.take(factors_.data(), count);
    for (std::size_t c = 0; c < inputs_.size(); ++c)
      for (std::int64_t i = 0; i < count; ++i)
        wet_[c][i] = has_wet ? wet_[c][i] * factors_[std::size_t(i)] : Real{};
    if (!has_dry) return;
    dry_factor_.take(factors_.data(), count);
    for (std::size_t c = 0; c < inputs_.size(); ++c)
      for (std::int64_t i = 0; i < count; ++i)
        wet_[c][i] += input_[c][i] * factors_[std::size_t(i)];
  }

  const AudioFormat format_;
  std::shared_ptr<StreamExecutable> stream_;
  std::shared_ptr<StreamExecutable> old_;  // fades out
  Rows input_, wet_, fading_;
  std::vector<ConstChannel> inputs_;  // input_'s rows
  std::vector<Real> delayed_;         // a ring a channel
  std::int64_t latency_, delayed_at_ = 0;
  Ramp wet_factor_, dry_factor_, fade_;
  std::vector<Real> factors_;
};

}  // namespace

std::shared_ptr<StreamExecutable> make_stream(const Fitted& fitted, const AudioFormat& format,
                                              const Manner& manner) {
  Backend& backend = select_backend("cpu");
  const auto queue = backend.create_queue({.threads = 1});
  std::shared_ptr<StreamExecutable> stream =
      backend.compile(convolution_of(fitted, format, manner), *queue);
  stream->set_impulse_responses(fitted.responses);
  return stream;
}

std::shared_ptr<StreamExecutable> offer(StreamExecutable& stream, const Fitted& fitted,
                                        const AudioFormat& format, const Manner& manner) {
  const StreamConvolution wanted = convolution_of(fitted, format, manner);
  if (wanted.mixing != stream.stream().mixing || wanted.taps > stream.stream().taps)
    return make_stream(fitted, format, manner);
  stream.set_impulse_responses(fitted.responses);
  return nullptr;
}

std::unique_ptr<Convolver> make_convolver(const AudioFormat& format, const Manner& manner,
                                          std::shared_ptr<StreamExecutable> stream) {
  if (needs_double(format.samples))
    return std::make_unique<ConvolverOf<double>>(format, manner, std::move(stream));
  return std::make_unique<ConvolverOf<float>>(format, manner, std::move(stream));
}

}  // namespace fftcore::gst::fir
