// SPDX-License-Identifier: LGPL-2.1-or-later
// The pairs that the lists cover, as they lie in the tree: how many pairs they do not cover, then a
// line for each feature and other factor, with the features of that which it meets.
#pragma once

#include <cstddef>
#include <string>

#include "feature_pairs.h"

namespace kernels {

struct PairFile {
  Pairs covered;
  std::size_t without_case = 0;

  bool operator==(const PairFile&) const = default;
};

std::string to_text(const PairFile& file);
/// Of to_text().
PairFile parse_pairs(const std::string& text);

}  // namespace kernels
