// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines of the log, as the library's own modules write them.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace fftcore {

/// Whether anybody listens to a topic. Ask before work that only the log needs.
bool log_enabled(std::string_view topic);

/// Whether this thread is in a call of set_log_sink()'s sink.
bool in_log_sink();

void write_log(std::string_view topic, std::string_view text);

template <class... Args>
void log_line(std::string_view topic, fmt::format_string<Args...> format, Args&&... args) {
  if (log_enabled(topic)) write_log(topic, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace fftcore
