// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolutions whose samples have formulas, by each rule, against the direct sum of what the
// formulas mean.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "fftcore/error.h"
#include "sample_formula_check.h"
#include "test_backend.h"

namespace sample_formulas_test {

using namespace fftcore;

namespace {

class SampleFormulas : public problems::ByRule {
 protected:
  void SetUp() override {
    ByRule::SetUp();
    if (problems::on_cpu() && std::string_view(GetParam()) == "half-spectrum")
      GTEST_SKIP() << "half-spectrum is a plan for GPUs";
  }

  /// Whether there is a plan, which is right then.
  bool check(const problems::FormulaWork& work) {
    const Convolution problem = problems::work_of(work);
    std::unique_ptr<ConvolutionExecutable> executable;
    try {
      if (!queue_) queue_ = problems::backend().create_queue({.threads = 2});
      executable = problems::backend().compile(problem, *queue_);
    } catch (const Unsupported&) {
      return false;
    }
    problems::expect_right(*executable, *queue_, work);
    return true;
  }

  std::unique_ptr<Queue> queue_;
};

}  // namespace

TEST_P(SampleFormulas, AreRight) {
  const char* const only = std::getenv("FFTCORE_TEST_PROBLEM");
  const std::string_view rule = GetParam();
  int planned = 0;
  for (const auto& list : {problems::formula_work(), problems::formula_volumes()})
    for (const auto& work : list)
      if (only == nullptr || work.problem == only) planned += check(work) ? 1 : 0;
  if (only != nullptr) return;
  const auto all = static_cast<int>(problems::formula_work().size()),
             volumes = static_cast<int>(problems::formula_volumes().size());
  if (problems::on_cpu())
    EXPECT_EQ(planned, rule == "five-pass" ? volumes : all);
  else
    EXPECT_EQ(planned, rule == "three-pass" ? all + volumes : rule == "tile" ? 27 : 15);
}

TEST_P(SampleFormulas, ParametersChange) {
  if (std::string_view(GetParam()) == "five-pass")
    GTEST_SKIP() << "five-pass is a plan for volumes";
  const Convolution problem =
      parse_convolution("conv2d f32 8x12 k1x1 wrap same load=\"v * p0\" store=\"v + p2\"");
  const auto queue = problems::backend().create_queue({.threads = 2});
  const auto executable = problems::backend().compile(problem, *queue);
  executable->set_taps(Taps{{1, 1}, {1}});
  const std::vector<float> in(96, 3);
  std::vector<float> out(96);
  const auto result = [&] {
    executable->run(*queue, {in.data()}, {out.data()});
    for (const float value : out) EXPECT_NEAR(value, out[0], 1e-5);
    return out[0];
  };
  EXPECT_NEAR(result(), 0, 1e-5);  // 0 until they are set
  executable->set_parameters(std::array{2.0, 0.0, 0.5});
  EXPECT_NEAR(result(), 6.5, 1e-5);
  executable->set_parameters(std::array{-1.0, 9.0, 0.0});
  EXPECT_NEAR(result(), -3, 1e-5);
  for (const std::vector<double>& wrong :
       {std::vector<double>{}, std::vector<double>{1, 2}, std::vector<double>{1, 2, 3, 4}}) {
    try {
      executable->set_parameters(wrong);
      ADD_FAILURE() << wrong.size() << " numbers are accepted";
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string_view(error.what()).find("so 3 are needed"), std::string_view::npos)
          << error.what();
    }
  }
  EXPECT_THROW(executable->set_parameters(std::array{1.0, 2.0, std::nan("")}), InvalidArgument);
  EXPECT_NEAR(result(), -3, 1e-5);
}

// Another thread sets both parameters; no run sees one of before beside one of now.
TEST_P(SampleFormulas, ParametersArePublishedAsAWhole) {
  if (std::string_view(GetParam()) == "five-pass")
    GTEST_SKIP() << "five-pass is a plan for volumes";
  const Convolution problem = parse_convolution(
      "conv2d f32 8x12 k1x1 wrap same load=\"p0 + p7\" store=\"if(p0 == p7, 1, 0)\"");
  const auto queue = problems::backend().create_queue({.threads = 1});
  const auto executable = problems::backend().compile(problem, *queue);
  executable->set_taps(Taps{{1, 1}, {1}});
  const std::vector<float> in(96);
  std::vector<float> out(96);
  std::atomic<bool> is_over = false;
  std::jthread other([&] {
    for (double value = 0; !is_over; ++value) {
      std::array<double, kMaxParameters> parameters{};
      parameters.front() = parameters.back() = value;
      executable->set_parameters(parameters);
    }
  });
  for (int i = 0; i < 300; ++i) {
    executable->run(*queue, {in.data()}, {out.data()});
    EXPECT_EQ(std::ranges::count(out, 1.0F), 96);
  }
  is_over = true;
}

// Of whole numbers, what is no number is 0, and what is infinite an end of the range.
TEST_P(SampleFormulas, ThatAreNotFinite) {
  if (std::string_view(GetParam()) == "five-pass")
    GTEST_SKIP() << "five-pass is a plan for volumes";
  const auto stored = [&](const std::string& element, const std::string& formula) {
    const Convolution problem = parse_convolution("conv2d f32>" + element +
                                                  " 8x12 k1x1 wrap same store=\"" + formula + "\"");
    const auto queue = problems::backend().create_queue({.threads = 1});
    const auto executable = problems::backend().compile(problem, *queue);
    executable->set_taps(Taps{{1, 1}, {1}});
    const std::vector<float> in(96, 2);
    std::vector<std::uint8_t> out(96 * 4);
    executable->run(*queue, {in.data()}, {out.data()});
    if (element == "u8") return static_cast<double>(out[0]);
    float first = 0;
    std::memcpy(&first, out.data(), sizeof(first));
    return static_cast<double>(first);
  };
  EXPECT_EQ(stored("u8", "log(v - 5)"), 0);
  EXPECT_EQ(stored("u8", "v * 1e38 * 1e5"), 255);
  EXPECT_EQ(stored("u8", "-exp(v * 1000)"), 0);
  EXPECT_TRUE(std::isnan(stored("f32", "log(v - 5)")));
  EXPECT_EQ(stored("f32", "-exp(v * 1000)"), -INFINITY);
}

INSTANTIATE_TEST_SUITE_P(Rule, SampleFormulas,
                         testing::Values("tile", "partitions", "three-pass", "five-pass",
                                         "half-spectrum"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace sample_formulas_test
