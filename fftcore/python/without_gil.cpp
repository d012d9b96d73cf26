// SPDX-License-Identifier: LGPL-2.1-or-later
#include "without_gil.h"

#include <unistd.h>

#include <optional>

#include "stop_request.h"

namespace nb = nanobind;

namespace fftcore {
namespace {

/// Whether a signal's handler has raised, which it does on the main thread alone.
bool has_raised() {
  const nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

}  // namespace

WithoutGil::~WithoutGil() {
  try {
    PyEval_RestoreThread(state_);
  } catch (...) {  // the interpreter has ended; this exception must not be handled
    while (true) pause();
  }
}

void stoppable_without_gil(const std::function<void()>& work) {
  bool is_stopped = false;
  {
    const WithoutGil others;
    std::optional<StopRequest> request;
    if (getpid() == gettid()) request.emplace(has_raised);
    work();
    is_stopped = request && request->has_come();
  }
  if (is_stopped) nb::raise_python_error();
}

}  // namespace fftcore
