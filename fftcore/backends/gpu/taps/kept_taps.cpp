// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kept_taps.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "canonical.h"
#include "low_rank.h"

namespace fftcore {
namespace {

/// Appends numbers, and zeros until they are as many as `length` says.
template <class Numbers>
void append(std::vector<float>& to, const Numbers& from, int length) {
  const std::size_t end = to.size() + static_cast<std::size_t>(length);
  for (const auto number : from) to.push_back(static_cast<float>(number));
  to.resize(end);
}

}  // namespace

std::optional<std::vector<float>> kept_numbers(const KeptTaps& kept, const Convolution& problem,
                                               const Taps& taps) {
  std::vector<float> numbers;
  if (kept.body == DirectBody::taps) {
    const std::vector<float> turned = correlation_taps<float>(problem, taps);
    for (auto row = turned.begin(); row != turned.end(); row += kept.columns)
      append(numbers, std::vector<float>(row, row + kept.columns), in_pairs(kept.columns));
    return numbers;
  }
  auto products = low_rank(taps, kept.most_products);
  if (!products) return std::nullopt;
  append(numbers, std::vector<std::size_t>{products->size()}, 2);
  for (OuterProduct& product : *products) {
    if (problem.operation == Operation::convolve) {
      std::ranges::reverse(product.column);
      std::ranges::reverse(product.row);
    }
    append(numbers, product.column, in_pairs(kept.rows));
    append(numbers, product.row, in_pairs(kept.columns));
  }
  numbers.resize(static_cast<std::size_t>(kept.numbers()));
  return numbers;
}

}  // namespace fftcore
