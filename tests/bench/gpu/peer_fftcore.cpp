// SPDX-License-Identifier: LGPL-2.1-or-later
// Ours, by the library's public interface alone.
#include <algorithm>

#include "fftcore/backend.h"
#include "peer.h"

namespace bench {
namespace {

using namespace fftcore;

std::unique_ptr<Queue> queue_of(const Gpu& gpu) {
  QueueOptions options;
  options.cuda_context = gpu.session().context();
  options.cuda_stream = gpu.stream();
  return select_backend("cuda").create_queue(options);
}

/// Of an Executable or a TransformExecutable.
template <class E>
class FftcorePeer final : public Peer {
 public:
  FftcorePeer(const Gpu& gpu, const Work& work, std::unique_ptr<Queue> queue, std::unique_ptr<E> executable, const Result& layout)
      : gpu_(gpu), queue_(std::move(queue)), executable_(std::move(executable)), input_(work.input()), output_(work.output_bytes()), layout_(layout) {
    layout_.data = output_.address();
  }

  void enqueue() override {
    executable_->run(*queue_, {input_.data(), 0, input_.size_bytes(), MemoryKind::device}, {output_.data(), 0, output_.size_bytes(), MemoryKind::device});
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

}  // namespace

std::unique_ptr<Peer> prepare_fftcore(const Gpu& gpu, const Work& work) {
  auto queue = queue_of(gpu);
  if (const Transform* transform = work.transform()) {
    auto executable = select_backend("cuda").compile(*transform, *queue);
    return std::make_unique<FftcorePeer<TransformExecutable>>(gpu, work, std::move(queue), std::move(executable), Result{});
  }
  const Problem& problem = *work.problem();
  auto executable = select_backend("cuda").compile(problem, *queue);
  executable->set_kernel(work.taps());
  return std::make_unique<FftcorePeer<Executable>>(gpu, work, std::move(queue), std::move(executable),
                                                   Result{0, problem.output.element, problem.output.rows.stride, problem.output.frames.stride});
}

}  // namespace bench
