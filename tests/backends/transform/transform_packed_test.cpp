// SPDX-License-Identifier: LGPL-2.1-or-later
// Packed half spectra: against their definition, and beside the same spectra in the natural order.
#include <string>

#include "little_memory.h"
#include "transform_long_list.h"
#include "transform_run.h"

namespace transform_packed_test {

using namespace fftcore;
using namespace transforms;

namespace {

class PackedTransforms : public OnThisBackend {};

}  // namespace

TEST_F(PackedTransforms, AreRight) {
  Texts on_cpu = {"r2c 36 packed batch=20 in=1,20 out=2,41 offset=0,3",
                  "c2r 36 packed batch=20 in=2,41 out=1,20",
                  "c2r 94 packed batch=4 in=60,1 out=101,1 offset=3,7",
                  "c2r 40 packed batch=2 normalized imaginary=45,0",
                  "c2r 512 packed batch=2 in-place scale=0.25", "r2c 2048 packed zero=1500:100",
                  "r2c 64 packed keep=20:4 in-place", "c2r 64 packed zero=31:1",
                  // bins of one line beside the next one's, and not aligned
                  "r2c 20 packed batch=40 in=21,1 out=13,1 offset=1,3",
                  "c2r 18 f64 packed batch=40 in=11,1 out=19,1 offset=1,1"};
  for (const std::string kind : {"r2c ", "c2r "}) {
    for (int n = 2; n <= 40; n += 2)
      for (const char* rest : {" packed", " packed batch=3 in-place", " f64 packed normalized"})
        on_cpu.push_back(kind + std::to_string(n) + rest);
    for (const int n : {100, 898, 1000, 1234, 4094, 16384, 65536})
      on_cpu.push_back(kind + std::to_string(n) + " packed batch=2");
  }
  const Texts on_all = problems::packed_transforms();
  on_cpu.insert(on_cpu.end(), on_all.begin(), on_all.end());
  expect_right(on_cpu, on_all);
}

/// Lines in two launches and three, and chirped ones, where bins 0 and N / 2 may be of different
/// threads.
TEST_F(PackedTransforms, OfLongLines) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const LittleMemory device(problems::kWideIndices);
  for (const std::string& text : problems::long_packed_transforms()) expect_right(text);
}

/// What one makes the other takes, and the same numbers are in it as in the natural spectrum.
TEST_F(PackedTransforms, HaveTheNaturalBins) {
  const Transform natural = parse_transform("r2c 90 batch=3"),
                  packed = parse_transform("r2c 90 packed batch=3"),
                  back = parse_transform("c2r 90 packed batch=3 normalized");
  std::mt19937 random(3);
  const Values signal = random_values(natural, random), bins = run(packed, signal),
               natural_bins = run(natural, signal);
  Values expected;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 45; ++k)
      expected.push_back(k != 0
                             ? natural_bins[i * 46 + k]
                             : Wide(natural_bins[i * 46].real(), natural_bins[i * 46 + 45].real()));
  EXPECT_LE(worst_error(packed, bins, expected), 2 * oracle::transform_bound(packed));
  EXPECT_LE(worst_error(back, run(back, bins), signal), 2 * oracle::transform_bound(back));
}

}  // namespace transform_packed_test
