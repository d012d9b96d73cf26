// SPDX-License-Identifier: LGPL-2.1-or-later
// A Transform, one axis after the other: blocks of lines are transformed where they lie, or
// gathered, transformed and scattered while they are in the cache.
#include "transform_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "cpu_queue.h"
#include "first_element.h"
#include "half_type.h"
#include "line_access.h"
#include "line_formula.h"
#include "parameters_slot.h"
#include "pass_lines.h"
#include "port_checks.h"

namespace fftcore {
namespace {

/// Rows of complex values; of real ones two make one.
std::int64_t from_rows(const LinePass& pass) {
  return is_trigonometric(pass.kind) ? (pass.points + 1) / 2
         : pass.from.is_real         ? real_rows(pass.points)
         : pass.to.is_real           ? pass.points / 2 + 1
                                     : pass.points;
}
std::int64_t to_rows(const LinePass& pass) {
  return is_trigonometric(pass.kind) ? (pass.points + 1) / 2
         : pass.to.is_real           ? real_rows(pass.points)
         : pass.from.is_real         ? pass.points / 2 + 1
                                     : pass.points;
}

DenseLines dense_lines(const LinePass& pass, const Transform& transform) {
  DenseLines lines;
  lines.kind = pass.kind;
  lines.direction = pass.direction;
  lines.points = pass.points;
  lines.lines = pass.lines;
  lines.lanes = pass.lanes;
  lines.from_distance = pass.axes.front().from_stride;
  lines.to_distance = pass.axes.front().to_stride;
  lines.is_packed = pass.from.is_packed || pass.to.is_packed;
  lines.is_in_place = transform.in_place ? (pass.from.place == LinePlace::work) ==
                                               (pass.to.place == LinePlace::work)
                                         : pass.from.place == pass.to.place;
  lines.keeps_input = pass.from.place == LinePlace::input;
  lines.scale = pass.scale;
  return lines;
}

/// Numbers are Stored in the caller's memory, and Real in arithmetic and in memory of our own.
template <class Stored, class Real>
class CpuTransformExecutable final : public TransformExecutable {
 public:
  CpuTransformExecutable(const Transform& transform, int threads, const FftEngine& engine,
                         Workspace workspace)
      : TransformExecutable(transform),
        plan_(plan_lines(transform, engine_in<Real>(engine).takes_dense_lines())),
        ports_(ports_of(transform)),
        workspace_{workspace, static_cast<std::size_t>(plan_.work_bytes)},
        threads_(threads),
        passes_(plan_.passes),
        load_(transform, plan_.passes.front(), true),
        store_(transform, plan_.passes.back(), false),
        work_(workspace == Workspace::own ? plan_.work_values : 0) {
    const EngineOf<Real>& numbers = engine_in<Real>(engine);
    LengthsOf<Real> lengths(numbers);
    for (int i = 0; i < threads; ++i) workers_.emplace_back(transform, plan_, numbers, lengths);
    if (store_.exists()) passes_.back().scale = 1;  // the formula comes after it
  }

  void set(const Setting& setting) override {
    const auto* parameters = std::get_if<std::span<const double>>(&setting);
    if (parameters == nullptr) return Executable::set(setting);
    parameters_.set(all_parameters(parameters_needed(transform()), *parameters));
  }

  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace) override {
    WorkerPool& pool = pool_of(queue, threads_);
    check_buffers(ports_, inputs, output);
    const ConstBuffer& input = inputs[0];
    check_workspace(workspace_, ports_, input, output, workspace);
    // The input is written to only where it is the output.
    const std::array places = {
        const_cast<std::byte*>(first_element(input, value_bytes(ports_.inputs[0]))),
        first_element(output, value_bytes(*ports_.output)),
        workspace_.whose == Workspace::own ? reinterpret_cast<std::byte*>(work_.data())
                                           : first_element(workspace, 1)};
    const Parameters parameters = parameters_.value();
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      const LinePass& pass = passes_[i];
      const Formulas formulas{i == 0 && load_.exists() ? &load_ : nullptr,
                              i + 1 == passes_.size() && store_.exists() ? &store_ : nullptr,
                              parameters};
      std::byte* const from = places[static_cast<std::size_t>(pass.from.place)];
      std::byte* const to = places[static_cast<std::size_t>(pass.to.place)];
      pool.run(pass.blocks(), [&, i](std::int64_t block, int worker) {
        workers_[static_cast<std::size_t>(worker)].run(i, pass, block, from, to, formulas);
      });
    }
  }

  std::size_t workspace_needed() const override { return workspace_.bytes; }
  std::string plan_text() const override {
    return fmt::format("{}: {}", to_string(transform()), to_string(plan_));
  }

 private:
  /// Those that a pass has, else null.
  struct Formulas {
    const LineFormula<Real>* load;
    const LineFormula<Real>* store;
    const Parameters& parameters;
  };

  /// What one thread works with.
  class Worker {
   public:
    Worker(const Transform& transform, const LinePlan& plan, const EngineOf<Real>& engine,
           LengthsOf<Real>& lengths) {
      std::int64_t from_values = 0, to_values = 0;
      for (const LinePass& pass : plan.passes) {
        dense_.push_back(pass.is_dense ? engine.dense(dense_lines(pass, transform)) : nullptr);
        lines_.push_back(pass.is_dense ? nullptr : make_lines(pass, lengths));
        if (pass.is_dense) continue;
        from_values = std::max(from_values, from_rows(pass) * pass.lanes);
        to_values = std::max(to_values, to_rows(pass) * pass.lanes);
      }
      from_ = AlignedArray<std::complex<Real>>(from_values);
      to_ = AlignedArray<std::complex<Real>>(to_values);
    }

    void run(std::size_t index, const LinePass& pass, std::int64_t block, const std::byte* from,
             std::byte* to, const Formulas& formulas) const {
      if (pass.is_dense) {
        run_dense(index, pass, block, reinterpret_cast<const Real*>(from),
                  reinterpret_cast<Real*>(to));
        return;
      }
      const LineBlock lines = line_block(pass, block);
      if (pass.from.place == LinePlace::work)
        gather(reinterpret_cast<const Real*>(from), pass, lines);
      else
        gather(reinterpret_cast<const Stored*>(from), pass, lines);

      if (pass.from.is_packed) unpack_last_bin(from_.data(), pass.points, pass.lanes);
      if (formulas.load != nullptr) (*formulas.load)(block, formulas.parameters, from_.data());
      lines_[index]->run(from_.data(), to_.data());
      if (formulas.store != nullptr) (*formulas.store)(block, formulas.parameters, to_.data());
      if (pass.to.is_packed) pack_last_bin(to_.data(), pass.points, pass.lanes);
      if (pass.to.place == LinePlace::work)
        scatter(pass, lines, reinterpret_cast<Real*>(to));
      else
        scatter(pass, lines, reinterpret_cast<Stored*>(to));
    }

   private:
    void run_dense(std::size_t index, const LinePass& pass, std::int64_t block, const Real* from,
                   Real* to) const {
      const std::int64_t first = block * pass.lanes;
      const LineAxis& axis = pass.axes.front();
      const std::int64_t from_first = pass.from.offset + first * axis.from_stride,
                         to_first = pass.to.offset + first * axis.to_stride;
      dense_[index]->run(from + (pass.from.is_real ? 1 : 2) * from_first,
                         to + (pass.to.is_real ? 1 : 2) * to_first,
                         std::min(pass.lanes, pass.lines - first));
    }

    template <class T>
    void gather(const T* from, const LinePass& pass, const LineBlock& lines) const {
      if (pass.from.is_real)
        gather_real(from, pass, lines, from_rows(pass), from_.data());
      else
        gather_complex(from, pass, lines, from_rows(pass), from_.data());
    }
    template <class T>
    void scatter(const LinePass& pass, const LineBlock& lines, T* to) const {
      if (pass.to.is_real)
        scatter_real(to_.data(), pass, lines, to);
      else
        scatter_complex(to_.data(), pass, lines, to);
    }

    // By pass, one of them null.
    std::vector<std::unique_ptr<DenseTransformOf<Real>>> dense_;
    std::vector<std::unique_ptr<PassLines<Real>>> lines_;
    AlignedArray<std::complex<Real>> from_, to_;
  };

  const LinePlan plan_;
  const Ports ports_;
  const WorkspaceNeeds workspace_;
  const int threads_;
  std::vector<LinePass> passes_;
  const LineFormula<Real> load_, store_;
  ParametersSlot parameters_;
  AlignedArray<std::complex<Real>> work_;
  std::vector<Worker> workers_;
};

}  // namespace

std::unique_ptr<TransformExecutable> make_transform_executable(const Transform& transform,
                                                               int threads, const FftEngine& engine,
                                                               Workspace workspace) {
  switch (transform.numbers) {
    case Numbers::f32:
      return std::make_unique<CpuTransformExecutable<float, float>>(transform, threads, engine,
                                                                    workspace);
    case Numbers::f64:
      return std::make_unique<CpuTransformExecutable<double, double>>(transform, threads, engine,
                                                                      workspace);
    case Numbers::f16:
      return std::make_unique<CpuTransformExecutable<Half, float>>(transform, threads, engine,
                                                                   workspace);
    case Numbers::f32_in_f64: break;
  }
  return std::make_unique<CpuTransformExecutable<float, double>>(transform, threads, engine,
                                                                 workspace);
}

}  // namespace fftcore
