// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_pieces.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

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
/// launches took 8 % less so (2^24 points on an H100).
constexpr std::int64_t kLineBytes = 128;
constexpr int kMostThreads = 512;

/// More neighbours a block, up to whole lines of memory.
void widen(LineShape& shape, const DeviceTraits& traits) {
  while (shape.lines * 2 * size_bytes(shape.real) < kLineBytes) {
    LineShape wide = shape;
    wide.lines *= 2;
    if (wide.lines * wide.threads > kMostThreads || shared_bytes_of(wide) > traits.shared_bytes)
      return;
    shape = wide;
  }
}

struct Pieces {
  std::vector<LineShape> shapes;
  double cost = std::numeric_limits<double>::infinity();  ///< of a point

  /// Blocks touch as many neighbours as memory does anyway.
  bool fill_sectors() const {
    return std::ranges::all_of(shapes, [](const LineShape& shape) {
      return shape.lines * 2 * size_bytes(shape.real) >= kSectorBytes;
    });
  }
};

class Search {
 public:
  Search(bool adjacent, int lines, const DeviceTraits& traits, Real real)
      : adjacent_(adjacent), lines_(lines), traits_(traits), real_(real) {}

  /// The cheapest pieces in so many launches. Blocks of the last one may have so many `neighbours`.
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
      if (pieces.cost >= found.cost) continue;
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
    found.shape = any_line_shape_of(points, true, lines, traits_, real_);
    if (found.shape) found.cost = line_cost(*found.shape) / static_cast<double>(points) + kPassWork;
    return found;
  }

  /// Those that both a piece and the rest may have.
  static std::vector<std::int64_t> divisors_of(std::int64_t points) {
    std::vector<std::int64_t> divisors;
    for (std::int64_t divisor = 2; divisor <= std::min(most_line_points(), points / 2); ++divisor)
      if (points % divisor == 0) divisors.push_back(divisor);
    return divisors;
  }

  const bool adjacent_;
  const int lines_;
  const DeviceTraits& traits_;
  const Real real_;
  std::map<std::pair<std::int64_t, int>, Shape> shapes_;
};

}  // namespace

std::vector<LineShape> line_pieces_of(std::int64_t points, bool adjacent, int lines,
                                      const DeviceTraits& traits, Real real) {
  if (const auto whole = any_line_shape_of(points, adjacent, lines, traits, real)) return {*whole};
  Search search(adjacent, lines, traits, real);
  Pieces pieces;
  for (int launches = 2; launches <= kMostLaunches; ++launches) {
    if (!pieces.shapes.empty() && pieces.fill_sectors()) break;
    if (Pieces more = search.best(points, launches, 0); more.cost < pieces.cost)
      pieces = std::move(more);
  }
  if (pieces.shapes.size() == kMostLaunches)
    for (LineShape& shape : pieces.shapes) widen(shape, traits);
  return pieces.shapes;
}

}  // namespace fftcore
