// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions whose spectrum has a formula: the result's direct DFT, bin by bin, and back.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <numbers>

#include "channel_bits.h"
#include "convolution_check.h"
#include "dft.h"
#include "fftcore/error.h"
#include "little_memory.h"
#include "sample_formula_list.h"
#include "test_backend.h"

using namespace fftcore;
using oracle::FormulaCase;
using oracle::FormulaValues;
using oracle::Wide;

namespace {

using C = std::complex<double>;
constexpr C kI{0, 1};
constexpr std::array<double, 8> kParameters = {1.25, -0.125};

struct Work {
  std::string problem;
  FormulaCase spectrum;
  FormulaCase load = problems::no_formula(), store = problems::no_formula();
  bool is_on_gpus = true;
};

FormulaCase low_pass() {
  return {"v * exp(-(f / 0.2) ^ 2)",
          [](C v, const FormulaValues& at) { return v * std::exp(-std::pow(at.f() / 0.2, 2)); }};
}
FormulaCase shift() {
  return {"v * exp(-2 * pi * i * (3 * fx - 2 * fy))", [](C v, const FormulaValues& at) {
            return v * std::exp(-2 * std::numbers::pi * kI * (3 * at.fx - 2 * at.fy));
          }};
}
FormulaCase without_mean() {
  return {"if(f == 0, 0, v)", [](C v, const FormulaValues& at) { return at.f() == 0 ? C(0) : v; }};
}
/// Of the bin itself, and no linear one.
FormulaCase compressed() {
  return {"v / (abs(v) / 8 + p0)",
          [](C v, const FormulaValues& at) { return v / (std::abs(v) / 8 + at.p[0]); }};
}
/// Not Hermitian: of complex samples.
FormulaCase one_sided() {
  return {"if(fx < 0, 0, 2 * v) + i * fy",
          [](C v, const FormulaValues& at) { return (at.fx < 0 ? C(0) : 2.0 * v) + kI * at.fy; },
          2};
}

std::vector<Work> works() {
  return {
      {"conv2d f32 24x32 k5x7 wrap same", low_pass()},
      {"corr2d f32 30x14x3 k3x3 wrap same mix=full bias=0.25", shift()},
      {"conv2d f32 30x14x2 k3x3 wrap same planar", compressed()},
      {"conv2d u8 20x28x4 k3x3 wrap same copy=8", low_pass()},
      {"conv1d f32 64 k9 wrap same", shift()},
      {"conv2d f32 24x32 k1x1 wrap same", without_mean(), problems::with_root(), problems::bent()},
      {"conv2d f32 24x20 k3x3 wrap same frames=2 filters=2 bank=crossed", compressed(),
       problems::by_channel_and_frame(), problems::of_all_places(), false},
      {"conv2d f64 14x22 k3x14 wrap same", compressed(), problems::no_formula(),
       problems::no_formula(), false},
      {"conv2d c32 11x13x2 k3x3 wrap same", one_sided(), problems::turned(), problems::conjugated(),
       false},
      {"corr2d f32>c32 9x16 k2x3 wrap same", one_sided(), problems::no_formula(),
       problems::no_formula(), false},
  };
}

/// One channel of one frame, its bins operated on.
void operate(oracle::Samples& samples, std::int64_t frame, std::int64_t channel,
             const FormulaCase& formula) {
  const bool is_complex = !samples.imaginary.empty();
  const std::int64_t columns = samples.columns, rows = samples.rows;
  const std::string size = fmt::format("{}x{}", rows, columns);
  const Transform forward = parse_transform((is_complex ? "c2c " : "r2c ") + size),
                  back = parse_transform(is_complex ? "c2c " + size + " inverse normalized"
                                                    : "c2r " + size + " normalized");
  const std::size_t first = samples.index(frame, channel, 0, 0, 0);
  std::vector<Wide> values;
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows * columns); ++i)
    values.emplace_back(samples.values[first + i], is_complex ? samples.imaginary[first + i] : 0);
  values = oracle::dft(forward, values);
  const std::int64_t bins = is_complex ? columns : columns / 2 + 1;
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < bins; ++x) {
      FormulaValues at;
      at.p = kParameters;
      at.fx = static_cast<double>(x) / static_cast<double>(columns);
      at.fy = static_cast<double>(y) / static_cast<double>(rows);
      if (at.fx > 0.5) at.fx -= 1;
      if (at.fy > 0.5) at.fy -= 1;
      Wide& value = values[static_cast<std::size_t>(y * bins + x)];
      value = Wide(formula.function(C(value), at));
    }
  values = oracle::dft(back, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    samples.values[first + i] = static_cast<double>(values[i].real());
    if (is_complex) samples.imaginary[first + i] = static_cast<double>(values[i].imag());
  }
}

void expect_spectrum(const Work& work) {
  Convolution problem = parse_convolution(work.problem);
  problem.load = work.load.text;
  problem.spectrum = work.spectrum.text;
  problem.store = work.store.text;
  EXPECT_EQ(parse_convolution(to_string(problem)), problem);
  const auto queue = problems::backend().create_queue({.threads = 2});
  if (!problems::on_cpu() && !work.is_on_gpus) {
    EXPECT_THROW(problems::backend().compile(problem, *queue), Unsupported) << to_string(problem);
    return;
  }
  const auto executable = problems::backend().compile(problem, *queue);
  std::mt19937 random(5);
  const bool is_whole = !oracle::is_real(problem.output.element);
  const auto taps = is_whole ? oracle::averaging_kernels(problem, random)
                             : oracle::random_kernels(problem, random);
  const float gain = is_whole ? 1.25F : -0.75F, offset = is_whole ? -9 : 0.25F;
  auto input = oracle::random_samples(problem.input, random);
  oracle::TestImage in(problem.input), out(problem.output);
  in.set(input);
  executable->set_taps(taps);
  executable->set_gain(gain, offset);
  executable->set_parameters(
      std::span(kParameters).first(static_cast<std::size_t>(parameters_needed(problem))));
  executable->run(*queue, in.const_buffer(), out.buffer());

  const bool is_complex = oracle::is_complex(problem.output.element);
  if (work.load.function)
    input = operated(input, work.load, problem.copied_channels, is_complex, kParameters);
  oracle::Samples want = oracle::direct_sum(problem, input, taps, 1, -problem.bias);
  for (std::int64_t f = 0; f < want.frames; ++f)
    for (std::int64_t c = 0; c < want.channels; ++c) {
      if (oracle::names(problem.copied_channels, c)) continue;
      operate(want, f, c, work.spectrum);
      for (std::size_t i = want.index(f, c, 0, 0, 0); i < want.index(f, c + 1, 0, 0, 0); ++i) {
        want.values[i] = gain * want.values[i] + offset + problem.bias;
        if (is_complex) want.imaginary[i] *= gain;
      }
    }
  if (work.store.function)
    want = operated(want, work.store, problem.copied_channels, is_complex, kParameters);
  const double slope = 4 * work.spectrum.slope * work.store.slope;
  for (std::int64_t f = 0; f < want.frames; ++f)
    for (std::int64_t c = 0; c < want.channels; ++c)
      problems::check_channel(problem, input, taps, gain * slope, out.get(), want, f, c);
}

class SpectrumFormulas : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

std::string refusal(const std::string& text) {
  const auto queue = problems::backend().create_queue({});
  try {
    problems::backend().compile(parse_convolution(text), *queue);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_F(SpectrumFormulas, AreRight) {
  for (const Work& work : works()) expect_spectrum(work);
}

/// Columns of all channels that mix do not fit a block: the product is a launch of its own.
TEST_F(SpectrumFormulas, OfProductsByThemselves) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const transforms::LittleMemory device("48k,shared=4096");
  const Convolution problem = parse_convolution("conv2d f32 200x16x3 k3x3 wrap same mix=full");
  const auto queue = problems::backend().create_queue({});
  EXPECT_NE(problems::backend().compile(problem, *queue)->plan_text().find("multiply"),
            std::string::npos);
  expect_spectrum({"conv2d f32 200x16x3 k3x3 wrap same mix=full", compressed()});
}

TEST_F(SpectrumFormulas, NeedTheImagesOwnExtents) {
  const std::string formula = " spectrum=\"v\"";
  for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
           {"conv2d f32 24x32 k3x3 reflect same", "this is edge reflect and region same"},
           {"conv2d f32 24x32 k3x3 wrap full", "this is edge wrap and region full"},
           {"icorr2d f32 24x32 k3x3 wrap same", "use corr"},
           {"conv3d f32 4x24x32 k3x3x3 wrap same", "three dimensions"},
           {"conv2d f32 4x32 k5x3 wrap same", "5x3 taps and 4x32 samples"},
           {"conv2d f32 24x31 k3x3 wrap same",
            problems::on_cpu() ? "odd number of samples" : "do not fit a block"}})
    EXPECT_NE(refusal(text + formula).find(words), std::string::npos) << refusal(text + formula);
  EXPECT_NE(refusal("conv2d f32 24x32 k3x3 wrap same spectrum=\"v + x\"")
                .find("'x' is no name here; there are v, p0"),
            std::string::npos);
}
