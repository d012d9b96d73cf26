// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_plan.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "butterfly.h"
#include "ceil_div.h"
#include "device_sides.h"
#include "device_target.h"
#include "line_shape_for.h"

namespace fftcore {
namespace {

constexpr int kMostThreads = 1024;
constexpr int kMostElements = 64;
/// Work of a point, as in line_shape_for.cpp: an exchange through shared memory.
constexpr double kExchangeWork = 5;
/// Threads of a block that keep a multiprocessor busy.
constexpr int kUsualThreads = 128;

/// Radices of a line whose threads are given, weighed.
struct Weighed {
  std::vector<int> radices;
  bool begins_in_place = false, ends_in_place = false;
  double work = std::numeric_limits<double>::infinity();  ///< of all points
};

class Radices {
 public:
  /// `is_chirped`: a line ends where it began, after going there and back.
  Radices(int length, int threads, bool is_chirped)
      : length_(length), threads_(threads), is_chirped_(is_chirped) {
    descend(length, 0);
  }
  const Weighed& best() const { return best_; }

 private:
  bool is_in_place(int radix) const { return length_ / radix % threads_ == 0; }

  void descend(int rest, double work) {
    if (work > kAlike * best_.work) return;
    if (rest == 1) return weigh(work);
    for (int radix = std::min(rest, kMostElements); radix >= 2; --radix) {
      if (rest % radix != 0) continue;
      const double of_point = butterfly_work(radix);
      const int rounds = static_cast<int>(ceil_div(length_ / radix, threads_));
      // Threads of which some have one butterfly less wait, and many values do not stay in
      // registers.
      const int values = rounds * radix;
      if (!std::isfinite(of_point) || values > std::max(kMostElements, kMostPrime)) continue;
      const double busy = static_cast<double>(length_) / values / threads_;
      radices_.push_back(radix);
      descend(rest / radix, work + of_point * length_ / busy +
                                (radices_.size() > 1 ? kExchangeWork * length_ : 0));
      radices_.pop_back();
    }
  }

  void weigh(double work) {
    if (radices_.empty()) return;
    const bool begins = is_in_place(radices_.front()),
               ends = is_chirped_ ? begins : is_in_place(radices_.back());
    work += kExchangeWork * length_ * (static_cast<int>(!begins) + static_cast<int>(!ends));
    if (work <= kAlike * best_.work) best_ = {radices_, begins, ends, work};
  }

  /// Of what differs in rounding alone the last counts: the one whose radices grow.
  static constexpr double kAlike = 1 + 1e-9;

  int length_, threads_;
  bool is_chirped_;
  std::vector<int> radices_;
  Weighed best_;
};

/// Lengths of at least 2 n - 1 points that a chirp of n may be convolved in, the cheapest first.
std::vector<int> chirp_lengths(int n) {
  constexpr std::size_t kTried = 6;
  const int least = 2 * n - 1;
  std::vector<std::pair<double, int>> lengths;
  for (int length = least; length <= least + least / 3 + 8; ++length)
    if (const double work = butterfly_work(length); std::isfinite(work))
      lengths.emplace_back((work + 3 * kExchangeWork) * length, length);
  std::sort(lengths.begin(), lengths.end());
  std::vector<int> first;
  for (const auto& [work, length] : lengths)
    if (first.size() < kTried) first.push_back(length);
  return first;
}

struct DeviceCandidate {
  DevicePlan plan;
  double work = std::numeric_limits<double>::infinity();  ///< of a point
};

void consider(DeviceCandidate& best, const DeviceFft& fft, int length, int threads) {
  const int n = transformed_points(fft);
  const bool is_chirped = length != n;
  Weighed weighed = Radices(length, threads, is_chirped).best();
  const double work = (is_chirped ? 2 : 1) * weighed.work / n;
  if (work >= best.work) return;
  best.work = work;
  DevicePlan& plan = best.plan;
  plan.points = n;
  plan.elements = static_cast<int>(ceil_div(n, threads));
  plan.begins_in_place = weighed.begins_in_place;
  plan.ends_in_place = weighed.ends_in_place;
  plan.shape.length = length;
  plan.shape.radices = std::move(weighed.radices);
  plan.shape.threads = threads;
  plan.shape.chirped = is_chirped ? n : 0;
}

/// The best for so many elements per thread; infinite work where there is none.
DeviceCandidate with_elements(const DeviceFft& fft, int elements) {
  DeviceCandidate best;
  const int n = transformed_points(fft), threads = static_cast<int>(ceil_div(n, elements));
  if (threads > kMostThreads) return best;
  if (n == 1) {
    best.plan = {{1, {1}, 1}, 1, 1, true, true};
    best.work = 1;
  } else if (has_small_factors(n)) {
    consider(best, fft, n, threads);
  } else {
    for (const int length : chirp_lengths(n)) consider(best, fft, length, threads);
  }
  return best;
}

/// What makes a thread with so many elements slower or faster than its work says.
double weight_of_elements(const DeviceFft& fft, const DeviceCandidate& candidate) {
  const LineShape& shape = candidate.plan.shape;
  const int words = (fft.numbers == Numbers::f64 ? 2 : 1) * values_per_thread(shape);
  double weight = words <= 16 ? 1 : words <= 24 ? 1.03 : words <= 32 ? 1.1 : 1.6;
  if (words < 4) weight *= 1.25;
  const double elements = candidate.plan.elements;
  weight *= elements * shape.threads / transformed_points(fft);  // threads that have less
  if (shape.threads > 512) weight *= words > 32 ? 2 : 1.1;
  return weight;
}

DeviceCandidate suggested_elements(const DeviceFft& fft) {
  DeviceCandidate best;
  double least = std::numeric_limits<double>::infinity();
  for (int elements = 1; elements <= 32; ++elements) {
    DeviceCandidate candidate = with_elements(fft, elements);
    if (!std::isfinite(candidate.work)) continue;
    const double weighed = candidate.work * weight_of_elements(fft, candidate);
    if (weighed >= least) continue;
    least = weighed;
    best = std::move(candidate);
  }
  return best;
}

/// Values that a block keeps in shared memory at a time, at least: those that are exchanged, and
/// bins that are passed on, one more than there are points.
std::int64_t least_values(const DevicePlan& plan, const DeviceFft& fft) {
  const int passed = plan.points + (fft.kind == TransformKind::c2c ? 0 : 1);
  return std::int64_t{plan.shape.lines} * std::max(passed, plan.shape.length);
}

/// Whether all that goes through shared memory fits `bytes`; sets how it goes.
bool fit(DevicePlan& plan, const DeviceFft& fft, std::int64_t bytes) {
  LineShape& shape = plan.shape;
  shape.exchange_limit = 0;
  const std::int64_t real = size_bytes(shape.real), least = least_values(plan, fft),
                     usual = std::max(most_exchange_elements(shape), least);
  shape.parts_in_turn = usual * 2 * real > bytes;
  const std::int64_t most = bytes / (shape.parts_in_turn ? real : 2 * real);
  shape.exchange_limit = static_cast<int>(std::min(most, usual));
  return least <= most;
}

std::string too_much_memory(const DevicePlan& plan, const DeviceFft& fft, std::int64_t bytes) {
  const std::int64_t least = least_values(plan, fft) * size_bytes(plan.shape.real);
  return fmt::format("a block needs {} bytes of shared memory; {} has {}", least,
                     fft.targets.empty() ? "a GPU of no target in particular" : "a target", bytes);
}

}  // namespace

int transformed_points(const DeviceFft& fft) {
  return static_cast<int>(fft.folded ? fft.points / 2 : fft.points);
}

bool fits(DevicePlan plan, const DeviceFft& fft, int lines) {
  plan.shape.lines = lines;
  return lines * plan.shape.threads <= kMostThreads &&
         fit(plan, fft, shared_bytes_of_targets(fft.targets));
}

std::variant<DevicePlan, std::string> plan_of(const DeviceFft& fft) {
  const int given = fft.elements_per_thread;
  DeviceCandidate best = given != 0 ? with_elements(fft, given) : suggested_elements(fft);
  if (!std::isfinite(best.work)) {
    const int threads = given != 0 ? static_cast<int>(ceil_div(transformed_points(fft), given)) : 0;
    if (threads > kMostThreads)
      return fmt::format("a transform would take {} threads; a block has {} at most", threads,
                         kMostThreads);
    return "no radices serve that";
  }
  DevicePlan plan = best.plan;
  LineShape& shape = plan.shape;
  shape.real = real_of(fft);
  shape.exchange_buffers = 1;
  shape.waits_first = true;
  const std::int64_t bytes = shared_bytes_of_targets(fft.targets);
  if (fft.ffts_per_block != 0) {
    shape.lines = fft.ffts_per_block;
    if (std::int64_t{shape.lines} * shape.threads > kMostThreads)
      return fmt::format("a block would have {} threads; it has {} at most",
                         std::int64_t{shape.lines} * shape.threads, kMostThreads);
    if (!fit(plan, fft, bytes)) return too_much_memory(plan, fft, bytes);
  } else {
    // As many as keep a multiprocessor busy, if they exchange whole values.
    for (shape.lines = std::max(1, kUsualThreads / shape.threads);; shape.lines /= 2)
      if (const bool fits = fit(plan, fft, bytes);
          (fits && !shape.parts_in_turn) || shape.lines == 1) {
        if (!fits) return too_much_memory(plan, fft, bytes);
        break;
      }
  }
  const bool has_one_exchange = shape.radices.size() == 2 && shape.chirped == 0 &&
                                plan.begins_in_place && plan.ends_in_place &&
                                fft.kind == TransformKind::c2c;
  shape.in_warps = has_one_exchange && 32 % shape.threads == 0;
  return plan;
}

}  // namespace fftcore
