// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_image.h"

#include "fftcore/search.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::real;

/// Places beyond are outside of any image. Within, sums of whole numbers are small.
constexpr double kMostPlace = 1e6;
constexpr int kMapNumbers = 4;

const Expr& always() {
  static const Expr is = ast::Literal{ast::Type::boolean, 1};
  return is;
}

}  // namespace

WindowImage::WindowImage(const WindowBlock& block, const Source& source, const Expr& row, int rows,
                         int columns)
    : rows(rows),
      columns(columns),
      b_(block.b),
      spec_(block.spec),
      name_(source.image),
      weights_(source.weights),
      memory_{integer(0), {}},
      is_placed_(always()),
      x_{integer(0), real(0), integer(0), real(0)},
      y_(x_),
      is_whole_(always()),
      pivot_(real(0)) {
  b_.buffer(name_, spec_.image.storage, ast::Access::constant);
  b_.buffer("image", Storage::f32, ast::Access::constant);
  memory_ = image_memory(b_, name_, spec_.image);
  const Expr first = b_.let("place", row * b_.scalar("image_row_stride", ast::Type::i32));
  const auto load = [&](int at) {
    const Expr given = b_.let("number", LoadGlobal{"image", first + at, 1});
    const Expr is_number = b_.let("is_number", less_equal(absolute(given), real(kMostPlace)));
    is_placed_ = b_.let("placed", both(is_placed_, is_number));
    return b_.let("number", select(is_number, given, real(0)));
  };
  const Expr x = load(source.place);
  const Expr y = load(source.place + 1);
  if (spec_.is_mapped)
    for (int i = 0; i < kMapNumbers; ++i) map_.push_back(load(source.map + i));
  x_ = axis_of(x, columns);
  y_ = axis_of(y, rows);
  const auto is_zero_rest = [](const Axis& axis) { return less_equal(axis.first_rest, real(0)); };
  is_whole_ = b_.let("is_whole", both(is_zero_rest(x_), is_zero_rest(y_)));
  const auto nearest = [](const Axis& axis) {
    return axis.whole + select(less(axis.rest, real(0.5)), integer(0), integer(1));
  };
  const Expr at_row = b_.let("row", row_offset(nearest(y_)));
  const Expr at_column = b_.let("column", column_offset(nearest(x_)));
  pivot_ = b_.let("pivot", signal(at_row, at_column, always()));
}

WindowImage::Axis WindowImage::axis_of(const Expr& place, int extent) const {
  const SplitPlace own = split_place(b_, Interpolation::bilinear, place);
  // The middle of an even extent lies between two samples.
  const Expr moved = extent % 2 == 0 ? b_.let("moved", own.rest - real(0.5)) : own.rest;
  const SplitPlace first = split_place(b_, spec_.interpolation, moved);
  return {own.whole, own.rest, b_.let("first", own.whole + first.whole - (extent - 1) / 2),
          first.rest};
}

Expr WindowImage::count_inside() const {
  const auto count = [&](const Axis& axis, int extent, int image) {
    // Of the samples' nearest ones.
    const Expr begin = b_.let(
        "begin", axis.first + select(less(axis.first_rest, real(0.5)), integer(0), integer(1)));
    const Expr after = minimum(integer(extent), integer(image) - begin),
               before = maximum(integer(0), integer(0) - begin);
    return b_.let("inside", maximum(after - before, integer(0)));
  };
  const Expr across = count(x_, columns, spec_.image.columns);
  const Expr down = count(y_, rows, spec_.image.rows);
  return as_real(across * down);
}

Expr WindowImage::inside_at(const Expr& row, const Expr& column) const {
  const Mapped at = mapped_offset(as_real(column) - real((columns - 1) / 2.0),
                                  as_real(row) - real((rows - 1) / 2.0));
  const auto is_in = [&](const Axis& axis, const Expr& offset, int image) {
    const Expr place = b_.let("place", as_real(axis.whole) + offset);
    return both(less_equal(real(-0.5), place), less(place, real(image - 0.5)));
  };
  const Expr across = b_.let("is_in", is_in(x_, at.x, spec_.image.columns));
  const Expr down = b_.let("is_in", is_in(y_, at.y, spec_.image.rows));
  return b_.let("inside", select(both(across, down), real(1), real(0)));
}

Expr WindowImage::column_offset(const Expr& column) const {
  return within(column, integer(0), integer(spec_.image.columns - 1)) * spec_.image.column_stride;
}

Expr WindowImage::row_offset(const Expr& row) const {
  const Expr offset = within(row, integer(0), integer(spec_.image.rows - 1)) * memory_.row_stride;
  return memory_.first ? offset + *memory_.first : offset;
}

Expr WindowImage::signal(const Expr& row, const Expr& column, const Expr& wanted) const {
  const Expr first = b_.let("p", row + column);
  Expr sum = real(0);
  for (std::size_t c = 0; c < weights_.size(); ++c) {
    if (weights_[c] == 0) continue;
    const Expr at = first + static_cast<std::int64_t>(c) * spec_.image.channel_stride;
    sum =
        b_.let("x", fma(select(wanted, LoadGlobal{name_, at, 1}, real(0)), real(weights_[c]), sum));
  }
  if (traits_of(spec_.image.storage).is_whole()) return sum;
  return b_.let("x", select(less_equal(absolute(sum), real(kMaxSignal)), sum, real(0)));
}

Expr WindowImage::sample(const Expr& row, const Expr& column, const Expr& wanted) const {
  return b_.let("x", signal(row, column, wanted) - pivot_);
}

WindowImage::Column WindowImage::whole_column(const Expr& column) const {
  return {{b_.let("offset", column_offset(x_.first + column))}, {real(1)}, y_.first, {real(1)}};
}

WindowImage::Column WindowImage::column(const Expr& column, const Expr& moved_x,
                                        const Expr& moved_y) const {
  const int taps = samples_of(spec_.interpolation), before = lead_of(spec_.interpolation);
  // A nearest sample's rest is gone with the first split, so it is taken from the place again.
  const auto split = [&](const Axis& axis, int extent, const Expr& moved) {
    const Expr half = real(extent % 2 == 0 ? 0.5 : 0.0);
    const SplitPlace place =
        split_place(b_, spec_.interpolation, b_.let("moved", axis.rest - half + moved));
    return SplitPlace{b_.let("first", axis.whole + place.whole - ((extent - 1) / 2 + before)),
                      place.rest};
  };
  const SplitPlace x = split(x_, columns, moved_x);
  const SplitPlace y = split(y_, rows, moved_y);
  Column result{{}, interpolation_weights(b_, spec_.interpolation, x.rest), y.whole, {}};
  for (int k = 0; k < taps; ++k)
    result.offsets.push_back(b_.let("offset", column_offset(x.whole + column + k)));
  result.row_weights = interpolation_weights(b_, spec_.interpolation, y.rest);
  return result;
}

Expr WindowImage::row_of(const Column& column, const Expr& row, const Expr& wanted) const {
  const Expr at = b_.let("row", row_offset(column.first_row + row));
  std::vector<Expr> samples;
  for (const Expr& offset : column.offsets) samples.push_back(sample(at, offset, wanted));
  return weighed(b_, samples, column.weights);
}

WindowImage::Mapped WindowImage::mapped_offset(const Expr& across, const Expr& down) const {
  const Expr a = b_.let("across", across);
  const Expr d = b_.let("down", down);
  const auto moved = [&](const Axis& axis, int row) {
    const auto at = static_cast<std::size_t>(2 * row);
    const Expr offset = b_.let("offset", fma(map_[at], a, fma(map_[at + 1], d, axis.rest)));
    // Nothing changes beyond the image, wherever it is.
    return b_.let("offset", within(offset, real(-2 * kMostPlace), real(2 * kMostPlace)));
  };
  const Expr x = moved(x_, 0);
  const Expr y = moved(y_, 1);
  return {x, y};
}

Expr WindowImage::mapped(const Expr& across, const Expr& down, const Expr& wanted) const {
  const int taps = samples_of(spec_.interpolation), before = lead_of(spec_.interpolation);
  const Mapped at = mapped_offset(across, down);
  const SplitPlace x = split_place(b_, spec_.interpolation, at.x);
  const SplitPlace y = split_place(b_, spec_.interpolation, at.y);
  const std::vector<Expr> x_weights = interpolation_weights(b_, spec_.interpolation, x.rest);
  const std::vector<Expr> y_weights = interpolation_weights(b_, spec_.interpolation, y.rest);
  std::vector<Expr> offsets;
  for (int k = 0; k < taps; ++k)
    offsets.push_back(b_.let("offset", column_offset(x_.whole + x.whole + (k - before))));
  std::vector<Expr> lines;
  for (int k = 0; k < taps; ++k) {
    const Expr row = b_.let("row", row_offset(y_.whole + y.whole + (k - before)));
    std::vector<Expr> samples;
    for (const Expr& offset : offsets) samples.push_back(sample(row, offset, wanted));
    lines.push_back(weighed(b_, samples, x_weights));
  }
  return weighed(b_, lines, y_weights);
}

}  // namespace fftcore
