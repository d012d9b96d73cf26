// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines that take a GPU two launches or three, and more lines and values than it counts in 32 bits:
// limits that a test makes small.
#include <string>
#include <utility>

#include "little_memory.h"
#include "transform_long_list.h"
#include "transform_run.h"

namespace transform_long_test {

using namespace fftcore;
using namespace transforms;

namespace {

class LongTransforms : public OnThisBackend {};

}  // namespace

/// Lines in three launches, where a block has little shared memory.
TEST_F(LongTransforms, VeryLongLines) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const LittleMemory device(problems::kThreeLaunches);
  for (const std::string& text : problems::very_long_transforms()) {
    expect_right(text);
    const auto queue = problems::backend().create_queue({});
    EXPECT_NE(
        problems::backend().compile(parse_transform(text), *queue)->plan_text().find("_middle_"),
        std::string::npos)
        << text;
  }
}

/// Whole lines by chirps whose transforms take five launches, and two such axes, each with a chirp
/// of its own.
TEST_F(LongTransforms, ChirpsInManyLaunches) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  for (const auto& [limits, text] : problems::transforms_by_chirps_in_many_launches()) {
    const LittleMemory device(limits.c_str());
    expect_right(text);
    const auto queue = problems::backend().create_queue({});
    EXPECT_NE(problems::backend()
                  .compile(parse_transform(text), *queue)
                  ->plan_text()
                  .find("_chirp_middle_"),
              std::string::npos)
        << text;
  }
  const LittleMemory device("48k,shared=2048");
  expect_right("c2c 307x311 inverse");
}

/// What is done to work whose indices pass 2^31, and to more lines than a launch counts.
TEST_F(LongTransforms, WideIndicesAndManyLines) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limits";
  const LittleMemory device(problems::kWideIndices);
  for (const std::string& text : problems::transforms_of_wide_indices()) {
    expect_right(text);
    const auto queue = problems::backend().create_queue({});
    const auto executable = problems::backend().compile(parse_transform(text), *queue);
    EXPECT_NE(executable->plan_text().find("64-bit indices"), std::string::npos) << text;
  }
}

/// Lines too long for a block of a GPU with little shared memory, in two launches.
TEST_F(LongTransforms, LongLines) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const LittleMemory device(problems::kLittleMemory);
  for (const std::string& text : problems::long_transforms()) expect_right(text);
}

}  // namespace transform_long_test
