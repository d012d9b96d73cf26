// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_arrays.h"

#include <utility>

namespace fftcore {
namespace {

using ast::Expr;
using ast::Type;

constexpr const char* kOutside = "block_arrays";
constexpr int kBinsAtOnce = 4;

constexpr const char* name_of(DenoiseArray array) {
  switch (array) {
    case DenoiseArray::bins: return "bins";
    case DenoiseArray::samples: return "samples";
    case DenoiseArray::sums: return "sums";
    case DenoiseArray::came: return "came";
  }
  return "";
}

/// What shared memory is declared as.
constexpr Type type_of(DenoiseArray array) {
  return array == DenoiseArray::bins || array == DenoiseArray::sums ? Type::real_x2 : Type::real;
}

constexpr int group_of(Type type) {
  return type == Type::real_x2 ? 2 : 1;
}

}  // namespace

DenoiseArrays::DenoiseArrays(Builder& b, const DenoiseSpec& spec, const Expr& block)
    : b_(b), spec_(spec), quads_(ast::integer(0)) {
  int numbers = 0;
  for (int i = 0; i < kDenoiseArrays; ++i) {
    const auto array = static_cast<DenoiseArray>(i);
    if (spec.is_outside(array)) {
      behind_[static_cast<std::size_t>(i)] = numbers;
      numbers += spec.numbers(array);
    } else {
      b.shared(name_of(array), type_of(array), spec.numbers(array) / group_of(type_of(array)));
    }
  }
  if (numbers == 0) return;
  b.buffer(kOutside, Storage::f32, ast::Access::update);
  b.order_global_memory();
  quads_ = b.let("quads", block * (numbers / kBinsAtOnce));
}

Expr DenoiseArrays::begin(DenoiseArray array, int group) const {
  return quads_ * (kBinsAtOnce / group) + behind_[static_cast<std::size_t>(array)] / group;
}

Expr DenoiseArrays::load(DenoiseArray array, Type type, const Expr& at) const {
  if (!spec_.is_outside(array)) return ast::LoadShared{name_of(array), type, at};
  if (type == Type::real_x4)
    return ast::LoadGlobal{kOutside, begin(array, 1) + at * kBinsAtOnce, kBinsAtOnce};
  const int group = group_of(type);
  return ast::LoadGlobal{kOutside, begin(array, group) + at, group};
}

void DenoiseArrays::store(DenoiseArray array, const Expr& at, std::vector<Expr> values) {
  if (!spec_.is_outside(array)) return b_.store_shared(name_of(array), at, std::move(values));
  const Expr first = begin(array, static_cast<int>(values.size()));
  b_.store_global(kOutside, first + at, std::move(values));
}

}  // namespace fftcore
