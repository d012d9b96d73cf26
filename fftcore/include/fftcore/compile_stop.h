// SPDX-License-Identifier: LGPL-2.1-or-later
// A way to end compiles that nobody needs any more, as at the end of a program.
#pragma once

#include <stop_token>

#include "fftcore/error.h"
#include "fftcore/export.h"

namespace fftcore {

/// A compile() that a CompileStop has ended.
class FFTCORE_API Stopped : public Error {
 public:
  using Error::Error;
};

/// While it lives, a compile() on this thread can be stopped. Once `token` asks for that, it begins
/// no other kernel for a GPU. It waits for kernels that a compiler or a driver works on at that
/// moment, and throws Stopped. Backend `cpu` does not ask. The last one that was made on a thread
/// counts there, and is destroyed first.
///
///   std::jthread compiling([&](std::stop_token token) {
///     const fftcore::CompileStop stoppable(token);
///     executable = backend.compile(work, *queue);
///   });
class FFTCORE_API CompileStop {
 public:
  explicit CompileStop(std::stop_token token);
  ~CompileStop();
  CompileStop(const CompileStop&) = delete;
  CompileStop& operator=(const CompileStop&) = delete;

 private:
  std::stop_token before_;
};

}  // namespace fftcore
