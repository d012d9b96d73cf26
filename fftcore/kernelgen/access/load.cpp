// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "access.h"
#include "axis_formula_expr.h"
#include "formula_expr.h"
#include "image_level.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

Loader complex_loader(Builder& b, const std::string& buffer, ast::Access access,
                      const ComplexLoad& load, const LinePosition& line) {
  b.buffer(buffer, load.storage, access);
  const Expr base = b.let("base", line_base(load.strides, line));
  const std::optional<AxisFormulaExpr> formula = axis_formula(b, load.formula, line);
  std::optional<Expr> scale;
  if (load.is_scaled) {
    b.buffer("image_scale", Storage::f32);
    scale = b.let("scale", ast::LoadGlobal{"image_scale", integer(0), 1});
  }
  return [&b, buffer, load, line, base, formula, scale](const Butterfly& butterfly, int values) {
    const Expr first = b.let("p", base + line.term(butterfly.first) * load.strides.element);
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      const WholeElement element = whole_element(line, load.step, butterfly, k);
      if (is_outside(element.range, load.span)) {
        loaded.push_back(zero());
        continue;
      }
      const Expr pair =
          ast::LoadGlobal{buffer, first + k * butterfly.step * load.strides.element, 2};
      const Expr inside = is_inside(element.number, element.range, load.span);
      loaded.push_back(parts(b, select(inside, pair, ast::Literal{ast::Type::real_x2, 0})));
      if (scale) loaded.back() = scaled(b, loaded.back(), *scale);
      if (!formula) continue;
      const Complex value = (*formula)(loaded.back(), b.let("k", element.number));
      const Expr re = b.let("x", select(inside, value.re, real(0)));
      loaded.back() = {re, b.let("x", select(inside, value.im, real(0)))};
    }
    return loaded;
  };
}

/// A formula for samples of one row.
class RowFormula {
 public:
  RowFormula(Builder& b, const FormulaExpr& formula, const ImageRow& row, const Expr& channel,
             const LinePosition& line)
      : formula_(formula),
        row_(row.row),
        slice_(b.let("slice", row.slice)),
        channel_(channel),
        frame_(line.number[Dim::frame]) {}
  bool is_complex() const { return formula_.is_complex(); }
  Complex operator()(const Complex& sample, const Expr& column) const {
    return formula_(sample, {column, row_, slice_, channel_, frame_});
  }

 private:
  FormulaExpr formula_;
  Expr row_, slice_, channel_, frame_;
};

/// Samples along a row of an image, with edges.
class SampleLoader {
 public:
  struct Channel {
    ImageRow row;
    float weight = 1;
    std::optional<Expr> level{};  ///< that is taken off
  };
  /// `shift`: columns to the right of where the element is.
  SampleLoader(Builder& b, const ImageLoad& load, std::string buffer, std::vector<Channel> channels,
               int shift, std::optional<RowFormula> formula)
      : b_(b),
        load_(load),
        buffer_(std::move(buffer)),
        channels_(std::move(channels)),
        shift_(load.first_column + shift),
        formula_(std::move(formula)) {}

  /// Whether samples are complex, be it by the formula.
  bool is_complex() const { return load_.image.is_complex || (formula_ && formula_->is_complex()); }

  Expr operator()(const WholeElement& element) const {
    const std::optional<Found> found = find(element);
    if (!found) return real(0);
    const auto& [wanted, column] = *found;
    const auto sample = [&, column = column](const Channel& channel) -> Expr {
      const Expr loaded =
          ast::LoadGlobal{buffer_, channel.row.base + column * load_.image.column_stride, 1};
      return channel.level ? loaded - *channel.level : loaded;
    };
    Expr sum = sample(channels_.front()) * real(channels_.front().weight);
    for (std::size_t c = 1; c < channels_.size(); ++c)
      sum = fma(sample(channels_[c]), real(channels_[c].weight), sum);
    if (formula_) {
      const Expr read = b_.let("x", select(wanted, sum, real(0)));
      sum = (*formula_)({read, real(0)}, column).re;
    }
    // Nothing is read where no sample is wanted.
    const Expr x = b_.let("x", select(wanted, sum - real(load_.bias), real(0)));
    if (load_.largest == 0) return x;
    return b_.let("x", select(less_equal(absolute(x), real(load_.largest)), x, real(0)));
  }

  /// A complex sample.
  Complex pair(const WholeElement& element) const {
    const std::optional<Found> found = find(element);
    if (!found) return zero();
    const auto& [wanted, column] = *found;
    const int lanes = load_.image.is_complex ? 2 : 1;
    const Expr sample = ast::LoadGlobal{
        buffer_, channels_.front().row.base + column * load_.image.column_stride, lanes};
    Complex value = zero();
    if (lanes == 2)
      value = parts(b_, select(wanted, sample, ast::Literal{ast::Type::real_x2, 0}));
    else
      value.re = b_.let("x", select(wanted, sample, real(0)));
    if (formula_) {
      value = (*formula_)(value, column);
      value.im = b_.let("x", select(wanted, value.im, real(0)));
    } else if (load_.bias == 0) {
      return value;
    }
    return {b_.let("x", select(wanted, value.re - real(load_.bias), real(0))), value.im};
  }

 private:
  struct Found {
    Expr wanted;
    Expr column;  ///< of the image, where it is wanted
  };
  /// Nothing where no thread's sample is wanted.
  std::optional<Found> find(const WholeElement& element) const {
    const bool is_constant = load_.edge == EdgeMode::constant;
    const Range columns{element.range.least + shift_,
                        std::min<std::int64_t>(element.range.most, load_.count - 1) + shift_};
    if (element.range.least >= load_.count ||
        (is_constant && columns.is_outside(load_.image.columns)))
      return std::nullopt;
    const Expr position = element.number + shift_;
    Expr wanted = is_inside(element.number, {0, element.range.most}, load_.count);
    if (is_constant) wanted = both(wanted, is_inside(position, columns, load_.image.columns));
    wanted = b_.let("wanted", both(channels_.front().row.inside, wanted));
    const Expr column =
        b_.let("column", edge_index(position, columns, load_.image.columns, load_.edge));
    return Found{wanted, column};
  }

  Builder& b_;
  ImageLoad load_;
  std::string buffer_;
  std::vector<Channel> channels_;
  int shift_;
  std::optional<RowFormula> formula_;
};

/// The loader of ImageLoad::is_vectorized.
Loader pair_loader(Builder& b, const std::string& buffer, const ImageLoad& load,
                   const ImageRow& row, const LinePosition& line,
                   const std::optional<RowFormula>& formula) {
  const Expr base = b.let("base", row.base / 2);
  return [&b, buffer, load, base, line, formula](const Butterfly& butterfly, int values) {
    const Expr first = b.let("p", base + butterfly.first);
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      Complex pair = parts(b, ast::LoadGlobal{buffer, first + k * butterfly.step, 2});
      if (formula) {
        const Expr column = b.let("column", whole_element(line, load.step, butterfly, k).number);
        pair.re = (*formula)({pair.re, real(0)}, column).re;
        pair.im = (*formula)({pair.im, real(0)}, column + 1).re;
      }
      loaded.push_back(
          {b.let("x", pair.re - real(load.bias)), b.let("x", pair.im - real(load.bias))});
    }
    return loaded;
  };
}

bool has_window(const ImageLoad& load) {
  return !load.column_window.empty();
}

void append_even(Table& table, const std::vector<float>& values) {
  table.insert(table.end(), values.begin(), values.end());
  if (table.size() % 2 != 0) table.push_back(0);
}

}  // namespace

Table window_table(const ImageLoad& load) {
  Table table;
  append_even(table, load.column_window);
  append_even(table, load.row_window);
  return table;
}

Loader make_loader(Builder& builder, const ComplexLoad& load, const LinePosition& line,
                   const std::string& buffer) {
  return complex_loader(builder, buffer, ast::Access::read, load, line);
}

Loader make_spectrum_loader(Builder& builder, const SpectrumMultiply& multiply,
                            const LinePosition& line) {
  return complex_loader(builder, "taps_spectrum", ast::Access::constant,
                        {multiply.storage, multiply.strides, std::numeric_limits<int>::max(), 1},
                        line);
}

void prefetch(Builder& b, const ImageLoad& load, const LinePosition& line,
              const std::string& buffer) {
  b.buffer(buffer, load.image.storage, ast::Access::constant);
  const ImageMemory memory = image_memory(b, "input", load.image);
  b.prefetch(
      buffer,
      image_row(b, load.image, load.edge, line, b.let("channel", channel_of(load.image, line)),
                memory, load.first_row, load.first_slice)
          .base,
      load.count);
}

Loader make_loader(Builder& b, const ImageLoad& load, const LinePosition& line,
                   const std::string& buffer, int windows) {
  // Only the first launch of a run reads an image, and it begins after all that was enqueued
  // before.
  b.buffer(buffer, load.image.storage, ast::Access::constant);
  const ImageMemory memory = image_memory(b, "input", load.image);
  const auto row_of = [&](const Expr& channel, const Partner& away) {
    return image_row(b, load.image, load.edge, line, channel, memory, load.first_row + away.rows,
                     load.first_slice + away.slices);
  };
  std::vector<std::pair<Expr, float>> summed;  // channels and their weights
  for (std::size_t c = 0; c < load.weights.size(); ++c)
    if (load.weights[c] != 0)
      summed.emplace_back(integer(static_cast<std::int64_t>(c)), load.weights[c]);
  if (summed.empty())
    summed.emplace_back(b.let("channel", channel_of(load.image, line)),
                        load.weights.empty() ? 1.0F : 0.0F);
  std::optional<FormulaExpr> formula;
  if (load.formula.exists()) formula.emplace(b, load.formula);
  const auto formula_of = [&](const ImageRow& row) -> std::optional<RowFormula> {
    if (!formula) return std::nullopt;
    return RowFormula(b, *formula, row, summed.front().first, line);
  };
  std::vector<std::optional<Expr>> levels;  // of those
  const auto samples = [&](const Partner& away) {
    std::vector<SampleLoader::Channel> channels;
    for (const auto& [channel, weight] : summed) {
      const ImageRow row = row_of(channel, away);
      const std::size_t number = channels.size();
      if (number == levels.size())
        levels.push_back(
            image_level(b, buffer, load.image, memory, channel, load.level_places, load.largest));
      channels.push_back({row, weight, levels[number]});
    }
    const std::optional<RowFormula> of_row = formula_of(channels.front().row);
    return SampleLoader(b, load, buffer, std::move(channels), away.columns, of_row);
  };
  if (load.is_vectorized) {
    const ImageRow row = row_of(summed.front().first, {});
    return pair_loader(b, buffer, load, row, line, formula_of(row));
  }
  std::vector<SampleLoader> parts{samples({})};
  if (load.partner.exists()) parts.push_back(samples(load.partner));

  std::optional<Expr> of_row;
  if (has_window(load)) {
    const auto rows = 2 * windows + static_cast<std::int64_t>(load.column_window.size() +
                                                              load.column_window.size() % 2);
    of_row = b.let("window",
                   ast::LoadGlobal{LineTransform::kTableName, line.number[Dim::row] + rows, 1});
  }
  const auto windowed = [&b, load, windows, of_row](const WholeElement& element,
                                                    const Complex& value) {
    if (!of_row || 2 * element.range.least >= load.count) return value;
    const Expr pair = ast::LoadGlobal{LineTransform::kTableName, element.number + windows, 2};
    const Complex of_columns = fftcore::parts(
        b, select(is_inside(element.number, {0, element.range.most}, (load.count + 1) / 2), pair,
                  ast::Literal{ast::Type::real_x2, 0}));
    return Complex{b.let("x", value.re * (of_columns.re * *of_row)),
                   b.let("x", value.im * (of_columns.im * *of_row))};
  };
  return [load, line, parts, windowed](const Butterfly& butterfly, int values) {
    std::vector<Complex> loaded;
    for (int k = 0; k < values; ++k) {
      const WholeElement element = whole_element(line, load.step, butterfly, k);
      const auto half = [&](int i) {
        return WholeElement{element.number * 2 + i,
                            {2 * element.range.least + i, 2 * element.range.most + i}};
      };
      if (parts.front().is_complex())
        loaded.push_back(parts.front().pair(element));
      else if (load.is_folded)
        loaded.push_back(windowed(element, {parts.front()(half(0)), parts.front()(half(1))}));
      else
        loaded.push_back(
            {parts.front()(element), parts.size() > 1 ? parts.back()(element) : real(0)});
    }
    return loaded;
  };
}

}  // namespace fftcore
