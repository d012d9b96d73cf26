// SPDX-License-Identifier: LGPL-2.1-or-later
// Twiddle factors, and Bluestein's tables: right where they are long, and kept.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "bluestein.h"
#include "kept_tables.h"
#include "stockham_engine.h"
#include "unit_root.h"

namespace bluestein_test {

using namespace fftcore;

TEST(UnitRoot, IsExact) {
  using Wide = std::complex<long double>;
  for (const std::int64_t n : {1, 2, 3, 4, 5, 8, 12, 449, 1000003})
    for (std::int64_t k = 0; k < 3 * n; k += 1 + n / 1000) {
      const Wide want =
          std::polar(1.0L, -2 * std::numbers::pi_v<long double> * static_cast<long double>(k % n) /
                               static_cast<long double>(n));
      EXPECT_LE(std::abs(Wide(unit_root(k, n)) - want), std::ldexp(1.2L, -53)) << k << " of " << n;
    }
}

/// A line that a definition's sums would take hours for: the transform of exp(2 pi i 3 k / n) is n
/// at 3, and nothing elsewhere.
TEST(Bluestein, ALongPrime) {
  constexpr std::int64_t kPoints = 100003;
  BluesteinTransform<float> transform(stockham_engine()->f32(), kPoints, 1);
  AlignedArray<Complex> wave(kPoints), spectrum(kPoints);
  for (std::int64_t k = 0; k < kPoints; ++k)
    wave[k] = Complex(std::conj(unit_root(3 * k, kPoints)));
  transform.forward(wave.data(), spectrum.data());
  spectrum[3] -= Complex(kPoints);
  double error = 0;
  for (std::int64_t k = 0; k < kPoints; ++k) error += std::norm(std::complex<double>(spectrum[k]));
  const double padded = static_cast<double>(bluestein_tables<float>(kPoints)->padded);
  EXPECT_LE(std::sqrt(error) / kPoints, 4 * std::ldexp(1.0, -24) * std::sqrt(std::log2(padded)));
}

namespace {
/// One byte a point.
struct Table {
  explicit Table(std::int64_t points) : n(points) {}
  std::int64_t bytes() const { return n; }
  std::int64_t n;
};
}  // namespace

TEST(KeptTables, ThoseThatWereAskedForLastUpToALimit) {
  KeptTables<Table> kept(10);
  const std::weak_ptr<const Table> three = kept.of(3), four = kept.of(4);
  EXPECT_EQ(kept.of(3), three.lock());
  EXPECT_FALSE(four.expired());
  kept.of(5);  // four has not been asked for as long as three
  EXPECT_TRUE(four.expired());
  EXPECT_FALSE(three.expired());
  EXPECT_EQ(kept.of(11)->n, 11);  // too large to be kept, so others need not make room
  EXPECT_FALSE(three.expired());
}

TEST(Bluestein, ExecutablesShareTables) {
  EXPECT_EQ(bluestein_tables<float>(449), bluestein_tables<float>(449));
}

}  // namespace bluestein_test
