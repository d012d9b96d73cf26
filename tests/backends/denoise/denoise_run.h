// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoisings on the backend under test, and scenes with noise to try them on.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "denoise_oracle.h"
#include "fftcore/error.h"
#include "half.h"
#include "test_backend.h"
#include "test_image.h"

namespace denoisings {

using oracle::Samples, oracle::TestImage;

/// Levels of white noise, of 8-bit samples: so many that bins lie on both sides of the lists'
/// thresholds.
inline constexpr double kNoise = 10;

/// Waves that move from frame to frame, with noise, as the sample type has them.
inline Samples scene(const fftcore::Layout& layout, int frame, std::mt19937& random) {
  Samples samples = oracle::samples_of(layout);
  std::normal_distribution<double> noise(0, kNoise / 255);
  const double white = fftcore::traits_of(layout.type).white();
  for (std::int64_t c = 0; c < samples.channels; ++c)
    for (std::int64_t y = 0; y < samples.rows; ++y)
      for (std::int64_t x = 0; x < samples.columns; ++x) {
        const double phase = static_cast<double>(x) / 5 + static_cast<double>(y * (c + 1)) / 7;
        const double value =
            std::clamp(0.5 + 0.3 * std::sin(phase + frame / 3.0) + noise(random), 0.0, 1.0) * white;
        double& sample = samples.at(c, y, x);
        sample = std::round(value);
        if (layout.type == fftcore::SampleType::f16)
          sample = static_cast<double>(static_cast<oracle::Half>(value));
        else if (oracle::is_real(layout.type))
          sample = static_cast<double>(static_cast<float>(value));
      }
  return samples;
}

/// before + 1 + after frames.
inline std::vector<Samples> scenes(const fftcore::Denoise& denoise, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Samples> frames;
  for (int f = 0; f < denoise.before + 1 + denoise.after; ++f)
    frames.push_back(scene(denoise.input, f, random));
  return frames;
}

/// A Denoise compiled for the backend under test, and memory for its output.
class Ready {
 public:
  explicit Ready(const fftcore::Denoise& wanted, int threads = 2)
      : denoise(wanted),
        queue(problems::backend().create_queue({.threads = threads})),
        executable(problems::backend().compile(wanted, *queue)),
        output(wanted.output) {}

  Samples run(std::span<const Samples> frames) {
    std::vector<TestImage> images;
    for (const Samples& frame : frames) images.emplace_back(denoise.input).set(frame);
    std::vector<fftcore::ConstBuffer> buffers;
    for (const TestImage& image : images) buffers.push_back(image.const_buffer());
    executable->run(*queue, buffers, output.buffer());
    queue->wait();
    return output.get();
  }

  const fftcore::Denoise denoise;
  std::unique_ptr<fftcore::Queue> queue;
  std::unique_ptr<fftcore::DenoiseExecutable> executable;
  TestImage output;
};

/// Skipped where the machine lacks the backend.
template <class Base>
class OnThisBackend : public Base {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
  std::unique_ptr<Ready> compile(const fftcore::Denoise& denoise, int threads = 2) {
    return std::make_unique<Ready>(denoise, threads);
  }
  std::unique_ptr<Ready> compile(std::string_view text, int threads = 2) {
    return compile(fftcore::parse_denoise(text), threads);
  }
};

}  // namespace denoisings
