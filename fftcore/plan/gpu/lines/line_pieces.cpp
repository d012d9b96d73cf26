// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "axis_transform.h"
#include "chirped_shape.h"
#include "line_shape_for.h"

namespace fftcore {
namespace {

constexpr int kMostLaunches = 3;
/// What it costs a point to go to memory and come back once more, in the units of line_cost().
constexpr double kPassWork = 10;
/// Bytes of which memory is touched at the least.
constexpr std::int64_t kSectorBytes = 32;

/// Bytes that memory hands over at once, and threads of a block that hold as many neighbours. Three
/// launches took 8 % less so (2^24 points on an H100); with blocks of 512 threads 4 % more (2^26 on
/// an H200).
constexpr std::int64_t kLineBytes = 128;
constexpr int kMostPieceThreads = 256;
/// What shorter stretches of memory cost, and what more in all launches but the last, by halves of
/// a whole line. That orders the launches: on an H200 512, 512 and 1024 points, of which 1024 have
/// half a line, took 0.81 times as long as 1024, 512 and 512.
constexpr double kShortCost = 1.05, kShortFirstCost = 1.01;
/// Points of a transform whose pieces may have few threads with many values. Shorter ones leave
/// multiprocessors idle, or gain less than 5 %.
constexpr std::int64_t kLeastOfManyValues = std::int64_t{1} << 21;

std::int64_t stretch_bytes(const LineShape& shape) {
  return shape.lines * 2 * size_bytes(shape.real);
}

/// More neighbours a block, up to whole lines of memory.
void widen(LineShape& shape, int most_lines, const DeviceTraits& traits) {
  while (stretch_bytes(shape) < kLineBytes) {
    LineShape wide = shape;
    wide.lines *= 2;
    if (wide.lines > most_lines || wide.lines * wide.threads > kMostPieceThreads ||
        shared_bytes_of(wide) > traits.shared_bytes)
      return;
    shape = wide;
  }
}

struct Pieces {
  std::vector<LineShape> shapes;
  double cost = std::numeric_limits<double>::infinity();  ///< of a point

  /// Blocks touch as many neighbours as memory does anyway.
  bool fill_sectors() const {
    return std::ranges::all_of(
        shapes, [](const LineShape& shape) { return stretch_bytes(shape) >= kSectorBytes; });
  }
};

class Search {
 public:
  /// Blocks are widened where `is_wide`.
  Search(bool adjacent, int lines, const DeviceTraits& traits, Real real, Choice choice,
         bool is_wide)
      : adjacent_(adjacent),
        lines_(lines),
        traits_(traits),
        real_(real),
        choice_(choice),
        is_wide_(is_wide) {}

  /// The cheapest pieces in so many launches, of alike ones those with the most points first.
  /// Blocks of the last one may have so many `neighbours`.
  Pieces best(std::int64_t points, int launches, std::int64_t neighbours) {
    if (launches == 1) {
      const Shape& last = shape_of(points, neighbours);
      return last.shape ? Pieces{{*last.shape}, last.cost} : Pieces{};
    }
    Pieces found;
    for (const std::int64_t first : divisors_of(points)) {
      const std::int64_t rest = points / first;
      // A copy: what follows finds further shapes.
      const Shape outer = shape_of(first, rest);
      if (!outer.shape || outer.cost >= found.cost) continue;
      Pieces pieces = best(rest, launches - 1, neighbours != 0 ? neighbours : first);
      pieces.cost += outer.cost;
      for (std::int64_t bytes = stretch_bytes(*outer.shape); bytes < kLineBytes; bytes *= 2)
        pieces.cost += (kShortFirstCost - 1) * outer.cost;
      constexpr double kAlike = 1 - 1e-9;
      if (pieces.cost >= kAlike * found.cost) continue;
      pieces.shapes.insert(pieces.shapes.begin(), *outer.shape);
      found = std::move(pieces);
    }
    return found;
  }

 private:
  struct Shape {
    std::optional<LineShape> shape;
    double cost = std::numeric_limits<double>::infinity();
  };

  const Shape& shape_of(std::int64_t points, std::int64_t neighbours) {
    // More make no difference to a block.
    constexpr std::int64_t kMostNeighbours = 1024;
    const int lines = adjacent_ ? lines_ : static_cast<int>(std::min(neighbours, kMostNeighbours));
    const auto [place, is_new] = shapes_.try_emplace({points, lines});
    Shape& found = place->second;
    if (!is_new || points > most_line_points()) return found;
    found.shape = any_line_shape_of(points, true, lines, traits_, real_, choice_);
    if (!found.shape) return found;
    if (is_wide_) widen(*found.shape, lines, traits_);
    found.cost = line_cost(*found.shape) / static_cast<double>(points);
    if (stretch_bytes(*found.shape) < kLineBytes) found.cost *= kShortCost;
    found.cost += kPassWork;
    return found;
  }

  /// Those that both a piece and the rest may have, the largest first.
  static std::vector<std::int64_t> divisors_of(std::int64_t points) {
    std::vector<std::int64_t> divisors;
    for (std::int64_t divisor = std::min(most_line_points(), points / 2); divisor >= 2; --divisor)
      if (points % divisor == 0) divisors.push_back(divisor);
    return divisors;
  }

  const bool adjacent_;
  const int lines_;
  const DeviceTraits& traits_;
  const Real real_;
  const Choice choice_;
  const bool is_wide_;
  std::map<std::pair<std::int64_t, int>, Shape> shapes_;
};

}  // namespace

std::vector<LineShape> line_pieces_of(std::int64_t points, bool adjacent, int lines,
                                      const DeviceTraits& traits, Real real) {
  const Choice of_whole = points < kLeastOfLongRows ? Choice::wide : Choice::pieces;
  if (const auto whole = any_line_shape_of(points, adjacent, lines, traits, real, of_whole))
    return {*whole};
  const Choice choice = points < kLeastOfManyValues ? Choice::wide : Choice::pieces;
  Pieces pieces;
  for (int launches = 2; launches <= kMostLaunches; ++launches) {
    if (!pieces.shapes.empty() && pieces.fill_sectors()) break;
    Search search(adjacent, lines, traits, real, choice, launches == kMostLaunches);
    if (Pieces more = search.best(points, launches, 0); more.cost < pieces.cost)
      pieces = std::move(more);
  }
  return pieces.shapes;
}

std::vector<LineShape> padded_pieces_for(std::int64_t least, bool adjacent,
                                         const DeviceTraits& traits, Real real) {
  const auto two_for = [&](std::int64_t points) -> std::vector<LineShape> {
    const auto two = axis_transform_for(points, !adjacent, 1, traits, real);
    if (!two || !two->inner) return {};
    return {two->outer, *two->inner};
  };
  const auto fill_sectors = [](const std::vector<LineShape>& shapes) {
    return std::ranges::all_of(shapes, [](const LineShape& shape) {
      return !shape.lines_adjacent || stretch_bytes(shape) >= kSectorBytes;
    });
  };
  std::vector<LineShape> best = two_for(least);
  if (!best.empty() && fill_sectors(best)) return best;
  // About equal lengths, as two launches have them.
  const double root = std::cbrt(static_cast<double>(least));
  double best_cost = std::numeric_limits<double>::infinity();
  for (const double first : {root / 2, root, 2 * root}) {
    const auto outer = line_shape_for(static_cast<std::int64_t>(first), true, traits, 1, real);
    if (!outer) continue;
    std::vector<LineShape> shapes = two_for((least + outer->length - 1) / outer->length);
    if (shapes.empty()) continue;
    shapes.insert(shapes.begin(), *outer);
    double cost = 0, points = 1;
    for (const LineShape& shape : shapes) {
      cost += line_cost(shape) / shape.length + kPassWork;
      points *= shape.length;
    }
    if (cost * points >= best_cost) continue;
    best_cost = cost * points;
    best = std::move(shapes);
  }
  return best;
}

}  // namespace fftcore
