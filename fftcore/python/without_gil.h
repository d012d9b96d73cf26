// SPDX-License-Identifier: LGPL-2.1-or-later
// Work that other threads of Python need not wait for.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>

namespace fftcore {

/// While it lives, the calling thread has no GIL. nanobind's own class ends the process where the
/// interpreter has ended meanwhile, as it does while a daemon thread works: Python before 3.14 ends
/// such a thread by unwinding its stack, which a destructor must not let pass. Here it sleeps until
/// the process has ended, as it does in later Pythons.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil();
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

/// Calls `work` without the GIL. On Python's main thread a run of backend cpu in it ends early
/// where a signal has come whose handler raises, such as Ctrl-C's; that exception is thrown.
void stoppable_without_gil(const std::function<void()>& work);

}  // namespace fftcore
