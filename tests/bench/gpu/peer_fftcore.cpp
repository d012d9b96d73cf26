// SPDX-License-Identifier: LGPL-2.1-or-later
// Ours, by the library's public interface alone; and the plain plan, for where the planner takes
// another.
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "peer.h"

namespace bench {
namespace {

using namespace fftcore;

std::unique_ptr<Queue> queue_of(const Gpu& gpu) {
  QueueOptions options;
  options.native_context = gpu.session().context();
  options.native_stream = gpu.stream();
  return select_backend("cuda").create_queue(options);
}

/// Of a ConvolutionExecutable or a TransformExecutable.
template <class E>
class FftcorePeer final : public Peer {
 public:
  FftcorePeer(const Gpu& gpu, const Work& work, std::unique_ptr<Queue> queue,
              std::unique_ptr<E> executable, const Result& layout)
      : gpu_(gpu),
        queue_(std::move(queue)),
        executable_(std::move(executable)),
        input_(work.input()),
        output_(work.output_bytes()),
        layout_(layout) {
    layout_.data = output_.address();
  }

  void enqueue() override {
    executable_->run(*queue_, {input_.data(), 0, input_.size_bytes(), MemoryKind::device},
                     {output_.data(), 0, output_.size_bytes(), MemoryKind::device});
  }
  Check check(const Reference& reference) const override { return reference.check(gpu_, layout_); }
  std::string note() const override { return executable_->plan_text(); }

 private:
  const Gpu& gpu_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<E> executable_;
  const Memory& input_;
  Memory output_;
  Result layout_;
};

/// Of a stream: each frame against the one before it, whose spectrum is kept.
class PhasePeer final : public Peer {
 public:
  PhasePeer(const Gpu& gpu, const Work& work, std::unique_ptr<Queue> queue,
            std::unique_ptr<PhaseExecutable> executable)
      : gpu_(gpu), work_(work), queue_(std::move(queue)), executable_(std::move(executable)) {
    executable_->set_reference(*queue_, buffer(1));
  }

  void enqueue() override {
    last_ = 1 - last_;
    executable_->run(*queue_, buffer(last_));
    executable_->keep_as_reference();
  }
  Check check(const Reference& reference) const override {
    const std::span<const Peak> peaks = executable_->peaks();
    if (peaks.empty()) throw Error("no peak was found");
    Result result;
    result.shift = {peaks.front().x, peaks.front().y};
    result.frame = last_;
    return reference.check(gpu_, result);
  }
  std::string note() const override { return executable_->plan_text(); }

 private:
  ConstBuffer buffer(int frame) const {
    return {work_.frame(frame).data(), 0, work_.frame(frame).size_bytes(), MemoryKind::device};
  }

  const Gpu& gpu_;
  const Work& work_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<PhaseExecutable> executable_;
  int last_ = 1;  // frame
};

class MatchingPeer final : public Peer {
 public:
  MatchingPeer(const Gpu& gpu, const Work& work, std::unique_ptr<Queue> queue,
               std::unique_ptr<MatchingExecutable> executable)
      : gpu_(gpu), work_(work), queue_(std::move(queue)), executable_(std::move(executable)) {
    executable_->set_templates(work.templates());
  }

  void enqueue() override {
    const Memory& input = work_.input();
    executable_->run(*queue_, {input.data(), 0, input.size_bytes(), MemoryKind::device});
  }
  Check check(const Reference& reference) const override {
    Result result;
    for (const Peak& peak : executable_->peaks())
      result.matches.push_back({std::llround(peak.y), std::llround(peak.x), peak.score});
    return reference.check(gpu_, result);
  }
  std::string note() const override { return executable_->plan_text(); }

 private:
  const Gpu& gpu_;
  const Work& work_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<MatchingExecutable> executable_;
};

class DenoisePeer final : public Peer {
 public:
  DenoisePeer(const Gpu& gpu, const Work& work, std::unique_ptr<Queue> queue,
              std::unique_ptr<DenoiseExecutable> executable)
      : gpu_(gpu),
        queue_(std::move(queue)),
        executable_(std::move(executable)),
        output_(work.output_bytes()) {
    const auto* first = static_cast<const std::byte*>(work.input().data());
    const std::size_t bytes = output_.size_bytes();
    for (std::size_t at = 0; at < work.input().size_bytes(); at += bytes)
      frames_.push_back({first + at, 0, bytes, MemoryKind::device});
  }

  void enqueue() override {
    executable_->run(*queue_, frames_,
                     {output_.data(), 0, output_.size_bytes(), MemoryKind::device});
  }
  Check check(const Reference& reference) const override {
    Result result;
    result.data = output_.address();
    return reference.check(gpu_, result);
  }
  std::string note() const override { return executable_->plan_text(); }

 private:
  const Gpu& gpu_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<DenoiseExecutable> executable_;
  std::vector<ConstBuffer> frames_;
  Memory output_;
};

std::unique_ptr<Peer> prepare_problem(const Gpu& gpu, const Work& work,
                                      std::unique_ptr<Queue> queue,
                                      std::unique_ptr<ConvolutionExecutable> executable) {
  executable->set_taps(work.taps());
  const Layout& output = work.problem()->output;
  return std::make_unique<FftcorePeer<ConvolutionExecutable>>(
      gpu, work, std::move(queue), std::move(executable),
      Result{0, output.type, output.rows.stride, output.frames.stride, output.channels.stride,
             output.columns.stride});
}

/// The value that FFTCORE_PLAN has for as long as this lives.
class PlanVariable {
 public:
  explicit PlanVariable(const char* rule) {
    if (const char* before = std::getenv(kName); before != nullptr) before_ = before;
    setenv(kName, rule, 1);
  }
  ~PlanVariable() {
    if (before_)
      setenv(kName, before_->c_str(), 1);
    else
      unsetenv(kName);
  }
  PlanVariable(const PlanVariable&) = delete;
  PlanVariable& operator=(const PlanVariable&) = delete;

 private:
  static constexpr const char* kName = "FFTCORE_PLAN";
  std::optional<std::string> before_;
};

}  // namespace

std::unique_ptr<Peer> prepare_fftcore(const Gpu& gpu, const Work& work) {
  auto queue = queue_of(gpu);
  Backend& backend = select_backend("cuda");
  if (const Convolution* problem = work.problem())
    return prepare_problem(gpu, work, std::move(queue), backend.compile(*problem, *queue));
  if (const PhaseCorrelation* correlation = work.correlation()) {
    auto executable = backend.compile(*correlation, *queue);
    return std::make_unique<PhasePeer>(gpu, work, std::move(queue), std::move(executable));
  }
  if (const TemplateMatching* matching = work.matching()) {
    auto executable = backend.compile(*matching, *queue);
    return std::make_unique<MatchingPeer>(gpu, work, std::move(queue), std::move(executable));
  }
  if (const Denoise* denoise = work.denoise()) {
    auto executable = backend.compile(*denoise, *queue);
    return std::make_unique<DenoisePeer>(gpu, work, std::move(queue), std::move(executable));
  }
  auto executable = backend.compile(*work.transform(), *queue);
  return std::make_unique<FftcorePeer<TransformExecutable>>(gpu, work, std::move(queue),
                                                            std::move(executable), Result{});
}

namespace {

/// By the rule of that name.
std::unique_ptr<Peer> prepare_by(const char* rule, const Gpu& gpu, const Work& work) {
  if (work.problem() == nullptr) throw Unsupported("there are such plans of convolutions only");
  auto queue = queue_of(gpu);
  Backend& backend = select_backend("cuda");
  const auto usual = backend.compile(*work.problem(), *queue);
  const PlanVariable only(rule);
  auto executable = backend.compile(*work.problem(), *queue);
  if (executable->plan_text() == usual->plan_text())
    throw Unsupported("fftcore's own choice is this plan");
  return prepare_problem(gpu, work, std::move(queue), std::move(executable));
}

}  // namespace

std::unique_ptr<Peer> prepare_fftcore_three_pass(const Gpu& gpu, const Work& work) {
  return prepare_by("three-pass", gpu, work);
}

std::unique_ptr<Peer> prepare_fftcore_tile(const Gpu& gpu, const Work& work) {
  return prepare_by("tile", gpu, work);
}

std::unique_ptr<Peer> prepare_fftcore_direct(const Gpu& gpu, const Work& work) {
  return prepare_by("direct", gpu, work);
}

std::unique_ptr<Peer> prepare_fftcore_separable(const Gpu& gpu, const Work& work) {
  if (!work.is_gaussian()) throw Unsupported("the taps are no product of a column and a row");
  return prepare_by("separable", gpu, work);
}

}  // namespace bench
