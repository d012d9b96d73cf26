// SPDX-License-Identifier: LGPL-2.1-or-later
// A MultiplyStage's formula: beside the same product without one, whose bins are operated on here.
#include <array>
#include <complex>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "spectrum_run.h"

namespace product_formulas_test {

using namespace fftcore;
using namespace stages;
using oracle::Wide;

namespace {

using C = std::complex<double>;

/// `v / (abs(v) / 8 + p0) * exp(-2 * pi * i * (3 * fx - fy))`, which depends on the scale of v.
constexpr const char* kFormula = "v / (abs(v) / 8 + p0) * exp(-2 * pi * i * (3 * fx - fy))";
constexpr double kParameter = 0.75;
C operated(C v, double fx, double fy) {
  return v / (std::abs(v) / 8 + kParameter) *
         std::exp(-2 * std::numbers::pi * C(0, 1) * (3 * fx - fy));
}

class ProductFormulas : public OnThisBackend<testing::Test> {
 protected:
  static TestSpectrum random_spectrum(const SpectrumLayout& layout, std::mt19937& random) {
    TestSpectrum spectrum(layout);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const double size = layout.normalized ? 0.5 : 4;
    std::vector<Wide> values(
        static_cast<std::size_t>(layout.channels * layout.stored_rows * bins(layout)));
    for (Wide& value : values) value = Wide(size * uniform(random), size * uniform(random));
    spectrum.set(values);
    return spectrum;
  }

  static TestSpectrum product(const MultiplyStage& stage, const TestSpectrum& input,
                              const TestSpectrum* factor, const std::vector<Taps>& taps) {
    const auto queue = problems::backend().create_queue({.threads = 2});
    const auto executable = problems::backend().compile(stage, *queue);
    if (stage.taps) executable->set_taps(taps);
    if (!stage.formula.empty()) executable->set_parameters(std::array{kParameter});
    TestSpectrum result(stage.output);
    executable->run(*queue, input.const_buffer(),
                    factor != nullptr ? factor->const_buffer() : ConstBuffer{}, result.buffer());
    queue->wait();
    return result;
  }

  void expect_formula(const std::string& text) {
    const MultiplyStage plain = parse_multiply_stage(text);
    MultiplyStage stage = plain;
    stage.formula = kFormula;
    EXPECT_EQ(parse_multiply_stage(to_string(stage)), stage) << to_string(stage);
    std::mt19937 random(9);
    const TestSpectrum input = random_spectrum(stage.input, random);
    std::optional<TestSpectrum> factor;
    if (stage.spectrum) factor = random_spectrum(*stage.spectrum, random);
    std::vector<Taps> taps;
    if (stage.taps)
      for (std::int64_t i = 0; i < stage.input.channels * stage.input.channels; ++i)
        taps.push_back(oracle::random_taps(*stage.taps, random));
    if (stage.mixing == Mixing::none) taps.resize(std::min<std::size_t>(taps.size(), 1));
    const TestSpectrum* const by = factor ? &*factor : nullptr;
    const auto want = product(plain, input, by, taps).get();
    const TestSpectrum result = product(stage, input, by, taps);
    EXPECT_TRUE(result.padding_is_finite() && result.end_is_untouched()) << to_string(stage);
    const auto got = result.get();
    ASSERT_EQ(got.size(), want.size());
    const Extent points = stage.input.points;
    const double scale =
        stage.output.normalized ? static_cast<double>(points.rows * points.columns) : 1;
    double error = 0, size = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const auto signed_of = [](std::int64_t number, std::int64_t all) {
        return static_cast<double>(2 * number > all ? number - all : number) /
               static_cast<double>(all);
      };
      const auto at = static_cast<std::int64_t>(i);
      const std::int64_t columns = bins(stage.output);
      const C exact = operated(C(want[i]) * scale, signed_of(at % columns, points.columns),
                               signed_of(at / columns % points.rows, points.rows)) /
                      scale;
      error += std::norm(C(got[i]) - exact);
      size += std::norm(exact);
    }
    EXPECT_LE(std::sqrt(error), 3e-6 * std::sqrt(size)) << to_string(stage);
    EXPECT_GT(size, 0);
  }
};

}  // namespace

TEST_F(ProductFormulas, AreOfTheUnnormalizedProduct) {
  for (const char* text : {
           "rows f32 24x32 stored=20 times k3x5 conv -> rows-and-columns f32 24x32 normalized",
           "rows-and-columns f32 24x32 times k3x5 corr -> rows-and-columns f32 24x32 normalized",
           "rows f32 24x32x2 normalized times k3x5 conv -> "
           "rows-and-columns f32 24x32x2 normalized",
           "rows f32 24x32x2 times k3x3 conv mix=full -> rows-and-columns f32 24x32x2 normalized",
           "rows-and-columns f32 24x32 times rows-and-columns f32 24x32 -> "
           "rows-and-columns f32 24x32",
           "rows-and-columns f32 20x30 normalized times conjugate of rows-and-columns f32 20x30 -> "
           "rows-and-columns f32 20x30 normalized",
           "rows f32 1x64 times k1x9 conv -> rows-and-columns f32 1x64 normalized",
       })
    expect_formula(text);
}

TEST_F(ProductFormulas, Refuse) {
  const auto refused = [](std::string_view text, std::string_view words) {
    try {
      parse_multiply_stage(text);
      ADD_FAILURE() << text;
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string_view(error.what()).find(words), std::string_view::npos) << error.what();
    }
  };
  refused("rows f32 24x32 times k3x5 conv formula=\"v * x\" -> rows f32 24x32 normalized",
          "formula: formula 'v * x', line 1, column 5");
  refused("rows f32 24x32 times k3x5 conv formula=v -> rows f32 24x32", "in quotes");
  const auto queue = problems::backend().create_queue({});
  const auto executable = problems::backend().compile(
      parse_multiply_stage("rows f32 24x32 times k3x5 conv -> rows f32 24x32 normalized"), *queue);
  EXPECT_THROW(executable->set_parameters(std::array{1.0}), InvalidArgument);
}

}  // namespace product_formulas_test
