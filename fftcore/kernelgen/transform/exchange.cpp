// SPDX-License-Identifier: LGPL-2.1-or-later
#include "exchange.h"

#include <algorithm>
#include <array>
#include <vector>

#include "bank_conflicts.h"

namespace fftcore {
namespace {

constexpr int kMostPadding = 16;

struct Side {
  const LineShape& shape;
  const ExchangeStep& step;
  const ExchangeLayout& layout;
  bool writing;

  int words() const { return shape.parts_in_turn ? 1 : 2; }
  int radix() const { return writing ? step.write_radix : step.read_radix; }
  int count() const { return step.length / radix(); }
  bool has_mirrors() const { return writing ? step.writes_mirrors : step.reads_mirrors; }
  int address(int j, int k) const {
    return writing ? written_at(layout, step, j, k) : read_at(layout, step, j, k);
  }
};

/// Element addresses of the threads of one warp for value k of butterfly i; threads without such a
/// butterfly are left out.
std::vector<int> warp_addresses(const Side& side, int first_thread, int i, int k) {
  const LineShape& shape = side.shape;
  std::vector<int> addresses;
  for (int id = first_thread; id < std::min(first_thread + ast::kWarp, shape.threads * shape.lines);
       ++id) {
    const int thread = shape.lines_adjacent ? id / shape.lines : id % shape.threads;
    const int line = shape.lines_adjacent ? id % shape.lines : id / shape.threads;
    const int j = side.has_mirrors() ? mirror_butterfly(shape, side.radix(), thread, i)
                                     : thread + i * shape.threads;
    if (j < side.count()) addresses.push_back(line * side.layout.line_stride + side.address(j, k));
  }
  return addresses;
}

/// Rounds of a warp; counting ends early above `most` of them.
void add_cost(const Side& side, int most, ExchangeCost& cost) {
  const LineShape& shape = side.shape;
  for (int i = 0; i < butterflies_per_thread(shape, side.radix()); ++i)
    for (int k = 0; k < side.radix(); ++k) {
      for (int thread = 0; thread < shape.threads * shape.lines; thread += ast::kWarp) {
        const std::vector<int> addresses = warp_addresses(side, thread, i, k);
        cost.rounds += access_rounds(addresses, side.words());
        cost.least_rounds += least_rounds(static_cast<int>(addresses.size()), side.words());
      }
      if (cost.rounds > most) return;
    }
}

}  // namespace

ExchangeStep exchange_step(const LineShape& shape, std::size_t stage, bool back) {
  std::vector<int> radices = shape.radices;
  if (back) std::reverse(radices.begin(), radices.end());
  ExchangeStep step{shape.length, radices[stage], radices[stage + 1], 1};
  for (std::size_t s = 0; s < stage; ++s) step.before *= radices[s];
  step.writes_mirrors = shape.has_mirrors && back && stage == 0;
  step.reads_mirrors = shape.has_mirrors && !back && stage + 2 == radices.size();
  return step;
}

bool is_constant_step(const LineShape& shape, const ExchangeStep& step,
                      const ExchangeLayout& layout, bool writing, int later, int& distance) {
  const Side side{shape, step, layout, writing};
  distance = side.address(later, 0) - side.address(0, 0);
  for (int j = 1; j < shape.threads; ++j)
    if (side.address(j + later, 0) - side.address(j, 0) != distance) return false;
  return true;
}

ExchangeCost exchange_cost(const LineShape& shape, const ExchangeStep& step,
                           const ExchangeLayout& layout, int most) {
  ExchangeCost cost;
  add_cost({shape, step, layout, true}, most, cost);
  add_cost({shape, step, layout, false}, most, cost);
  return cost;
}

ExchangeLayout choose_layout(const LineShape& shape, const ExchangeStep& step) {
  ExchangeLayout best;
  int fewest = std::numeric_limits<int>::max();
  const auto weigh = [&](const ExchangeLayout& layout) {
    if (layout.size > most_exchange_elements(shape)) return false;
    const ExchangeCost cost = exchange_cost(shape, step, layout, fewest);
    if (cost.rounds < fewest || (cost.rounds == fewest && layout.size < best.size)) {
      best = layout;
      fewest = cost.rounds;
    }
    return cost.rounds == cost.least_rounds;
  };
  const int before = step.before, group = step.group(), groups = step.groups_of_block();
  for (int padding = 0; padding < kMostPadding; ++padding) {
    // Stockham's order, or the k-th values of all butterflies together, which takes less padding
    // than a piece of it after each group.
    const std::array<ExchangeLayout, 3> orders = {
        ExchangeLayout{before, group, groups * group + padding},
        ExchangeLayout{step.length / step.write_radix + padding, before, groups * before},
        ExchangeLayout{before, group + padding, groups * (group + padding)}};
    for (ExchangeLayout layout : orders) {
      const int line_size =
          written_at(layout, step, step.length / step.write_radix - 1, step.write_radix - 1) + 1;
      // Line after line, each begun at a bank of its own ...
      for (int gap = 0; gap < (shape.lines > 1 ? kMostPadding : 1); ++gap) {
        layout.line_stride = line_size + gap;
        layout.size = layout.line_stride * (shape.lines - 1) + line_size;
        if (weigh(layout)) return layout;
      }
      // ... or the same element of all lines together.
      if (shape.lines_adjacent && shape.lines > 1) {
        layout.element_stride = shape.lines;
        layout.line_stride = 1;
        layout.size = line_size * shape.lines;
        if (weigh(layout)) return layout;
      }
    }
  }
  return best;
}

}  // namespace fftcore
