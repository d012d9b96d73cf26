// SPDX-License-Identifier: LGPL-2.1-or-later
#include "not_finite_places.h"

#include <cmath>
#include <limits>
#include <optional>

#include "aligned_array.h"
#include "arithmetic.h"
#include "finite_loops.h"

namespace fftcore {
namespace {

template <class Real>
NotFinite kind_of(Real number) {
  if (std::isfinite(number)) return NotFinite::large;
  return std::isnan(number) ? NotFinite::nan : number > 0 ? NotFinite::plus : NotFinite::minus;
}

/// Those of one part of samples, `parts` numbers apart, that are meant: beyond a limit, or without
/// one not finite.
template <class Real>
void append_runs(const Real* numbers, std::int64_t columns, int parts, int part,
                 const std::optional<Real>& limit, std::vector<NotFiniteRun>& runs) {
  const std::size_t before = runs.size();
  for (std::int64_t x = 0; x < columns; ++x) {
    const Real number = numbers[x * parts + part];
    if (std::isfinite(number) != limit.has_value()) continue;
    if (limit && std::abs(number) <= *limit) continue;
    const NotFinite kind = kind_of(number);
    if (runs.size() > before && runs.back().end == x && runs.back().kind == kind)
      runs.back().end = x + 1;
    else
      runs.push_back({x, x + 1, part, kind});
  }
}

}  // namespace

NotFinitePlaces::NotFinitePlaces(const Convolution& problem, const ImageAccess& image,
                                 const std::vector<int>& channels, const Frame& whole,
                                 std::int64_t frame, WorkerPool& pool)
    : image_extent_(problem.input.extent()),
      rows_(channels.size() * static_cast<std::size_t>(image_extent_.slices * image_extent_.rows)) {
  if (is_double(problem))
    find<double>(problem, image, channels, whole, frame, pool);
  else
    find<float>(problem, image, channels, whole, frame, pool);
}

/// All threads look at rows; one, which may allocate, goes through the few that have such samples.
template <class Real>
void NotFinitePlaces::find(const Convolution& problem, const ImageAccess& image,
                           const std::vector<int>& channels, const Frame& whole, std::int64_t frame,
                           WorkerPool& pool) {
  const int parts = parts_of(problem);
  const std::int64_t columns = image.extended().columns, numbers = columns * parts;
  std::vector<AlignedArray<Real>> lines;
  for (int i = 0; i < pool.threads(); ++i) lines.emplace_back(numbers);
  const auto read = [&](std::int64_t task, Real* line) {
    const std::int64_t row = task % image_extent_.rows,
                       slice = task / image_extent_.rows % image_extent_.slices,
                       channel = task / image_extent_.rows / image_extent_.slices;
    image.read_parts(image.slice(whole, {frame, slice}, {}), row,
                     channels[static_cast<std::size_t>(channel)], 0, columns, line);
  };
  const std::int64_t rows = image_extent_.rows * image_extent_.slices;
  const auto limit_of = [&](std::int64_t task) -> std::optional<Real> {
    if (whole.limits == nullptr) return std::nullopt;
    return static_cast<Real>(whole
                                 .limits[frame * problem.input.channels.extent +
                                         channels[static_cast<std::size_t>(task / rows)]]
                                 .largest);
  };
  std::vector<char> has_any(rows_.size());
  pool.run(static_cast<std::int64_t>(rows_.size()), [&](std::int64_t task, int worker) {
    Real* const line = lines[static_cast<std::size_t>(worker)].data();
    read(task, line);
    has_any[static_cast<std::size_t>(task)] =
        !all_within(line, numbers, limit_of(task).value_or(std::numeric_limits<Real>::max()));
  });
  for (std::size_t task = 0; task < rows_.size(); ++task) {
    if (has_any[task] == 0) continue;
    read(static_cast<std::int64_t>(task), lines.front().data());
    for (int part = 0; part < parts; ++part)
      append_runs(lines.front().data(), columns, parts, part,
                  limit_of(static_cast<std::int64_t>(task)), rows_[task]);
  }
}

}  // namespace fftcore
