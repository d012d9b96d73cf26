// SPDX-License-Identifier: LGPL-2.1-or-later
// What sharpening makes of a column of bins of the frame that is denoised.
#pragma once

#include <vector>

#include "complex.h"
#include "denoise_spec.h"

namespace fftcore {

/// The strength's part that sharpens, as a kernel's values; nothing where a spec does not sharpen.
class DenoiseSharpenExpr {
 public:
  /// Needs the buffer that DenoiseStrengthExpr declares. Weights go to shared memory, which is in
  /// order after a barrier.
  DenoiseSharpenExpr(Builder& b, const DenoiseSpec& spec, const ast::Expr& thread);

  /// Sharpens a thread's column, not divided by the number of frames. `means` are what is kept out
  /// of each bin, or empty.
  std::vector<Complex> sharpened(const std::vector<Complex>& values,
                                 const std::vector<Complex>& means, const ast::Expr& column) const;

 private:
  Complex sharpened_bin(const Complex& value, const Complex& mean, const ast::Expr& sharpen,
                        const ast::Expr& dehalo) const;

  Builder& b_;
  const DenoiseSpec& spec_;
  ast::Expr min_ = ast::real(0), max_ = ast::real(0), threshold_ = ast::real(0);  // powers
};

}  // namespace fftcore
