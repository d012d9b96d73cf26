// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_kernel.h"

#include <algorithm>
#include <type_traits>

#include "access.h"
#include "chirped_wholes.h"
#include "cosine_access.h"
#include "cross_power.h"
#include "four_step_twiddles.h"
#include "line_blocks.h"
#include "line_check.h"
#include "line_position.h"
#include "line_registers.h"
#include "line_transform.h"
#include "mixing.h"
#include "overloaded.h"
#include "passes.h"
#include "product_formula.h"
#include "real_lines.h"
#include "staged_lines.h"
#include "surface_store.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

Expr own_block() {
  return ast::Call{ast::Builtin::block_x, {}};
}

Values loaded(const Loader& loader, const LineTransform& transform, int radix) {
  Values values;
  for (const Butterfly& butterfly : transform.butterflies(radix))
    values.push_back(loader(butterfly, radix));
  return values;
}

/// Writes the kernel of one LineSpec.
class LineKernelWriter {
 public:
  explicit LineKernelWriter(const LineSpec& spec)
      : spec_(spec),
        shape_(spec.shape),
        b_(spec.name, spec.shape.real),
        transform_(b_, shape_),
        line_(position_of(b_, spec, own_block(), transform_.line())) {
    b_.launch(shape_.lines_adjacent ? ast::Size3{shape_.lines, shape_.threads, 1}
                                    : ast::Size3{shape_.threads, shape_.lines, 1},
              {static_cast<int>(blocks_of(spec)), 1, 1});
    limit_registers(b_, spec);
  }

  GeneratedKernel write() && {
    if (spec_.in_place) b_.order_global_memory();
    const int first = shape_.radices.front(), spectral = transform_.spectral_radix();
    if (spec_.prefetch_distance > 0) prefetch_later_line();
    const bool begins_with_bins = std::holds_alternative<Inverse>(spec_.work);
    const int radix = begins_with_bins ? spectral : first;
    Values values = spec_.is_staged
                        ? staged(line_points(shape_))
                              .load(radix, [&](const LinePosition& line) { return loader(line); })
                        : loaded(loader(line_), transform_, radix);
    // Nothing is stored before all threads have loaded; an exchange sees to that too.
    if (spec_.in_place && shape_.radices.size() == 1 && !spec_.is_staged) b_.barrier();
    std::visit([&](const auto& work) { this->work(work, std::move(values)); }, spec_.work);
    if (spec_.is_streamed)
      for (const char* buffer : {"input", "output"}) b_.stream(buffer);
    transform_.declare_shared();
    if (!transform_.table().empty())
      b_.buffer(LineTransform::kTableName, storage_of(shape_.real), ast::Access::constant);
    return GeneratedKernel{fold_and_fuse(in_planes(std::move(b_).finish())), transform_.table()};
  }

 private:
  ast::Kernel in_planes(ast::Kernel kernel) const {
    if (spec_.input_imaginary != 0 && !spec_.in_place)
      kernel = split_planes(kernel, "input", spec_.input_imaginary);
    if (spec_.output_imaginary != 0)
      kernel = split_planes(kernel, "output", spec_.output_imaginary);
    return kernel;
  }

  Loader loader(const LinePosition& line) {
    const std::string buffer = spec_.in_place ? "output" : "input";
    return std::visit(
        Overloaded{
            [&](const HermitianLoad& load) {
              const int roots =
                  load.is_folded ? transform_.add_to_table(half_roots(line_points(shape_))) : 0;
              return make_loader(b_, load, line, buffer, roots);
            },
            [&](const ImageLoad& load) {
              return make_loader(b_, load, line, buffer,
                                 transform_.add_to_table(window_table(load)));
            },
            [&](const CosineLoad& load) { return make_loader(b_, transform_, load, line, buffer); },
            [&](const ChirpLoad& load) { return make_loader(b_, transform_, load, line); },
            [&](const auto& load) { return make_loader(b_, load, line, buffer); }},
        spec_.load);
  }

  StagedLines staged(int elements) {
    return {b_, transform_,
            [this](const Expr& line) { return position_of(b_, spec_, own_block(), line); },
            elements};
  }

  void prefetch_later_line() {
    const Expr block = b_.let("ahead", own_block() + spec_.prefetch_distance);
    b_.when(both(less(transform_.thread(), integer(1)), less(block, integer(blocks_of(spec_)))),
            [&] {
              prefetch(b_, std::get<ImageLoad>(spec_.load),
                       position_of(b_, spec_, block, integer(0)), "input");
            });
  }

  void work(const Forward& forward, Values values) {
    values = times_chirp(chirp_of_whole(forward), std::move(values));
    values = transform_.forward(std::move(values));
    if (has_pairs(spec_)) return store_bins(values);
    store(at_spectral_side(forward.after, std::move(values), false), line_);
  }

  void work(const Inverse& inverse, Values values) {
    values = transform_.inverse(at_spectral_side(inverse.before, std::move(values), true));
    store(times_chirp(chirp_of_whole(inverse), std::move(values)), line_);
  }

  void work(const Convolve& convolve, Values values) {
    values = transform_.forward(std::move(values));
    const auto one = [&](const LinePosition& factor, const LinePosition& result) {
      store(transform_.inverse(product(convolve.by, values, factor)), result);
    };
    if (convolve.repeats == 1) return one(line_, line_);
    b_.repeat("kernel", convolve.repeats, [&](const Expr& number) {
      transform_.separate_rounds();
      LinePosition factor = line_, result = line_;
      factor.number[Dim::frame] = line_.term(number);
      factor.lines[Dim::frame] = convolve.repeats;
      result.number[Dim::frame] = line_.number[Dim::frame] * convolve.repeats + line_.term(number);
      result.lines[Dim::frame] = spec_.lines[Dim::frame] * convolve.repeats;
      one(factor, result);
    });
  }

  void work(const Correlate& correlate, Values values) {
    values = transform_.forward(std::move(values));
    const int weights = transform_.add_to_table(weight_table(correlate.by));
    store(transform_.inverse(cross_power(b_, transform_, values, correlate.by, line_,
                                         shape_.radices.back(), weights)),
          line_);
  }

  void work(const Multiply& multiply, Values values) {
    store(product(multiply.by, values, line_), line_);
  }

  Values times_chirp(const ChirpOfWhole& chirp, Values values) {
    if (chirp.points == 0) return values;
    return fftcore::times_chirp(b_, transform_, values, chirp, line_);
  }

  Values at_spectral_side(const SpectralSide& side, Values values, bool back) {
    if (const auto* by = std::get_if<SpectrumMultiply>(&side)) return product(*by, values, line_);
    if (const auto* pieces = std::get_if<FourStep>(&side))
      apply_four_step_twiddles(b_, transform_, values, transform_.spectral_radix(), line_,
                               pieces->points, back);
    return values;
  }

  /// Stores the bins of real lines of twice the length: one more than there are elements.
  void store_bins(const Values& values) {
    if (const auto* points = std::get_if<CosineStore>(&spec_.store))
      store_bins(values, *points, 0);
    else if (const auto* bins = std::get_if<ComplexStore>(&spec_.store))
      store_bins(values, by_place(*bins), bins->padded, bins->packed_points != 0);
  }
  /// The store once bin 0 has the last one.
  static ComplexStore by_place(ComplexStore store) {
    store.packed_points = 0;
    return store;
  }
  static CosineStore without_last_bin(CosineStore store, int length) {
    store.count = std::min<std::int64_t>(store.count, length);
    return store;
  }
  static ComplexStore without_last_bin(ComplexStore store, int length) {
    store.window = length;
    return store;
  }
  template <class Store>
  void store_bins(const Values& values, const Store& all, int padded, bool is_packed = false) {
    const int radix = transform_.spectral_radix(), length = line_points(shape_),
              roots = transform_.add_to_table(half_roots(length));
    Values bins = separated(b_, transform_, values, radix, roots);
    const std::vector<Butterfly>& stored = transform_.butterflies(radix);
    std::vector<Complex> rest{last_bin(b_, values)};
    const Expr has_first = less(stored.front().first, integer(1));
    if (is_packed) bins[0][0].im = b_.let("im", select(has_first, rest.front().re, bins[0][0].im));
    rest.resize(static_cast<std::size_t>(std::max(is_packed ? 0 : 1, padded - length)), zero());
    const Butterfly last{integer(length), length, 1, 1, has_first};
    if (spec_.is_staged) {
      StagedLines lines = staged(length + static_cast<int>(rest.size()));
      lines.begin_store();
      // Chirped lines have no elements from there on, and bins are there already.
      for (std::size_t i = 0; i < stored.size(); ++i) lines.put(stored[i], bins[i], length);
      lines.put(last, rest, length + static_cast<int>(rest.size()));
      return lines.store([&](const LinePosition& line) { return storer(all, line); });
    }
    const Storer store = storer(all, line_);
    if (shape_.chirped != 0) {
      const Storer store_elements = storer(without_last_bin(all, length), line_);
      for (std::size_t i = 0; i < stored.size(); ++i) store_elements(stored[i], bins[i]);
    } else {
      for (std::size_t i = 0; i < stored.size(); ++i) store(stored[i], bins[i]);
    }
    store(last, rest);
  }

  template <class Store>
  void store_staged(const Values& values, int radix, const Store& store) {
    StagedLines lines = staged(line_points(shape_));
    lines.begin_store();
    const std::vector<Butterfly>& stored = transform_.butterflies(radix);
    for (std::size_t i = 0; i < stored.size(); ++i)
      lines.put(stored[i], values[i], line_points(shape_));
    lines.store([&](const LinePosition& line) { return storer(store, line); });
  }

  template <class Store>
  Storer storer(const Store& store, const LinePosition& line) {
    if constexpr (std::is_same_v<Store, CosineStore>)
      return make_storer(b_, transform_, store, line);
    else if constexpr (std::is_same_v<Store, ComplexStore>)
      return make_storer(b_, store, line, "output", spec_.output_imaginary);
    else
      return make_storer(b_, store, line);
  }

  void store(const Values& values, const LinePosition& line) {
    const int radix = std::holds_alternative<Forward>(spec_.work) ? transform_.spectral_radix()
                                                                  : shape_.radices.front();
    const auto each = [&](const auto& plain) {
      if (spec_.is_staged) return store_staged(values, radix, plain);
      const Storer store = storer(plain, line);
      const std::vector<Butterfly>& stored = transform_.butterflies(radix);
      for (std::size_t i = 0; i < stored.size(); ++i) store(stored[i], values[i]);
    };
    std::visit(Overloaded{[&](const SurfaceStore& scores) {
                            store_surface(b_, transform_, scores, line, values, radix);
                          },
                          each},
               spec_.store);
  }

  Values product(const SpectrumMultiply& by, const Values& values, const LinePosition& line) {
    const int radix = shape_.radices.back(), neighbours = neighbours_of(spec_);
    if (spec_.channels_per_block == 1)
      return operated(b_, transform_, multiplied(b_, transform_, values, by, line, radix),
                      by.formula, line, radix);
    const Expr first_line = b_.let("first_line", transform_.line() % neighbours);
    return operated(b_, transform_,
                    mixed(b_, transform_, values, by, line, radix, spec_.channels_per_block,
                          first_line, neighbours),
                    by.formula, line, radix);
  }

  const LineSpec& spec_;
  const LineShape& shape_;
  Builder b_;
  LineTransform transform_;
  LinePosition line_;
};

}  // namespace

GeneratedKernel line_kernel(const LineSpec& spec) {
  check_line_spec(spec);
  return LineKernelWriter(spec).write();
}

}  // namespace fftcore
