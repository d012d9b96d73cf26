// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <limits>

#include "access.h"
#include "edge_index.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// Numbers of the elements that value k of a butterfly may be.
Range elements_of(const Butterfly& butterfly, int k) {
  const std::int64_t least = butterfly.least_first + static_cast<std::int64_t>(k) * butterfly.step;
  return {least, least + butterfly.firsts - 1};
}

Loader complex_loader(Builder& b, std::string buffer, ast::Storage storage, const Strides& strides, int count, const LinePosition& line) {
  b.buffer(buffer, storage);
  const Expr base = b.let("base", line_base(strides, line));
  return [&b, buffer, strides, count, base](const Butterfly& butterfly, int values) {
    const Expr first = b.let("p", base + butterfly.first * strides.element);
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      const Range elements = elements_of(butterfly, k);
      if (elements.least >= count) {
        loaded.push_back(zero());
        continue;
      }
      const Expr pair = ast::LoadGlobal{buffer, first + k * butterfly.step * strides.element, 2};
      loaded.push_back(parts(b, select(is_inside(butterfly.first + k * butterfly.step, elements, count), pair, ast::Literal{ast::Type::f32x2, 0})));
    }
    return loaded;
  };
}

/// One row of an image, with edges.
class ImageRow {
 public:
  ImageRow(Builder& b, const ImageLoad& load, const Expr& plane, const Expr& row_stride, const Expr& position, Range range)
      : column_stride_(load.image.column_stride), bias_(real(load.bias)), inside_(is_inside(position, load.edge == EdgeMode::constant ? range : Range{}, load.image.rows)), base_(plane) {
    inside_ = b.let("row_inside", inside_);
    const Expr row = b.let("row", edge_index(position, range, load.image.rows, load.edge));
    base_ = b.let("row_base", plane + row * row_stride);
  }

  /// `column` is an index into the image wherever `wanted` holds.
  Expr sample(const Expr& column, const Expr& wanted) const {
    const Expr value = ast::LoadGlobal{"input", base_ + column * column_stride_, 1};
    return select(both(inside_, wanted), value - bias_, real(0));
  }

 private:
  std::int64_t column_stride_;
  Expr bias_;
  Expr inside_;
  Expr base_;
};

}  // namespace

Expr line_base(const Strides& strides, const LinePosition& line) {
  Expr base = integer(strides.offset);
  for (std::size_t axis = 0; axis < 3; ++axis) base = base + line.axes[axis] * strides.line[axis];
  return base;
}

Expr plane_base(const ImageGeometry& image, const LinePosition& line) {
  const Expr& number = line.axes[1];
  Expr channel = number;
  if (!image.channels.empty()) {
    channel = integer(image.channels.back());
    for (std::size_t i = image.channels.size() - 1; i-- > 0;)
      channel = select(less(number, integer(static_cast<std::int64_t>(i) + 1)), integer(image.channels[i]), channel);
  }
  return channel * image.channel_stride + line.axes[2] * image.frame_stride;
}

Loader make_loader(Builder& builder, const ComplexLoad& load, const LinePosition& line) {
  return complex_loader(builder, "input", load.storage, load.strides, load.count, line);
}

Loader make_spectrum_loader(Builder& builder, const SpectrumMultiply& multiply, const LinePosition& line) {
  return complex_loader(builder, "kernel_spectrum", multiply.storage, multiply.strides, std::numeric_limits<int>::max(), line);
}

Loader make_loader(Builder& b, const ImageLoad& load, const LinePosition& line, const LineAxes& lines) {
  b.buffer("input", load.image.storage);
  const Expr row_stride = b.scalar("input_row_stride", ast::Type::i32);
  const Expr plane = b.let("plane", plane_base(load.image, line));
  std::vector<ImageRow> rows;
  for (const int below : {0, load.paired_rows}) {
    if (below == 0 && !rows.empty()) continue;
    const int first = load.first_row + below;
    rows.emplace_back(b, load, plane, row_stride, line.axes[0] + first, Range{first, static_cast<std::int64_t>(first) + lines[0] - 1});
  }
  return [&b, load, rows](const Butterfly& butterfly, int values) {
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      const Range elements = elements_of(butterfly, k);
      const Range columns{elements.least + load.first_column, std::min<std::int64_t>(elements.most, load.count - 1) + load.first_column};
      const bool is_constant = load.edge == EdgeMode::constant;
      if (elements.least >= load.count || (is_constant && columns.is_outside(load.image.columns))) {
        loaded.push_back(zero());
        continue;
      }
      const Expr element = butterfly.first + k * butterfly.step;
      const Expr position = element + load.first_column;
      Expr wanted = is_inside(element, {0, elements.most}, load.count);
      if (is_constant) wanted = both(wanted, is_inside(position, columns, load.image.columns));
      wanted = b.let("wanted", wanted);
      const Expr column = b.let("column", edge_index(position, columns, load.image.columns, load.edge));
      loaded.push_back({b.let("x", rows[0].sample(column, wanted)), rows.size() > 1 ? b.let("x", rows[1].sample(column, wanted)) : real(0)});
    }
    return loaded;
  };
}

}  // namespace fftcore
