// SPDX-License-Identifier: LGPL-2.1-or-later
// An executable of any kind, as C has it.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "guard.h"
#include "overloaded.h"
#include "work.h"

struct fftcore_executable {
  fftcore::AnyWork work;
  /// Forward and inverse stages have one class.
  std::variant<
      std::unique_ptr<fftcore::ConvolutionExecutable>,
      std::unique_ptr<fftcore::TransformExecutable>, std::unique_ptr<fftcore::MatchingExecutable>,
      std::unique_ptr<fftcore::PhaseExecutable>, std::unique_ptr<fftcore::DenoiseExecutable>,
      std::unique_ptr<fftcore::StreamExecutable>, std::unique_ptr<fftcore::StageExecutable>,
      std::unique_ptr<fftcore::MultiplyExecutable>>
      ready;
  std::atomic<bool> is_in_use = false;  ///< while a thread runs it
};

namespace fftcore {

/// Calls the one of `functions` that takes what the executable has. For others it throws
/// InvalidArgument: that this kind of work has no `what`.
template <class... Functions>
void visit(const fftcore_executable* executable, std::string_view what, Functions&&... functions) {
  const fftcore_executable& known = object(executable, "the executable");
  const Overloaded chosen{
      std::forward<Functions>(functions)..., [&](const auto&) {
        throw InvalidArgument(fmt::format("a {} has no {}", kind_of(known.work), what));
      }};
  std::visit([&](const auto& one) { chosen(*one); }, known.ready);
}

}  // namespace fftcore
