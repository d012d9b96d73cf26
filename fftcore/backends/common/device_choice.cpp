// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_choice.h"

#include <charconv>
#include <string_view>

#include "environment.h"

namespace fftcore {

DeviceChoice device_choice(const QueueOptions& options, const char* variable) {
  if (options.device >= 0) return {.number = options.device};
  const char* const said = plain_variable(variable);
  if (said == nullptr) return {};
  const std::string_view text = said;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return {.number = number};
  return {.name = said};
}

}  // namespace fftcore
