// SPDX-License-Identifier: LGPL-2.1-or-later
// An executable of any kind, as C has it.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <string_view>

#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "guard.h"
#include "work.h"

struct fftcore_executable {
  fftcore::AnyWork work;
  std::unique_ptr<fftcore::Executable> runs;          ///< null of a stream
  std::unique_ptr<fftcore::StreamExecutable> stream;  ///< null of other work
  std::atomic<bool> is_in_use = false;                ///< while a thread runs it
};

namespace fftcore {

/// The executable of a stream, or of other work. For the other kind it throws InvalidArgument: that
/// it has no `what`.
inline Executable& runs_of(const fftcore_executable* executable, std::string_view what) {
  const fftcore_executable& known = object(executable, "the executable");
  if (known.runs == nullptr)
    throw InvalidArgument(fmt::format("a {} has no {}", kind_of(known.work), what));
  return *known.runs;
}
inline StreamExecutable& stream_of(const fftcore_executable* executable, std::string_view what) {
  const fftcore_executable& known = object(executable, "the executable");
  if (known.stream == nullptr)
    throw InvalidArgument(fmt::format("a {} has no {}", kind_of(known.work), what));
  return *known.stream;
}

/// Compiles work of any kind.
std::unique_ptr<fftcore_executable> compiled(Backend& backend, const AnyWork& work,
                                             const Queue& queue,
                                             Workspace workspace = Workspace::own);

}  // namespace fftcore
