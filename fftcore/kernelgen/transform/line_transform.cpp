// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_transform.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "rotated_butterfly.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

// Not to be used up by the rotations alone: a transform may err by 4 sqrt(log2 n) units of 2^-24
// (f64: 2^-53; fftcore/accuracy.md).
double twiddle_budget(const LineShape& shape) {
  const double stages = std::max<double>(1, static_cast<double>(shape.radices.size()) - 1);
  return 0.4 * 4 * std::sqrt(std::log2(std::max(2, shape.length)) / stages);
}

}  // namespace

LineTransform::LineTransform(Builder& builder, const LineShape& shape)
    : LineTransform(builder, shape,
                    {builder.let("thread", ast::Call{shape.lines_adjacent ? ast::Builtin::thread_y
                                                                          : ast::Builtin::thread_x,
                                                     {}}),
                     builder.let("line", ast::Call{shape.lines_adjacent ? ast::Builtin::thread_x
                                                                        : ast::Builtin::thread_y,
                                                   {}}),
                     {}},
                    std::make_shared<Table>()) {}

LineTransform::LineTransform(Builder& builder, const LineShape& shape, Place place,
                             std::shared_ptr<Table> table)
    : builder_(builder),
      shape_(shape),
      thread_(std::move(place.thread)),
      line_(std::move(place.line)),
      of_warp_(std::move(place.of_warp)),
      table_(std::move(table)),
      shared_sizes_(static_cast<std::size_t>(shape.exchange_buffers), 0) {
  for (const int radix : shape.radices) {
    if (butterflies_.contains(radix)) continue;
    const int count = shape.length / radix;
    std::vector<Butterfly> all;
    for (int i = 0; i < butterflies_per_thread(shape, radix); ++i) {
      const int least = i * shape.threads;
      const Expr first = builder.let("j", thread_ + least);
      Butterfly butterfly{first, least, shape.threads, count, {}};
      if (least + shape.threads > count) {
        butterfly.firsts = count - least;
        butterfly.active = ast::less(first, integer(count));
        butterfly.first = builder.let("j", minimum(first, integer(count - 1)));
      }
      all.push_back(butterfly);
    }
    butterflies_.emplace(radix, std::move(all));
  }
  if (!shape.has_mirrors) return;
  const int radix = shape.radices.back(), count = shape.length / radix;
  for (int i = 0; i < butterflies_per_thread(shape, radix); i += 2) {
    const int least = i / 2 * shape.threads;
    const Expr number = builder.let("j", thread_ + least);
    Expr other = builder.let("j", integer(count) - number);
    if (least == 0)
      other = builder.let("j", select(ast::less(number, integer(1)), integer(count / 2), other));
    mirrors_.push_back({number, least, shape.threads, count, {}});
    mirrors_.push_back({other,
                        least == 0 ? count / 2 : count - least - shape.threads + 1,
                        least == 0 ? count / 2 : shape.threads,
                        count,
                        {}});
  }
}

Values LineTransform::forward(Values values) {
  if (shape_.chirped != 0) return convolved_with_chirp(std::move(values));
  return transformed(std::move(values), false);
}
Values LineTransform::inverse(Values values) {
  values = swapped(std::move(values));
  return swapped(shape_.chirped != 0 ? convolved_with_chirp(std::move(values))
                                     : transformed(std::move(values), true));
}

Expr LineTransform::element_of(const Butterfly& butterfly, int k) {
  const Expr element = butterfly.first + k * butterfly.step;
  const int points = line_points(shape_),
            most = butterfly.least_first + k * butterfly.step + butterfly.firsts - 1;
  return most < points ? element : minimum(element, integer(points - 1));
}

Values LineTransform::transformed(Values values, bool back) {
  next_run();
  std::vector<int> radices = shape_.radices;
  if (back) std::reverse(radices.begin(), radices.end());
  int before = 1;
  for (std::size_t s = 0; s < radices.size(); ++s) {
    const int radix = radices[s];
    if (s > 0) values = exchanged(values, exchange_step(shape_, s - 1, back), back);
    const bool has_mirrors = shape_.has_mirrors && !back && s + 1 == radices.size();
    values = stage(std::move(values), has_mirrors ? mirrors_ : butterflies(radix), before);
    before *= radix;
  }
  return values;
}

void LineTransform::next_run() {
  // Compilers keep in registers what two runs have in common, which many values leave no room for:
  // then each run has tables of its own.
  const int few_values = shape_.chirped != 0 ? 15 : 16;
  if (values_per_thread(shape_) > few_values || of_warp_) ++runs_;
}

const LineTransform::StageTable& LineTransform::stage_table(int radix, int before) {
  for (const StageTable& stage : stages_)
    if (stage.run == runs_ && stage.plan.radix == radix && stage.plan.before == before)
      return stage;
  StageTable stage{plan_twiddles(radix, before, twiddle_budget(shape_), shape_.real), 0, runs_};
  stage.offset = add_to_table(twiddle_table(stage.plan));
  return stages_.emplace_back(std::move(stage));
}

int LineTransform::add_to_table(const Table& pairs) {
  const auto place = static_cast<int>(table_->size() / 2);
  table_->insert(table_->end(), pairs.begin(), pairs.end());
  return place;
}

Expr LineTransform::published_address(const Expr& line, const Expr& element) const {
  // Equal elements of all lines lie together where neighbouring threads hold just those.
  return shape_.lines_adjacent ? element * shape_.lines + line : line * shape_.length + element;
}

void LineTransform::publish(const Values& values, int radix) {
  clear_exchange(shape_.length * shape_.lines);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = butterflies(radix)[i];
    const auto store = [&] {
      for (std::size_t k = 0; k < values[i].size(); ++k)
        builder_.store_shared(
            kExchangeName,
            published_address(line_, butterfly.first + static_cast<int>(k) * butterfly.step),
            {values[i][k].re, values[i][k].im});
    };
    if (butterfly.active)
      builder_.when(*butterfly.active, store);
    else
      store();
  }
  builder_.barrier();
}

void LineTransform::clear_exchange(int elements) {
  shared_sizes_[0] = std::max(shared_sizes_[0], elements);
  if (exchanges_ > 0 || has_staged_) builder_.barrier();  // what is there may still be read
  has_published_ = true;
}

void LineTransform::stage(int elements) {
  clear_exchange(elements);
  has_staged_ = true;
}

Complex LineTransform::published(const Expr& line, const Butterfly& butterfly, int k) {
  return published(line, butterfly.first + k * butterfly.step);
}

Complex LineTransform::published(const Expr& line, const Expr& element) {
  return parts(builder_, ast::LoadShared{kExchangeName, ast::Type::real_x2,
                                         published_address(line, element)});
}

void LineTransform::separate_rounds() {
  if (std::any_of(shared_sizes_.begin(), shared_sizes_.end(), [](int size) { return size > 0; }))
    builder_.barrier();
}

Values LineTransform::stage(Values values, const std::vector<Butterfly>& butterflies, int before) {
  const int radix = static_cast<int>(values.front().size());
  if (before == 1) {
    for (auto& group : values) group = butterfly(builder_, group);
    return values;
  }
  const StageTable table = stage_table(radix, before);
  // The same rotations for all butterflies of a thread where these lie whole rounds apart.
  const bool are_alike =
      shape_.threads % before == 0 && !butterflies.front().active && &butterflies != &mirrors_;
  const auto channels_per_block = static_cast<std::ptrdiff_t>(are_alike ? values.size() : 1);
  for (auto first = values.begin(); first != values.end(); first += channels_per_block) {
    const Expr& j = butterflies[static_cast<std::size_t>(first - values.begin())].first;
    const Expr q = shape_.length / radix <= before ? j : builder_.let("q", j % before);
    const auto power = [&](std::size_t slot) {
      return parts(builder_,
                   ast::LoadGlobal{kTableName,
                                   q + table.offset + static_cast<std::int64_t>(slot) * before, 2});
    };
    Values transformed =
        rotated_butterflies(builder_, {first, first + channels_per_block}, table.plan, power);
    std::move(transformed.begin(), transformed.end(), first);
  }
  return values;
}

}  // namespace fftcore
