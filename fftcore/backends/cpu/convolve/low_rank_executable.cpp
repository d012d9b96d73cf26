// SPDX-License-Identifier: LGPL-2.1-or-later
#include "low_rank_executable.h"

#include <atomic>
#include <mutex>

#include "direct_executable.h"
#include "log_line.h"

namespace fftcore {
namespace {

/// Both plans are ready from the start, so that a change of taps changes between them without a
/// wait. Each keeps the taps that it was given last; a run() is of one of them as a whole.
class LowRankExecutable final : public ConvolutionExecutable {
 public:
  LowRankExecutable(const Convolution& problem, const Plan& plan, int threads,
                    std::unique_ptr<ConvolutionExecutable> any)
      : ConvolutionExecutable(problem),
        plan_(plan),
        any_(std::move(any)),
        separable_(problem, separable_plan(plan), threads) {}

  void set(const Setting& setting) override {
    const auto* taps = std::get_if<std::span<const Taps>>(&setting);
    if (taps == nullptr) {
      any_->set(setting);
      separable_.set(setting);
      return;
    }
    const std::lock_guard one_at_a_time(taps_mutex_);
    const auto found = separable_.set_low_rank_taps(*taps);
    if (!found) any_->set(setting);
    const std::int64_t products = found ? found->products : -1;
    const bool is_fixed_point = found && found->is_fixed_point;
    const bool was_fixed_point = is_fixed_point_.exchange(is_fixed_point);
    if (products_.exchange(products) != products || was_fixed_point != is_fixed_point)
      log_line("cpu", "{}", choice_text());
  }
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer&) override {
    (products_ < 0 ? *any_ : separable_).run_any(queue, inputs, output);
  }
  std::string plan_text() const override {
    return fmt::format("{}\n    {}", to_string(plan_), choice_text());
  }

 private:
  static Plan separable_plan(const Plan& plan) {
    Plan separable;
    separable.rule = "separable";
    separable.geometry = plan.low_rank->geometry;
    return separable;
  }

  std::string choice_text() const {
    const std::int64_t products = products_, most = plan_.low_rank->geometry.products;
    return products < 0 ? fmt::format("taps are more than {}, or not set yet: {}",
                                      products_text(most), plan_.rule)
                        : fmt::format("taps are {}: separable{}", products_text(products),
                                      is_fixed_point_ ? ", in 16 bits while the gain is 1" : "");
  }

  const Plan plan_;
  const std::unique_ptr<ConvolutionExecutable> any_;
  DirectExecutable separable_;
  std::mutex taps_mutex_;                    // one set_taps() at a time
  std::atomic<std::int64_t> products_ = -1;  // of the taps, -1 where there are more than planned
  std::atomic<bool> is_fixed_point_ = false;
};

}  // namespace

std::unique_ptr<ConvolutionExecutable> make_low_rank_executable(
    const Convolution& problem, const Plan& plan, int threads,
    std::unique_ptr<ConvolutionExecutable> any) {
  return std::make_unique<LowRankExecutable>(problem, plan, threads, std::move(any));
}

}  // namespace fftcore
