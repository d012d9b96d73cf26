// SPDX-License-Identifier: LGPL-2.1-or-later
// Settings that change while spectra flow: what serves at once, what waits for caps, and what is
// refused.
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>

#include "multiply_harness.h"

namespace fftcore::test::multiply_changes_test {
namespace {

using gst::SpectrumInfo;

constexpr double kClose = 2e-3;

class MultiplyChanges : public testing::Test {
 protected:
  const Image image = random_image(30, 21);
  const SpectrumInfo info = info_for(image, {40, 48}, {3, 3, 3, 3});

  double error(MultiplyHarness& multiply, const Taps& taps,
               Operation operation = Operation::convolve) {
    return largest_difference(multiply.multiplied(info, image),
                              convolved(image, {&taps, 1}, operation));
  }
};

TEST_F(MultiplyChanges, TapsThatReachNoFurtherServeAtOnce) {
  const Taps first = random_taps({5, 5}), same = random_taps({5, 5}, 9),
             smaller = random_taps({3, 1});
  MultiplyHarness multiply({{"kernel", as_kernel_text(first)}});
  EXPECT_LT(error(multiply, first), kClose);
  const SpectrumInfo before = multiply.output_info();
  multiply.set("kernel", as_kernel_text(same));
  EXPECT_LT(error(multiply, same), kClose);
  multiply.set("kernel", as_kernel_text(smaller));
  EXPECT_LT(error(multiply, smaller), kClose);
  multiply.set("correlate", "true");
  EXPECT_LT(error(multiply, smaller, Operation::correlate), kClose);
  EXPECT_EQ(multiply.output_info(), before);
  EXPECT_TRUE(multiply.warnings().empty());
}

TEST_F(MultiplyChanges, TapsThatReachFurtherServeAtOnceWhereThereIsBorder) {
  const Taps first = random_taps({3, 3}), larger = random_taps({5, 7});
  MultiplyHarness multiply({{"kernel", as_kernel_text(first)}});
  EXPECT_LT(error(multiply, first), kClose);
  multiply.set("kernel", as_kernel_text(larger));
  EXPECT_LT(error(multiply, larger), kClose);
  EXPECT_EQ(multiply.output_info().border, (Border{0, 0, 1, 1}));
  EXPECT_TRUE(multiply.was_asked_to_reconfigure());
}

TEST_F(MultiplyChanges, TheOldKernelServesUntilUpstreamGivesTheBorder) {
  const Taps first = random_taps({3, 3}), larger = random_taps({9, 9});
  MultiplyHarness multiply({{"kernel", as_kernel_text(first)}});
  multiply.let_upstream_choose();
  EXPECT_LT(error(multiply, first), kClose);
  multiply.was_asked_to_reconfigure();
  multiply.set("kernel", as_kernel_text(larger));
  EXPECT_LT(error(multiply, first), kClose);
  EXPECT_TRUE(multiply.was_asked_to_reconfigure());
  EXPECT_EQ(multiply.asked_for("border-left"), 4);
  EXPECT_LT(error(multiply, first), kClose);
  EXPECT_FALSE(multiply.was_asked_to_reconfigure());
  const SpectrumInfo wider = info_for(image, {40, 48}, {4, 4, 4, 4});
  EXPECT_LT(largest_difference(multiply.multiplied(wider, image), convolved(image, {&larger, 1})),
            kClose);
  EXPECT_TRUE(multiply.warnings().empty());
}

TEST_F(MultiplyChanges, ABorderThatCannotBeHadIsAWarning) {
  const Taps first = random_taps({3, 3}), larger = random_taps({9, 9});
  MultiplyHarness multiply({{"kernel", as_kernel_text(first)}});
  EXPECT_LT(error(multiply, first), kClose);
  multiply.set("kernel", as_kernel_text(larger));
  EXPECT_LT(error(multiply, first), kClose);
  EXPECT_LT(error(multiply, first), kClose);
  const auto warnings = multiply.warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].text.find("9x9 taps read 4 samples"), std::string::npos)
      << warnings[0].text;
  EXPECT_NE(warnings[0].text.find("the last settings that worked stay in use"), std::string::npos)
      << warnings[0].text;
  EXPECT_EQ(multiply.asked_for("border-left"), 1);  // for the old ones
}

TEST_F(MultiplyChanges, BadSettingsAreAWarning) {
  const Taps first = random_taps({3, 3});
  MultiplyHarness multiply({{"kernel", as_kernel_text(first)}});
  EXPECT_LT(error(multiply, first), kClose);
  multiply.set("filter", "lowpass");  // and kernel
  EXPECT_LT(error(multiply, first), kClose);
  EXPECT_LT(error(multiply, first), kClose);
  const auto warnings = multiply.warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].text.find("filter and kernel are set together"), std::string::npos)
      << warnings[0].text;
  multiply.set("filter", "none");
  EXPECT_LT(error(multiply, first), kClose);
}

TEST_F(MultiplyChanges, FromNothingToTapsAndBack) {
  const Taps taps = random_taps({5, 5});
  MultiplyHarness multiply({});
  EXPECT_LT(largest_difference(multiply.multiplied(info, image), image), kClose);
  multiply.set("kernel", as_kernel_text(taps));
  EXPECT_LT(error(multiply, taps), kClose);
  EXPECT_EQ(multiply.output_info().border, (Border{1, 1, 1, 1}));
  multiply.set("kernel", "<>");
  EXPECT_LT(largest_difference(multiply.multiplied(info, image), image), kClose);
  EXPECT_EQ(multiply.output_info(), info);
}

TEST_F(MultiplyChanges, AKernelsPadMayComeAndGo) {
  const Taps taps = random_taps({5, 5});
  MultiplyHarness multiply({});
  EXPECT_LT(largest_difference(multiply.multiplied(info, image), image), kClose);
  {
    KernelSender kernels(multiply.element());
    const Image two{1, 1, 1, {2}};
    const SpectrumInfo kernel = info_for(two, {40, 48}, {}, Transformed::rows_and_columns);
    EXPECT_EQ(kernels.push(kernel, spectrum_of(kernel, two)), GST_FLOW_OK);
    Image twice = image;
    for (float& value : twice.values) value *= 2;
    EXPECT_LT(largest_difference(multiply.multiplied(info, image), twice), kClose);
    EXPECT_EQ(multiply.output_info().border, Border{});
  }
  EXPECT_LT(largest_difference(multiply.multiplied(info, image), image), kClose);
  multiply.set("kernel", as_kernel_text(taps));
  EXPECT_LT(error(multiply, taps), kClose);
  EXPECT_TRUE(multiply.warnings().empty());
  EXPECT_TRUE(multiply.errors().empty());
}

TEST_F(MultiplyChanges, NoiseIsBuiltBesideTheStream) {
  MultiplyHarness multiply({{"phase-only", "true"}, {"noise", "0.3"}});
  KernelSender kernels(multiply.element());
  const SpectrumInfo whole = info_for(image, {40, 48}, {}),
                     kernel = info_for(image, {40, 48}, {}, Transformed::rows_and_columns);
  auto sent = std::async(std::launch::async,
                         [&] { return kernels.push(kernel, spectrum_of(kernel, image)); });
  const Image before = multiply.multiplied(whole, image);
  EXPECT_EQ(sent.get(), GST_FLOW_OK);
  multiply.set("noise", "1000");
  Image after = before;
  for (int i = 0; i < 20000 && largest_difference(after, before) == 0; ++i) {
    after = multiply.multiplied(whole, image);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_GT(largest_difference(after, before), 0);
  multiply.set("conjugate", "true");  // another place, with the next spectrum
  multiply.multiplied(whole, image);
  EXPECT_EQ(multiply.output_info().x, 48 - 15);
}

}  // namespace
}  // namespace fftcore::test::multiply_changes_test
