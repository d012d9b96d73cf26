// SPDX-License-Identifier: LGPL-2.1-or-later
// Warps on the backend under test, and maps to try them by.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <random>
#include <string_view>
#include <vector>

#include "fftcore/error.h"
#include "test_backend.h"
#include "test_image.h"
#include "warp_oracle.h"

namespace warps {

using fftcore::Warp, fftcore::WarpMap;
using oracle::Samples, oracle::TestImage;

/// From the output's picture to the input's: turned and scaled about their centres.
inline WarpMap turned(const Warp& warp, double degrees, double scale) {
  const auto centre = [](std::int64_t extent, double step, double origin) {
    return step * static_cast<double>(extent - 1) / 2 + origin;
  };
  const double from_x = centre(warp.output.columns.extent, warp.scale_x, warp.origin_x),
               from_y = centre(warp.output.rows.extent, warp.scale_y, warp.origin_y),
               to_x = centre(warp.input.columns.extent, warp.scale_x, warp.origin_x),
               to_y = centre(warp.input.rows.extent, warp.scale_y, warp.origin_y),
               angle = degrees * std::numbers::pi / 180, c = scale * std::cos(angle),
               s = scale * std::sin(angle);
  return {static_cast<float>(c),
          static_cast<float>(-s),
          static_cast<float>(to_x - c * from_x + s * from_y),
          static_cast<float>(s),
          static_cast<float>(c),
          static_cast<float>(to_y - s * from_x - c * from_y),
          0,
          0,
          1};
}

inline WarpMap shifted(double x, double y) {
  return {1, 0, static_cast<float>(x), 0, 1, static_cast<float>(y), 0, 0, 1};
}

/// Maps of all sorts: turned, smaller and larger, mirrored, far outside; of projective ones such
/// whose W changes its sign within the output.
inline std::vector<WarpMap> maps_for(const Warp& warp) {
  std::vector<WarpMap> maps{turned(warp, 30, 1),    turned(warp, -77, 0.37),
                            turned(warp, 200, 1.7), turned(warp, 3, 9.5),
                            shifted(0.25, -0.5),    shifted(-1000.4, 777.7),
                            shifted(90000.5, 3),    {-1, 0.5F, 30, 0.125F, 1, -3, 0, 0, 1}};
  if (!warp.is_projective) return maps;
  WarpMap tilted = turned(warp, 15, 1.1);
  tilted[6] = 0.004F;
  tilted[7] = -0.003F;
  maps.push_back(tilted);
  WarpMap horizon = turned(warp, 0, 1);
  horizon[6] = 0.03F;
  horizon[8] = -0.31F;
  maps.push_back(horizon);
  return maps;
}

/// A Warp compiled for the backend under test, and memory for its output.
class Ready {
 public:
  explicit Ready(const Warp& wanted, int threads = 2)
      : warp(wanted),
        queue(problems::backend().create_queue({.threads = threads})),
        executable(problems::backend().compile(wanted, *queue)),
        output(wanted.output) {}

  /// What the output is before a run.
  Samples begin(std::mt19937& random) {
    if (warp.keeps_outside) output.set(oracle::random_samples(warp.output, random));
    return output.get();
  }
  Samples run(const Samples& input, const WarpMap& map) {
    TestImage image(warp.input);
    image.set(input);
    executable->run(*queue, image.const_buffer(), {map.data(), 0, sizeof map}, output.buffer());
    queue->wait();
    return output.get();
  }

  const Warp warp;
  std::unique_ptr<fftcore::Queue> queue;
  std::unique_ptr<fftcore::WarpExecutable> executable;
  TestImage output;
};

/// Skipped where the machine lacks the backend.
template <class Base>
class OnThisBackend : public Base {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
  std::unique_ptr<Ready> compile(std::string_view text, int threads = 2) {
    return std::make_unique<Ready>(fftcore::parse_warp(text), threads);
  }
};

}  // namespace warps
