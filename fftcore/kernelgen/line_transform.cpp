// SPDX-License-Identifier: LGPL-2.1-or-later
#include "line_transform.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "butterfly.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;

// Not to be used up by the rotations alone: DESIGN allows a transform 4 sqrt(log2 n) units of 2^-24.
double twiddle_budget(const LineShape& shape) {
  const double stages = std::max<double>(1, static_cast<double>(shape.radices.size()) - 1);
  return 0.4 * 4 * std::sqrt(std::log2(std::max(2, shape.length)) / stages);
}

Values swapped(Values values) {
  for (auto& group : values)
    for (Complex& value : group) value = swapped(value);
  return values;
}

}  // namespace

LineTransform::LineTransform(Builder& builder, const LineShape& shape)
    : LineTransform(builder, shape,
                    {builder.let("thread", ast::Call{shape.lines_adjacent ? ast::Builtin::thread_y : ast::Builtin::thread_x, {}}),
                     builder.let("line", ast::Call{shape.lines_adjacent ? ast::Builtin::thread_x : ast::Builtin::thread_y, {}}),
                     {}},
                    std::make_shared<std::vector<float>>()) {}

LineTransform::LineTransform(Builder& builder, const LineShape& shape, Place place, std::shared_ptr<std::vector<float>> table)
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
  if (!shape.has_opposites) return;
  const int radix = shape.radices.back(), count = shape.length / radix;
  for (int i = 0; i < butterflies_per_thread(shape, radix); i += 2) {
    const int least = i / 2 * shape.threads;
    const Expr number = builder.let("j", thread_ + least);
    Expr other = builder.let("j", integer(count) - number);
    if (least == 0) other = builder.let("j", select(ast::less(number, integer(1)), integer(count / 2), other));
    opposites_.push_back({number, least, shape.threads, count, {}});
    opposites_.push_back({other, least == 0 ? count / 2 : count - least - shape.threads + 1, least == 0 ? count / 2 : shape.threads, count, {}});
  }
}

const std::vector<Butterfly>& LineTransform::butterflies_of(std::size_t stage) const {
  return shape_.has_opposites && stage + 1 == shape_.radices.size() ? opposites_ : butterflies(shape_.radices[stage]);
}

void LineTransform::declare_shared() {
  for (std::size_t i = 0; i < shared_sizes_.size(); ++i)
    if (shared_sizes_[i] > 0) builder_.shared(fmt::format("exchange_{}", i), ast::Type::f32x2, shared_sizes_[i]);
}

Values LineTransform::forward(Values values) {
  next_run();
  int before = 1;
  for (std::size_t stage = 0; stage < shape_.radices.size(); ++stage) {
    const int radix = shape_.radices[stage];
    if (stage > 0) values = exchanged(values, stage, false);
    rotate(values, stage, before);
    for (auto& group : values) group = butterfly(builder_, group);
    before *= radix;
  }
  return values;
}

// The same flow from its end to its beginning: a Fourier transform is its own transpose, each butterfly too. So addresses and rotations are forward()'s.
Values LineTransform::inverse(Values values) {
  next_run();
  values = swapped(std::move(values));
  int before = shape_.length;
  for (std::size_t stage = shape_.radices.size(); stage-- > 0;) {
    const int radix = shape_.radices[stage];
    before /= radix;
    for (auto& group : values) group = butterfly(builder_, group);
    rotate(values, stage, before);
    if (stage > 0) values = exchanged(values, stage, true);
  }
  return swapped(std::move(values));
}

void LineTransform::next_run() {
  // Compilers keep in registers what two runs have in common, which many values leave no room for: then each run has tables of its own.
  constexpr int kManyValues = 16;
  if (values_per_thread(shape_) > kManyValues || of_warp_) ++runs_;
}

std::vector<std::vector<Expr>> LineTransform::addresses(const ExchangeStep& step, const ExchangeLayout& layout, bool writing) {
  const int radix = writing ? step.write_radix : step.read_radix;
  const bool has_opposites = !writing && step.reads_opposites;
  std::vector<std::vector<Expr>> result;
  for (const Butterfly& butterfly : has_opposites ? opposites_ : butterflies(radix)) {
    const auto at = [&](const auto& j, int k) { return writing ? written_at(layout, step, j, k) : read_at(layout, step, j, k); };
    int distance = 0;
    const bool follows = !result.empty() && !butterfly.active && !has_opposites && is_constant_step(shape_, step, layout, writing, butterfly.least_first, distance);
    const Expr first = follows ? result.front().front() + distance : builder_.let("a", at(butterfly.first, 0) + line_ * layout.line_stride);
    std::vector<Expr> group;
    for (int k = 0; k < radix; ++k) group.push_back(first + at(0, k));
    result.push_back(std::move(group));
  }
  return result;
}

Values LineTransform::exchanged(const Values& values, std::size_t stage, bool back) {
  const ExchangeStep step = exchange_step(shape_, stage - 1);
  const ExchangeLayout layout = of_warp_ ? *of_warp_ : choose_layout(shape_, step);
  const int buffer = exchanges_ % shape_.exchange_buffers;
  const std::string array = fmt::format("exchange_{}", buffer);
  shared_sizes_[static_cast<std::size_t>(buffer)] = std::max(shared_sizes_[static_cast<std::size_t>(buffer)], layout.size);
  // With two buffers the one written now was last read before the barrier of the exchange in between.
  if (shape_.exchange_buffers == 1 && (exchanges_ > 0 || has_shown_ || of_warp_)) builder_.barrier(scope());
  ++exchanges_;

  const auto from = addresses(step, layout, !back), to = addresses(step, layout, back);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto store = [&] {
      for (std::size_t k = 0; k < values[i].size(); ++k) builder_.store_shared(array, from[i][k], {values[i][k].re, values[i][k].im});
    };
    const Butterfly& butterfly = butterflies_of(back ? stage : stage - 1)[i];
    if (butterfly.active)
      builder_.when(*butterfly.active, store);
    else
      store();
  }
  builder_.barrier(scope());
  Values read;
  for (const auto& group : to) {
    read.emplace_back();
    for (const Expr& address : group) read.back().push_back(parts(builder_, ast::LoadShared{array, ast::Type::f32x2, address}));
  }
  return read;
}

const LineTransform::StageTable& LineTransform::stage_table(int radix, int before) {
  for (const StageTable& stage : stages_)
    if (stage.run == runs_ && stage.plan.radix == radix && stage.plan.before == before) return stage;
  StageTable stage{plan_twiddles(radix, before, twiddle_budget(shape_)), 0, runs_};
  stage.offset = add_to_table(twiddle_table(stage.plan));
  return stages_.emplace_back(std::move(stage));
}

int LineTransform::add_to_table(const std::vector<float>& pairs) {
  const auto place = static_cast<int>(table_->size() / 2);
  table_->insert(table_->end(), pairs.begin(), pairs.end());
  return place;
}

Expr LineTransform::shown_address(const Expr& line, const Expr& element) const {
  // The same element of all lines together where neighbouring threads hold just that.
  return shape_.lines_adjacent ? element * shape_.lines + line : line * shape_.length + element;
}

void LineTransform::show(const Values& values, int radix) {
  shared_sizes_[0] = std::max(shared_sizes_[0], shape_.length * shape_.lines);
  if (exchanges_ > 0) builder_.barrier();  // what was exchanged last may still be read
  has_shown_ = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = butterflies(radix)[i];
    const auto store = [&] {
      for (std::size_t k = 0; k < values[i].size(); ++k)
        builder_.store_shared("exchange_0", shown_address(line_, butterfly.first + static_cast<int>(k) * butterfly.step), {values[i][k].re, values[i][k].im});
    };
    if (butterfly.active)
      builder_.when(*butterfly.active, store);
    else
      store();
  }
  builder_.barrier();
}

Complex LineTransform::shown(const Expr& line, const Butterfly& butterfly, int k) {
  return shown(line, butterfly.first + k * butterfly.step);
}

Complex LineTransform::shown(const Expr& line, const Expr& element) {
  return parts(builder_, ast::LoadShared{"exchange_0", ast::Type::f32x2, shown_address(line, element)});
}

void LineTransform::separate_rounds() {
  if (std::any_of(shared_sizes_.begin(), shared_sizes_.end(), [](int size) { return size > 0; })) builder_.barrier();
}

std::vector<std::optional<Complex>> LineTransform::loaded_powers(const StageTable& stage, const Expr& q) {
  const TwiddlePlan& plan = stage.plan;
  std::vector<std::optional<Complex>> power(static_cast<std::size_t>(plan.radix));
  power[0] = Complex{ast::real(1), ast::real(0)};
  for (std::size_t slot = 0; slot < plan.loaded.size(); ++slot) {
    const int offset = stage.offset + static_cast<int>(slot) * plan.before;
    power[static_cast<std::size_t>(plan.loaded[slot])] = parts(builder_, ast::LoadGlobal{kTableName, q + offset, 2});
  }
  return power;
}

const Complex& LineTransform::power_of(std::vector<std::optional<Complex>>& power, const TwiddlePlan& plan, int k) {
  auto& wanted = power[static_cast<std::size_t>(k)];
  if (wanted) return *wanted;
  const int middle = plan.middle[static_cast<std::size_t>(k)];
  const Complex at_middle = power_of(power, plan, middle), last = power_of(power, plan, 2 * middle - k);
  const Expr cosine = power_of(power, plan, k - middle).re;
  const Complex twice = add(builder_, at_middle, at_middle);
  wanted = Complex{builder_.let("w", fma(cosine, twice.re, -last.re)), builder_.let("w", fma(cosine, twice.im, -last.im))};
  return *wanted;
}

void LineTransform::rotate(Values& values, std::size_t of_stage, int before) {
  if (before == 1) return;
  const int radix = shape_.radices[of_stage];
  const std::vector<Butterfly>& butterflies = butterflies_of(of_stage);
  const StageTable stage = stage_table(radix, before);
  std::vector<std::optional<Complex>> power;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Butterfly& butterfly = butterflies[i];
    // The same rotations for all butterflies of a thread where these lie whole rounds apart.
    const bool are_new = i == 0 || shape_.threads % before != 0 || butterfly.active || &butterflies == &opposites_;
    if (are_new) {
      const bool whole = shape_.length / radix <= before;  // then q is j itself
      power = loaded_powers(stage, whole ? butterfly.first : builder_.let("q", butterfly.first % before));
    }
    for (const int k : stage.plan.order) {
      Complex& value = values[i][static_cast<std::size_t>(k)];
      value = multiply(builder_, value, power_of(power, stage.plan, k));
    }
  }
}

}  // namespace fftcore
