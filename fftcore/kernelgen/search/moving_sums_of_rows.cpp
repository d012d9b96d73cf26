// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>

#include "access.h"
#include "image_level.h"
#include "moving_sums.h"
#include "passes.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::LoadShared;
using ast::real;
using ast::Type;

/// A row of the image: each thread has neighbouring samples of it, and finds where its first
/// window's sums begin and end among the sums of all samples up to a thread's (Hillis and Steele's
/// scan).
class RowsWriter {
 public:
  explicit RowsWriter(const MovingSumSpec& spec)
      : spec_(spec),
        b_(spec.name),
        thread_(b_.let("thread", ast::Call{ast::Builtin::thread_x, {}})),
        row_(b_.let("row", ast::Call{ast::Builtin::block_x, {}})),
        samples_(static_cast<int>(rounds_of(spec.image.columns, spec.threads))),
        kinds_(spec.kinds()) {
    b_.launch({spec.threads, 1, 1}, {spec.image.rows, 1, 1});
    for (int kind = 0; kind < kinds_; ++kind) b_.shared(scan(kind), Type::real_x2, spec.threads);
    b_.shared("samples", Type::real, spec.image.columns);
  }

  GeneratedKernel write() && {
    load_row();
    const Expr first = b_.let("first", thread_ * samples_);
    scan_all(sums_from(first, integer(samples_)));
    b_.buffer("first_sums", Storage::f32, ast::Access::write);
    if (spec_.flat_part != 0) store_power();
    const Expr begin = b_.let("begin", minimum(first, integer(width()))),
               end = b_.let("end", minimum(first + spec_.template_columns, integer(width())));
    const Sums before = sums_up_to(begin);
    const Sums window = added(b_, sums_up_to(end), negative(before));
    b_.carry(
        "i", integer(samples_), flat(window), [&](const Expr& i, const std::vector<Expr>& so_far) {
          const Expr place = b_.let("place", first + i);
          const Sums sums = paired(so_far);
          b_.when(less(place, integer(spec_.columns())), [&] {
            b_.store_global("first_sums", row_ * spec_.columns() + place, result(sums));
          });
          const auto sample = [&](const Expr& at) {
            return b_.let("x",
                          LoadShared{"samples", Type::real, minimum(at, integer(width() - 1))});
          };
          const Sums left = negative(of(sample(place)));
          return flat(added(b_, added(b_, sums, of(sample(place + spec_.template_columns))), left));
        });
    return {fold(std::move(b_).finish()), {}};
  }

 private:
  static std::string scan(int kind) { return fmt::format("scan_{}", kind); }
  int width() const { return spec_.image.columns; }

  void load_row() {
    b_.buffer("input", spec_.image.storage, ast::Access::constant);
    const ImageMemory memory = image_memory(b_, "input", spec_.image);
    Expr begin = row_ * memory.row_stride;
    if (memory.first) begin = begin + *memory.first;
    const Expr base = b_.let("base", begin);
    const auto channels = spec_.weights.empty() ? std::vector<float>{1} : spec_.weights;
    std::vector<std::optional<Expr>> levels;
    for (std::size_t c = 0; c < channels.size(); ++c) {
      levels.push_back(channels[c] == 0 ? std::nullopt
                                        : image_level(b_, "input", spec_.image, memory,
                                                      integer(static_cast<std::int64_t>(c)),
                                                      spec_.level_places, spec_.largest));
      if (levels.back()) level_ = b_.let("level", fma(*levels.back(), real(channels[c]), level_));
    }
    b_.repeat("i", integer(samples_), [&](const Expr& i) {
      const Expr column = b_.let("column", i * spec_.threads + thread_);
      b_.when(less(column, integer(width())), [&] {
        Expr signal = real(0);
        for (std::size_t c = 0; c < channels.size(); ++c) {
          if (channels[c] == 0) continue;
          const Expr sample =
              LoadGlobal{"input",
                         base + static_cast<std::int64_t>(c) * spec_.image.channel_stride +
                             column * spec_.image.column_stride,
                         1};
          signal = fma(levels[c] ? sample - *levels[c] : sample, real(channels[c]), signal);
        }
        signal = signal - real(spec_.bias);
        if (has_unseen()) {
          const Expr x = b_.let("x", signal);
          signal = select(less_equal(absolute(x), real(spec_.largest)), x, real(kUnseen));
        }
        b_.store_shared("samples", column, {signal});
      });
    });
    b_.barrier();
  }

  bool has_unseen() const { return spec_.largest != 0; }

  /// A sample's part of the sums: how many are unseen, and of squares, and of samples.
  Sums of(const Expr& sample) {
    Sums sums;
    Expr x = sample;
    if (has_unseen()) {
      const Expr is_unseen = b_.let("unseen", less(real(spec_.largest), sample));
      sums.push_back(one_if(is_unseen));
      x = b_.let("x", select(is_unseen, real(0), sample));
    }
    if (spec_.is_normed) sums.push_back(product(b_, x, x));
    if (spec_.is_centred) sums.push_back({x, real(0)});
    return sums;
  }

  Sums none() const { return Sums(static_cast<std::size_t>(kinds_)); }

  Sums sums_from(const Expr& first, const Expr& count) {
    return paired(
        b_.carry("i", count, flat(none()), [&](const Expr& i, const std::vector<Expr>& so_far) {
          const Expr place = b_.let("place", first + i);
          return flat(
              added(b_, paired(so_far),
                    of(b_.let("x", select(less(place, integer(width())),
                                          LoadShared{"samples", Type::real, place}, real(0))))));
        }));
  }

  Expr scanned(int kind, const Expr& wanted, const Expr& index) {
    return b_.let("z", select(wanted, LoadShared{scan(kind), Type::real_x2, index},
                              ast::Literal{Type::real_x2, 0}));
  }
  /// Sums of the threads up to `index`, or nothing.
  Sums scanned(const Expr& wanted, const Expr& index) {
    Sums sums;
    for (int kind = 0; kind < kinds_; ++kind) {
      const Expr pair = scanned(kind, wanted, index);
      sums.push_back({ast::lane(pair, 0), ast::lane(pair, 1)});
    }
    return sums;
  }

  void scan_all(Sums mine) {
    const auto put = [&] {
      for (int kind = 0; kind < kinds_; ++kind) {
        const PreciseSum& sum = mine[static_cast<std::size_t>(kind)];
        b_.store_shared(scan(kind), thread_, {sum.high, sum.low});
      }
      b_.barrier();
    };
    put();
    for (int distance = 1; distance < spec_.threads; distance *= 2) {
      const Sums before =
          scanned(b_.let("wanted", less_equal(integer(distance), thread_)), thread_ - distance);
      mine = added(b_, mine, before);
      b_.barrier();
      put();
    }
  }

  /// The sum of all of the row's squares, behind what all rows have.
  void store_power() {
    const int squares = has_unseen() ? 1 : 0;
    b_.when(less(thread_, integer(1)), [&] {
      const Expr pair =
          b_.let("z", LoadShared{scan(squares), Type::real_x2, integer(spec_.threads - 1)});
      Expr power = ast::lane(pair, 0);
      if (!spec_.level_places.empty()) {
        const Expr lost = b_.let("lost", level_ * real(spec_.part_of_level));
        power = fma(lost * lost, real(width()), power);
      }
      b_.store_global("first_sums", row_ + spec_.image.rows * spec_.columns(),
                      {power, ast::lane(pair, 1)});
    });
  }

  /// Sums of the row's samples below `end`.
  Sums sums_up_to(const Expr& end) {
    const Expr threads = b_.let("threads", end / samples_);
    const Sums whole = scanned(b_.let("wanted", less(integer(0), threads)), threads - 1);
    const Expr rest = b_.let("rest", threads * samples_);
    return added(b_, whole, sums_from(rest, end - rest));
  }

  std::vector<Expr> result(const Sums& all) {
    const Sums sums(all.begin() + (has_unseen() ? 1 : 0), all.end());
    Expr mean = real(0), squares = spec_.is_normed ? sums[0].high : real(0);
    if (spec_.is_centred) {
      mean = b_.let("mean", sums[1].high * real(1.0 / spec_.template_columns));
      squares = squares_about(b_, sums[1], sums[0], mean, spec_.template_columns).high;
    }
    if (has_unseen()) squares = select(less(real(0), all[0].high), real(kUnseenRow), squares);
    return {mean, squares};
  }

  const MovingSumSpec& spec_;
  Builder b_;
  Expr thread_, row_;
  int samples_;  // of a thread
  int kinds_;
  Expr level_ = real(0);  // that the signal lost
};

}  // namespace

GeneratedKernel moving_sums_of_rows(const MovingSumSpec& spec) {
  return RowsWriter(spec).write();
}

}  // namespace fftcore
