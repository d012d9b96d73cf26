// SPDX-License-Identifier: LGPL-2.1-or-later
#include "staged_lines.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

Range range_of(const Butterfly& butterfly, int k) {
  const std::int64_t least = butterfly.least_first + std::int64_t{k} * butterfly.step;
  return {least, least + butterfly.firsts - 1};
}

}  // namespace

StagedLines::StagedLines(Builder& builder, LineTransform& transform, Positions positions,
                         int elements)
    : builder_(builder),
      transform_(transform),
      positions_(std::move(positions)),
      elements_(elements),
      pitch_(elements | 1) {}

void StagedLines::for_each_share(
    const std::function<void(const Expr&, const LinePosition&, const Butterfly&)>& each) {
  const LineShape& shape = transform_.shape();
  const int threads = shape.threads * shape.lines, all = elements_ * shape.lines;
  const Expr thread =
      builder_.let("of_block", transform_.line() * shape.threads + transform_.thread());
  builder_.repeat("round", (all + threads - 1) / threads, [&](const Expr& round) {
    const Expr share = builder_.let("share", round * threads + thread);
    const auto body = [&] {
      const Expr line = builder_.let("of_line", share / elements_);
      const Expr element = builder_.let("element", share % elements_);
      const LinePosition position = positions_(line);
      each(builder_.let("staged", line * pitch_ + element), position,
           {element, 0, elements_, 1, {}});
    };
    if (all % threads == 0)
      body();
    else
      builder_.when(less(share, integer(all)), body);
  });
}

Values StagedLines::load(int radix, const std::function<Loader(const LinePosition&)>& loader) {
  transform_.stage(pitch_ * transform_.shape().lines);
  for_each_share([&](const Expr& place, const LinePosition& line, const Butterfly& element) {
    const Complex value = loader(line)(element, 1).front();
    builder_.store_shared(LineTransform::kExchangeName, place, {value.re, value.im});
  });
  builder_.barrier();
  Values values;
  for (const Butterfly& butterfly : transform_.butterflies(radix)) {
    values.emplace_back();
    for (int k = 0; k < radix; ++k) {
      const Range range = range_of(butterfly, k);
      if (range.least >= elements_) {
        values.back().push_back(zero());
        continue;
      }
      const Expr element = builder_.let("e", butterfly.first + k * butterfly.step);
      const Expr pair =
          ast::LoadShared{LineTransform::kExchangeName, ast::Type::real_x2, own(element)};
      values.back().push_back(parts(builder_, select(is_inside(element, range, elements_), pair,
                                                     ast::Literal{ast::Type::real_x2, 0})));
    }
  }
  return values;
}

void StagedLines::begin_store() {
  transform_.stage(pitch_ * transform_.shape().lines);
}

void StagedLines::put(const Butterfly& butterfly, const std::vector<Complex>& values, int end) {
  const Expr always = ast::Literal{ast::Type::boolean, 1};
  builder_.when(butterfly.active.value_or(always), [&] {
    for (std::size_t k = 0; k < values.size(); ++k) {
      const Range range = range_of(butterfly, static_cast<int>(k));
      if (range.least >= end) continue;
      const Expr element =
          builder_.let("e", butterfly.first + static_cast<int>(k) * butterfly.step);
      builder_.when(is_inside(element, range, end), [&] {
        builder_.store_shared(LineTransform::kExchangeName, own(element),
                              {values[k].re, values[k].im});
      });
    }
  });
}

void StagedLines::store(const std::function<Storer(const LinePosition&)>& storer) {
  builder_.barrier();
  for_each_share([&](const Expr& place, const LinePosition& line, const Butterfly& element) {
    const Complex value =
        parts(builder_, ast::LoadShared{LineTransform::kExchangeName, ast::Type::real_x2, place});
    storer(line)(element, {value});
  });
}

}  // namespace fftcore
