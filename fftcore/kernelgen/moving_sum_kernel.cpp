// SPDX-License-Identifier: LGPL-2.1-or-later
#include "moving_sum_kernel.h"

#include <fmt/format.h>

#include "fftcore/error.h"
#include "passes.h"
#include "precise_sum.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::LoadGlobal;
using ast::LoadShared;
using ast::real;
using ast::Type;

std::int64_t rounds_of(std::int64_t count, std::int64_t at_once) {
  return (count + at_once - 1) / at_once;
}

/// Sum of (x - m)^2 of `count` numbers x, from their sum, that of their squares, and m, which may
/// be a little beside their mean.
PreciseSum squares_about(Builder& b, const PreciseSum& sum, const PreciseSum& squares,
                         const Expr& m, double count) {
  const PreciseSum twice{b.let("s", sum.high * real(2)), b.let("s", sum.low * real(2))};
  return add(b, squares,
             negative(product(b, add(b, twice, negative(product(b, m, real(count)))), m)));
}

/// Sums that run together, as values that a loop carries.
using Sums = std::vector<PreciseSum>;

std::vector<Expr> flat(const Sums& sums) {
  std::vector<Expr> values;
  for (const PreciseSum& sum : sums) values.insert(values.end(), {sum.high, sum.low});
  return values;
}

Sums paired(const std::vector<Expr>& values) {
  Sums sums;
  for (std::size_t i = 0; i < values.size(); i += 2) sums.push_back({values[i], values[i + 1]});
  return sums;
}

Sums added(Builder& b, const Sums& x, const Sums& y) {
  Sums sums;
  for (std::size_t i = 0; i < x.size(); ++i) sums.push_back(add(b, x[i], y[i]));
  return sums;
}

Sums negative(const Sums& sums) {
  Sums result;
  for (const PreciseSum& sum : sums) result.push_back(negative(sum));
  return result;
}

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
        kinds_(spec.is_centred ? 2 : 1) {
    b_.launch({spec.threads, 1, 1}, {spec.image.rows, 1, 1});
    for (int kind = 0; kind < kinds_; ++kind) b_.shared(scan(kind), Type::f32x2, spec.threads);
    b_.shared("samples", Type::f32, spec.image.columns);
  }

  GeneratedKernel write() && {
    load_row();
    const Expr first = b_.let("first", thread_ * samples_);
    scan_all(sums_from(first, integer(samples_)));
    const Expr begin = b_.let("begin", minimum(first, integer(width()))),
               end = b_.let("end", minimum(first + spec_.template_columns, integer(width())));
    const Sums window = added(b_, sums_up_to(end), negative(sums_up_to(begin)));
    b_.buffer("row_sums", Storage::f32, ast::Access::write);
    b_.carry(
        "i", integer(samples_), flat(window), [&](const Expr& i, const std::vector<Expr>& so_far) {
          const Expr place = b_.let("place", first + i);
          const Sums sums = paired(so_far);
          b_.when(less(place, integer(spec_.columns())), [&] {
            b_.store_global("row_sums", row_ * spec_.columns() + place, result(sums));
          });
          const auto sample = [&](const Expr& at) {
            return b_.let("x", LoadShared{"samples", Type::f32, minimum(at, integer(width() - 1))});
          };
          return flat(added(b_, added(b_, sums, of(sample(place + spec_.template_columns))),
                            negative(of(sample(place)))));
        });
    return {fold(std::move(b_).finish()), {}};
  }

 private:
  static std::string scan(int kind) { return fmt::format("scan_{}", kind); }
  int width() const { return spec_.image.columns; }

  void load_row() {
    b_.buffer("input", spec_.image.storage, ast::Access::constant);
    const Expr base = b_.let("base", row_ * b_.scalar("input_row_stride", Type::i32));
    b_.repeat("i", integer(samples_), [&](const Expr& i) {
      const Expr column = b_.let("column", i * spec_.threads + thread_);
      b_.when(less(column, integer(width())), [&] {
        Expr signal = real(0);
        const auto channels = spec_.weights.empty() ? std::vector<float>{1} : spec_.weights;
        for (std::size_t c = 0; c < channels.size(); ++c) {
          if (channels[c] == 0) continue;
          const Expr sample =
              LoadGlobal{"input",
                         base + static_cast<std::int64_t>(c) * spec_.image.channel_stride +
                             column * spec_.image.column_stride,
                         1};
          signal = fma(sample, real(channels[c]), signal);
        }
        b_.store_shared("samples", column, {signal - real(spec_.bias)});
      });
    });
    b_.barrier();
  }

  /// A sample's part of the sums: of squares, and of samples.
  Sums of(const Expr& x) {
    Sums sums{product(b_, x, x)};
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
                                          LoadShared{"samples", Type::f32, place}, real(0))))));
        }));
  }

  Expr scanned(int kind, const Expr& wanted, const Expr& index) {
    return b_.let("z", select(wanted, LoadShared{scan(kind), Type::f32x2, index},
                              ast::Literal{Type::f32x2, 0}));
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

  /// Sums of the row's samples below `end`.
  Sums sums_up_to(const Expr& end) {
    const Expr threads = b_.let("threads", end / samples_);
    const Sums whole = scanned(b_.let("wanted", less(integer(0), threads)), threads - 1);
    const Expr rest = b_.let("rest", threads * samples_);
    return added(b_, whole, sums_from(rest, end - rest));
  }

  std::vector<Expr> result(const Sums& sums) {
    if (!spec_.is_centred) return {real(0), sums[0].high};
    const Expr mean = b_.let("mean", sums[1].high * real(1.0 / spec_.template_columns));
    return {mean, squares_about(b_, sums[1], sums[0], mean, spec_.template_columns).high};
  }

  const MovingSumSpec& spec_;
  Builder b_;
  Expr thread_, row_;
  int samples_;  // of a thread
  int kinds_;
};

/// Neighbouring threads have neighbouring columns; each goes down a strip of rows.
class ColumnsWriter {
 public:
  explicit ColumnsWriter(const MovingSumSpec& spec)
      : spec_(spec),
        b_(spec.name),
        groups_(static_cast<int>(rounds_of(spec.columns(), spec.threads))),
        block_(b_.let("block", ast::Call{ast::Builtin::block_x, {}})) {
    b_.launch({spec.threads, 1, 1},
              {groups_ * static_cast<int>(rounds_of(spec.rows(), spec.strip)), 1, 1});
    b_.buffer("row_sums", Storage::f32);
    b_.buffer("local_norms", Storage::f32, ast::Access::write);
    const Expr column =
        b_.let("column", block_ % groups_ * spec.threads + ast::Call{ast::Builtin::thread_x, {}});
    exists_ = b_.let("exists", less(column, integer(spec.columns())));
    column_ = b_.let("column", minimum(column, integer(spec.columns() - 1)));
  }

  GeneratedKernel write() && {
    constexpr int kAtOnce = MovingSumSpec::kAtOnce;
    const int taps = spec_.template_rows;
    const Expr top = b_.let("top", block_ / groups_ * spec_.strip);
    // m, and the sum of (x - m)^2 and of m^2.
    Sums sums = paired(b_.carry("i", integer(taps / kAtOnce), flat(Sums(spec_.is_centred ? 3 : 1)),
                                [&](const Expr& i, const std::vector<Expr>& so_far) {
                                  Sums running = paired(so_far);
                                  for (const Sums& of_row :
                                       rows_from(b_.let("row", top + i * kAtOnce), kAtOnce))
                                    running = added(b_, running, of_row);
                                  return flat(running);
                                }));
    for (const Sums& of_row : rows_from(top + (taps - taps % kAtOnce), taps % kAtOnce))
      sums = added(b_, sums, of_row);
    b_.carry("i", integer(spec_.strip / kAtOnce), flat(sums),
             [&](const Expr& i, const std::vector<Expr>& so_far) {
               Sums running = paired(so_far);
               const Expr first = b_.let("row", top + i * kAtOnce);
               const std::vector<Sums> leaving = rows_from(first, kAtOnce),
                                       entering = rows_from(first + taps, kAtOnce);
               for (int k = 0; k < kAtOnce; ++k) {
                 const Expr row = b_.let("row", first + k);
                 b_.when(both(exists_, less(row, integer(spec_.rows()))), [&] {
                   b_.store_global("local_norms", row * spec_.columns() + column_,
                                   {result(running)});
                 });
                 running = added(b_, added(b_, running, entering[static_cast<std::size_t>(k)]),
                                 negative(leaving[static_cast<std::size_t>(k)]));
               }
               return flat(running);
             });
    return {fold(std::move(b_).finish()), {}};
  }

 private:
  /// What rows add to the sums; past the last one, anything.
  std::vector<Sums> rows_from(const Expr& first, int count) {
    std::vector<Expr> pairs;
    for (int k = 0; k < count; ++k)
      pairs.push_back(b_.let(
          "z",
          LoadGlobal{"row_sums",
                     minimum(first + k, integer(spec_.image.rows - 1)) * spec_.columns() + column_,
                     2}));
    std::vector<Sums> rows;
    for (const Expr& pair : pairs) {
      const Expr mean = ast::lane(pair, 0);
      rows.push_back({{ast::lane(pair, 1), real(0)}});
      if (!spec_.is_centred) continue;
      rows.back().push_back({mean, real(0)});
      rows.back().push_back(product(b_, mean, mean));
    }
    return rows;
  }

  Expr result(const Sums& sums) {
    PreciseSum total = sums[0];
    if (spec_.is_centred) {
      const Expr mean = b_.let("mean", sums[1].high * real(1.0 / spec_.template_rows));
      const PreciseSum between = squares_about(b_, sums[1], sums[2], mean, spec_.template_rows);
      total = add(b_, total, product(b_, between, real(spec_.template_columns)));
    }
    return select(less(total.high, real(spec_.flat_sum)), real(0),
                  real(1) / square_root(total.high));
  }

  const MovingSumSpec& spec_;
  Builder b_;
  int groups_;  // of columns, a block each
  Expr block_;
  Expr exists_ = integer(1), column_ = integer(0);
};

}  // namespace

GeneratedKernel moving_sum_kernel(const MovingSumSpec& spec) {
  if (spec.rows() < 1 || spec.columns() < 1 || spec.template_rows < 1 ||
      spec.template_columns < 1 || spec.threads < 1 || spec.strip < 1 ||
      spec.strip % MovingSumSpec::kAtOnce != 0)
    throw InvalidArgument(fmt::format(
        "moving sums {}: a template of {}x{} in an image of {}x{}, {} threads, strips of {} rows",
        spec.name, spec.template_rows, spec.template_columns, spec.image.rows, spec.image.columns,
        spec.threads, spec.strip));
  if (spec.part == MovingSumSpec::Part::rows) return RowsWriter(spec).write();
  return ColumnsWriter(spec).write();
}

}  // namespace fftcore
