// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <vector>

#include "fftcore/backend.h"

namespace fftcore {

/// What `auto` is where several backends work: each Problem, Transform or Correlation goes to the first that can do it, that is whose compile() does
/// not throw Unsupported.
class FallbackBackend final : public Backend {
 public:
  /// At least one; they must outlive this.
  explicit FallbackBackend(std::vector<Backend*> chain) : chain_(std::move(chain)) {}

  std::string_view name() const override { return "auto"; }
  std::string unavailable_reason() const override { return {}; }
  std::unique_ptr<Queue> create_queue(const QueueOptions& options) override;
  std::unique_ptr<Executable> compile(const Problem& problem, const Queue& queue) override;
  std::unique_ptr<TransformExecutable> compile(const Transform& transform, const Queue& queue) override;
  std::unique_ptr<CorrelationExecutable> compile(const Correlation& correlation, const Queue& queue) override;

 private:
  template <class Result, class Work>
  std::unique_ptr<Result> compile_on_first(const Work& work, const Queue& queue);

  const std::vector<Backend*> chain_;
};

}  // namespace fftcore
