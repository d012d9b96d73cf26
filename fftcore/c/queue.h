// SPDX-License-Identifier: LGPL-2.1-or-later
// A queue as C has it: with the backend that it is of.
#pragma once

#include <atomic>
#include <memory>

#include "fftcore/backend.h"
#include "fftcore/c.h"

struct fftcore_queue {
  fftcore::Backend& backend;
  std::unique_ptr<fftcore::Queue> queue;
  const bool is_cpu = backend.name() == "cpu";
  std::atomic<bool> is_in_use = false;  ///< while a thread runs on it
};
