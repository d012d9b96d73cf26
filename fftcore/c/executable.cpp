// SPDX-License-Identifier: LGPL-2.1-or-later
// Executables are made, described and ended.
#include "executable.h"

#include <string>
#include <variant>

#include "queue.h"
#include "value_of.h"

namespace fftcore {

std::unique_ptr<fftcore_executable> compiled(Backend& backend, const AnyWork& work,
                                             const Queue& queue, Workspace workspace) {
  auto result = std::make_unique<fftcore_executable>(work);
  if (const auto* stream = std::get_if<StreamConvolution>(&work))
    result->stream = backend.compile(*stream, queue);
  else
    result->runs = backend.compile_any(work, queue, workspace);
  return result;
}

}  // namespace fftcore

using namespace fftcore;

fftcore_status fftcore_compile(const fftcore_queue* queue, const fftcore_work* work,
                               fftcore_executable** executable) {
  return created(executable, "the place for an executable", [&] {
    const fftcore_queue& where = object(queue, "the queue");
    return compiled(where.backend, object(work, "the work").value, *where.queue);
  });
}

fftcore_status fftcore_compile_without_workspace(const fftcore_queue* queue,
                                                 const fftcore_work* work,
                                                 fftcore_executable** executable) {
  return created(executable, "the place for an executable", [&] {
    const fftcore_queue& where = object(queue, "the queue");
    return compiled(where.backend, value_of<Transform>(work, "workspace that runs are given"),
                    *where.queue, Workspace::given);
  });
}

void fftcore_executable_free(fftcore_executable* executable) {
  freed(executable);
}

fftcore_status fftcore_executable_work(const fftcore_executable* executable, fftcore_work** work) {
  return created(work, "the place for a work", [&] {
    return std::make_unique<fftcore_work>(object(executable, "the executable").work);
  });
}

fftcore_status fftcore_plan_text(const fftcore_executable* executable, char** text) {
  return text_given(text, [&] {
    const fftcore_executable& known = object(executable, "the executable");
    return known.stream ? known.stream->plan_text() : known.runs->plan_text();
  });
}

fftcore_status fftcore_memory_bytes(const fftcore_queue* queue, const fftcore_work* work,
                                    size_t* size_bytes) {
  return guarded([&] {
    const fftcore_queue& where = object(queue, "the queue");
    const AnyWork& value = object(work, "the work").value;
    size_t& result = object(size_bytes, "the place for a size");
    if (const auto* stream = std::get_if<StreamConvolution>(&value))
      result = where.backend.memory_bytes(*stream, *where.queue);
    else
      result = where.backend.memory_bytes(
          value_of<Convolution>(work, "size that is known without compiling"), *where.queue);
  });
}

fftcore_status fftcore_workspace_bytes(const fftcore_queue* queue, const fftcore_work* work,
                                       size_t* size_bytes) {
  return guarded([&] {
    const fftcore_queue& where = object(queue, "the queue");
    object(size_bytes, "the place for a size") =
        where.backend.workspace_bytes(value_of<Transform>(work, "workspace"), *where.queue);
  });
}

fftcore_status fftcore_spectrum_points(const fftcore_queue* queue, int64_t* rows,
                                       int64_t* columns) {
  return guarded([&] {
    const fftcore_queue& where = object(queue, "the queue");
    const Extent least{object(rows, "the place for rows"),
                       object(columns, "the place for columns")};
    const Extent points = where.backend.spectrum_points(least, *where.queue);
    *rows = points.rows;
    *columns = points.columns;
  });
}
