// SPDX-License-Identifier: LGPL-2.1-or-later
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "device_dialect.h"
#include "half.h"

namespace fftcore::test::half_bits_test {
namespace {

/// As the compiler rounds.
unsigned wanted(double value) {
  const auto half = static_cast<oracle::Half>(value);
  std::uint16_t bits = 0;
  std::memcpy(&bits, &half, sizeof bits);
  return bits;
}

TEST(HalfBits, AreTheNearest) {
  for (const double value : {0.0, -0.0, 1.0, -1.0, 0.5, 0.7071067811865476, 2.0, 65504.0, 0x1p-14,
                             0x1p-24, 0x1.8p-24, 0x1.ffcp-15, 1.00048828125, 1.00146484375})
    EXPECT_EQ(half_bits(value), wanted(value)) << value;
  for (int i = 0; i < 20000; ++i) {
    const double value = std::sin(i) * std::ldexp(1.0, -(i % 24));
    ASSERT_EQ(half_bits(value), wanted(value)) << value;
  }
}

}  // namespace
}  // namespace fftcore::test::half_bits_test
