// SPDX-License-Identifier: LGPL-2.1-or-later
#include "queue.h"

#include <fmt/format.h>

#include <cstddef>

#include "excerpt.h"
#include "fftcore/error.h"
#include "fftcore/kernels.h"
#include "guard.h"

struct fftcore_pinned {
  std::shared_ptr<std::byte> memory;
};

namespace fftcore {
namespace {

HostWait wait_of(int number) {
  switch (number) {
    case 0: return HostWait::automatic;
    case 1: return HostWait::spin;
    case 2: return HostWait::sleep;
    default:
      throw InvalidArgument(fmt::format(
          "wait is {}; 0 (asks, then sleeps), 1 (asks only) and 2 (sleeps) are allowed", number));
  }
}

const Backend& backend_named(const char* name) {
  const std::string_view wanted = &object(name, "the name of a backend");
  for (const Backend* one : backends())
    if (one->name() == wanted) return *one;
  throw InvalidArgument(
      message("'{}' is no backend; fftcore_backend_name() has their names", wanted));
}

QueueOptions options_of(const fftcore_queue_options* options) {
  if (options == nullptr) return {};
  if (options->size != sizeof(fftcore_queue_options))
    throw InvalidArgument(fmt::format(
        "size of the queue's options is {}; {} is expected: begin with FFTCORE_QUEUE_OPTIONS",
        options->size, sizeof(fftcore_queue_options)));
  QueueOptions result;
  result.threads = options->threads;
  result.device = options->device;
  result.native_context = options->native_context;
  result.native_stream = options->native_stream;
  result.native_stream_is_exclusive = options->native_stream_is_exclusive != 0;
  result.wait = wait_of(options->wait);
  return result;
}

}  // namespace
}  // namespace fftcore

using namespace fftcore;

fftcore_status fftcore_queue_create(const char* backend, const fftcore_queue_options* options,
                                    fftcore_queue** queue) {
  return created(queue, "the place for a queue", [&] {
    Backend& chosen = select_backend(&object(backend, "the name of a backend"));
    return std::unique_ptr<fftcore_queue>(
        new fftcore_queue{chosen, chosen.create_queue(options_of(options))});
  });
}

void fftcore_queue_free(fftcore_queue* queue) {
  freed(queue);
}

fftcore_status fftcore_queue_wait(fftcore_queue* queue) {
  return guarded([&] { object(queue, "the queue").queue->wait(); });
}

const char* fftcore_backend_name(size_t index) {
  // Names are literals, which end with a zero.
  return index < backends().size() ? backends()[index]->name().data() : nullptr;
}

fftcore_status fftcore_backend_unavailable_reason(const char* backend, char** reason) {
  return text_given(reason, [&] { return backend_named(backend).unavailable_reason(); });
}

fftcore_status fftcore_backend_auto_skip_reason(const char* backend, char** reason) {
  return text_given(reason, [&] { return backend_named(backend).auto_skip_reason(); });
}

fftcore_status fftcore_backend_devices(const char* backend, char** lines) {
  return text_given(lines, [&] {
    std::string text;
    for (const FoundDevice& one : backend_named(backend).devices())
      text += fmt::format("{}\t{}\t{}\t{}\n", one.number, one.name, one.architecture, one.reason);
    return text;
  });
}

int fftcore_queue_threads(const fftcore_queue* queue) {
  return queue != nullptr ? queue->queue->threads() : 0;
}

fftcore_status fftcore_queue_gpu(const fftcore_queue* queue, char** text) {
  return text_given(text, [&] { return to_string(gpu_target(*object(queue, "the queue").queue)); });
}

fftcore_status fftcore_pinned_create(fftcore_queue* queue, size_t size_bytes,
                                     fftcore_pinned** pinned) {
  return created(pinned, "the place for pinned memory", [&] {
    return std::unique_ptr<fftcore_pinned>(
        new fftcore_pinned{object(queue, "the queue").queue->pinned_memory(size_bytes)});
  });
}

void* fftcore_pinned_data(const fftcore_pinned* pinned) {
  return pinned != nullptr ? pinned->memory.get() : nullptr;
}

void fftcore_pinned_free(fftcore_pinned* pinned) {
  freed(pinned);
}
