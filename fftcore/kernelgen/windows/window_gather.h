// SPDX-License-Identifier: LGPL-2.1-or-later
// Both windows, from their images to shared memory.
#pragma once

#include <vector>

#include "window_image.h"

namespace fftcore {

/// What is known of both windows then, in all threads.
struct GatheredWindows {
  ast::Expr mean_first, mean_second;
  ast::Expr are_inside;  ///< Half of each window at least is in its image; places are numbers.
};

/// Samples of the first window become real parts of points and those of the second one, which is as
/// large or larger, imaginary parts. Shared memory is in order afterwards.
GatheredWindows gather_windows(const WindowBlock& block, const WindowImage& first,
                               const WindowImage& second);

/// The first window alone becomes real parts again. Shared memory is not in order afterwards.
void gather_first(const WindowBlock& block, const WindowImage& first);

/// Rows of a column between samples, each of which is made of several of the image's: those that
/// the next one needs too, as a loop carries them.
class ColumnWalk {
 public:
  /// `first_row`: of the window, whose samples come first.
  ColumnWalk(Builder& b, const WindowImage& image, const WindowImage::Column& column,
             const ast::Expr& first_row, const ast::Expr& wanted);
  /// What is carried at first.
  const std::vector<ast::Expr>& initial() const { return lines_; }
  struct Step {
    ast::Expr sample;
    std::vector<ast::Expr> lines;  ///< what is carried on
  };
  /// The sample of row `row` of the window.
  Step step(const ast::Expr& row, const std::vector<ast::Expr>& lines) const;

 private:
  Builder& b_;
  const WindowImage& image_;
  const WindowImage::Column& column_;
  ast::Expr wanted_;
  std::vector<ast::Expr> lines_;
};

}  // namespace fftcore
