// SPDX-License-Identifier: LGPL-2.1-or-later
// How GPUs make local norms: by whole numbers where no type is too small for these, and by pairs of
// floats elsewhere.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "fftcore/search.h"
#include "planner.h"

namespace matching_plan_test {

using namespace fftcore;

namespace {

const MovingSumSpec& sums_of(const LaunchPlan& plan, std::size_t launch) {
  return std::get<MovingSumSpec>(plan.run[launch].spec);
}

}  // namespace

TEST(MatchingPlans, AddWholeNumbersWhereTheyAreExact) {
  using Part = MovingSumSpec::Part;
  for (const auto& [text, is_whole] :
       {std::pair{"match ccoeff-normed u8 1080x1920 p16x16", true},
        {"match ccoeff-normed u8 1080x1920 p256x256", true},
        {"match ccoeff-normed u8 2160x2000 p1024x1024", true},
        {"match ccoeff-normed u8 2160x2000 p1025x16", false},  // squares of a column beyond 2^24
        {"match ccorr-normed u8 1080x1920 p258x16", true},     // of samples that keep their mean
        {"match ccorr-normed u8 1080x1920 p259x16", false},    // likewise
        {"match ccoeff-normed u8 16x6000 p3x3", true},
        {"match ccoeff-normed u8 100x1920x3 p16x16", false},  // weighted channels
        {"match ccoeff-normed u16 1080x1920 p16x16", false},
        {"match ccoeff-normed f32 1080x1920 p16x16", false}}) {
    SCOPED_TRACE(text);
    const DeviceTraits traits = gpu_traits("sm_90");
    const LaunchPlan plan = plan_launches(parse_matching(text), traits);
    const MovingSumSpec &first = sums_of(plan, 0), &second = sums_of(plan, 1);
    EXPECT_EQ(first.part, is_whole ? Part::whole_columns : Part::rows);
    EXPECT_EQ(second.part, is_whole ? Part::whole_rows : Part::columns);
    // Of f32 the power of each row, too.
    const bool has_power = first.image.storage == Storage::f32;
    EXPECT_EQ(first.flat_part != 0, has_power);
    EXPECT_EQ(plan.bytes_of(Place::first_sums),
              8 * (is_whole ? std::int64_t{first.rows()} * first.image.columns
                            : std::int64_t{first.image.rows} * (first.columns() + has_power)));
    if (!is_whole) continue;
    EXPECT_LE(second.whole_bytes(), traits.shared_bytes);
    EXPECT_EQ(second.whole_columns_each() % 2, 1);
    EXPECT_GE(second.whole_columns_each() * second.threads, second.image.columns);
  }
}

TEST(MatchingPlans, AddPairsWhereARowOfWholeNumbersHasNoRoom) {
  const LaunchPlan plan =
      plan_launches(parse_matching("match ccoeff-normed u8 16x3500 p3x3"), gpu_traits("48k"));
  EXPECT_EQ(sums_of(plan, 0).part, MovingSumSpec::Part::rows);
}

}  // namespace matching_plan_test
