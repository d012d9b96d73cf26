// SPDX-License-Identifier: LGPL-2.1-or-later
// Which of a driver's devices is asked for.
#pragma once

#include <optional>
#include <string>

#include "fftcore/backend.h"

namespace fftcore {

/// Both empty: any device.
struct DeviceChoice {
  std::optional<int> number = {};
  std::optional<std::string> name = {};  ///< the variable's text, where it is no number
};

/// What the options say, else what the variable of the environment says.
DeviceChoice device_choice(const QueueOptions& options, const char* variable);

}  // namespace fftcore
