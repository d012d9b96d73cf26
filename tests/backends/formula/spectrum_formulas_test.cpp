// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions whose spectrum has a formula: the result's direct DFT, bin by bin, and back.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "fftcore/error.h"
#include "little_memory.h"
#include "spectrum_formula_check.h"
#include "test_backend.h"

namespace spectrum_formulas_test {

using namespace fftcore;

namespace {

class SpectrumFormulas : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

void expect_right(const problems::spectra::SpectrumWork& work) {
  const Convolution problem = problems::spectra::work_of(work);
  EXPECT_EQ(parse_convolution(to_string(problem)), problem);
  const auto queue = problems::backend().create_queue({.threads = 2});
  if (!problems::on_cpu() && !work.is_on_gpus) {
    EXPECT_THROW(problems::backend().compile(problem, *queue), Unsupported) << to_string(problem);
    return;
  }
  problems::spectra::expect_right(*problems::backend().compile(problem, *queue), *queue, work);
}

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
  for (const auto& work : problems::spectra::list()) expect_right(work);
}

/// Columns of all channels that mix do not fit a block: the product is a launch of its own.
TEST_F(SpectrumFormulas, OfProductsByThemselves) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const transforms::LittleMemory device("48k,shared=4096");
  const Convolution problem = parse_convolution("conv2d f32 200x16x3 k3x3 wrap same mix=full");
  const auto queue = problems::backend().create_queue({});
  EXPECT_NE(problems::backend().compile(problem, *queue)->plan_text().find("multiply"),
            std::string::npos);
  expect_right({"conv2d f32 200x16x3 k3x3 wrap same mix=full", problems::spectra::compressed()});
}

TEST_F(SpectrumFormulas, NeedTheImagesOwnExtents) {
  const std::string formula = " spectrum=\"v\"";
  for (const auto& [text, words] : std::vector<std::pair<std::string, std::string>>{
           {"conv2d f32 24x32 k3x3 reflect same", "this is edge reflect and region same"},
           {"conv2d f32 24x32 k3x3 wrap full", "this is edge wrap and region full"},
           {"icorr2d f32 24x32 k3x3 wrap same", "use corr"},
           {"conv3d f32 4x24x32 k3x3x3 wrap same", "three dimensions"},
           {"conv2d f32 4x32 k5x3 wrap same", "5x3 taps and 4x32 samples"},
           {"conv2d f32 24x31 k3x3 wrap same", "odd number of samples"}})
    EXPECT_NE(refusal(text + formula).find(words), std::string::npos) << refusal(text + formula);
  EXPECT_NE(refusal("conv2d f32 24x32 k3x3 wrap same spectrum=\"v + x\"")
                .find("'x' is no name here; there are v, p0"),
            std::string::npos);
}

}  // namespace spectrum_formulas_test
