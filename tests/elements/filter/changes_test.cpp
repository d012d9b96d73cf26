// SPDX-License-Identifier: LGPL-2.1-or-later
// Properties that change while frames flow: when they take effect, and that no frame is anything
// but the old or the new result.
#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "filter_harness.h"

namespace fftcore::test::changes_test {
namespace {

constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_NV12;
constexpr Size kSize = {61, 47};

// Results of any two of the filters used here are further apart than this, those of one and the
// same filter less.
constexpr int kTolerance = 1;

bool is_result_of(const DirectFilter& filter, const Picture& input, const Picture& output) {
  return largest_difference(apply(filter, input), output) <= kTolerance;
}

DirectFilter start_filter() {
  DirectFilter filter;
  filter.taps = {{0, 0.5, 0}, {0.25, 0, 0}, {0, 0, 0.25}};
  return filter;
}

struct Change {
  const char* name;
  FilterHarness::Properties properties;
  void (*apply_to)(DirectFilter&);
};

void PrintTo(const Change& change, std::ostream* stream) {
  *stream << change.name;
}
std::string change_name(const testing::TestParamInfo<Change>& info) {
  return info.param.name;
}

class SamePlan : public testing::TestWithParam<Change> {};

TEST_P(SamePlan, TakesEffectWithTheNextFrame) {
  DirectFilter filter = start_filter();
  FilterHarness harness(kFormat, kSize, properties_of(filter));
  const Picture input = random_picture(kFormat, kSize);
  ASSERT_TRUE(is_result_of(filter, input, harness.push(input)));
  harness.set_together(GetParam().properties);
  GetParam().apply_to(filter);
  EXPECT_TRUE(is_result_of(filter, input, harness.push(input)));
}

INSTANTIATE_TEST_SUITE_P(
    , SamePlan,
    testing::Values(
        Change{"gain", {{"gain", "0.5"}}, [](DirectFilter& filter) { filter.gain = 0.5; }},
        Change{"offset", {{"offset", "60"}}, [](DirectFilter& filter) { filter.offset = 60; }},
        Change{"taps",
               {{"kernel", "<<0,0,0>,<0,0,1.0>,<0,0,0>>"}},
               [](DirectFilter& filter) {
                 filter.taps = {{0, 0, 0}, {0, 0, 1}, {0, 0, 0}};
               }},
        Change{
            "normalize",
            {{"kernel", "<<1,1,1>,<1,1,1>,<1,1,1>>"}, {"normalize", "true"}},
            [](DirectFilter& filter) { filter.taps.assign(3, std::vector<double>(3, 1 / 9.0)); }}),
    change_name);

class NewPlan : public testing::TestWithParam<Change> {};

TEST_P(NewPlan, IsServedByTheOldOneUntilItIsReady) {
  const DirectFilter old_filter = start_filter();
  DirectFilter new_filter = old_filter;
  GetParam().apply_to(new_filter);
  FilterHarness harness(kFormat, kSize, properties_of(old_filter));
  const Picture input = random_picture(kFormat, kSize);
  ASSERT_TRUE(is_result_of(old_filter, input, harness.push(input)));

  harness.set_together(GetParam().properties);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (;;) {
    const Picture output = harness.push(input);
    if (is_result_of(new_filter, input, output)) break;
    ASSERT_TRUE(is_result_of(old_filter, input, output));
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "the new plan never came into service";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(is_result_of(new_filter, input, harness.push(input)));
  EXPECT_TRUE(harness.warnings().empty());
}

// A file so long that it is read in the background; mostly comment.
std::string long_kernel_file() {
  std::string path = testing::TempDir() + "fftfilter_long_kernel.txt";
  std::ofstream file(path);
  for (int line = 0; line < 20000; ++line)
    file << "# ---------------------------------------------------------------------\n";
  file << "0 0 0\n0 0 0\n1 0 0\n";
  return path;
}

INSTANTIATE_TEST_SUITE_P(
    , NewPlan,
    testing::Values(Change{"extent",
                           {{"kernel", "<<0,0,0,0.5>,<0.5,0,0,0>>"}},
                           [](DirectFilter& filter) {
                             filter.taps = {{0, 0, 0, 0.5}, {0.5, 0, 0, 0}};
                           }},
                    Change{"edge_mode",
                           {{"edge-mode", "constant"}},
                           [](DirectFilter& filter) { filter.edge_mode = "constant"; }},
                    Change{"correlate",
                           {{"correlate", "true"}},
                           [](DirectFilter& filter) { filter.correlate = true; }},
                    Change{"planes",
                           {{"planes", "all"}},
                           [](DirectFilter& filter) { filter.all_planes = true; }},
                    Change{"several",
                           {{"gain", "-1"}, {"kernel", "<<1.0,0>>"}, {"offset", "255"}},
                           [](DirectFilter& filter) {
                             filter.taps = {{1, 0}};
                             filter.gain = -1;
                             filter.offset = 255;
                           }},
                    Change{"long_file",
                           {{"kernel", "<>"}, {"kernel-location", long_kernel_file()}},
                           [](DirectFilter& filter) {
                             filter.taps = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}};
                           }}),
    change_name);

TEST(Change, OfPlanAfterPlanEndsWithTheLast) {
  DirectFilter filter = start_filter();
  FilterHarness harness(kFormat, kSize, properties_of(filter));
  const Picture input = random_picture(kFormat, kSize);
  for (int columns = 2; columns < 30; ++columns) {
    filter.taps = {std::vector<double>(static_cast<std::size_t>(columns), 1.0 / columns)};
    harness.set("kernel", as_kernel_text(filter.taps));
    harness.push(input);
  }
  for (int i = 0; i < 20000 && !is_result_of(filter, input, harness.push(input)); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(is_result_of(filter, input, harness.push(input)));
}

TEST(Change, FromPassthroughAndBack) {
  FilterHarness harness(kFormat, kSize, {});
  const Picture input = random_picture(kFormat, kSize);
  EXPECT_EQ(largest_difference(harness.push(input), input), 0);

  const DirectFilter filter = start_filter();
  harness.set("kernel", as_kernel_text(filter.taps));
  for (int i = 0; i < 20000; ++i) {
    const Picture output = harness.push(input);
    if (is_result_of(filter, input, output)) break;
    ASSERT_EQ(largest_difference(output, input), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(is_result_of(filter, input, harness.push(input)));

  harness.set("kernel", "<>");
  EXPECT_EQ(largest_difference(harness.push(input), input), 0);
}

// An application goes to and fro between `kernel` and `filter`, which must not be set together,
// while frames flow.
TEST(Change, OfSeveralPropertiesTogetherIsOneChange) {
  const DirectFilter filter = start_filter();
  const std::string kernel = as_kernel_text(filter.taps);
  FilterHarness harness(kFormat, kSize, {{"filter", "lowpass"}});
  const Picture input = random_picture(kFormat, kSize);
  const Picture low = harness.push(input);
  const Picture shifted = apply(filter, input);
  ASSERT_GT(largest_difference(low, shifted), kTolerance);

  std::atomic<bool> is_over = false;
  std::thread application([&] {
    while (!is_over) {
      harness.set_together({{"filter", "none"}, {"kernel", kernel}});
      harness.set_together({{"filter", "lowpass"}, {"kernel", "<>"}});
    }
  });
  int wrong = 0;
  for (int i = 0; i < 300; ++i) {
    const Picture output = harness.push(input);
    if (largest_difference(output, low) > kTolerance &&
        largest_difference(output, shifted) > kTolerance)
      ++wrong;
  }
  is_over = true;
  application.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(harness.warnings().empty());
}

TEST(Change, OfTheBackendIsRefusedWhilePlaying) {
  FilterHarness harness(kFormat, kSize, {});
  harness.set("backend", "cpu");
  EXPECT_EQ(harness.warnings().size(), 1U);
  gint backend = -1;
  g_object_get(harness.element(), "backend", &backend, nullptr);
  EXPECT_EQ(backend, 0) << "auto, as before";
}

TEST(Controller, DrivesTheGainFrameByFrame) {
  DirectFilter filter = start_filter();
  FilterHarness harness(kFormat, kSize, properties_of(filter));
  GstControlSource* source = gst_interpolation_control_source_new();
  g_object_set(source, "mode", GST_INTERPOLATION_MODE_LINEAR, nullptr);
  gst_timed_value_control_source_set(GST_TIMED_VALUE_CONTROL_SOURCE(source), 0, 1.0);
  gst_timed_value_control_source_set(GST_TIMED_VALUE_CONTROL_SOURCE(source), GST_SECOND, 0.0);
  gst_object_add_control_binding(
      GST_OBJECT(harness.element()),
      gst_direct_control_binding_new_absolute(GST_OBJECT(harness.element()), "gain", source));
  gst_object_unref(source);

  const Picture input = random_picture(kFormat, kSize);
  for (int frame = 0; frame < 25; ++frame) {
    filter.gain = 1 - frame / 25.0;
    ASSERT_TRUE(is_result_of(filter, input, harness.push(input))) << "frame " << frame;
  }
}

}  // namespace
}  // namespace fftcore::test::changes_test
