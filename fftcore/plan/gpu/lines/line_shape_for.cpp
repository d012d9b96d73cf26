// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_shape_for.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace fftcore {
namespace {

/// Limits on the threads of a block. With more threads each has too few registers for more than
/// kFewValues values of f32 (half as many of f64), and fewer for larger primes than kMostRadix;
/// where channels mix each thread needs more of them.
constexpr int kMostBlockThreads = 512;
constexpr int kMostThreadsOfLargePrimes = 384;
constexpr int kMostMixingThreads = 256;
constexpr int kMostThreadsOfSamples = 640;
constexpr int kFewValues = 16, kMostThreadsOfFewValues = 1024;
/// Threads below which a block leaves a multiprocessor idle.
constexpr int kLeastBlockThreads = 64;
/// Complex floats that fill a 64-byte segment of memory.
constexpr int kSegmentLines = 8;
/// Operations of a point: butterflies by prime factor (fitted, with those of 2 as the unit), and
/// an exchange through shared memory (two barriers, a store and a load).
constexpr std::array<std::pair<int, double>, 11> kFactorWork = {{{2, 1.0},
                                                                 {3, 1.8},
                                                                 {5, 2.8},
                                                                 {7, 4.2},
                                                                 {11, 7.5},
                                                                 {13, 9.0},
                                                                 {17, 12.4},
                                                                 {19, 14.0},
                                                                 {23, 17.3},
                                                                 {29, 22.2},
                                                                 {31, 23.8}}};
constexpr double kExchangeWork = 5;

constexpr double work_of_factors(int n) {
  double work = 0;
  for (const auto& [factor, cost] : kFactorWork)
    for (; n % factor == 0; n /= factor) work += cost;
  return n == 1 ? work : std::numeric_limits<double>::infinity();
}

/// Of the lengths that a thread transforms: planning looks thousands of times.
constexpr auto kButterflyWork = [] {
  std::array<double, 65> work{};
  for (int n = 1; n < static_cast<int>(work.size()); ++n)
    work[static_cast<std::size_t>(n)] = work_of_factors(n);
  return work;
}();

bool is_prime(int n) {
  for (const auto& [factor, cost] : kFactorWork)
    if (n == factor) return true;
  return false;
}

/// The most values of a thread that holds elements k and length - k alike (LineShape::has_mirrors).
constexpr int kMostMirrorValues = 32;

/// Fills in lines for given radices (largest first) and threads, with no more than
/// `most_neighbours` neighbours. False where the device cannot hold even one line.
bool fit(LineShape& shape, bool adjacent, int channels_per_block, int most_neighbours,
         const DeviceTraits& traits, Choice choice = Choice::usual) {
  const int values = shape.radices.front() * registers_of_real(shape);
  // In f32 more values a thread serve shorter lines better; in f64 there are none. Folded lines of
  // f64 then spill up to 16 bytes, where two launches would move all of them twice.
  const bool has_few = values <= kFewValues &&
                       (shape.real == Real::f64 || shape.length > kMostBlockThreads * kFewValues);
  const bool has_large_prime = values > kMostRadix && is_prime(shape.radices.front());
  const int most_threads =
      std::min(traits.block_threads, channels_per_block > 1      ? kMostMixingThreads
                                     : has_few                   ? kMostThreadsOfFewValues
                                     : has_large_prime           ? kMostThreadsOfLargePrimes
                                     : choice == Choice::samples ? kMostThreadsOfSamples
                                                                 : kMostBlockThreads);
  shape.exchange_buffers = 1;
  shape.lines_adjacent = adjacent;
  int neighbours = adjacent
                       ? kSegmentLines
                       : std::max(1, kLeastBlockThreads / (shape.threads * channels_per_block));
  for (neighbours = std::min(neighbours, most_neighbours); neighbours >= 1; neighbours /= 2) {
    shape.lines = neighbours * channels_per_block;
    if (shape.lines * shape.threads <= most_threads &&
        shared_bytes_of(shape) <= traits.shared_bytes)
      return true;
  }
  return false;
}

/// Every way to write n as radices from largest to smallest, none above `most` but primes.
void for_each_radices(int n, int most, std::vector<int>& radices,
                      const std::function<void()>& visit) {
  if (n == 1) {
    visit();
    return;
  }
  // Radices below 4 only where nothing else is left: each costs an exchange.
  const int largest = radices.empty() ? std::max(most, kMostPrime) : radices.back();
  for (int radix = std::min(n, largest); radix >= 2; --radix) {
    if (n % radix != 0) continue;
    if ((radix > most && !is_prime(radix)) || !std::isfinite(butterfly_work(radix))) continue;
    radices.push_back(radix);
    for_each_radices(n / radix, most, radices, visit);
    radices.pop_back();
  }
}

/// The most values of a thread, primes aside.
int most_radix(Choice choice, Real real) {
  if (choice == Choice::usual) return kMostRadix / (real == Real::f64 ? 2 : 1);
  if (choice == Choice::few) return kMostRadixOfFewValues;
  return (choice == Choice::pieces || choice == Choice::samples) && real == Real::f32
             ? kMostRadixOfPieces
             : kMostRadixOfWideChoice;
}

constexpr std::int64_t kMostPoints =
    std::max(kMostBlockThreads * kMostRadix, kMostThreadsOfFewValues* kFewValues);

/// Rows whose threads touch less than 64 bytes beside each other: 64 points took 5 % longer as 16 *
/// 4 than as 8 * 8.
constexpr double kShortStretchCost = 1.03;
bool has_short_stretches(const LineShape& shape) {
  constexpr std::int64_t kBytes = 64;
  return !shape.lines_adjacent && shape.radices.size() > 1 &&
         shape.threads * 2 * size_bytes(shape.real) < kBytes;
}

/// The cheapest shape so far.
struct Cheapest {
  std::optional<LineShape> shape;
  double cost = std::numeric_limits<double>::infinity();

  void consider(std::int64_t points, bool adjacent, int channels_per_block, int most_neighbours,
                const DeviceTraits& traits, Real real, Choice choice) {
    LineShape shape_of_radices;
    shape_of_radices.length = static_cast<int>(points);
    shape_of_radices.real = real;
    if (!std::isfinite(butterfly_work(shape_of_radices.length))) return;
    const int most = most_radix(choice, real);
    for_each_radices(shape_of_radices.length, most, shape_of_radices.radices, [&] {
      LineShape candidate = shape_of_radices;
      if (candidate.radices.empty()) candidate.radices = {1};  // a line of one point
      const auto try_threads = [&](int radix) {
        candidate.threads = candidate.length / radix;
        if (!fit(candidate, adjacent, channels_per_block, most_neighbours, traits, choice)) return;
        double its_cost = line_cost(candidate);
        if (choice == Choice::samples) its_cost *= samples_cost(candidate);
        if (choice == Choice::wide && has_short_stretches(candidate)) its_cost *= kShortStretchCost;
        if (its_cost < cost) {
          cost = its_cost;
          shape = candidate;
        }
      };
      try_threads(candidate.radices.front());
      // More threads, of which the first steps leave some idle.
      if (choice != Choice::usual && candidate.radices.front() != candidate.radices.back())
        try_threads(candidate.radices.back());
    });
  }
};

}  // namespace

std::optional<LineShape> line_shape_with_mirrors(std::int64_t points, const DeviceTraits& traits) {
  std::optional<LineShape> best;
  // Such a block takes all registers of a multiprocessor. Compilers spill some of them for
  // architectures before 9.0, which have less shared memory.
  constexpr std::int64_t kMostPointsBefore90 = 8192, kSharedBytesOf90 = 200 * 1024;
  if (points > kMostBlockThreads * kMostMirrorValues ||
      (points > kMostPointsBefore90 && traits.shared_bytes < kSharedBytesOf90))
    return best;
  LineShape shape;
  shape.length = static_cast<int>(points);
  // Few threads of many values: rows of 8192 points took 375 us as 32 * 32 * 8 by 256 threads, and
  // 423 as 16 * 16 * 16 * 2 with 512. Rows of 16384 points took 515 us as 32 * 32 * 16, and 502 as
  // 16 * 16 * 16 * 4 (H100, 2026-11-26), but 479 and 484 on an H200 (2026-11-26).
  for_each_radices(shape.length, kMostMirrorValues, shape.radices, [&] {
    LineShape candidate = shape;
    if (candidate.radices.empty()) return;
    candidate.threads = candidate.length / candidate.radices.front();
    if (!fit(candidate, false, 1, 1, traits) || !can_have_mirrors(candidate)) return;
    candidate.has_mirrors = true;
    if (!best || line_cost(candidate) < line_cost(*best)) best = candidate;
  });
  return best;
}

double samples_cost(const LineShape& shape) {
  // On an H200 such launches of 2592 points by 4 lines had 1.1 TB/s of memory, of 2304 by 8 lines
  // 1.6 (2^26 samples, 2026-11-24).
  constexpr double kShort = 1.6;
  return shape.lines < kSegmentLines ? kShort : 1;
}

double butterfly_work(int n) {
  const auto place = static_cast<std::size_t>(n);
  return place < kButterflyWork.size() ? kButterflyWork[place] : work_of_factors(n);
}

std::int64_t most_line_points() {
  return kMostPoints;
}

std::int64_t shared_bytes_of(const LineShape& shape) {
  return 2 * size_bytes(shape.real) * shape.exchange_buffers * most_exchange_elements(shape);
}

double line_cost(const LineShape& shape) {
  // 2: load and store
  double a_point =
      kExchangeWork * static_cast<double>(shape.radices.size() - 1) + 2 * kExchangeWork;
  for (const int radix : shape.radices) a_point += butterfly_work(radix);
  // There and back; chirps and their spectrum are loaded as values are.
  if (shape.chirped != 0) a_point *= 2;
  double cost = a_point * shape.length;
  // Threads that have one butterfly less than the others wait.
  for (const int radix : shape.radices) {
    const double busy = static_cast<double>(shape.length) / radix / shape.threads;
    cost *= 1 + 0.3 * (std::ceil(busy) / busy - 1);
  }
  // Columns in pieces shorter than a segment fetch what they do not need.
  if (shape.lines_adjacent)
    cost *= shape.lines >= kSegmentLines ? 1.0
            : shape.lines >= 4           ? 1.15
            : shape.lines == 2           ? 1.7
                                         : 2.8;
  if (shape.threads * shape.lines < kLeastBlockThreads) cost *= 1.3;
  // Many registers. Long lines and pieces of them wait for memory more than for that: as 32 * 16 *
  // 16, 8192 points took 0.77 times as long as 16 * 16 * 16 * 2.
  if (const int radix = shape.radices.front(); radix > kMostRadix) {
    const bool is_long = shape.lines_adjacent || shape.length >= kLeastOfLongRows;
    cost *= is_long && radix == kMostRadixOfPieces ? 1.05 : 1.25;
  }
  return cost;
}

std::optional<LineShape> line_shape_for(std::int64_t least, bool adjacent,
                                        const DeviceTraits& traits, int channels_per_block,
                                        Real real, Choice choice) {
  // Beyond a quarter more points no better factors make up for the length.
  const std::int64_t first = std::max<std::int64_t>(least, 2);
  Cheapest best;
  for (std::int64_t n = first; n <= std::min(first + first / 4 + 4, kMostPoints); ++n)
    best.consider(n, adjacent, channels_per_block, std::numeric_limits<int>::max(), traits, real,
                  choice);
  return best.shape;
}

std::optional<LineShape> line_shape_of(std::int64_t points, bool adjacent, int lines,
                                       const DeviceTraits& traits, int channels_per_block,
                                       Real real, Choice choice) {
  Cheapest best;
  if (points <= kMostPoints)
    best.consider(points, adjacent, channels_per_block, lines, traits, real, choice);
  return best.shape;
}

}  // namespace fftcore
