// SPDX-License-Identifier: LGPL-2.1-or-later
// Stages on the backend under test, and memory for their spectra.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "fftcore/error.h"
#include "spectrum_chain.h"
#include "spectrum_list.h"
#include "test_backend.h"
#include "test_image.h"
#include "test_spectrum.h"

namespace stages {

using oracle::Samples, oracle::TestImage, oracle::TestSpectrum;

/// A chain compiled for the backend under test, its taps set, and memory for what lies between its
/// stages.
class Ready {
 public:
  Ready(const std::string& text, int threads)
      : queue(problems::backend().create_queue({.threads = threads})),
        chain(parse_chain(text, problems::backend(), *queue)) {
    fftcore::Backend& backend = problems::backend();
    forward = backend.compile(chain.forward, *queue);
    multiply = backend.compile(chain.multiply, *queue);
    inverse = backend.compile(chain.inverse, *queue);
  }

  TestSpectrum run_forward(const TestImage& image) {
    TestSpectrum result(chain.forward.spectrum);
    forward->run(*queue, image.const_buffer(), result.buffer());
    queue->wait();
    return result;
  }
  /// `kernel`: null for a product with taps.
  TestSpectrum run_multiply(const TestSpectrum& input, const TestSpectrum* kernel = nullptr) {
    TestSpectrum result(chain.multiply.output);
    multiply->run(*queue, input.const_buffer(),
                  kernel != nullptr ? kernel->const_buffer() : fftcore::ConstBuffer{},
                  result.buffer());
    queue->wait();
    return result;
  }
  /// `source`: null for a stage that does not copy.
  TestImage run_inverse(const TestSpectrum& spectrum, const TestImage* source = nullptr) {
    TestImage result(chain.inverse.image);
    if (source != nullptr)
      inverse->run(*queue, spectrum.const_buffer(), source->const_buffer(), result.buffer());
    else
      inverse->run(*queue, spectrum.const_buffer(), result.buffer());
    queue->wait();
    return result;
  }
  /// All three; of a chain with taps.
  TestImage run(const TestImage& image) {
    return run_inverse(run_multiply(run_forward(image)),
                       chain.inverse.copies_skipped ? &image : nullptr);
  }

  std::unique_ptr<fftcore::Queue> queue;
  Chain chain;
  std::unique_ptr<fftcore::StageExecutable> forward;
  std::unique_ptr<fftcore::MultiplyExecutable> multiply;
  std::unique_ptr<fftcore::StageExecutable> inverse;
};

inline TestImage random_image(const fftcore::Layout& layout, std::mt19937& random) {
  TestImage image(layout);
  image.set(oracle::random_samples(layout, random));
  return image;
}

/// Skipped where the machine lacks the backend.
template <class Base>
class OnThisBackend : public Base {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
  std::unique_ptr<Ready> compile(const std::string& text, int threads = 2) {
    return std::make_unique<Ready>(text, threads);
  }
};

}  // namespace stages
