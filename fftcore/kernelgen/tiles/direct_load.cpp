// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <optional>
#include <utility>

#include "direct_pixels.h"
#include "direct_tile.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

/// One of the numbers that a block's threads go through, and whether none of them is too large.
struct Number {
  Expr value;
  bool exists;

  Expr is_below(int total) const {
    return exists ? Expr(ast::Literal{ast::Type::boolean, 1}) : less(value, integer(total));
  }
  Expr at_most(int last, Builder& b) const {
    return exists ? value : b.let("n", minimum(value, integer(last)));
  }
};

class TileLoader {
 public:
  TileLoader(Builder& b, const DirectSpec& spec, const StripPosition& at, int of_block)
      : b_(b), spec_(spec), at_(at), rows_before_(of_block * spec.sample_rows()) {}

  void samples() {
    const int columns = spec_.sample_columns(), total = spec_.sample_rows() * columns;
    batched(total, kSamplesAtOnce, [&](const std::vector<Number>& numbers) {
      std::vector<Expr> loaded;
      for (const Number& number : numbers) {
        const Expr n = number.at_most(total - 1, b_);
        const Expr column = at_.column * spec_.tile_columns() + n % columns;
        loaded.push_back(sample(n / columns, b_.let("column", column), 0, all_columns()));
      }
      for (std::size_t i = 0; i < numbers.size(); ++i)
        b_.when(numbers[i].is_below(total), [&] {
          const Expr column = b_.let("column", numbers[i].value % columns);
          put(numbers[i].value / columns, column, loaded[i]);
        });
    });
  }

  /// A warp has a row of the tile's own groups of four; what lies beside them goes by columns too.
  void quads() {
    b_.buffer("input", spec_.load.image.storage, ast::Access::constant);
    if (spec_.body == DirectBody::transforms)
      quads_of_rows_inside_or_not();
    else
      all_quads();
    beyond_columns();
  }

 private:
  void quads_of_rows_inside_or_not() {
    // Most tiles need no rows beyond the image's: they go without the arithmetic of edges.
    const Expr first =
        b_.let("first_row", at_.row * spec_.shape.tile_rows + std::int64_t{spec_.load.first_row});
    const Expr inside =
        b_.let("rows_inside",
               both(less_equal(integer(0), first),
                    less_equal(first, integer(spec_.load.image.rows - spec_.sample_rows()))));
    b_.when(inside, [&] {
      has_rows_inside_ = true;
      all_quads();
    });
    b_.when(select(inside, never(), always()), [&] {
      has_rows_inside_ = false;
      all_quads();
    });
  }

  void all_quads() {
    const int threads = spec_.shape.threads, beside = spec_.groups() - kStripsAcross;
    column_of_quads(at_.across, at_.down, threads / kStripsAcross);
    if (beside > 0) {
      const int rows = threads / beside;
      const auto one = [&] {
        // One after the other: compilers differ in the order of a call's arguments.
        const Expr down = b_.let("down", at_.thread / beside),
                   group = b_.let("group", at_.thread % beside + kStripsAcross);
        column_of_quads(group, down, rows);
      };
      if (rows * beside == threads)
        one();
      else
        b_.when(less(at_.thread, integer(rows * beside)), one);
    }
  }

  static constexpr int kSamplesAtOnce = 8, kQuadsAtOnce = 12, kQuadsOfTransforms = 16,
                       kQuadsOfPixels = 24;

  /// Whether bytes go to shared memory as halves, which hold them exactly.
  bool keeps_halves() const {
    return (spec_.body == DirectBody::matrices || spec_.body == DirectBody::transforms) &&
           spec_.load.image.storage == Storage::u8;
  }
  static Expr halves(double number) { return ast::Literal{ast::Type::halves, number}; }

  static Expr never() { return ast::Literal{ast::Type::boolean, 0}; }
  static Expr always() { return ast::Literal{ast::Type::boolean, 1}; }

  int groups_needed() const { return (spec_.load.count + kStripColumns - 1) / kStripColumns; }
  int all_columns() const {
    return (spec_.tiles[Dim::column] - 1) * spec_.tile_columns() + spec_.sample_columns();
  }

  LinePosition line(const Expr& row) {
    return tile_line(spec_, at_, b_.let("row", at_.row * spec_.shape.tile_rows + row),
                     spec_.sample_rows());
  }

  /// The thread brings a group of four samples of each row `first`, first + step, ...: some are
  /// loaded together, lest each waits for memory by itself.
  void column_of_quads(const Expr& group, const Expr& first, int step) {
    const int begin = spec_.load.first_column / kStripColumns,
              extent = spec_.load.image.columns / kStripColumns, rows = spec_.sample_rows();
    const int end = begin + groups_needed();  // beyond which no output needs any
    const Range range{begin, begin + all_columns() / kStripColumns - 1};
    const Expr wanted =
        b_.let("wanted", at_.column * (spec_.tile_columns() / kStripColumns) + group + begin);
    const Expr has_group = b_.let("has_group", is_inside(wanted, range, extent));
    // What no output needs is 0, lest somebody computes with what nobody wrote.
    const bool has_beyond = range.most >= end;
    const Expr is_stored = b_.let(
        "is_stored",
        has_beyond ? select(has_group, always(), less_equal(integer(end), wanted)) : has_group);
    // Any sample will do in place of one that the image has not: it is not kept.
    const Expr place = b_.let("place", edge_index(wanted, range, extent, EdgeMode::replicate));
    const int most = spec_.body == DirectBody::transforms ? kQuadsOfTransforms
                     : spec_.pixel > 1                    ? kQuadsOfPixels / spec_.pixel
                                                          : kQuadsAtOnce;
    const int each = (rows + step - 1) / step, rounds = (each + most - 1) / most,
              at_once = (each + rounds - 1) / rounds;
    const auto round = [&](const Expr& row_of_round) {
      std::vector<Quad> quads;
      for (int i = 0; i < at_once; ++i)
        quads.push_back(loaded(row_of_round, i * step, rounds == 1 && (i + 1) * step <= rows, place,
                               has_beyond ? has_group : always()));
      b_.when(is_stored, [&] {
        for (int i = 0; i < at_once; ++i) {
          const auto store = [&, &quad = quads[static_cast<std::size_t>(i)]] {
            const Expr to = begin_of(row_of_round, i * step, kStripColumns) + group;
            for (std::size_t c = 0; c < quad.planes.size(); ++c)
              b_.store_shared(kTileName, to + plane(static_cast<int>(c)) / kStripColumns,
                              quad.planes[c]);
          };
          const Quad& quad = quads[static_cast<std::size_t>(i)];
          quad.is_certain ? store() : b_.when(less(quad.row, integer(rows)), store);
        }
      });
    };
    if (rounds == 1) return round(first);
    b_.repeat("round", rounds, [&](const Expr& number) {
      round(b_.let("first", number * (at_once * step) + first));
    });
  }

  struct Quad {
    Expr row;
    bool is_certain;                        ///< that the tile has the row
    std::vector<std::vector<Expr>> planes;  ///< of each channel four samples
  };
  /// Where a channel's plane begins in shared memory.
  std::int64_t plane(int channel) const {
    return std::int64_t{channel} * (channel == 0 ? 0 : spec_.plane_samples());
  }
  Quad loaded(const Expr& first, int further, bool is_certain, const Expr& place,
              const Expr& has_group) {
    const ImageGeometry& image = spec_.load.image;
    const bool is_constant = spec_.load.edge == EdgeMode::constant;
    const Expr row = b_.let("tile_row", first + std::int64_t{further});
    const LinePosition rows =
        line(is_certain ? row : b_.let("n", minimum(row, integer(spec_.sample_rows() - 1))));
    const ImageMemory memory = image_memory(b_, "input", image);
    LinePosition of_rows = rows;
    if (has_rows_inside_) {
      of_rows.number[Dim::row] = b_.let("row", rows.number[Dim::row] + spec_.load.first_row);
      of_rows.lines[Dim::row] = image.rows;
    }
    const ImageRow of_image =
        image_row(b_, image, is_constant ? EdgeMode::replicate : spec_.load.edge, of_rows,
                  spec_.pixel > 1 ? integer(0) : channel_of(image, rows), memory,
                  has_rows_inside_ ? 0 : spec_.load.first_row, spec_.load.first_slice);
    const Range reached{rows.range(Dim::row).least + spec_.load.first_row,
                        rows.range(Dim::row).most + spec_.load.first_row};
    const Expr has_row =
        is_constant && !has_rows_inside_
            ? is_inside(rows.number[Dim::row] + spec_.load.first_row, reached, image.rows)
            : always();
    const Expr exists = b_.let("exists", both(has_row, has_group));
    if (spec_.pixel > 1)
      return {row, is_certain,
              pixels_from(b_, spec_, of_image.base + place * (kStripColumns * spec_.pixel), exists,
                          keeps_halves())};
    std::vector<Expr> samples;
    if (keeps_halves()) {
      const Expr quad = b_.let(
          "quad",
          ast::LoadHalves{"input", of_image.base + place * kStripColumns, kStripColumns / 2});
      for (int i = 0; i < kStripColumns / 2; ++i)
        samples.push_back(select(exists, lane(quad, i) - halves(spec_.load.bias + spec_.centre()),
                                 halves(-spec_.centre())));
      return {row, is_certain, {std::move(samples)}};
    }
    const Expr quad = b_.let(
        "quad", ast::LoadGlobal{"input", of_image.base + place * kStripColumns, kStripColumns});
    for (int i = 0; i < kStripColumns; ++i)
      samples.push_back(select(exists, lane(quad, i) - real(spec_.load.bias), real(0)));
    return {row, is_certain, {std::move(samples)}};
  }

  /// The sample in a row of the tile, its column counted from where the load begins.
  Expr sample(const Expr& row, const Expr& column, int least, int count,
              const std::optional<Expr>& channel = {}) {
    LinePosition position = line(row);
    if (channel) {
      position.number[Dim::channel] = *channel;
      position.lines[Dim::channel] = spec_.channels();
    }
    const Loader load = make_loader(b_, spec_.load, position, "input");
    return load(lone_element(column, least, count), 1).front().re - real(spec_.centre());
  }

  /// Where a row of samples begins in shared memory, in groups of so many.
  Expr begin_of(const Expr& row, int group) const {
    if (spec_.body == DirectBody::transforms)
      return (row + std::int64_t{rows_before_}) * (spec_.row_samples() / group);
    if (spec_.body != DirectBody::matrices) return row * (spec_.sample_columns() / group);
    const int phases = spec_.shape.rows;
    return (row % phases * spec_.phase_rows() + row / phases) * (spec_.row_samples() / group);
  }

  /// Likewise of the row that is so many further.
  Expr begin_of(const Expr& row, int further, int group) const {
    const int phases = spec_.shape.rows;
    if (spec_.body != DirectBody::matrices || further % phases != 0)
      return begin_of(row + std::int64_t{further}, group);
    return begin_of(row, group) + std::int64_t{further / phases * (spec_.row_samples() / group)};
  }

  void put(const Expr& row, const Expr& column, const Expr& value) {
    b_.store_shared(kTileName, begin_of(row, 1) + column, {value});
  }

  /// What groups of four leave out: samples beyond the image's columns, and of a group that is half
  /// inside.
  void beyond_columns() {
    const int before = -spec_.load.first_column;
    const int tiles = (before + spec_.tile_columns() - 1) / spec_.tile_columns();
    if (before > 0)
      b_.when(less(at_.column, integer(tiles)), [&] { columns_from(0, before, before); });
    const int after = spec_.load.image.columns / kStripColumns * kStripColumns + before;
    const int count = groups_needed() * kStripColumns - after;
    if (count <= 0) return;
    const Expr begin = at_.column * spec_.tile_columns();
    b_.when(less(integer(after), begin + spec_.sample_columns()),
            [&] { columns_from(after, count, all_columns()); });
  }

  /// Columns from there on, as far as the tile has them; `most`: beyond which none are.
  void columns_from(int first, int count, int most) {
    const int total = spec_.sample_rows() * count;
    batched(total, 2, [&](const std::vector<Number>& numbers) {
      for (const Number& number : numbers) {
        const Expr column = b_.let("column", number.value % count + first);
        const Expr of_tile = b_.let("column", column - at_.column * spec_.tile_columns());
        const Expr is_there = both(both(number.is_below(total), less_equal(integer(0), of_tile)),
                                   less(of_tile, integer(spec_.sample_columns())));
        b_.when(is_there, [&] {
          const Expr row = b_.let("tile_row", number.value / count);
          const int columns = std::min(count, most - first);
          if (spec_.pixel == 1) return put(row, of_tile, sample(row, column, first, columns));
          b_.repeat("channel", spec_.channels(), [&](const Expr& channel) {
            put(row, of_tile + channel * std::int64_t{spec_.plane_samples()},
                sample(row, column, first, columns, channel));
          });
        });
      }
    });
  }

  /// The block's threads go through the numbers below `total`, each through some at once: these are
  /// loaded together, lest each waits for memory by itself. Numbers may go beyond.
  template <class Body>
  void batched(int total, int most, Body&& body) {
    const int threads = spec_.shape.threads, each = (total + threads - 1) / threads,
              rounds = (each + most - 1) / most, at_once = (each + rounds - 1) / rounds;
    const auto round = [&](const Expr& first) {
      std::vector<Number> numbers;
      for (int i = 0; i < at_once; ++i)
        numbers.push_back({b_.let("number", first + std::int64_t{i} * threads),
                           rounds == 1 && (i + 1) * threads <= total});
      body(numbers);
    };
    if (rounds == 1) return round(at_.thread);
    b_.repeat("round", rounds, [&](const Expr& number) {
      round(b_.let("first", number * (at_once * threads) + at_.thread));
    });
  }

  Builder& b_;
  const DirectSpec& spec_;
  const StripPosition& at_;
  const int rows_before_;         ///< of tiles before, in shared memory
  bool has_rows_inside_ = false;  ///< what is written is for tiles of which the image has all rows
};

}  // namespace

void declare_tile(Builder& b, const DirectSpec& spec) {
  if (spec.body == DirectBody::transforms)
    b.shared(kTileName, ast::Type::half,
             spec.tiles_at_once() * spec.sample_rows() * spec.row_samples());
  else if (spec.body == DirectBody::matrices)
    b.shared(kTileName, ast::Type::half, spec.channels() * spec.plane_samples());
  else
    b.shared(kTileName, ast::Type::real, spec.channels() * spec.plane_samples());
}

void load_tile(Builder& b, const DirectSpec& spec, const StripPosition& position, int of_block) {
  TileLoader loader(b, spec, position, of_block);
  spec.loads_quads ? loader.quads() : loader.samples();
}

}  // namespace fftcore
