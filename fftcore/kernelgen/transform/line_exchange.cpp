// SPDX-License-Identifier: LGPL-2.1-or-later
// What the threads of a LineTransform's line exchange through shared memory.
#include <algorithm>

#include <fmt/format.h>

#include "line_transform.h"

namespace fftcore {
namespace {

using ast::Expr;

std::string array_name(int buffer) {
  return fmt::format("exchange_{}", buffer);
}

}  // namespace

void LineTransform::declare_shared() {
  for (std::size_t i = 0; i < shared_sizes_.size(); ++i)
    if (shared_sizes_[i] > 0)
      builder_.shared(array_name(static_cast<int>(i)),
                      shape_.parts_in_turn ? ast::Type::real : ast::Type::real_x2,
                      shared_sizes_[i]);
}

std::vector<std::vector<Expr>> LineTransform::addresses(const ExchangeStep& step,
                                                        const ExchangeLayout& layout,
                                                        bool writing) {
  const int radix = writing ? step.write_radix : step.read_radix;
  const bool has_mirrors = writing ? step.writes_mirrors : step.reads_mirrors;
  std::vector<std::vector<Expr>> result;
  for (const Butterfly& butterfly : has_mirrors ? mirrors_ : butterflies(radix)) {
    const auto at = [&](const auto& j, int k) {
      return writing ? written_at(layout, step, j, k) : read_at(layout, step, j, k);
    };
    int distance = 0;
    const bool follows =
        !result.empty() && !butterfly.active && !has_mirrors &&
        is_constant_step(shape_, step, layout, writing, butterfly.least_first, distance);
    const Expr first = follows
                           ? result.front().front() + distance
                           : builder_.let("a", at(butterfly.first, 0) + line_ * layout.line_stride);
    std::vector<Expr> group;
    for (int k = 0; k < radix; ++k) group.push_back(first + at(0, k));
    result.push_back(std::move(group));
  }
  return result;
}

int LineTransform::begin_exchange(int elements) {
  const int buffer = exchanges_ % shape_.exchange_buffers;
  int& size = shared_sizes_[static_cast<std::size_t>(buffer)];
  size = std::max(size, elements);
  // With two buffers the one written now was last read before the barrier of the exchange in
  // between.
  if (shape_.waits_first && exchanges_ == 0)
    builder_.barrier();
  else if (shape_.exchange_buffers == 1 && (exchanges_ > 0 || has_published_ || of_warp_))
    builder_.barrier(scope());
  ++exchanges_;
  return buffer;
}

Values LineTransform::exchanged(const Values& values, const ExchangeStep& step, bool back) {
  const ExchangeLayout layout =
      of_warp_ ? (back ? of_warp_->back : of_warp_->forward) : choose_layout(shape_, step);
  const int buffer = begin_exchange(layout.size);
  const auto from = addresses(step, layout, true), to = addresses(step, layout, false);
  std::vector<Put> puts;
  for (std::size_t i = 0; i < values.size(); ++i)
    puts.push_back({from[i], values[i],
                    (step.writes_mirrors ? mirrors_ : butterflies(step.write_radix))[i].active});
  return through(buffer, puts, to);
}

Values LineTransform::passed(const std::vector<Put>& puts,
                             const std::vector<std::vector<Expr>>& gets, int elements) {
  return through(begin_exchange(elements), puts, gets);
}

Values LineTransform::through(int buffer, const std::vector<Put>& puts,
                              const std::vector<std::vector<Expr>>& gets) {
  const std::string array = array_name(buffer);
  const auto put_all = [&](const auto& lanes_of) {
    for (const Put& put : puts) {
      const auto store = [&] {
        for (std::size_t k = 0; k < put.values.size(); ++k)
          builder_.store_shared(array, put.addresses[k], lanes_of(put.values[k]));
      };
      if (put.active)
        builder_.when(*put.active, store);
      else
        store();
    }
    builder_.barrier(scope());
  };
  Values read;
  if (!shape_.parts_in_turn) {
    put_all([](const Complex& value) { return std::vector<Expr>{value.re, value.im}; });
    for (const auto& group : gets) {
      read.emplace_back();
      for (const Expr& address : group)
        read.back().push_back(parts(builder_, ast::LoadShared{array, ast::Type::real_x2, address}));
    }
    return read;
  }
  const auto get = [&](const Expr& address) {
    return builder_.let("z", ast::LoadShared{array, ast::Type::real, address});
  };
  put_all([](const Complex& value) { return std::vector<Expr>{value.re}; });
  for (const auto& group : gets) {
    read.emplace_back();
    for (const Expr& address : group) read.back().push_back({get(address), ast::real(0)});
  }
  builder_.barrier(scope());
  put_all([](const Complex& value) { return std::vector<Expr>{value.im}; });
  for (std::size_t i = 0; i < gets.size(); ++i)
    for (std::size_t k = 0; k < gets[i].size(); ++k) read[i][k].im = get(gets[i][k]);
  return read;
}

}  // namespace fftcore
