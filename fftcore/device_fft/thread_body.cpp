// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms in the registers of one thread.
#include "passes.h"
#include "real_lines.h"
#include "register_access.h"
#include "unit_root.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::real;

class ThreadBody {
 public:
  ThreadBody(const DeviceFft& fft, Real number)
      : fft_(fft), b_("body", number), points_(static_cast<int>(fft.points)), bins_(points_ / 2) {}

  GeneratedKernel write() && {
    declare_registers(b_);
    std::vector<Complex> values = fft_.kind == TransformKind::c2r ? from_bins() : inputs();
    values = both_ways(fft_, {values}, [&](Values all) {
               all.front() = butterfly(b_, all.front());
               return all;
             }).front();
    if (fft_.kind == TransformKind::r2c) values = to_bins(values);
    for (int i = 0; i < output_length(fft_); ++i)
      set_register(b_, i, values[static_cast<std::size_t>(i)], is_output_real(fft_));
    return {fold_and_fuse(std::move(b_).finish()), {}};
  }

 private:
  std::vector<Complex> inputs() {
    std::vector<Complex> values;
    for (int i = 0; i < input_length(fft_); ++i)
      values.push_back(register_value(b_, i, is_input_real(fft_)));
    return values;
  }

  bool is_real_bin(int k) const { return k == 0 || 2 * k == points_; }

  /// Bins 0 .. N / 2 of a real signal, as they come in.
  std::vector<Complex> bins_in() {
    std::vector<Complex> bins = inputs();
    if (fft_.layout == BinLayout::packed) bins.push_back({bins.front().im, real(0)});
    for (int k = 0; k <= bins_; ++k)
      if (is_real_bin(k)) bins[static_cast<std::size_t>(k)].im = real(0);
    return bins;
  }
  Complex half_root(int k) {
    const Table root = half_roots_at(k, points_ / 2);
    return {real(root[0]), real(root[1])};
  }

  std::vector<Complex> from_bins() {
    const std::vector<Complex> bins = bins_in();
    const auto bin = [&](int k) { return bins[static_cast<std::size_t>(k)]; };
    std::vector<Complex> values;
    if (fft_.folded)
      for (int k = 0; k < bins_; ++k)
        values.push_back(joined(b_, bin(k), bin(bins_ - k), half_root(k)));
    else
      for (int k = 0; k < points_; ++k)
        values.push_back(k <= bins_ ? bin(k) : conjugate(bin(points_ - k)));
    return values;
  }

  std::vector<Complex> to_bins(const std::vector<Complex>& values) {
    std::vector<Complex> bins;
    for (int k = 0; k <= bins_; ++k) {
      if (!fft_.folded) {
        bins.push_back(values[static_cast<std::size_t>(k)]);
        continue;
      }
      const auto value = [&](int i) { return values[static_cast<std::size_t>(i % bins_)]; };
      bins.push_back(separated(b_, value(k), value(bins_ - k), half_root(k)));
    }
    for (int k = 0; k <= bins_; ++k)
      if (is_real_bin(k)) bins[static_cast<std::size_t>(k)].im = real(0);
    if (fft_.layout == BinLayout::packed) bins.front().im = bins.back().re;
    if (fft_.layout == BinLayout::full)
      for (int k = bins_ + 1; k < points_; ++k)
        bins.push_back(conjugate(bins[static_cast<std::size_t>(points_ - k)]));
    return bins;
  }

  const DeviceFft& fft_;
  Builder b_;
  int points_, bins_;
};

}  // namespace

GeneratedKernel thread_body(const DeviceFft& fft) {
  return ThreadBody(fft, real_of(fft)).write();
}

}  // namespace fftcore
