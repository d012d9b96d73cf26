// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms by the threads of a block, each with its share in registers.
#include "block_elements.h"
#include "passes.h"
#include "real_lines.h"
#include "register_access.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

class BlockBody {
 public:
  BlockBody(const DeviceFft& fft, const DevicePlan& plan)
      : fft_(fft),
        plan_(plan),
        b_("body", plan.shape.real),
        elements_(b_, plan),
        points_(plan.points),
        bins_(static_cast<int>(fft.points / 2)) {}

  GeneratedKernel write() && {
    declare_registers(b_);
    Values values =
        fft_.kind == TransformKind::c2r ? from_bins() : elements_.arranged(given(points_));
    values = both_ways(fft_, std::move(values),
                       [&](Values all) { return elements_.transform().forward(std::move(all)); });
    const std::vector<Complex> results =
        fft_.kind == TransformKind::r2c ? to_bins(values) : elements_.in_order(values);
    for (std::size_t m = 0; m < results.size(); ++m)
      set_register(b_, static_cast<int>(m), results[m], is_output_real(fft_));
    elements_.transform().declare_shared();
    if (!elements_.transform().table().empty())
      b_.buffer(LineTransform::kTableName, storage_of(plan_.shape.real), ast::Access::constant);
    b_.launch({elements_.threads(), plan_.shape.lines, 1}, {1, 1, 1});
    return {fold_and_fuse(std::move(b_).finish()), elements_.transform().table()};
  }

 private:
  /// The thread's values as they are given, of `length`.
  std::vector<Complex> given(int length) {
    std::vector<Complex> values;
    for (int m = 0; m < elements_.values_of(length); ++m)
      values.push_back(register_value(b_, m, is_input_real(fft_)));
    return values;
  }

  std::vector<Complex> to_bins(const Values& values) {
    return fft_.folded ? separated_bins(values) : plain_bins(values);
  }

  std::vector<Complex> plain_bins(const Values& values) {
    const int length = output_length(fft_);
    std::vector<Complex> bins = elements_.in_order(values);
    bins.resize(static_cast<std::size_t>(elements_.values_of(length)), zero());
    if (fft_.layout != BinLayout::packed) {
      for (int m = 0; m < static_cast<int>(bins.size()); ++m)
        make_real(bins[static_cast<std::size_t>(m)], m);
      return bins;
    }
    const Expr middle = bins_ % elements_.threads() == 0 && plan_.ends_in_place
                            ? elements_.own(values, bins_ / elements_.threads()).re
                            : elements_.fetched(values, {{integer(bins_)}}).front().front().re;
    bins.front().im = b_.let("im", select(ast::less(elements_.transform().thread(), integer(1)),
                                          middle, bins.front().im));
    return bins;
  }

  /// Bin k of all, or its mirror's place, of a line of N / 2 points.
  struct Bin {
    Expr number;               ///< 0 .. N / 2
    std::optional<Expr> sign;  ///< -1 where it is the conjugate of that
  };
  Bin bin_of(int m) {
    const Range all = elements_.range(m);
    const Expr e = elements_.element(m);
    const auto points = static_cast<int>(fft_.points);
    if (all.most <= bins_) return {e, {}};
    const Expr limited = all.most < points ? e : minimum(e, integer(points - 1));
    if (all.least > bins_) return {b_.let("k", integer(points) - limited), real(-1)};
    const Expr is_mirror = b_.let("m", ast::less(integer(bins_), limited));
    return {b_.let("k", select(is_mirror, integer(points) - limited, limited)),
            b_.let("s", select(is_mirror, real(-1), real(1)))};
  }

  std::vector<Complex> separated_bins(const Values& values) {
    const int roots = elements_.transform().add_to_table(roots_of_bins());
    std::vector<Bin> bins;
    std::vector<std::vector<Expr>> wanted;
    const auto is_own = [&](int m) {
      return plan_.ends_in_place && elements_.range(m).most < points_;
    };
    for (int m = 0; m < elements_.values_of(output_length(fft_)); ++m) {
      bins.push_back(fft_.layout == BinLayout::full ? bin_of(m) : half_bin_of(m));
      const Expr& k = bins.back().number;
      // Z has a period of N / 2.
      wanted.push_back({around(integer(points_) - k)});
      if (!is_own(m)) wanted.back().push_back(elements_.range(m).most < points_ ? k : around(k));
    }
    const auto found = elements_.fetched(values, wanted);
    std::vector<Complex> results;
    for (int m = 0; m < static_cast<int>(bins.size()); ++m) {
      const auto& pair = found[static_cast<std::size_t>(m)];
      const Bin& bin = bins[static_cast<std::size_t>(m)];
      Complex value = separated(b_, is_own(m) ? elements_.own(values, m) : pair[1], pair[0],
                                half_root(b_, bin.number, roots));
      if (bin.sign) value.im = b_.let("im", value.im * *bin.sign);
      results.push_back(value);
    }
    if (fft_.layout == BinLayout::packed) {
      const Complex z = plan_.ends_in_place ? elements_.own(values, 0) : found[0][1];
      results.front().im =
          b_.let("im", select(ast::less(elements_.transform().thread(), integer(1)), z.re - z.im,
                              results.front().im));
    }
    return results;
  }
  Bin half_bin_of(int m) {
    return {elements_.range(m).most <= bins_ ? elements_.element(m)
                                             : minimum(elements_.element(m), integer(bins_)),
            {}};
  }
  Table roots_of_bins() const {
    Table roots = half_roots(points_);
    const Table last = half_roots_at(points_, points_);
    roots.insert(roots.end(), last.begin(), last.end());
    return roots;
  }
  /// k of 0 .. N / 2, modulo N / 2.
  Expr around(const Expr& k) {
    return b_.let("k", select(ast::less(k, integer(points_)), k, integer(0)));
  }

  /// Bins as they are given, without what is not used: imaginary parts of bins that are real.
  std::vector<Complex> bins_given() {
    std::vector<Complex> bins = given(input_length(fft_));
    if (fft_.layout == BinLayout::packed) return bins;
    for (int m = 0; m < static_cast<int>(bins.size()); ++m)
      make_real(bins[static_cast<std::size_t>(m)], m);
    return bins;
  }
  /// The thread's value m without an imaginary part, where that bin is real: 0, and N / 2 of an
  /// even N.
  void make_real(Complex& bin, int m) {
    for (const int k : {0, bins_}) {
      if (elements_.range(m).least > k || elements_.range(m).most < k ||
          (k != 0 && fft_.points % 2 != 0))
        continue;
      const Expr distance = ast::absolute(elements_.element(m) - k);
      bin.im = b_.let("im", select(ast::less(distance, integer(1)), real(0), bin.im));
    }
  }

  Values from_bins() {
    std::vector<Complex> bins = bins_given();
    if (fft_.layout == BinLayout::full && !fft_.folded) return elements_.arranged(bins);
    const int kept = bins_ + 1, radix = plan_.shape.radices.front();
    // Where one thread has bin 0 and the last, packed: both are real.
    std::optional<Complex> last;
    if (fft_.layout == BinLayout::packed) {
      const Expr is_first = ast::less(elements_.transform().thread(), integer(1));
      last = Complex{bins.front().im, real(0)};
      bins.front().im = b_.let("im", select(is_first, real(0), bins.front().im));
    }
    std::vector<LineTransform::Put> all =
        elements_.puts(bins, std::min(kept, input_length(fft_)), kept);
    if (last)
      all.push_back({{elements_.address(integer(bins_), kept)},
                     {*last},
                     ast::less(elements_.transform().thread(), integer(1))});
    const int roots = fft_.folded ? elements_.transform().add_to_table(half_roots(points_)) : 0;
    std::vector<std::vector<Expr>> gets;
    std::vector<std::vector<Element>> elements;
    for (std::size_t i = 0; i < elements_.first().size(); ++i) {
      gets.emplace_back();
      elements.emplace_back();
      for (int k = 0; k < radix; ++k) {
        const Element e = element_at(elements_.first()[i], i, k);
        elements.back().push_back(e);
        for (const Expr& at : e.at) gets.back().push_back(b_.let("a", elements_.address(at, kept)));
      }
    }
    const Values found = elements_.transform().passed(all, gets, kept * plan_.shape.lines);
    Values values;
    for (std::size_t i = 0; i < elements_.first().size(); ++i) {
      values.emplace_back();
      std::size_t next = 0;
      for (int k = 0; k < radix; ++k) {
        const Element& e = elements[i][static_cast<std::size_t>(k)];
        const auto take = [&] { return found[i][next++]; };
        Complex value = e.own ? bins[static_cast<std::size_t>(*e.own)] : take();
        if (fft_.folded) {
          const Complex mirror = take();
          value = joined(b_, value, mirror, half_root(b_, e.number, roots));
        } else if (e.sign) {
          value.im = b_.let("im", value.im * *e.sign);
        }
        values.back().push_back(elements_.only_inside(value, elements_.first()[i], k));
      }
    }
    return values;
  }

  /// Bins, from 0 on, that lie in values of their own.
  int given_bins() const { return fft_.layout == BinLayout::packed ? bins_ : bins_ + 1; }

  /// What an element is made of: bins at these places, or the thread's own first.
  struct Element {
    Expr number;
    std::vector<Expr> at;
    std::optional<int> own;
    std::optional<Expr> sign;  ///< of the imaginary part
  };
  Element element_at(const Butterfly& butterfly, std::size_t i, int k) {
    const int most = butterfly.least_first + k * butterfly.step + butterfly.firsts - 1;
    Element e{
        b_.let("e", elements_.below(elements_.transform().element_of(butterfly, k))), {}, {}, {}};
    if (plan_.begins_in_place && most < std::min(points_, given_bins()))
      e.own = elements_.place(i, k);
    if (fft_.folded) {
      if (!e.own) e.at.push_back(e.number);
      e.at.push_back(b_.let("m", integer(points_) - e.number));
      return e;
    }
    if (e.own) return e;
    const auto points = static_cast<int>(fft_.points);
    const Expr is_mirror = b_.let("m", ast::less(integer(bins_), e.number));
    e.at.push_back(b_.let("k", select(is_mirror, integer(points) - e.number, e.number)));
    e.sign = b_.let("s", select(is_mirror, real(-1), real(1)));
    return e;
  }

  const DeviceFft& fft_;
  const DevicePlan& plan_;
  Builder b_;
  BlockElements elements_;
  int points_;  // that are transformed
  int bins_;    // N / 2: the last bin of a real signal
};

}  // namespace

GeneratedKernel block_body(const DeviceFft& fft, const DevicePlan& plan) {
  return BlockBody(fft, plan).write();
}

}  // namespace fftcore
