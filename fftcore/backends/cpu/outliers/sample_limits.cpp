// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sample_limits.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

#include "arithmetic.h"
#include "bank.h"
#include "ceil_div.h"
#include "octaves.h"
#include "plan.h"
#include "tap_signs.h"

namespace fftcore {
namespace {

/// Digits that are left of faint samples.
constexpr int kDigitsLeft = 6;
constexpr std::int64_t kLeastLook = 32, kMostLook = 512, kSamplesPerLook = 64;
/// Neighbours that are looked at together.
constexpr std::int64_t kNeighbours = 8;
/// Magnitudes that say something, and how many of them are as faint as the faint ones.
constexpr std::ptrdiff_t kEnough = 16, kFaintShare = 16;
/// Samples of a row that are looked at together in a whole look.
constexpr std::int64_t kChunk = 256;

template <class Real>
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

/// The larger part's.
template <class Real>
Real magnitude(const Real* sample, int parts) {
  const Real first = std::abs(sample[0]);
  if (parts == 1) return first;
  const Real second = std::abs(sample[1]);
  // Not std::max(): a part that is not a number has to be seen.
  return second <= first ? first : second <= kInfinity<Real> ? second : first + second;
}

/// The largest of magnitudes in order that no gap parts from the first one.
template <class Real>
Real end_of(const Real* first, const Real* end) {
  constexpr Real kGap = Real(1 << kApart);
  while (first + 1 != end && first[1] <= kGap * first[0]) ++first;
  return *first;
}

template <class Real>
void lower(std::atomic<Real>& least, Real to) {
  for (Real now = least.load(std::memory_order_relaxed);
       to < now && !least.compare_exchange_weak(now, to, std::memory_order_relaxed);) {
  }
}

/// Sums of so many samples stay finite, and products of the faint ones do not vanish.
template <class Real>
double unit_for(double largest) {
  constexpr int kMost = std::numeric_limits<Real>::max_exponent / 2 - 4;
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  return exponent <= kMost ? 1 : std::ldexp(1.0, exponent - kMost);
}

}  // namespace

SampleLimits::SampleLimits(const Convolution& problem, const ImageAccess& image)
    : problem_(problem), image_(image), channels_(filtered_channels(problem)) {
  if (confines_not_finite(problem))
    limits_.resize(
        static_cast<std::size_t>(problem.input.frames.extent * problem.input.channels.extent));
}

template <class Visit>
void SampleLimits::for_each_set(Visit visit) {
  const auto mixed = static_cast<std::size_t>(mixed_channels(problem_));
  for (std::int64_t frame = 0; frame < problem_.input.frames.extent; ++frame)
    for (std::size_t first = 0; first < channels_.size(); first += mixed)
      visit(Set{frame, std::span(channels_).subspan(first, mixed)});
}

template <class Real>
void SampleLimits::set_limit(const Set& set, const Range<Real>& data) {
  const auto times = [](Real magnitude, int octaves) {
    constexpr Real kMost = std::numeric_limits<Real>::max();
    return magnitude < std::ldexp(kMost, -octaves) ? std::ldexp(magnitude, octaves) : kMost;
  };
  const Real largest = std::max(times(data.faint, std::numeric_limits<Real>::digits - kDigitsLeft),
                                times(data.end, kApart));
  const SampleLimit limit{largest, unit_for<Real>(largest)};
  for (const int channel : set.channels)
    limits_[static_cast<std::size_t>(set.frame * problem_.input.channels.extent + channel)] = limit;
}

// Places are spread by the golden ratio within equal parts of the image, so that they meet no
// pattern of its rows.
template <class Real>
std::optional<SampleLimits::Range<Real>> SampleLimits::sparse_look(const Frame& whole,
                                                                   const Set& set) const {
  constexpr double kGoldenRatio = 0.6180339887498949;
  const Extent extent = problem_.input.extent();
  const auto channels = static_cast<std::int64_t>(set.channels.size());
  const std::int64_t total = channels * extent.slices * extent.rows * extent.columns,
                     wanted = std::min(total,
                                       std::clamp(total / kSamplesPerLook, kLeastLook, kMostLook)),
                     together = std::min(extent.columns, kNeighbours),
                     looks = ceil_div(wanted, together);
  const int parts = parts_of(problem_);
  std::array<Real, kMostLook + kNeighbours> seen;
  bool is_zero = true;
  std::array<Real, 2 * kNeighbours> samples;
  auto end = seen.begin();
  for (std::int64_t look = 0; look < looks; ++look) {
    const double share = static_cast<double>(look) * kGoldenRatio;
    const auto place =
        std::min(static_cast<std::int64_t>((static_cast<double>(look) + share - std::floor(share)) /
                                           static_cast<double>(looks) * static_cast<double>(total)),
                 total - 1);
    const std::int64_t column = std::min(place % extent.columns, extent.columns - together),
                       row = place / extent.columns % extent.rows,
                       slice = place / extent.columns / extent.rows % extent.slices,
                       channel = place / extent.columns / extent.rows / extent.slices;
    image_.read_parts(image_.slice(whole, {set.frame, slice}, {}), row,
                      set.channels[static_cast<std::size_t>(channel)],
                      column - image_.source_origin(), together, samples.data());
    for (std::int64_t i = 0; i < together; ++i) {
      const Real one = magnitude(samples.data() + i * parts, parts);
      is_zero = is_zero && one == 0;
      if (one > 0 && one < kInfinity<Real>) *end++ = one;
    }
  }
  if (is_zero) return Range<Real>{};
  if (end - seen.begin() < kEnough) return std::nullopt;
  // Where one value is most of the image, such as a mark for "no data", the others count.
  const Real most = *std::max_element(seen.begin(), end);
  if (2 * std::count(seen.begin(), end, most) > end - seen.begin())
    end = std::remove(seen.begin(), end, most);
  if (end - seen.begin() < kEnough) return std::nullopt;
  std::sort(seen.begin(), end);
  const auto faint = seen.begin() + (end - seen.begin()) / kFaintShare;
  return Range<Real>{*faint, end_of(&*faint, &*seen.begin() + (end - seen.begin()))};
}

template <class Real>
SampleLimits::Least<Real> SampleLimits::least(const Frame& whole, const Set& set, Real above,
                                              WorkerPool& pool) const {
  const Extent extent = problem_.input.extent();
  const int parts = parts_of(problem_);
  std::atomic<Real> found = kInfinity<Real>;
  std::atomic<bool> has_not_finite = false;
  typename Octaves<Real>::All all{};
  pool.run(std::ssize(set.channels) * extent.slices * extent.rows, [&](std::int64_t task,
                                                                       int /*one*/) {
    const int channel = set.channels[static_cast<std::size_t>(task / extent.rows / extent.slices)];
    const Frame frame = image_.slice(whole, {set.frame, task / extent.rows % extent.slices}, {});
    std::array<Real, 2 * kChunk> samples;
    Real least = kInfinity<Real>;
    bool is_finite = true;
    Octaves<Real> octaves;
    for (std::int64_t x = 0; x < extent.columns; x += kChunk) {
      const std::int64_t count = std::min(kChunk, extent.columns - x);
      image_.read_parts(frame, task % extent.rows, channel, x - image_.source_origin(), count,
                        samples.data());
      const auto span = span_of(samples.data(), count * parts, above);
      is_finite &= span.is_finite;
      if (span.most == 0) continue;
      least = std::min(least, std::bit_cast<Real>(span.least));
      if (octaves.has(span.least, span.most)) continue;
      for (std::int64_t i = 0; i < count * parts; ++i)
        if (const auto one = bits_of(samples[static_cast<std::size_t>(i)]);
            one >= span.least && one <= span.most)
          octaves.add(one);
    }
    lower(found, least);
    octaves.add_to(all);
    if (!is_finite) has_not_finite.store(true, std::memory_order_relaxed);
  });
  const Real faint = found;
  if (faint == kInfinity<Real>) return {{faint, faint}, has_not_finite};
  return {{faint, Octaves<Real>::end(all, faint)}, has_not_finite};
}

template <class Real>
void SampleLimits::measure_all(const Frame& whole, WorkerPool& pool) {
  for_each_set([&](const Set& set) {
    const std::optional<Range<Real>> seen = sparse_look<Real>(whole, set);
    set_limit(set, seen ? *seen : least<Real>(whole, set, 0, pool).data);
  });
}

template <class Real>
SampleLimits::Beyond SampleLimits::raise_all(const Frame& whole, WorkerPool& pool) {
  Beyond beyond;
  for_each_set([&](const Set& set) {
    const SampleLimit& limit = limits_[static_cast<std::size_t>(
        set.frame * problem_.input.channels.extent + set.channels.front())];
    const auto [data, has_not_finite] = least(whole, set, static_cast<Real>(limit.largest), pool);
    beyond.has_not_finite |= has_not_finite;
    if (data.faint == kInfinity<Real>) return;
    beyond.has_large = true;
    set_limit(set, data);
  });
  return beyond;
}

void SampleLimits::measure(const Frame& whole, WorkerPool& pool) {
  if (is_double(problem_))
    measure_all<double>(whole, pool);
  else
    measure_all<float>(whole, pool);
}

SampleLimits::Beyond SampleLimits::raise(const Frame& whole, WorkerPool& pool) {
  return is_double(problem_) ? raise_all<double>(whole, pool) : raise_all<float>(whole, pool);
}

double SampleLimits::unit() const {
  double unit = 1;
  for (const SampleLimit& limit : limits_) unit = std::max(unit, limit.unit);
  return unit;
}

void SampleLimits::share_unit() {
  const double shared = unit();
  for (SampleLimit& limit : limits_) limit.unit = shared;
}

}  // namespace fftcore
