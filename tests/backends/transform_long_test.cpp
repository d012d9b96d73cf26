// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines that take a GPU two launches or three, and more lines and values than it counts in 32 bits:
// limits that a test makes small.
#include <string>
#include <utility>

#include "little_memory.h"
#include "transform_run.h"

using namespace fftcore;
using namespace transforms;

namespace {

class LongTransforms : public OnThisBackend {};

}  // namespace

/// Lines in three launches, where a block has little shared memory.
TEST_F(LongTransforms, VeryLongLines) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const LittleMemory device("48k,shared=4096");
  for (const char* text :
       {"c2c 27000 zero=20000:27000 normalized", "c2c 13824 inverse in-place batch=2 f64",
        "r2c 30000 keep=9000:2000", "c2r 32768 in-place zero=9999:16385", "dct2 8192",
        "dst3 10000 ortho", "c2c 8192x9", "c2c 37888 inverse",
        "c2c 13824 batch=2 in=1,2 out=40000,2 offset=3,1"}) {
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
  for (const auto& [limits, text] : {std::pair{"48k,shared=2048,index=1", "c2c 4099 batch=2"},
                                     {"48k,shared=2048", "c2c 2053x3 inverse in-place normalized"},
                                     {"48k,shared=2048", "r2c 4106 packed zero=900:2000"},
                                     {"48k,shared=2048", "c2r 2x2053"},
                                     {"48k,shared=4096", "c2c 4099 f64"}}) {
    const LittleMemory device(limits);
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
  const LittleMemory device("48k,shared=4096,index=1,lines=7");
  for (const char* text :
       {"c2c 64 batch=9 in=16,1", "r2c 35 batch=4 in=100,2 out=60,3 offset=1,9",
        "r2c 36 batch=3 in=51,1 offset=1,0", "c2r 74 batch=4 in=60,1 out=101,1 offset=0,1",
        "c2r 36 batch=2x3 in-place", "c2c 37 inverse in-place batch=3",
        "c2c 17 batch=15 imaginary=300,400", "r2c 6x10x7 zero=2:5x0:0x4:7 keep=3:6x4:2x0:3",
        "dct1 20 batch=3", "dct2 16x9 batch=3", "dst3 12x5 in-place", "dct4 15x8 zero=3:9x0:0",
        "dst4 16", "c2c 1000 in-place batch=3", "r2c 1210 f64", "c2r 8192 zero=900:4097",
        "dct2 4320", "c2c 499 batch=2"}) {
    expect_right(text);
    const auto queue = problems::backend().create_queue({});
    const auto executable = problems::backend().compile(parse_transform(text), *queue);
    EXPECT_NE(executable->plan_text().find("64-bit indices"), std::string::npos) << text;
  }
}

/// Lines too long for a block of a GPU with little shared memory, in two launches.
TEST_F(LongTransforms, LongLines) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const LittleMemory device;
  for (const char* text :
       {"c2c 8192 f64", "c2r 16384 batch=2 f16", "r2c 9375 f32-in-f64", "c2c 8192",
        "c2c 7000 inverse normalized batch=3", "r2c 16384", "c2r 16384 batch=2",
        "r2c 9375 zero=4000:9375", "c2r 9375", "c2c 7000 in-place",
        "r2c 16384 in-place batch=2 normalized", "c2r 16384 in-place zero=3000:8193",
        // pieces, rows or both by chirps
        "c2c 7291", "c2c 22387 inverse zero=9999:22387", "r2c 3x22387", "c2r 22387 in-place",
        "r2c 44774",
        // whole lines by chirps
        "c2c 4099", "c2c 4099x3 inverse in-place", "r2c 11062 batch=2 zero=9999:11062",
        "c2r 3x4099 normalized", "c2c 8192x3 in-place", "r2c 8192x4", "c2r 3x16384",
        "c2c 8192 in=3 out=2 offset=5,7",
        // planar
        "c2c 8192x3 imaginary=30000,25000", "r2c 16384 imaginary=0,9000",
        "c2c 7291 in-place imaginary=8000,8000"})
    expect_right(text);
}
