// SPDX-License-Identifier: LGPL-2.1-or-later
#include "band_slabs.h"

#include <algorithm>
#include <utility>

#include "direct_pixels.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

int byte_of(float bias) {
  return static_cast<int>(bias) & 255;
}
/// A word of four samples that the bias takes away.
Expr joined_fill(float bias) {
  return integer(
      static_cast<std::int32_t>(static_cast<std::uint32_t>(byte_of(bias)) * 0x01010101U));
}
Expr never() {
  return ast::Literal{ast::Type::boolean, 0};
}

}  // namespace

BandSlabs::BandSlabs(Builder& b, const DirectSpec& spec, const StripPosition& at)
    : b_(b),
      spec_(spec),
      at_(at),
      group_(b.let("group", at.thread % kMatrixThreads)),
      has_group_(b.let("has_group", less(group_, integer(spec.sample_columns() / kColumns)))),
      first_(b.let("first", at.column * spec.tile_columns() + group_ * kColumns +
                                std::int64_t{spec.load.first_column})),
      is_together_(never()) {
  b.buffer("input", spec.load.image.storage, ast::Access::constant);
  b.shared(kTileName, ast::Type::half, 2 * spec.channels() * slab_samples());
  if (!spec.loads_quads) return;
  const int shift = spec.load.first_column,
            last = (spec.tiles[Dim::column] - 1) * spec.tile_columns() +
                   (kMatrixThreads - 1) * kColumns + shift;
  is_together_ = b.let(
      "is_together",
      both(has_group_, is_inside(first_, {shift, last}, spec.load.image.columns - kColumns + 1)));
}

/// Of the slab; the last ones may be there twice.
Expr BandSlabs::row_of(int number) const {
  const Expr row = at_.thread / kMatrixThreads + std::int64_t{number * warps()};
  return (number + 1) * warps() > kSlabRows ? minimum(row, integer(kSlabRows - 1)) : row;
}

ImageRow BandSlabs::image_row_of(const Expr& slab, int number) {
  const ImageGeometry& image = spec_.load.image;
  // Rows that no output needs are as good as the last one.
  const int last = spec_.store.image.rows + spec_.tap_rows - 2, shift = spec_.load.first_row;
  const Expr row = b_.let(
      "row",
      minimum(at_.row * spec_.shape.tile_rows + slab * kSlabRows + row_of(number), integer(last)));
  LinePosition line = tile_line(spec_, at_, row, 0);
  line.lines[Dim::row] = last + 1;
  const ImageMemory memory = image_memory(b_, "input", image);
  const bool is_constant = spec_.load.edge == EdgeMode::constant;
  ImageRow found = image_row(b_, image, is_constant ? EdgeMode::replicate : spec_.load.edge, line,
                             spec_.pixel > 1 ? integer(0) : channel_of(image, line), memory, shift,
                             spec_.load.first_slice);
  if (is_constant)
    found.inside =
        b_.let("has_row", is_inside(row + shift, {shift, std::int64_t{last} + shift}, image.rows));
  return found;
}

std::vector<Expr> BandSlabs::words(const Expr& slab) {
  // Where the image has no such row, a sample is what the bias takes away.
  const Expr fill = joined_fill(spec_.load.bias);
  std::vector<Expr> words;
  for (int i = 0; i < rows_each(); ++i) {
    const ImageRow row = image_row_of(slab, i);
    const Expr is_loaded = b_.let("is_loaded", both(is_together_, row.inside));
    if (spec_.pixel > 1) {
      for (Expr& word : words_of_pixels(row, is_loaded)) words.push_back(std::move(word));
      continue;
    }
    for (int word = 0; word < words_of_row(); ++word)
      words.push_back(b_.let(
          "word",
          select(is_loaded,
                 ast::LoadBytes{"input", row.base + first_ + std::int64_t{word * kStripColumns}},
                 fill)));
  }
  return words;
}

/// Of all samples of the thread's pixels in a row, as many words at once as are aligned.
std::vector<Expr> BandSlabs::words_of_pixels(const ImageRow& row, const Expr& is_loaded) {
  const int at_once = samples_at_once(spec_.load.image.storage, spec_.pixel), least = 0,
            most = (spec_.load.image.columns - kColumns) / kStripColumns * kStripColumns;
  // Any columns will do in place of those that the image has not: they are not kept.
  const Expr column = b_.let("column", minimum(maximum(first_, integer(least)), integer(most)));
  const Expr place = b_.let("place", row.base + column * std::int64_t{spec_.pixel});
  std::vector<Expr> words;
  for (int first = 0; first < spec_.pixel * kColumns; first += at_once) {
    const int count = at_once / kStripColumns;
    const Expr loaded =
        b_.let("words", ast::LoadBytes{"input", place + std::int64_t{first}, count});
    for (int i = 0; i < count; ++i) {
      const Expr word = count == 1 ? loaded : Expr(ast::Cast{ast::Type::i32, lane(loaded, i)});
      words.push_back(b_.let("word", select(is_loaded, word, joined_fill(spec_.load.bias))));
    }
  }
  return words;
}

/// Four samples of a row from the thread's sample number `first` on, one by one.
Expr BandSlabs::joined(const ImageRow& row, int first) {
  const int columns = spec_.load.image.columns, shift = spec_.load.first_column,
            last = spec_.load.count - 1 + shift;
  const Range needed{shift, last};
  const bool is_constant = spec_.load.edge == EdgeMode::constant;
  const std::int64_t stride = spec_.load.image.column_stride;
  std::vector<Expr> bytes;
  for (int i = 0; i < kStripColumns; ++i) {
    const int sample = first + i;
    const Expr column =
        b_.let("column", minimum(first_ + std::int64_t{sample / spec_.pixel}, integer(last)));
    const Expr place =
        edge_index(column, needed, columns, is_constant ? EdgeMode::replicate : spec_.load.edge);
    const Expr byte =
        ast::Cast{ast::Type::i32,
                  ast::LoadGlobal{
                      "input", row.base + place * stride + std::int64_t{sample % spec_.pixel}, 1}};
    const Expr inside = both(row.inside, is_inside(column, needed, columns));
    bytes.push_back(b_.let(
        "byte", is_constant ? select(inside, byte, integer(byte_of(spec_.load.bias))) : byte));
  }
  return b_.let("word", ast::Call{ast::Builtin::joined_bytes, bytes});
}

void BandSlabs::put(const Expr& slab, const std::vector<Expr>& words) {
  b_.when(is_together_, [&] {
    for (int i = 0; i < rows_each(); ++i)
      store(slab, i,
            {words.begin() + std::ptrdiff_t{i} * words_of_row(),
             words.begin() + std::ptrdiff_t{i + 1} * words_of_row()});
  });
  b_.when(both(has_group_, select(is_together_, never(), ast::Literal{ast::Type::boolean, 1})),
          [&] {
            for (int i = 0; i < rows_each(); ++i) {
              const ImageRow row = image_row_of(slab, i);
              std::vector<Expr> joined_words;
              for (int word = 0; word < words_of_row(); ++word)
                joined_words.push_back(joined(row, word * kStripColumns));
              store(slab, i, joined_words);
            }
          });
}

/// Row `number` of the thread's.
void BandSlabs::store(const Expr& slab, int number, const std::vector<Expr>& words) {
  constexpr double k1024 = 1024;  // halves from there to 2048 are whole numbers
  const Expr less_by = ast::Literal{ast::Type::halves, k1024 + spec_.load.bias + spec_.centre()};
  std::vector<Expr> halves;
  for (const Expr& word : words) {
    const Expr two = b_.let("halves", ast::Call{ast::Builtin::halves_of_bytes, {word, less_by}});
    for (int i = 0; i < 2; ++i) halves.push_back(b_.let("h", lane(two, i)));
  }
  const Expr place = slab % 2 * (spec_.channels() * slab_samples() / kColumns) +
                     row_of(number) * (spec_.row_samples() / kColumns) + group_;
  if (spec_.pixel == 1) return b_.store_shared(kTileName, place, halves);
  for (int channel = 0; channel < spec_.channels(); ++channel)
    b_.store_shared(kTileName, place + std::int64_t{channel} * (slab_samples() / kColumns),
                    channel_of_pixels(spec_, halves, channel, kColumns));
}

}  // namespace fftcore
