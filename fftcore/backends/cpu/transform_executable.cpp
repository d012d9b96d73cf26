// SPDX-License-Identifier: LGPL-2.1-or-later
// A Transform, one axis after the other: blocks of lines are gathered, transformed and scattered
// while they are in the cache.
#include "transform_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "any_length.h"
#include "cpu_queue.h"
#include "line_access.h"
#include "run_checks.h"

namespace fftcore {
namespace {

std::int64_t from_rows(const LinePass& pass) {
  return pass.from.is_real ? RealLines::real_rows(pass.points)
         : pass.to.is_real ? pass.points / 2 + 1
                           : pass.points;
}
std::int64_t to_rows(const LinePass& pass) {
  return pass.to.is_real     ? RealLines::real_rows(pass.points)
         : pass.from.is_real ? pass.points / 2 + 1
                             : pass.points;
}

class CpuTransformExecutable final : public TransformExecutable {
 public:
  CpuTransformExecutable(const Transform& transform, int threads, const FftEngine& engine)
      : transform_(transform),
        reach_(reach_of(transform)),
        plan_(plan_lines(transform)),
        threads_(threads),
        work_(plan_.work_values) {
    AnyLength lengths(engine);
    for (int i = 0; i < threads; ++i) workers_.emplace_back(plan_, lengths);
  }

  void run(Queue& queue, ConstBuffer input, Buffer output) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(reach_, input, output);
    // The input is written to only where it is the output.
    const std::array places = {static_cast<std::byte*>(const_cast<void*>(input.data)),
                               static_cast<std::byte*>(output.data),
                               reinterpret_cast<std::byte*>(work_.data())};
    for (std::size_t i = 0; i < plan_.passes.size(); ++i) {
      const LinePass& pass = plan_.passes[i];
      std::byte* const from = places[static_cast<std::size_t>(pass.from.place)];
      std::byte* const to = places[static_cast<std::size_t>(pass.to.place)];
      pool.run(pass.blocks(), [&, i](std::int64_t block, int worker) {
        workers_[static_cast<std::size_t>(worker)].run(i, pass, block, from, to);
      });
    }
  }

  const Transform& transform() const override { return transform_; }
  std::string plan_text() const override {
    return fmt::format("{}: {}", to_string(transform_), to_string(plan_));
  }

 private:
  /// What one thread works with.
  class Worker {
   public:
    Worker(const LinePlan& plan, AnyLength& lengths) {
      std::int64_t from_values = 0, to_values = 0;
      for (const LinePass& pass : plan.passes) {
        from_values = std::max(from_values, from_rows(pass) * pass.lanes);
        to_values = std::max(to_values, to_rows(pass) * pass.lanes);
        const bool is_real = pass.from.is_real || pass.to.is_real;
        complex_.push_back(is_real ? nullptr : lengths.complex(pass.points, pass.lanes));
        real_.push_back(is_real ? lengths.real(pass.points, pass.lanes) : nullptr);
      }
      from_ = AlignedArray<Complex>(from_values);
      to_ = AlignedArray<Complex>(to_values);
    }

    void run(std::size_t index, const LinePass& pass, std::int64_t block, const std::byte* from,
             std::byte* to) const {
      const LineBlock lines = line_block(pass, block);
      if (pass.from.is_real)
        gather_real(reinterpret_cast<const float*>(from), pass, lines, from_rows(pass),
                    from_.data());
      else
        gather_complex(reinterpret_cast<const Complex*>(from), pass, lines, from_rows(pass),
                       from_.data());

      if (pass.from.is_real)
        real_[index]->forward(from_.data(), to_.data());
      else if (pass.to.is_real)
        real_[index]->inverse(from_.data(), to_.data());
      else if (pass.direction == Direction::forward)
        complex_[index]->forward(from_.data(), to_.data());
      else
        complex_[index]->inverse(from_.data(), to_.data());

      if (pass.to.is_real)
        scatter_real(to_.data(), pass, lines, reinterpret_cast<float*>(to));
      else
        scatter_complex(to_.data(), pass, lines, reinterpret_cast<Complex*>(to));
    }

   private:
    std::vector<std::unique_ptr<ComplexTransform>> complex_;  // by pass, as real_: one of the two
    std::vector<std::unique_ptr<RealLines>> real_;
    AlignedArray<Complex> from_, to_;
  };

  const Transform transform_;
  const TransformReach reach_;
  const LinePlan plan_;
  const int threads_;
  AlignedArray<Complex> work_;
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<TransformExecutable> make_transform_executable(const Transform& transform,
                                                               int threads,
                                                               const FftEngine& engine) {
  return std::make_unique<CpuTransformExecutable>(transform, threads, engine);
}

}  // namespace fftcore
