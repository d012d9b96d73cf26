// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fallback_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <variant>

#include "fftcore/error.h"
#include "gpu_backend_names.h"
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

/// An executable of one backend of the chain. Typed is what its kind of work has.
template <class Typed>
class FallbackExecutable final : public Typed {
 public:
  FallbackExecutable(std::unique_ptr<Executable> executable, std::size_t backend)
      : Typed(executable->work()), executable_(std::move(executable)), backend_(backend) {}
  void set(const Setting& setting) override {
    const auto* given = std::get_if<ReferenceImage>(&setting);
    if (given == nullptr) return executable_->set(setting);
    executable_->set(ReferenceImage{fallback_queue(given->queue).of(backend_), given->image});
  }
  void run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
               const Buffer& workspace) override {
    executable_->run_any(fallback_queue(queue).of(backend_), inputs, output, workspace);
  }
  std::span<const Peak> found() override { return executable_->found(); }
  std::size_t workspace_needed() const override { return executable_->workspace_needed(); }
  std::string plan_text() const override { return executable_->plan_text(); }

 private:
  std::unique_ptr<Executable> executable_;
  std::size_t backend_;  // its number in the chain
};

std::unique_ptr<Executable> wrapped(std::unique_ptr<Executable> executable, std::size_t backend) {
  return std::visit(
      [&]<class Work>(const Work&) -> std::unique_ptr<Executable> {
        return std::make_unique<FallbackExecutable<typename ExecutableOf<Work>::type>>(
            std::move(executable), backend);
      },
      executable->work());
}

}  // namespace

std::unique_ptr<Queue> FallbackBackend::create_queue(const QueueOptions& options) {
  // One driver's objects must not come to another's functions.
  if (options.native_context != nullptr || options.native_stream != nullptr)
    throw InvalidArgument(fmt::format(
        "native_context and native_stream are objects of one driver, and `auto` may take several; "
        "ask for backend {}, whose they are",
        gpu_backend_names("or")));
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

std::unique_ptr<Executable> FallbackBackend::compile_any(const AnyWork& work, const Queue& queue,
                                                         Workspace workspace) {
  if (workspace == Workspace::given)
    throw InvalidArgument(fmt::format(
        "a workspace is memory of one backend, and `auto` may take several; ask for backend cpu, "
        "{}, whose it is, or for Workspace::own",
        gpu_backend_names("or")));
  return on_first(queue, [&](Backend& backend, const Queue& its_queue, std::size_t i) {
    return wrapped(backend.compile_any(work, its_queue), i);
  });
}

std::size_t FallbackBackend::workspace_bytes(const Transform& transform, const Queue& queue) {
  return on_first(queue, [&](Backend& backend, const Queue& its_queue, std::size_t) {
    return backend.workspace_bytes(transform, its_queue);
  });
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
