// SPDX-License-Identifier: LGPL-2.1-or-later
#include "access.h"

namespace fftcore {

using ast::Expr;
using ast::integer;

Expr is_stored(const Butterfly& butterfly, const LinePosition& line) {
  const Expr always = ast::Literal{ast::Type::boolean, 1};
  return both(line.exists.value_or(always), butterfly.active.value_or(always));
}

Expr line_base(const Strides& strides, const LinePosition& line) {
  Expr base = integer(strides.offset);
  for (const Dim dim : kAllDims) base = base + line.number[dim] * strides.line[dim];
  return base;
}

WholeElement whole_element(const LinePosition& line, int step, const Butterfly& butterfly, int k) {
  const std::int64_t least = butterfly.least_first + static_cast<std::int64_t>(k) * butterfly.step;
  const Expr element = butterfly.first + k * butterfly.step;
  const std::int64_t pieces = std::int64_t{line.lines[Dim::part]} * line.lines[Dim::whole];
  return {line.term(element) * step + line.number[Dim::part] * line.lines[Dim::whole] +
              line.number[Dim::whole],
          {least * step, (least + butterfly.firsts - 1) * step + pieces - 1}};
}

Expr channel_of(const ImageGeometry& image, const LinePosition& line) {
  const Expr& number = line.number[Dim::channel];
  if (image.channels.empty()) return number;
  Expr channel = integer(image.channels.back());
  for (std::size_t i = image.channels.size() - 1; i-- > 0;)
    channel = select(less(number, integer(static_cast<std::int64_t>(i) + 1)),
                     integer(image.channels[i]), channel);
  return channel;
}

ImageMemory image_memory(Builder& b, const std::string& name, const ImageGeometry& image) {
  ImageMemory memory{b.scalar(name + "_row_stride", ast::Type::i32), {}};
  // Elsewhere a pointer says it.
  if (traits_of(image.storage).is_packed())
    memory.first = b.scalar(name + "_first", ast::Type::i32);
  return memory;
}

ImageRow image_row(Builder& b, const ImageGeometry& image, EdgeMode edge, const LinePosition& line,
                   const Expr& channel, const ImageMemory& memory, int row_shift, int slice_shift,
                   bool reversed) {
  const auto shifted = [](Range range, int shift) {
    return Range{range.least + shift, range.most + shift};
  };
  const Range rows = shifted(line.range(Dim::row), row_shift);
  const Range slices = shifted(line.range(Dim::slice), slice_shift);
  const Expr row = line.number[Dim::row] + row_shift;
  const Expr slice = line.number[Dim::slice] + slice_shift;
  Expr inside = ast::Literal{ast::Type::boolean, 1};
  if (edge == EdgeMode::constant)
    inside = both(is_inside(row, rows, image.rows), is_inside(slice, slices, image.slices));
  const auto index = [&](const Expr& position, Range range, int extent) {
    const Expr found = edge_index(position, range, extent, edge);
    return reversed ? integer(extent - 1) - found : found;
  };
  const Expr slice_index = index(slice, slices, image.slices);
  const Expr row_index = b.let("row", index(row, rows, image.rows));
  Expr base = channel * image.channel_stride + line.number[Dim::frame] * image.frame_stride +
              slice_index * image.slice_stride + row_index * memory.row_stride;
  if (memory.first) base = base + *memory.first;
  const Expr row_inside = b.let("row_inside", inside);
  return {row_inside, b.let("row_base", base), row_index, slice_index};
}

}  // namespace fftcore
