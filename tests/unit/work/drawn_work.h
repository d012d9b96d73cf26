// SPDX-License-Identifier: LGPL-2.1-or-later
// Work of every kind, drawn at random, for tests of texts. Much of it contradicts itself:
// validate() says which. FFTCORE_TEST_SEED draws other work.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/denoise.h"
#include "fftcore/device_fft.h"
#include "fftcore/search.h"
#include "fftcore/stages.h"
#include "fftcore/stream_convolution.h"
#include "fftcore/transform.h"
#include "fftcore/warp.h"
#include "fftcore/window_correlation.h"
#include "fftcore/window_filters.h"

namespace fftcore::test {

/// All there are, by number: traits_of() knows no more.
std::vector<SampleType> all_types();

/// What is drawn. Most fields keep their default.
class DrawnWork {
 public:
  explicit DrawnWork(unsigned seed);

  /// Of images of this sample type; results of some may be of another.
  Convolution convolution(SampleType type);
  TemplateMatching matching(SampleType type);
  PhaseCorrelation phase(SampleType type);
  Denoise denoise(SampleType type);
  Warp warp(SampleType type);
  ForwardStage forward(SampleType type);
  InverseStage inverse(SampleType type);
  WindowCorrelation windows(SampleType type);
  WindowFilters filters(SampleType type);
  MultiplyStage multiply();
  StreamConvolution stream();
  Transform transform();
  DeviceFft device_fft();

 private:
  std::int64_t number(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(generator_);
  }
  static std::int64_t at_least_1(std::int64_t extent) { return extent < 1 ? 1 : extent; }
  bool flag() { return number(0, 1) == 1; }
  bool seldom() { return number(0, 5) == 0; }
  template <class Choice>
  Choice one_of(std::initializer_list<Choice> choices) {
    return choices.begin()[number(0, static_cast<std::int64_t>(choices.size()) - 1)];
  }
  template <class Choice>
  Choice one_of(const std::vector<Choice>& choices) {
    return choices[static_cast<std::size_t>(
        number(0, static_cast<std::int64_t>(choices.size()) - 1))];
  }
  /// Sets a field now and then.
  template <class Field, class Value>
  void may(Field& field, const Value& value) {
    if (seldom()) field = static_cast<Field>(value);
  }
  double real();
  float single() { return static_cast<float>(real()); }
  std::uint32_t mask() { return static_cast<std::uint32_t>(number(0, 7)); }
  std::string formula();
  std::string code();
  Layout layout(SampleType type, Extent extent, std::int64_t channels);
  SpectrumLayout spectrum(std::int64_t channels);
  DenoiseStrength strength();
  std::vector<PointRange> ranges(const std::vector<TransformAxis>& axes);
  void search(ImageSearch& search, SampleType type);

  std::mt19937 generator_;
};

}  // namespace fftcore::test
