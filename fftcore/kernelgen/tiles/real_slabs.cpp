// SPDX-License-Identifier: LGPL-2.1-or-later
#include "real_slabs.h"

#include <utility>

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

Expr always() {
  return ast::Literal{ast::Type::boolean, 1};
}
Expr never() {
  return ast::Literal{ast::Type::boolean, 0};
}

}  // namespace

RealSlabs::RealSlabs(Builder& b, const DirectSpec& spec, const StripPosition& at)
    : b_(b), spec_(spec), at_(at) {
  b.buffer("input", spec.load.image.storage, ast::Access::constant);
  b.shared(kTileName, ast::Type::real, 2 * kSlabRows * spec.row_samples());
  const int total = kSlabRows * spec.groups();
  for (int i = 0; i * spec.shape.threads < total; ++i) groups_.push_back(group(i));
}

RealSlabs::Group RealSlabs::group(int number) {
  const int total = kSlabRows * spec_.groups(), first = number * spec_.shape.threads;
  const Expr wanted = b_.let("number", at_.thread + std::int64_t{first});
  const bool is_certain = first + spec_.shape.threads <= total;
  const Expr exists = is_certain ? always() : b_.let("exists", less(wanted, integer(total)));
  const Expr row = b_.let("slab_row", wanted / spec_.groups()),
             column = b_.let("group", wanted % spec_.groups());
  if (!spec_.loads_quads) return {exists, row, column, never(), integer(0)};
  const int before = spec_.load.first_column / kStripColumns,
            extent = spec_.load.image.columns / kStripColumns,
            of_tile = spec_.tile_columns() / kStripColumns;
  const Range range{before, before + (spec_.tiles[Dim::column] - 1) * of_tile + spec_.groups() - 1};
  const Expr in_row = b_.let("in_row", at_.column * of_tile + column + std::int64_t{before});
  return {exists, row, column, b_.let("is_together", is_inside(in_row, range, extent)),
          // Any four will do in place of those that the image has not: they are not kept.
          b_.let("place", edge_index(in_row, range, extent, EdgeMode::replicate))};
}

LinePosition RealSlabs::line(const Expr& slab, const Group& group) {
  // Rows that no output needs are as good as the last one.
  const Expr row = b_.let("row", minimum(at_.row * spec_.shape.tile_rows + slab * kSlabRows +
                                             (group.exists.as<ast::Literal>() != nullptr
                                                  ? group.row
                                                  : minimum(group.row, integer(kSlabRows - 1))),
                                         integer(last_row())));
  LinePosition line = tile_line(spec_, at_, row, 0);
  line.lines[Dim::row] = last_row() + 1;
  return line;
}

std::vector<std::vector<Expr>> RealSlabs::quads(const Expr& slab) {
  std::vector<std::vector<Expr>> quads;
  if (!spec_.loads_quads) return quads;
  const ImageGeometry& image = spec_.load.image;
  const bool is_constant = spec_.load.edge == EdgeMode::constant;
  const int shift = spec_.load.first_row;
  for (const Group& group : groups_) {
    const LinePosition rows = line(slab, group);
    const ImageMemory memory = image_memory(b_, "input", image);
    const ImageRow of_image =
        image_row(b_, image, is_constant ? EdgeMode::replicate : spec_.load.edge, rows,
                  channel_of(image, rows), memory, shift, spec_.load.first_slice);
    const Expr has_row =
        is_constant ? b_.let("has_row", is_inside(rows.number[Dim::row] + std::int64_t{shift},
                                                  {shift, last_row() + shift}, image.rows))
                    : always();
    const Expr quad = b_.let(
        "quad",
        ast::LoadGlobal{"input", of_image.base + group.place * kStripColumns, kStripColumns});
    quads.emplace_back();
    for (int i = 0; i < kStripColumns; ++i)
      quads.back().push_back(
          b_.let("sample", select(has_row, lane(quad, i) - real(spec_.load.bias), real(0))));
  }
  return quads;
}

void RealSlabs::put(const Expr& slab, const std::vector<std::vector<Expr>>& quads) {
  const Expr begin = b_.let("begin", this->begin(slab));
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const Group& group = groups_[i];
    const Expr to = b_.let("to", begin + group.row * row_groups() + group.column);
    if (!quads.empty())
      b_.when(both(group.exists, group.is_together),
              [&] { b_.store_shared(kTileName, to, quads[i]); });
    // Samples beyond the needed ones meet taps that are 0, but have to be numbers.
    const int last = spec_.load.count - 1;
    b_.when(both(group.exists, select(group.is_together, never(), always())), [&] {
      const LinePosition rows = line(slab, group);
      const Loader load = make_loader(b_, spec_.load, rows, "input");
      b_.repeat("of_group", kStripColumns, [&](const Expr& of_group) {
        const Expr column = b_.let("column", minimum(at_.column * spec_.tile_columns() +
                                                         group.column * kStripColumns + of_group,
                                                     integer(last)));
        b_.store_shared(kTileName, to * kStripColumns + of_group,
                        {load(lone_element(column, 0, last + 1), 1).front().re});
      });
    });
  }
}

}  // namespace fftcore
