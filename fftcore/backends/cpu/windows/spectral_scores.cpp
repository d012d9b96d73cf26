// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectral_scores.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fast_size.h"
#include "simd.h"

namespace fftcore {
namespace {

/// Bytes of a buffer that stays in the second-level cache.
constexpr std::int64_t kCachedBytes = 256 << 10;

/// W along one axis, divided by its mean.
AlignedArray<float> axis_weights(std::int64_t points, float bandwidth) {
  AlignedArray<float> weights(points);
  double sum = 0;
  const auto weight = [&](std::int64_t k) {
    const double f = static_cast<double>(std::min(k, points - k)) / static_cast<double>(points),
                 b = static_cast<double>(bandwidth);
    return b == 0 ? 1.0 : std::exp(-f * f / (2 * b * b));
  };
  for (std::int64_t k = 0; k < points; ++k) sum += weight(k);
  for (std::int64_t k = 0; k < points; ++k)
    weights[k] = static_cast<float>(weight(k) * static_cast<double>(points) / sum);
  return weights;
}

/// Products of a bin and its mirror: those of pairs a and b at bin k, c_a + i c_b, to `at`, and at
/// bin -k, conj(c_a) + i conj(c_b), to `mirror`. Z = T + i X of a pair.
struct Bins {
  const Complex *z, *mirror_z;  // lanes
  Complex *to, *mirror_to;      // half as many
};

template <bool is_phase>
FFTCORE_PART_OF_LOOP void multiply_bins(const Bins& bins, std::int64_t lanes, float weight,
                                        const float* floors) {
  const std::int64_t half = lanes / 2;
  const auto* const z = reinterpret_cast<const float*>(bins.z);
  const auto* const m = reinterpret_cast<const float*>(bins.mirror_z);
  auto* const to = reinterpret_cast<float*>(bins.to);
  auto* const back = reinterpret_cast<float*>(bins.mirror_to);
  for (std::int64_t v = 0; v < half; ++v) {
    float re[2], im[2];
    for (int which = 0; which < 2; ++which) {
      const std::int64_t lane = 2 * (v + which * half);
      // T = (Z + conj M) / 2, X = (Z - conj M) / 2i
      const float t_re = z[lane] + m[lane], t_im = z[lane + 1] - m[lane + 1],
                  x_re = z[lane + 1] + m[lane + 1], x_im = m[lane] - z[lane];
      float scale = weight / 4;
      if constexpr (is_phase)
        scale = weight / (std::sqrt((t_re * t_re + t_im * t_im) * (x_re * x_re + x_im * x_im)) +
                          floors[v + which * half]);
      re[which] = scale * (t_re * x_re + t_im * x_im);
      im[which] = scale * (t_re * x_im - t_im * x_re);
    }
    to[2 * v] = re[0] - im[1];
    to[2 * v + 1] = im[0] + re[1];
    back[2 * v] = re[0] + im[1];
    back[2 * v + 1] = re[1] - im[0];
  }
}

}  // namespace

Extent spectral_points(const WindowCorrelation& windows) {
  const WindowExtents extents(windows);
  if (windows.search == 0) return {extents.rows, extents.columns};
  return {fast_size(extents.second_rows), fast_size(extents.second_columns)};
}

std::int64_t spectral_lanes(const WindowCorrelation& windows) {
  const Extent points = spectral_points(windows);
  const std::int64_t bytes =
      points.rows * points.columns * static_cast<std::int64_t>(sizeof(Complex));
  return 8 * bytes <= kCachedBytes ? 8 : 4 * bytes <= kCachedBytes ? 4 : 2;
}

SpectralScores::SpectralScores(const WindowCorrelation& windows, const FftEngine& engine)
    : windows_(windows),
      extents_(windows),
      points_(spectral_points(windows)),
      lanes_(spectral_lanes(windows)),
      down_(engine.complex(points_.rows, points_.columns * lanes_)),
      across_(engine.complex(points_.columns, lanes_)),
      down_back_(engine.complex(points_.rows, points_.columns * lanes_ / 2)),
      across_back_(engine.complex(points_.columns, lanes_ / 2)),
      from_(points_.rows * points_.columns * lanes_),
      to_(points_.rows * points_.columns * lanes_),
      row_weights_(axis_weights(points_.rows,
                                windows.score == WindowScore::phase ? windows.bandwidth : 0.0F)),
      column_weights_(axis_weights(
          points_.columns, windows.score == WindowScore::phase ? windows.bandwidth : 0.0F)) {
  const auto all = static_cast<float>(points_.rows * points_.columns);
  for (std::int64_t k = 0; k < points_.rows; ++k) row_weights_[k] /= all;
}

void SpectralScores::fill(const WindowPair& pair, std::int64_t lane) {
  for (std::int64_t y = 0; y < extents_.second_rows; ++y) {
    Complex* const row = from_.data() + y * points_.columns * lanes_ + lane;
    const float* const second = pair.second + y * pair.pitch;
    for (std::int64_t x = 0; x < extents_.second_columns; ++x) row[x * lanes_] = {0, second[x]};
    if (y >= extents_.rows) continue;
    const float* const first = pair.first + y * extents_.columns;
    for (std::int64_t x = 0; x < extents_.columns; ++x) row[x * lanes_].real(first[x]);
  }
}

FFTCORE_SIMD_CLONES
static void multiply_row(const Complex* z, const Complex* mirror_z, Complex* to, Complex* mirror_to,
                         std::int64_t columns, std::int64_t lanes, float row_weight,
                         const float* weights, const float* floors, bool is_phase, bool is_mirror) {
  // A row that is its own mirror has each bin's mirror in itself.
  for (std::int64_t x = 0; x < (is_mirror ? columns / 2 + 1 : columns); ++x) {
    const std::int64_t mirror = x == 0 ? 0 : columns - x;
    const Bins bins{z + x * lanes, mirror_z + mirror * lanes, to + x * lanes / 2,
                    mirror_to + mirror * lanes / 2};
    const float weight = row_weight * weights[x];
    if (is_phase)
      multiply_bins<true>(bins, lanes, weight, floors);
    else
      multiply_bins<false>(bins, lanes, weight, floors);
  }
}

void SpectralScores::multiply(std::span<const WindowPair> pairs) {
  // p of each pair, times 4, since T and X are not halved.
  float floors[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  const bool is_phase = windows_.score == WindowScore::phase;
  for (std::size_t i = 0; i < pairs.size() && is_phase; ++i)
    floors[i] = static_cast<float>(4 * static_cast<double>(kWindowNoise * kWindowNoise) *
                                   std::sqrt(pairs[i].first_energy * pairs[i].second_energy));
  const std::int64_t pitch = points_.columns * lanes_;
  for (std::int64_t y = 0; y <= points_.rows / 2; ++y) {
    const std::int64_t mirror = y == 0 ? 0 : points_.rows - y;
    multiply_row(to_.data() + y * pitch, to_.data() + mirror * pitch, from_.data() + y * pitch / 2,
                 from_.data() + mirror * pitch / 2, points_.columns, lanes_, row_weights_[y],
                 column_weights_.data(), floors, is_phase, y == mirror);
  }
}

void SpectralScores::take(std::int64_t pair, float* scores) const {
  const std::int64_t half = lanes_ / 2, lane = pair % half;
  for (std::int64_t y = 0; y < extents_.lag_rows; ++y) {
    const auto* const row =
        reinterpret_cast<const float*>(from_.data() + y * points_.columns * half + lane) +
        (pair >= half ? 1 : 0);
    for (std::int64_t x = 0; x < extents_.lag_columns; ++x)
      scores[y * extents_.lag_columns + x] = row[x * 2 * half];
  }
}

void SpectralScores::run(std::span<const WindowPair> pairs, std::span<float* const> scores) {
  std::fill_n(from_.data(), from_.size(), Complex());
  for (std::size_t i = 0; i < pairs.size(); ++i) fill(pairs[i], static_cast<std::int64_t>(i));
  const std::int64_t row = points_.columns * lanes_, half_row = row / 2;
  for (std::int64_t y = 0; y < extents_.second_rows; ++y)
    across_->forward(from_.data() + y * row, to_.data() + y * row);
  std::fill(to_.data() + extents_.second_rows * row, to_.data() + points_.rows * row, Complex());
  down_->forward(to_.data(), from_.data());
  std::swap(from_, to_);
  multiply(pairs);
  down_back_->inverse(from_.data(), to_.data());
  for (std::int64_t y = 0; y < extents_.lag_rows; ++y)
    across_back_->inverse(to_.data() + y * half_row, from_.data() + y * half_row);
  for (std::size_t i = 0; i < pairs.size(); ++i) take(static_cast<std::int64_t>(i), scores[i]);
}

}  // namespace fftcore
