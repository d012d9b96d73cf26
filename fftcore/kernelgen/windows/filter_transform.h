// SPDX-License-Identifier: LGPL-2.1-or-later
// Two channels of a window by one transform, and the filter that they meet.
#pragma once

#include <string_view>

#include "filter_spec.h"
#include "window_transform.h"

namespace fftcore {

/// What a block's window does with its filter, in all threads.
struct FilterMeeting {
  ast::Expr first;   ///< the filter's first number in `state`
  ast::Expr rate;    ///< 0 to 1; 0 where the window is no good
  ast::Expr factor;  ///< what samples are multiplied by
};

/// The first channel is the real part of points, the second the imaginary part. Where a filter is
/// loaded and stored, each number of it is one thread's, the same for all pairs of channels.
class FilterTransform final : public WindowTransform {
 public:
  /// Which of the pairs of channels is in the points.
  enum class Pair : std::uint8_t {
    only,
    first,  ///< Its products and powers are kept.
    last,   ///< It takes them.
  };

  FilterTransform(const WindowBlock& block, const WindowTable& table,
                  const GatheredWindows& windows, const FilterSpec& filter,
                  const FilterMeeting& meeting, int first_channel, Pair pair);

  /// Points become S, but of the first pair. Shared memory is in order before, and afterwards.
  void write();

  static constexpr const char *kState = "state", *kProducts = "products", *kPowers = "powers";

 private:
  Points products(const Points& bins, const Points& mirrors, const ast::Expr& group,
                  const BinColumn& column) override;
  double scale() const override;

  /// conj(A) X of a bin of a channel, which A then learns. `at`: of the bin in a plane.
  Complex meet(const Complex& x, int channel, const ast::Expr& at, const ast::Expr& wanted);
  ast::Expr stored(int plane, const ast::Expr& at) const;
  void store(int plane, const ast::Expr& at, const ast::Expr& value) const;
  /// (1 - rate) before + rate value, without `before` where the rate is 1.
  ast::Expr learned(const ast::Expr& before, const ast::Expr& value) const;

  const FilterSpec& filter_;
  const FilterMeeting& meeting_;
  int first_channel_;
  Pair pair_;
  ast::Expr row_stride_, plane_stride_, kept_, learns_;
};

}  // namespace fftcore
