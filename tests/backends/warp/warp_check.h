// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs of warps against the definition.
#pragma once

#include <algorithm>
#include <cmath>

#include "warp_run.h"

namespace warps {

/// How far a result may be from the exact one, beside its doubt: by what its type rounds.
inline double rounding(const Warp& warp, double exact) {
  switch (warp.output.type) {
    case fftcore::SampleType::f64: return std::ldexp(std::abs(exact), -53);
    case fftcore::SampleType::f32: return std::ldexp(std::abs(exact), -24);
    case fftcore::SampleType::f16: return std::ldexp(std::abs(exact), -11) + std::ldexp(1, -25);
    default: return 0.5 + 1e-9;
  }
}

inline void expect_close(const Warp& warp, const Samples& got, const oracle::Warped& want) {
  double worst = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < got.values.size(); ++i) {
    const double exact = oracle::clamped(want.exact.values[i], warp.output.type);
    const double off =
        std::abs(got.values[i] - exact) / (want.doubt.values[i] + rounding(warp, exact) + 1e-300);
    if (off <= worst) continue;
    worst = std::isnan(off) ? INFINITY : off;
    where = i;
  }
  EXPECT_LE(worst, 1) << "sample " << where << " is " << got.values[where] << "; "
                      << want.exact.values[where] << " is exact, within "
                      << want.doubt.values[where];
}

/// Runs on random samples are right, by all maps; shifts by whole samples bit by bit.
inline void expect_right(Ready& ready) {
  const Warp& warp = ready.warp;
  std::mt19937 random(1);
  const Samples input = oracle::random_samples(warp.input, random);
  for (const WarpMap& map : maps_for(warp)) {
    SCOPED_TRACE(testing::PrintToString(map));
    const Samples before = ready.begin(random);
    expect_close(warp, ready.run(input, map), oracle::warped(warp, input, map, before));
  }
  for (const int shift : {0, 3, -7}) {
    SCOPED_TRACE(shift);
    const WarpMap map = shifted(shift * warp.scale_x, -shift * warp.scale_y);
    const Samples before = ready.begin(random), got = ready.run(input, map);
    oracle::Warped want = oracle::warped(warp, input, map, before);
    if (warp.input.type == warp.output.type) {
      for (double& value : want.exact.values) value = oracle::clamped(value, warp.output.type);
      EXPECT_EQ(got.values, want.exact.values);
    } else {
      std::fill(want.doubt.values.begin(), want.doubt.values.end(), 0);
      expect_close(warp, got, want);
    }
  }
  EXPECT_TRUE(ready.output.padding_is_untouched());
}

}  // namespace warps
