// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs, and what searches find. Nothing here takes memory.
#include <algorithm>
#include <array>
#include <span>

#include "buffers.h"
#include "executable.h"
#include "one_user.h"
#include "queue.h"

using namespace fftcore;

namespace {

/// What an optional pointer stands for: a buffer without data where it is NULL.
Buffer optional(const fftcore_buffer* given) {
  return given != nullptr ? buffer_of(*given) : Buffer{};
}

/// Inputs of a run, without memory of their own.
class Inputs {
 public:
  Inputs(const fftcore_const_buffer* inputs, size_t count) : count_(count) {
    if (count > buffers_.size())
      throw InvalidArgument(
          fmt::format("{} inputs; at most {} are allowed", count, buffers_.size()));
    for (size_t i = 0; i < count; ++i)
      buffers_[i] = buffer_of((&object(inputs, "the list of inputs"))[i]);
  }

  std::span<const ConstBuffer> all() const { return std::span(buffers_).first(count_); }

 private:
  std::array<ConstBuffer, 2 * kMaxDenoiseRadius + 1> buffers_;
  size_t count_;
};

/// As guarded(), with less of a call for backend cpu, whose runs may take less than 100 ns. They
/// log nothing, and where they wait for threads they cannot be cancelled anyway.
template <class Work>
fftcore_status guarded_run(const fftcore_queue* queue, Work&& work) noexcept {
  return queue != nullptr && queue->is_cpu ? with_status(work) : guarded(work);
}

}  // namespace

fftcore_status fftcore_run(fftcore_executable* executable, fftcore_queue* queue,
                           const fftcore_const_buffer* inputs, size_t input_count,
                           const fftcore_buffer* output) {
  return guarded_run(queue, [&] {
    const OneUser of_queue(object(queue, "the queue").is_in_use, "queue");
    const OneUser of_executable(object(executable, "the executable").is_in_use, "executable");
    Queue& on = *queue->queue;
    const Inputs given(inputs, input_count);
    runs_of(executable, "run; fftcore_push() takes its samples")
        .run_any(on, given.all(), optional(output));
  });
}

fftcore_status fftcore_run_with_workspace(fftcore_executable* executable, fftcore_queue* queue,
                                          const fftcore_const_buffer* input,
                                          const fftcore_buffer* output,
                                          const fftcore_buffer* workspace) {
  return guarded_run(queue, [&] {
    const OneUser of_queue(object(queue, "the queue").is_in_use, "queue");
    const OneUser of_executable(object(executable, "the executable").is_in_use, "executable");
    Queue& on = *queue->queue;
    if (!std::holds_alternative<Transform>(executable->work))
      throw InvalidArgument(fmt::format("a {} has no workspace", kind_of(executable->work)));
    const ConstBuffer from = buffer_of(object(input, "the input"));
    executable->runs->run_any(on, std::span(&from, 1), optional(output), optional(workspace));
  });
}

fftcore_status fftcore_run_with_state(fftcore_executable* executable, fftcore_queue* queue,
                                      const fftcore_const_buffer* inputs, size_t input_count,
                                      const fftcore_buffer* output, const fftcore_buffer* state) {
  return guarded_run(queue, [&] {
    const OneUser of_queue(object(queue, "the queue").is_in_use, "queue");
    const OneUser of_executable(object(executable, "the executable").is_in_use, "executable");
    Queue& on = *queue->queue;
    if (!std::holds_alternative<WindowFilters>(executable->work))
      throw InvalidArgument(fmt::format("a {} has no state", kind_of(executable->work)));
    const Inputs given(inputs, input_count);
    executable->runs->run_any(on, given.all(), optional(output), optional(state));
  });
}

fftcore_status fftcore_peaks(fftcore_executable* executable, fftcore_peak* peaks, size_t capacity,
                             size_t* count) {
  return guarded([&] {
    const OneUser of_executable(object(executable, "the executable").is_in_use, "executable");
    size_t& number = object(count, "the place for the number of peaks");
    const std::span<const Peak> found = runs_of(executable, "peaks").found();
    number = found.size();
    for (size_t i = 0; i < std::min(found.size(), capacity); ++i)
      (&object(peaks, "the place for peaks"))[i] = {found[i].x, found[i].y, found[i].score,
                                                    found[i].confidence, found[i].template_index};
  });
}

fftcore_status fftcore_set_reference(fftcore_executable* executable, fftcore_queue* queue,
                                     const fftcore_const_buffer* image) {
  return guarded([&] {
    const OneUser of_queue(object(queue, "the queue").is_in_use, "queue");
    const OneUser of_executable(object(executable, "the executable").is_in_use, "executable");
    Queue& on = *queue->queue;
    Executable& one = runs_of(executable, "reference");
    one.set(ReferenceImage{on, buffer_of(object(image, "the image"))});
  });
}

fftcore_status fftcore_keep_as_reference(fftcore_executable* executable) {
  return guarded([&] {
    const OneUser of_executable(object(executable, "the executable").is_in_use, "executable");
    runs_of(executable, "reference").set(LastImage{});
  });
}
