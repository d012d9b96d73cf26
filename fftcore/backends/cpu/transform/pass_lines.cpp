// SPDX-License-Identifier: LGPL-2.1-or-later
#include "pass_lines.h"

#include <numbers>

namespace fftcore {
namespace {

template <class Real>
class ComplexLines final : public PassLines<Real> {
 public:
  ComplexLines(std::unique_ptr<ComplexTransformOf<Real>> lines, Direction direction)
      : lines_(std::move(lines)), direction_(direction) {}
  void run(std::complex<Real>* from, std::complex<Real>* to) override {
    direction_ == Direction::forward ? lines_->forward(from, to) : lines_->inverse(from, to);
  }

 private:
  std::unique_ptr<ComplexTransformOf<Real>> lines_;
  Direction direction_;
};

template <class Real>
class HalvedLines final : public PassLines<Real> {
 public:
  HalvedLines(std::unique_ptr<RealLines<Real>> lines, bool is_forward)
      : lines_(std::move(lines)), is_forward_(is_forward) {}
  void run(std::complex<Real>* from, std::complex<Real>* to) override {
    is_forward_ ? lines_->forward(from, to) : lines_->inverse(from, to);
  }

 private:
  std::unique_ptr<RealLines<Real>> lines_;
  bool is_forward_;
};

template <class Real>
class CosineLines final : public PassLines<Real> {
 public:
  CosineLines(std::unique_ptr<CosineTransformOf<Real>> lines, const LinePass& pass)
      : lines_(std::move(lines)), pass_(pass) {}
  void run(std::complex<Real>* from, std::complex<Real>* to) override {
    Real *const source = reinterpret_cast<Real*>(from), *const target = reinterpret_cast<Real*>(to);
    using enum TransformKind;
    const TransformKind kind = pass_.kind;
    constexpr Real kMore = std::numbers::sqrt2_v<Real>, kLess = kMore / 2;
    if (kind == dct1 || kind == dct3) weigh(source, 0, kMore);
    if (kind == dct1 || kind == dst3) weigh(source, pass_.points - 1, kMore);
    lines_->run(source, target);
    if (kind == dct1 || kind == dct2) weigh(target, 0, kLess);
    if (kind == dct1 || kind == dst2) weigh(target, pass_.points - 1, kLess);
  }

 private:
  void weigh(Real* values, std::int64_t row, Real weight) const {
    if (!pass_.ortho) return;
    for (std::int64_t i = 0; i < pass_.lanes; ++i) values[row * pass_.lanes + i] *= weight;
  }

  std::unique_ptr<CosineTransformOf<Real>> lines_;
  const LinePass pass_;
};

}  // namespace

template <class Real>
std::unique_ptr<PassLines<Real>> make_lines(const LinePass& pass, LengthsOf<Real>& lengths) {
  if (is_trigonometric(pass.kind))
    return std::make_unique<CosineLines<Real>>(lengths.cosine(pass.kind, pass.points, pass.lanes),
                                               pass);
  if (pass.kind == TransformKind::c2c)
    return std::make_unique<ComplexLines<Real>>(lengths.complex(pass.points, pass.lanes),
                                                pass.direction);
  return std::make_unique<HalvedLines<Real>>(lengths.real(pass.points, pass.lanes),
                                             pass.kind == TransformKind::r2c);
}

template std::unique_ptr<PassLines<float>> make_lines(const LinePass&, LengthsOf<float>&);
template std::unique_ptr<PassLines<double>> make_lines(const LinePass&, LengthsOf<double>&);

}  // namespace fftcore
