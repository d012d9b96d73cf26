// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_pieces.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "fftcore/pieces.h"
#include "progress.h"

namespace samples {

using namespace fftcore;
using pictures::Alpha, pictures::TiffImage, pictures::TiffReader, pictures::TiffWriter;

namespace {

using Pixels = std::vector<unsigned char>;

/// The same colours among `channels` of a pixel.
Layout among(const Layout& colours, std::int64_t channels) {
  Layout pixels = Layout::interleaved(colours.type, colours.extent(), channels);
  pixels.channels.extent = colours.channels.extent;
  return pixels;
}

std::size_t size_bytes(const Layout& layout) {
  return std::size_t(layout.rows.extent * layout.rows.stride) * fftcore::size_bytes(layout.type);
}

/// Whether a piece takes at most so many bytes, with what lies between the steps of its work.
bool fits(const Convolution& work, std::size_t bytes, Backend& backend, const Queue& queue) {
  const std::size_t pixels = size_bytes(work.input) + size_bytes(work.output);
  return pixels <= bytes && pixels + backend.memory_bytes(work, queue) <= bytes;
}

/// Tiles of a side that is cut in halves: no fewer than the taps are wide, since samples around a
/// piece are read again.
struct CutSide {
  std::int64_t tile, taps, tiles;

  CutSide(std::int64_t extent, std::int64_t tile_side, std::int64_t taps_side)
      : tile(tile_side), taps(taps_side), tiles((extent + tile - 1) / tile) {}
  std::int64_t samples() const { return tiles * tile; }
  bool is_divisible() const { return tiles > 1 && samples() > taps; }
  void halve() { tiles = (tiles + 1) / 2; }
};

/// Pieces of whole tiles of the output, the largest ones that fit. Strips of the input lie all
/// across, and so do its pieces as long as they can.
PiecedConvolution cut(const Convolution& whole, const TiffImage& input, const TiffImage& output,
                      std::size_t bytes, Backend& backend, const Queue& queue) {
  CutSide rows(output.extent.rows, output.block.rows, whole.taps.rows),
      columns(output.extent.columns, output.block.columns, whole.taps.columns);
  for (;;) {
    PiecedConvolution pieces = in_pieces(whole, {rows.samples(), columns.samples()});
    pieces.work.input = among(pieces.work.input, input.channels);
    pieces.work.output = among(pieces.work.output, input.channels);
    if (!(rows.is_divisible() || columns.is_divisible()) ||
        fits(pieces.work, bytes, backend, queue))
      return pieces;
    const bool is_high = !input.is_tiled || rows.samples() >= columns.samples();
    (rows.is_divisible() && (is_high || !columns.is_divisible()) ? rows : columns).halve();
  }
}

/// Neighbouring positions of a piece whose samples are in one tile or strip, on one axis.
struct Span {
  std::int64_t position;  ///< the first, counted from the piece's begin
  std::int64_t block;     ///< number of the tile or strip
  std::int64_t source;    ///< where in it the first one's sample is
  std::int64_t step, count;
};

/// All positions of a range but those that no sample stands for.
std::vector<Span> spans_of(AxisRange range, std::int64_t extent, EdgeMode edge,
                           std::int64_t block) {
  std::vector<Span> spans;
  for (std::int64_t position = 0; position < range.count;) {
    EdgeRun run = edge_run(range.first + position, range.count - position, extent, edge);
    const std::int64_t source = run.source % block;
    if (run.step != 0) run.count = std::min(run.count, run.step > 0 ? block - source : source + 1);
    if (run.source >= 0)
      spans.push_back({position, run.source / block, source, run.step, run.count});
    position += run.count;
  }
  return spans;
}

/// The pixels of `part` of the file's image, as its edges extend it, from `pixels` on.
void gather(TiffReader& file, const Part& part, EdgeMode edge, Pixels& pixels) {
  const TiffImage& image = file.image();
  const std::size_t bytes = image.pixel_bytes();
  const auto columns = spans_of(part.columns, image.extent.columns, edge, image.block.columns);
  std::ranges::fill(pixels, 0);  // what constant edges are
  for (const Span& down : spans_of(part.rows, image.extent.rows, edge, image.block.rows))
    for (const Span& across : columns) {
      const unsigned char* block = file.block(down.block, across.block);
      for (std::int64_t i = 0; i < down.count; ++i) {
        const unsigned char* from =
            block +
            std::size_t((down.source + i * down.step) * image.block.columns + across.source) *
                bytes;
        unsigned char* to =
            &pixels[std::size_t((down.position + i) * part.columns.count + across.position) *
                    bytes];
        if (across.step == 1) {
          std::memcpy(to, from, std::size_t(across.count) * bytes);
          continue;
        }
        for (std::int64_t k = 0; k < across.count; ++k, to += bytes)
          std::memcpy(to, from + k * across.step * std::int64_t(bytes), bytes);
      }
    }
}

/// The last channel of a piece's outputs, from its inputs.
void copy_alpha(const Piece& piece, const TiffImage& image, const Pixels& from, Pixels& to) {
  const std::size_t bytes = image.pixel_bytes(), alpha = fftcore::size_bytes(image.type);
  for (std::int64_t row = 0; row < piece.output.rows.count; ++row) {
    const std::int64_t from_row = row + piece.output.rows.first - piece.input.rows.first,
                       from_column = piece.output.columns.first - piece.input.columns.first;
    std::size_t source = std::size_t(from_row * piece.input.columns.count + from_column) * bytes,
                target = std::size_t(row * piece.output.columns.count) * bytes;
    for (std::int64_t i = 0; i < piece.output.columns.count; ++i, source += bytes, target += bytes)
      std::memcpy(&to[target + bytes - alpha], &from[source + bytes - alpha], alpha);
  }
}

/// Writes the tiles that no piece before this one gave: the last pieces overlap those before them.
/// `first` is the first of these tiles.
void write_tiles(TiffWriter& file, const Part& part, Extent first, const Pixels& pixels) {
  const TiffImage& image = file.image();
  const std::size_t bytes = image.pixel_bytes();
  const std::int64_t last_row = part.rows.first + part.rows.count,
                     last_column = part.columns.first + part.columns.count;
  Pixels tile(image.block_bytes());
  for (std::int64_t row = first.rows; row < last_row; row += image.block.rows)
    for (std::int64_t column = first.columns; column < last_column; column += image.block.columns) {
      std::ranges::fill(tile, 0);  // outside of the image
      const std::int64_t columns = std::min(image.block.columns, last_column - column);
      for (std::int64_t i = 0; i < std::min(image.block.rows, last_row - row); ++i)
        std::memcpy(&tile[std::size_t(i * image.block.columns) * bytes],
                    &pixels[std::size_t((row + i - part.rows.first) * part.columns.count + column -
                                        part.columns.first) *
                            bytes],
                    std::size_t(columns) * bytes);
      file.write(row, column, tile.data());
    }
}

}  // namespace

void filter_in_pieces(const ColourFilter& filter, std::size_t bytes, Backend& backend,
                      TiffReader& input, TiffWriter& output) {
  const TiffImage& image = input.image();
  const auto queue = backend.create_queue({});
  const PiecedConvolution pieces = cut(filter.whole, image, output.image(), bytes, backend, *queue);
  const auto executable = backend.compile(pieces.work, *queue);
  executable->set_taps(filter.taps);
  executable->set_gain(filter.gain, filter.offset);

  Pixels samples(size_bytes(pieces.work.input)), results(size_bytes(pieces.work.output));
  const Extent each = pieces.work.output.extent();
  Progress progress(piece_count(pieces));
  for (std::int64_t number = 0; number < piece_count(pieces); ++number) {
    const Piece piece = piece_at(pieces, number);
    gather(input, piece.input, filter.whole.edge, samples);
    executable->run(*queue, {samples.data()}, {results.data()});
    if (image.alpha != Alpha::none) copy_alpha(piece, image, samples, results);
    write_tiles(
        output, piece.output,
        {number / pieces.grid.columns * each.rows, number % pieces.grid.columns * each.columns},
        results);
    progress.advance();
  }
}

}  // namespace samples
