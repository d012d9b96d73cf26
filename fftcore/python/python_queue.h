// SPDX-License-Identifier: LGPL-2.1-or-later
// A queue as Python has it: with its backend, and safe from several threads.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "fftcore/backend.h"

namespace fftcore {

struct PythonQueue {
  Backend& backend;
  std::unique_ptr<Queue> queue;
  std::optional<int> device;  ///< of backend cuda: whose memory runs may be given
  std::mutex one_run;         ///< one thread at a time may run on a Queue
};

}  // namespace fftcore
