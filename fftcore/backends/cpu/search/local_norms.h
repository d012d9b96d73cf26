// SPDX-License-Identifier: LGPL-2.1-or-later
// Local norms: for each place the signal's 2-norm under the template (ccoeff_normed: that of its
// deviation from its mean), by sums that move along with the template.
#pragma once

#include "aligned_array.h"
#include "signal_access.h"

namespace fftcore {

/// The local norms of one thread's rows.
class LocalNorms {
 public:
  /// `signal`: one channel, `bias` to be taken off, as the numerators have it.
  LocalNorms(const TemplateMatching& matching, const Layout& signal, float bias);

  /// Goes to row y of S. A signal is flat whose standard deviation (ccorr_normed: root of the mean
  /// square) is below `least`.
  void start(const ConstBuffer& signal, std::int64_t y, double least);
  /// Writes 1 over each norm of that row, 0 where the signal is flat. Then goes to the next one.
  void next(const ConstBuffer& signal, float* inverse);

 private:
  /// Sums over the template's rows, column by column, of samples and of their squares; and over all
  /// columns left of one.
  template <class Sum>
  struct Sums {
    explicit Sums(std::int64_t columns)
        : samples(columns),
          squares(columns),
          samples_left(columns + 1),
          squares_left(columns + 1) {}
    void clear() {
      std::fill_n(samples.data(), samples.size(), Sum{});
      std::fill_n(squares.data(), squares.size(), Sum{});
    }
    AlignedArray<Sum> samples, squares, samples_left, squares_left;
  };

  void add_row(bool enters, const ConstBuffer& signal, std::int64_t y);
  template <class Sum>
  void read_by(const Sums<Sum>& sums, float* inverse) const;

  const Layout layout_;
  const SignalAccess access_;
  const Extent template_;
  const float bias_;
  // weight of a sum's square, in the sum of squares: 1 / samples, or 0 where the mean stays
  const double mean_part_;
  double least_ = 0;  // sum of squares that is not flat
  // u8 under a template so small that sums of squares stay below 2^31: exact, since sums that pass
  // 2^32 on the way are differences later.
  const bool is_exact_;
  std::int64_t y_ = 0;  // sums hold the rows under the template but the last
  Sums<std::uint32_t> integers_;
  Sums<double> doubles_;
  AlignedArray<float> row_, scratch_;
};

}  // namespace fftcore
