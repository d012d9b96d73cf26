// SPDX-License-Identifier: LGPL-2.1-or-later
// What a block of threads keeps while it denoises: in shared memory, or in global memory of its own
// where there is no room (DenoiseSpec::outside).
#pragma once

#include <array>
#include <vector>

#include "builder.h"
#include "denoise_spec.h"

namespace fftcore {

class DenoiseArrays {
 public:
  /// `block`: the number of the block of threads.
  DenoiseArrays(Builder& b, const DenoiseSpec& spec, const ast::Expr& block);

  /// `type`: real, real_x2 or real_x4; `at` counts values of it from the array's begin.
  ast::Expr load(DenoiseArray array, ast::Type type, const ast::Expr& at) const;
  void store(DenoiseArray array, const ast::Expr& at, std::vector<ast::Expr> values);

 private:
  /// The array's begin in global memory, in groups of so many numbers: 1 or 2.
  ast::Expr begin(DenoiseArray array, int group) const;

  Builder& b_;
  const DenoiseSpec& spec_;
  ast::Expr quads_;                           ///< where the block's arrays begin, by groups of four
  std::array<int, kDenoiseArrays> behind_{};  ///< numbers from there to each array
};

}  // namespace fftcore
