// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms of numbers other than f32, against their definition in long double.
#include <tuple>

#include "transform_list.h"
#include "transform_run.h"

namespace transform_numbers_test {

using namespace fftcore;
using namespace transforms;

namespace {

class TransformNumbers : public OnThisBackend {};

}  // namespace

/// In double, in half precision, and in double between floats: each length, and each way through
/// memory.
TEST_F(TransformNumbers, AreRight) {
  Texts on_cpu;
  for (const char* numbers : {"f64", "f16", "f32-in-f64"}) {
    for (const char* size : {"1", "2", "3", "7", "16", "31", "64", "100", "127", "449", "1000",
                             "1001", "1234", "4096", "7x9x10", "30x64 in-place batch=2 normalized",
                             "61 zero=20:30 keep=25:3 batch=17", "12x10x14 zero=6:12x5:10x4:8"})
      for (const char* kind : {"c2c ", "r2c ", "c2r "})
        on_cpu.push_back(std::string(kind) + size + " " + numbers);
    on_cpu.push_back(std::string("c2c 6x7x8 inverse batch=2 in=1,800,100,10 out=500,1,7,50 ") +
                     numbers);
    on_cpu.push_back(std::string("c2r 9x14 in-place batch=2 in=100,10,1 out=200,20,1 offset=3,6 ") +
                     numbers);
  }
  expect_right(on_cpu, problems::transforms_of_other_numbers());
}

/// Where memory has fewer digits than arithmetic, each number is the nearest to what arithmetic has
/// made: rounded once, however many axes there are.
TEST_F(TransformNumbers, AreRoundedOnce) {
  for (const auto& [text, unit, least] : {std::tuple{"c2c 40x25 f32-in-f64", 0x1p-24L, 0.0L},
                                          {"r2c 36x20 f32-in-f64", 0x1p-24L, 0.0L},
                                          {"c2r 1000 f32-in-f64 in-place", 0x1p-24L, 0.0L},
                                          {"c2c 40x25 f16", 0x1p-11L, 0x1p-24L}}) {
    const Transform transform = parse_transform(text);
    Transform exact = transform;
    exact.numbers = transform.numbers == Numbers::f16 ? Numbers::f32 : Numbers::f64;
    std::mt19937 random(9);
    const Values values = random_values(transform, random);
    const Values got = run(transform, values), want = reference(transform, values);
    const long double made = oracle::transform_bound(exact) * norm(want);
    ASSERT_EQ(got.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
      const auto expect_near = [&](long double a, long double b) {
        EXPECT_LE(std::abs(a - b), unit * std::abs(b) + least + made) << text << " at " << i;
      };
      expect_near(got[i].real(), want[i].real());
      expect_near(got[i].imag(), want[i].imag());
    }
  }
}

/// Half precision ends at 65504. Results that it holds are right though sums on the way are larger.
TEST_F(TransformNumbers, HalfPrecisionHoldsTheResultAlone) {
  const Transform transform = parse_transform("c2c 64x64x2 f16 normalized");
  const Values got = run(transform, Values(64 * 64 * 2, 2000));
  EXPECT_EQ(got[0], Wide(2000));
  EXPECT_EQ(norm(got), 2000);
}

}  // namespace transform_numbers_test
