// SPDX-License-Identifier: LGPL-2.1-or-later
#include "put_back.h"

#include <limits>

#include "reached_outputs.h"

namespace fftcore {
namespace {

/// What an output is that samples reach; 0 where none does.
template <class Real>
Real value_of(const ReachCounts& counts, int part, std::int64_t x) {
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN(),
                 infinity = std::numeric_limits<Real>::infinity();
  const bool has_plus = counts.has(part, NotFinite::plus, x),
             has_minus = counts.has(part, NotFinite::minus, x);
  if (counts.has(part, NotFinite::nan, x) || (has_plus && has_minus)) return nan;
  return has_plus ? infinity : has_minus ? -infinity : Real{};
}

/// All parts of outputs of which a part is reached: `values` of each; 0 of others.
template <class Real>
void find_any(const ReachCounts& counts, std::int64_t columns, int parts, Real* values) {
  for (std::int64_t x = 0; x < columns; ++x) {
    bool is_reached = false;
    for (int part = 0; part < parts; ++part) {
      values[x * parts + part] = value_of<Real>(counts, part, x);
      is_reached |= values[x * parts + part] != 0;
    }
    for (int part = 0; is_reached && part < parts; ++part)
      if (Real& value = values[x * parts + part]; value == 0)
        value = std::numeric_limits<Real>::quiet_NaN();
  }
}

template <class Real>
void put_back_in(const Convolution& problem, const ImageAccess& image, const TapSigns& signs,
                 const Frame& whole, WorkerPool& pool) {
  const int parts = parts_of(problem);
  const std::int64_t columns = problem.output.columns.extent;
  std::vector<AlignedArray<Real>> all_values;
  for (int i = 0; i < pool.threads(); ++i) all_values.emplace_back(parts * columns);
  const bool takes_parts_together = parts == 1 || !problem.store.empty();
  ReachedOutputs(problem, image, signs, whole, pool)
      .for_each_row([&](const Frame& result, int channel, std::int64_t y, const ReachCounts& counts,
                        int worker) {
        Real* const values = all_values[static_cast<std::size_t>(worker)].data();
        if (takes_parts_together) {
          find_any(counts, columns, parts, values);
          for_each_stretch(
              columns, [&](std::int64_t x) { return values[x * parts] != 0; },
              [&](std::int64_t first, std::int64_t count) {
                image.write_parts(result, y, channel, first, count, values + first * parts);
              });
          return;
        }
        for (int part = 0; part < parts; ++part) {
          for (std::int64_t x = 0; x < columns; ++x) values[x] = value_of<Real>(counts, part, x);
          for_each_stretch(
              columns, [&](std::int64_t x) { return values[x] != 0; },
              [&](std::int64_t first, std::int64_t count) {
                image.write_part(result, y, channel, first, count, part, values + first);
              });
        }
      });
}

}  // namespace

void put_back(const Convolution& problem, const ImageAccess& image, const TapSigns& signs,
              const Frame& whole, WorkerPool& pool) {
  Frame all = whole;
  all.limits = nullptr;
  if (is_double(problem))
    put_back_in<double>(problem, image, signs, all, pool);
  else
    put_back_in<float>(problem, image, signs, all, pool);
}

}  // namespace fftcore
