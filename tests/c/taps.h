// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps of the C interface beside those of the library, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "fftcore/taps.h"
#include "handles.h"

namespace fftcore::test {

using Filter = std::unique_ptr<fftcore_filter, Free<fftcore_filter_free>>;

inline fftcore_taps taps_of(const Filter& filter) {
  fftcore_taps taps = {};
  EXPECT_EQ(fftcore_filter_taps(filter.get(), &taps), FFTCORE_OK) << fftcore_last_message();
  return taps;
}

inline void expect_equal(const fftcore_taps& got, const Taps& expected) {
  ASSERT_EQ((Extent{got.rows, got.columns, got.slices}), expected.extent);
  for (std::size_t i = 0; i < expected.values.size(); ++i)
    ASSERT_EQ(got.values[i], expected.values[i]) << i;
  ASSERT_EQ(got.imaginary == nullptr, expected.imaginary.empty());
  for (std::size_t i = 0; i < expected.imaginary.size(); ++i)
    ASSERT_EQ(got.imaginary[i], expected.imaginary[i]) << i;
}

}  // namespace fftcore::test
