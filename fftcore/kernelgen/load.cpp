// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <limits>

#include "access.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

Loader complex_loader(Builder& b, const std::string& buffer, ast::Access access, const ComplexLoad& load, const LinePosition& line) {
  b.buffer(buffer, load.storage, access);
  const Expr base = b.let("base", line_base(load.strides, line));
  return [&b, buffer, load, line, base](const Butterfly& butterfly, int values) {
    const Expr first = b.let("p", base + butterfly.first * load.strides.element);
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      const WholeElement element = whole_element(line, load.step, butterfly, k);
      if (element.range.least >= load.count) {
        loaded.push_back(zero());
        continue;
      }
      const Expr pair = ast::LoadGlobal{buffer, first + k * butterfly.step * load.strides.element, 2};
      loaded.push_back(parts(b, select(is_inside(element.number, element.range, load.count), pair, ast::Literal{ast::Type::f32x2, 0})));
    }
    return loaded;
  };
}

/// Samples along a row of an image, with edges.
class SampleLoader {
 public:
  /// `shift`: columns to the right of where the element is.
  SampleLoader(Builder& b, const ImageLoad& load, std::string buffer, ImageRow row, int shift)
      : b_(b), load_(load), buffer_(std::move(buffer)), row_(std::move(row)), shift_(load.first_column + shift) {}

  Expr operator()(const WholeElement& element) const {
    const bool is_constant = load_.edge == EdgeMode::constant;
    const Range columns{element.range.least + shift_, std::min<std::int64_t>(element.range.most, load_.count - 1) + shift_};
    if (element.range.least >= load_.count || (is_constant && columns.is_outside(load_.image.columns))) return real(0);
    const Expr position = element.number + shift_;
    Expr wanted = is_inside(element.number, {0, element.range.most}, load_.count);
    if (is_constant) wanted = both(wanted, is_inside(position, columns, load_.image.columns));
    wanted = b_.let("wanted", both(row_.inside, wanted));
    const Expr column = b_.let("column", edge_index(position, columns, load_.image.columns, load_.edge));
    const Expr sample = ast::LoadGlobal{buffer_, row_.base + column * load_.image.column_stride, 1};
    return b_.let("x", select(wanted, sample - real(load_.bias), real(0)));
  }

 private:
  Builder& b_;
  ImageLoad load_;
  std::string buffer_;
  ImageRow row_;
  int shift_;
};

/// Of ImageLoad::in_pairs.
Loader pair_loader(Builder& b, const std::string& buffer, const ImageLoad& load, const ImageRow& row) {
  const Expr base = b.let("base", row.base / 2);
  return [&b, buffer, load, base](const Butterfly& butterfly, int values) {
    const Expr first = b.let("p", base + butterfly.first);
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      const Complex pair = parts(b, ast::LoadGlobal{buffer, first + k * butterfly.step, 2});
      loaded.push_back({b.let("x", pair.re - real(load.bias)), b.let("x", pair.im - real(load.bias))});
    }
    return loaded;
  };
}

}  // namespace

Loader make_loader(Builder& builder, const ComplexLoad& load, const LinePosition& line, const std::string& buffer) {
  return complex_loader(builder, buffer, ast::Access::read, load, line);
}

Loader make_spectrum_loader(Builder& builder, const SpectrumMultiply& multiply, const LinePosition& line) {
  return complex_loader(builder, "kernel_spectrum", ast::Access::constant, {multiply.storage, multiply.strides, std::numeric_limits<int>::max(), 1}, line);
}

Loader make_loader(Builder& b, const ImageLoad& load, const LinePosition& line, const std::string& buffer) {
  // Only the first launch of a run reads an image, and it begins after all that was enqueued before.
  b.buffer(buffer, load.image.storage, ast::Access::constant);
  const Expr row_stride = b.scalar("input_row_stride", ast::Type::i32);
  const Expr channel = b.let("channel", channel_of(load.image, line));
  const auto samples = [&](const Pairing& away) {
    return SampleLoader(b, load, buffer, image_row(b, load.image, load.edge, line, channel, row_stride, load.first_row + away.rows, load.first_slice + away.slices),
                        away.columns);
  };
  if (load.in_pairs) return pair_loader(b, buffer, load, image_row(b, load.image, load.edge, line, channel, row_stride, load.first_row, load.first_slice));
  std::vector<SampleLoader> parts{samples({})};
  if (load.paired.is_paired()) parts.push_back(samples(load.paired));
  return [load, line, parts](const Butterfly& butterfly, int values) {
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      const WholeElement element = whole_element(line, load.step, butterfly, k);
      const Expr re = parts.front()(element);
      loaded.push_back({re, parts.size() > 1 ? parts.back()(element) : real(0)});
    }
    return loaded;
  };
}

}  // namespace fftcore
