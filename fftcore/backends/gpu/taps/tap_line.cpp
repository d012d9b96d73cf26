// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tap_line.h"

#include "low_rank.h"

namespace fftcore {

std::optional<TapLines> tap_lines(const KeptTaps& kept, const Convolution& problem,
                                  const Taps& taps) {
  auto products = low_rank(taps, 1);
  if (!products) return std::nullopt;
  if (products->empty())
    products->push_back({std::vector<double>(static_cast<std::size_t>(kept.rows)),
                         std::vector<double>(static_cast<std::size_t>(kept.columns))});
  const bool is_reversed = problem.operation == Operation::convolve;
  return TapLines{TapLine(std::move(products->front().column), is_reversed),
                  TapLine(std::move(products->front().row), is_reversed)};
}

}  // namespace fftcore
