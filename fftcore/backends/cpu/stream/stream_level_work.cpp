// SPDX-License-Identifier: LGPL-2.1-or-later
#include "stream_level_work.h"

#include <algorithm>

#include "stream_loops.h"

namespace fftcore {
namespace {

/// Complex products of one unit of work.
constexpr std::int64_t kUnitProducts = 1024;

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}
std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
  return a - floor_div(a, b) * b;
}

/// Groups that a unit of products goes over.
std::int64_t range_of(std::int64_t products_of_group, std::int64_t groups) {
  return std::clamp<std::int64_t>(kUnitProducts / products_of_group, 1, groups);
}

}  // namespace

template <class Real>
StreamLevelWork<Real>::StreamLevelWork(const StreamConvolution& stream, const StreamLevel& level,
                                       const EngineOf<Real>& engine)
    : level_(level),
      mixing_(stream.mixing),
      inputs_(stream.inputs),
      outputs_(stream.outputs),
      groups_(level.block / kGroup<Real>),
      group_step_(2 * kGroup<Real> * level.partitions),
      range_groups_(range_of(
          kGroup<Real> * level.partitions * (stream.mixing == Mixing::full ? stream.inputs : 1),
          groups_)),
      ranges_((groups_ + range_groups_ - 1) / range_groups_),
      transform_cost_(stream_transform_cost(level.block)),
      product_cost_(stream_product_cost(stream, level)),
      result_blocks_(result_blocks(level)),
      transform_(level.block, engine, most_at_once(stream)),
      spectra_(inputs_ * response_values(level)),
      sums_(static_cast<std::int64_t>(kStreamBanks) * outputs_ * 2 * level.block),
      results_(static_cast<std::int64_t>(kStreamBanks) * outputs_ * result_blocks_ * level.block) {}

template <class Real>
void StreamLevelWork<Real>::reset() {
  std::fill_n(spectra_.data(), spectra_.size(), Real{});
  std::fill_n(results_.data(), results_.size(), Real{});
  units_ = {};
  done_units_ = 0;
  done_cost_ = 0;
}

template <class Real>
void StreamLevelWork<Real>::transform_response(const StreamLevel& level,
                                               StreamTransform<Real>& transform, const Real* taps,
                                               const Real* zeros, Real* spectra) {
  constexpr std::int64_t kValues = 2 * kGroup<Real>;
  for (std::int64_t p = 0; p < level.partitions; ++p)
    for (std::int64_t step = 0; step < transform.steps(); ++step)
      transform.forward(step, taps + p * level.block, zeros, kValues * level.partitions,
                        spectra + p * kValues);
}

template <class Real>
void StreamLevelWork<Real>::begin(std::int64_t block,
                                  std::span<const StreamHistory<Real>> histories,
                                  std::array<const Real*, kStreamBanks> responses) {
  block_ = block;
  slot_ = floor_mod(-block, level_.partitions);
  histories_ = histories;
  responses_ = responses;
  std::size_t banks = 0;
  for (std::size_t bank = 0; bank < kStreamBanks; ++bank)
    if (responses[bank] != nullptr) banks_[banks++] = bank;

  const std::int64_t steps = transform_.steps();
  const std::int64_t sums = static_cast<std::int64_t>(banks) * outputs_;
  units_.forward = inputs_ * steps;
  units_.products = ranges_ * sums;
  units_.inverse = sums * steps;
  units_.product_cost = static_cast<double>(level_.block * level_.partitions / ranges_ *
                                            (mixing_ == Mixing::full ? inputs_ : 1)) *
                        product_cost_;
  units_.cost = static_cast<double>(inputs_ + sums) * transform_cost_ +
                static_cast<double>(units_.products) * units_.product_cost;
  done_units_ = 0;
  done_cost_ = 0;
}

template <class Real>
double StreamLevelWork<Real>::advance(std::int64_t part) {
  const std::int64_t count = units_.count();
  const bool is_all = part >= level_.block;
  const double target = units_.cost * static_cast<double>(part) / static_cast<double>(level_.block);
  const double before = done_cost_;
  while (done_units_ < count && (is_all || done_cost_ < target))
    done_cost_ += do_unit(done_units_++);
  return done_cost_ - before;
}

template <class Real>
double StreamLevelWork<Real>::do_unit(std::int64_t number) {
  if (number < units_.forward) {
    transform_input(number);
    return transform_cost_ * transform_.part_of_forward(number % transform_.steps());
  }
  number -= units_.forward;
  if (number < units_.products) {
    multiply(number);
    return units_.product_cost;
  }
  number -= units_.products;
  transform_back(number);
  return transform_cost_ * transform_.part_of_inverse(number % transform_.steps());
}

template <class Real>
void StreamLevelWork<Real>::transform_input(std::int64_t number) {
  const std::int64_t input = number / transform_.steps();
  const StreamHistory<Real>& history = histories_[static_cast<std::size_t>(input)];
  transform_.forward(number % transform_.steps(), history.at((block_ - 1) * level_.block),
                     history.at(block_ * level_.block), group_step_,
                     input_spectra(input) + slot_ * 2 * kGroup<Real>);
}

template <class Real>
void StreamLevelWork<Real>::multiply(std::int64_t number) {
  // Outputs in the inner loop: a response that they share is in the cache.
  const std::int64_t outputs = units_.products / ranges_;
  const std::int64_t first = number / outputs * range_groups_;
  const std::size_t bank = banks_[static_cast<std::size_t>(number % outputs / outputs_)];
  const std::int64_t output = number % outputs_;
  const std::int64_t count = std::min(range_groups_, groups_ - first);
  const std::int64_t wrapped = slot_, at = first * group_step_;
  const bool is_full = mixing_ == Mixing::full;
  for (std::int64_t i = 0; i < (is_full ? inputs_ : 1); ++i) {
    const Real* const input = input_spectra(is_full ? i : output) + at;
    const std::int64_t response = is_full                       ? output * inputs_ + i
                                  : mixing_ == Mixing::diagonal ? output
                                                                : 0;
    multiply_groups(GroupRun<Real>{input + slot_ * 2 * kGroup<Real>, input,
                                   responses_[bank] + response * response_values(level_) + at,
                                   level_.partitions - wrapped, wrapped},
                    count, group_step_, i > 0, sums(bank, output) + first * 2 * kGroup<Real>);
  }
}

template <class Real>
void StreamLevelWork<Real>::transform_back(std::int64_t number) {
  const std::int64_t sum = number / transform_.steps();
  const std::size_t bank = banks_[static_cast<std::size_t>(sum / outputs_)];
  const std::int64_t output = sum % outputs_;
  transform_.inverse(number % transform_.steps(), sums(bank, output),
                     results(bank, output, block_));
}

template <class Real>
Real* StreamLevelWork<Real>::results(std::size_t bank, std::int64_t output,
                                     std::int64_t block) const {
  const std::int64_t row = static_cast<std::int64_t>(bank) * outputs_ + output;
  return &results_[(row * result_blocks_ + floor_mod(block, result_blocks_)) * level_.block];
}

template <class Real>
void StreamLevelWork<Real>::add_results(std::size_t bank, std::int64_t output, std::int64_t t,
                                        std::int64_t count, Real* sums) const {
  while (count > 0) {
    const std::int64_t from = t - level_.first_delay;
    const std::int64_t at = floor_mod(from, level_.block);
    const std::int64_t run = std::min(count, level_.block - at);
    const Real* const samples = results(bank, output, floor_div(from, level_.block)) + at;
    for (std::int64_t i = 0; i < run; ++i) sums[i] += samples[i];
    t += run;
    count -= run;
    sums += run;
  }
}

template class StreamLevelWork<float>;
template class StreamLevelWork<double>;

}  // namespace fftcore
