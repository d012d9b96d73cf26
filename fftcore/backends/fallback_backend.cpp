// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fallback_backend.h"

#include <algorithm>
#include <mutex>

#include "fftcore/error.h"
#include "log_line.h"

namespace fftcore {
namespace {

/// A Queue of each backend of the chain, made when it is first needed.
class FallbackQueue final : public Queue {
 public:
  FallbackQueue(const std::vector<Backend*>& chain, const QueueOptions& options)
      : chain_(chain), options_(options), queues_(chain.size()) {
    of(0);
  }
  int threads() const override { return queues_.front()->threads(); }
  void wait() override {
    const std::lock_guard lock(mutex_);
    for (const auto& queue : queues_)
      if (queue) queue->wait();
  }
  std::shared_ptr<std::byte> pinned_memory(std::size_t size_bytes) override {
    return of(0).pinned_memory(size_bytes);
  }
  Queue& of(std::size_t backend) const {
    const std::lock_guard lock(mutex_);
    auto& queue = queues_[backend];
    if (!queue) queue = chain_[backend]->create_queue(options_);
    return *queue;
  }

 private:
  std::vector<Backend*> chain_;
  QueueOptions options_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Queue>> queues_;
};

template <class AnyQueue>
FallbackQueue& fallback_queue(AnyQueue& queue) {
  auto* chosen = dynamic_cast<const FallbackQueue*>(&queue);
  if (chosen == nullptr)
    throw InvalidArgument(
        "this is a queue of another backend; make it with the backend `auto` that is to compile "
        "and run");
  return const_cast<FallbackQueue&>(*chosen);
}

class FallbackExecutable final : public ConvolutionExecutable {
 public:
  FallbackExecutable(std::unique_ptr<ConvolutionExecutable> executable, std::size_t backend)
      : executable_(std::move(executable)), backend_(backend) {}
  void set_taps(const Taps& taps) override { executable_->set_taps(taps); }
  void set_taps(std::span<const Taps> taps) override { executable_->set_taps(taps); }
  void set_gain(float gain, float offset) override { executable_->set_gain(gain, offset); }
  void set_parameters(std::span<const double> parameters) override {
    executable_->set_parameters(parameters);
  }
  void run(Queue& queue, ConstBuffer input, Buffer output) override {
    executable_->run(fallback_queue(queue).of(backend_), input, output);
  }
  const Convolution& convolution() const override { return executable_->convolution(); }
  std::string plan_text() const override { return executable_->plan_text(); }

 private:
  std::unique_ptr<ConvolutionExecutable> executable_;
  std::size_t backend_;  // its number in the chain
};

class FallbackTransformExecutable final : public TransformExecutable {
 public:
  FallbackTransformExecutable(std::unique_ptr<TransformExecutable> executable, std::size_t backend)
      : executable_(std::move(executable)), backend_(backend) {}
  void set_parameters(std::span<const double> parameters) override {
    executable_->set_parameters(parameters);
  }
  void run(Queue& queue, ConstBuffer input, Buffer output, Buffer workspace) override {
    executable_->run(fallback_queue(queue).of(backend_), input, output, workspace);
  }
  std::size_t workspace_bytes() const override { return executable_->workspace_bytes(); }
  const Transform& transform() const override { return executable_->transform(); }
  std::string plan_text() const override { return executable_->plan_text(); }

 private:
  std::unique_ptr<TransformExecutable> executable_;
  std::size_t backend_;
};

class FallbackMatchingExecutable final : public MatchingExecutable {
 public:
  FallbackMatchingExecutable(std::unique_ptr<MatchingExecutable> executable, std::size_t backend)
      : executable_(std::move(executable)), backend_(backend) {}
  void set_templates(std::span<const Taps> templates) override {
    executable_->set_templates(templates);
  }
  void run(Queue& queue, ConstBuffer image, Buffer surface) override {
    executable_->run(fallback_queue(queue).of(backend_), image, surface);
  }
  std::span<const Peak> peaks() override { return executable_->peaks(); }
  const TemplateMatching& matching() const override { return executable_->matching(); }
  std::string plan_text() const override { return executable_->plan_text(); }

 private:
  std::unique_ptr<MatchingExecutable> executable_;
  std::size_t backend_;
};

class FallbackPhaseExecutable final : public PhaseExecutable {
 public:
  FallbackPhaseExecutable(std::unique_ptr<PhaseExecutable> executable, std::size_t backend)
      : executable_(std::move(executable)), backend_(backend) {}
  void set_reference(Queue& queue, ConstBuffer image) override {
    executable_->set_reference(fallback_queue(queue).of(backend_), image);
  }
  void keep_as_reference() override { executable_->keep_as_reference(); }
  void run(Queue& queue, ConstBuffer image, Buffer surface) override {
    executable_->run(fallback_queue(queue).of(backend_), image, surface);
  }
  std::span<const Peak> peaks() override { return executable_->peaks(); }
  const PhaseCorrelation& correlation() const override { return executable_->correlation(); }
  std::string plan_text() const override { return executable_->plan_text(); }

 private:
  std::unique_ptr<PhaseExecutable> executable_;
  std::size_t backend_;
};

class FallbackDenoiseExecutable final : public DenoiseExecutable {
 public:
  FallbackDenoiseExecutable(std::unique_ptr<DenoiseExecutable> executable, std::size_t backend)
      : executable_(std::move(executable)), backend_(backend) {}
  void set_strength(const DenoiseStrength& strength) override {
    executable_->set_strength(strength);
  }
  void run(Queue& queue, std::span<const ConstBuffer> frames, Buffer output) override {
    executable_->run(fallback_queue(queue).of(backend_), frames, output);
  }
  const Denoise& denoise() const override { return executable_->denoise(); }
  std::string plan_text() const override { return executable_->plan_text(); }

 private:
  std::unique_ptr<DenoiseExecutable> executable_;
  std::size_t backend_;
};

class FallbackStageExecutable final : public StageExecutable {
 public:
  FallbackStageExecutable(std::unique_ptr<StageExecutable> executable, std::size_t backend)
      : executable_(std::move(executable)), backend_(backend) {}
  void set_gain(float gain, float offset) override { executable_->set_gain(gain, offset); }
  void run(Queue& queue, ConstBuffer input, Buffer output) override {
    executable_->run(fallback_queue(queue).of(backend_), input, output);
  }
  void run(Queue& queue, ConstBuffer input, ConstBuffer source, Buffer output) override {
    executable_->run(fallback_queue(queue).of(backend_), input, source, output);
  }
  std::string plan_text() const override { return executable_->plan_text(); }

 private:
  std::unique_ptr<StageExecutable> executable_;
  std::size_t backend_;
};

class FallbackMultiplyExecutable final : public MultiplyExecutable {
 public:
  FallbackMultiplyExecutable(std::unique_ptr<MultiplyExecutable> executable, std::size_t backend)
      : executable_(std::move(executable)), backend_(backend) {}
  void set_taps(std::span<const Taps> taps) override { executable_->set_taps(taps); }
  void set_parameters(std::span<const double> parameters) override {
    executable_->set_parameters(parameters);
  }
  void run(Queue& queue, ConstBuffer input, ConstBuffer factor, Buffer output) override {
    executable_->run(fallback_queue(queue).of(backend_), input, factor, output);
  }
  const MultiplyStage& stage() const override { return executable_->stage(); }
  std::string plan_text() const override { return executable_->plan_text(); }

 private:
  std::unique_ptr<MultiplyExecutable> executable_;
  std::size_t backend_;
};

}  // namespace

std::unique_ptr<Queue> FallbackBackend::create_queue(const QueueOptions& options) {
  // One driver's objects must not come to another's functions.
  if (options.native_context != nullptr || options.native_stream != nullptr)
    throw InvalidArgument(
        "native_context and native_stream are objects of one driver, and `auto` may take several; "
        "ask for backend cuda or opencl, whose they are");
  return std::make_unique<FallbackQueue>(chain_, options);
}

template <class Try>
auto FallbackBackend::on_first(const Queue& queue, Try try_one, std::size_t begin) {
  const FallbackQueue& queues = fallback_queue(queue);
  for (std::size_t i = begin;; ++i) {
    try {
      return try_one(*chain_[i], queues.of(i), i);
    } catch (const Unsupported& error) {
      if (i + 1 == chain_.size()) throw;
      log_line("backend", "auto: not {}: {}; {} is next", chain_[i]->name(), error.what(),
               chain_[i + 1]->name());
    }
  }
}

template <class Result, class Work>
std::unique_ptr<Result> FallbackBackend::compile_on_first(const Work& work, const Queue& queue) {
  return on_first(queue, [&](Backend& backend, const Queue& its_queue, std::size_t i) {
    return std::make_unique<Result>(backend.compile(work, its_queue), i);
  });
}

std::unique_ptr<ConvolutionExecutable> FallbackBackend::compile(const Convolution& problem,
                                                                const Queue& queue) {
  return compile_on_first<FallbackExecutable>(problem, queue);
}

std::unique_ptr<TransformExecutable> FallbackBackend::compile(const Transform& transform,
                                                              const Queue& queue,
                                                              Workspace workspace) {
  if (workspace == Workspace::given)
    throw InvalidArgument(
        "a workspace is memory of one backend, and `auto` may take several; ask for backend cpu, "
        "cuda or opencl, whose it is, or for Workspace::own");
  return compile_on_first<FallbackTransformExecutable>(transform, queue);
}

std::size_t FallbackBackend::workspace_bytes(const Transform& transform, const Queue& queue) {
  return on_first(queue, [&](Backend& backend, const Queue& its_queue, std::size_t) {
    return backend.workspace_bytes(transform, its_queue);
  });
}

std::unique_ptr<MatchingExecutable> FallbackBackend::compile(const TemplateMatching& matching,
                                                             const Queue& queue) {
  return compile_on_first<FallbackMatchingExecutable>(matching, queue);
}

std::unique_ptr<PhaseExecutable> FallbackBackend::compile(const PhaseCorrelation& correlation,
                                                          const Queue& queue) {
  return compile_on_first<FallbackPhaseExecutable>(correlation, queue);
}

std::unique_ptr<DenoiseExecutable> FallbackBackend::compile(const Denoise& denoise,
                                                            const Queue& queue) {
  return compile_on_first<FallbackDenoiseExecutable>(denoise, queue);
}

std::unique_ptr<StageExecutable> FallbackBackend::compile(const ForwardStage& stage,
                                                          const Queue& queue) {
  return compile_on_first<FallbackStageExecutable>(stage, queue);
}

std::unique_ptr<MultiplyExecutable> FallbackBackend::compile(const MultiplyStage& stage,
                                                             const Queue& queue) {
  return compile_on_first<FallbackMultiplyExecutable>(stage, queue);
}

std::unique_ptr<StageExecutable> FallbackBackend::compile(const InverseStage& stage,
                                                          const Queue& queue) {
  return compile_on_first<FallbackStageExecutable>(stage, queue);
}

std::size_t FallbackBackend::first_for(const StreamConvolution& stream) const {
  constexpr std::int64_t kManyChannels = 64;
  if (stream.inputs >= kManyChannels && stream.latency >= stream.block) return 0;
  const auto cpu = std::ranges::find(chain_, "cpu", &Backend::name);
  return cpu == chain_.end() ? 0 : static_cast<std::size_t>(cpu - chain_.begin());
}

std::unique_ptr<StreamExecutable> FallbackBackend::compile(const StreamConvolution& stream,
                                                           const Queue& queue) {
  return on_first(
      queue,
      [&](Backend& backend, const Queue& its_queue, std::size_t) {
        return backend.compile(stream, its_queue);
      },
      first_for(stream));
}

std::size_t FallbackBackend::memory_bytes(const Convolution& problem, const Queue& queue) {
  return on_first(queue, [&](Backend& backend, const Queue& its_queue, std::size_t) {
    return backend.memory_bytes(problem, its_queue);
  });
}

std::size_t FallbackBackend::memory_bytes(const StreamConvolution& stream, const Queue& queue) {
  return on_first(
      queue,
      [&](Backend& backend, const Queue& its_queue, std::size_t) {
        return backend.memory_bytes(stream, its_queue);
      },
      first_for(stream));
}

Extent FallbackBackend::spectrum_points(Extent least, const Queue& queue) {
  return on_first(queue, [&](Backend& backend, const Queue& its_queue, std::size_t) {
    return backend.spectrum_points(least, its_queue);
  });
}

}  // namespace fftcore
