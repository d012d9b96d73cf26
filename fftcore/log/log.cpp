// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/log.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "log_line.h"

namespace fftcore {
namespace {

struct Log {
  std::mutex mutex;
  LogSink sink;
};

Log& the_log() {
  static Log log;
  return log;
}

/// True where FFTCORE_LOG's comma-separated list holds the topic, or `all`.
bool named_in_environment(std::string_view topic) {
  const char* variable = std::getenv("FFTCORE_LOG");
  if (variable == nullptr) return false;
  for (std::string_view rest = variable; !rest.empty();) {
    const auto comma = rest.find(',');
    const auto word = rest.substr(0, comma);
    if (word == topic || word == "all") return true;
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  }
  return false;
}

}  // namespace

void set_log_sink(LogSink sink) {
  const std::lock_guard lock(the_log().mutex);
  the_log().sink = std::move(sink);
}

bool log_enabled(std::string_view topic) {
  const std::lock_guard lock(the_log().mutex);
  return the_log().sink != nullptr || named_in_environment(topic);
}

void write_log(std::string_view topic, std::string_view text) {
  const std::lock_guard lock(the_log().mutex);
  if (the_log().sink) {
    the_log().sink(topic, text);
  } else {
    const std::string line = fmt::format("fftcore[{}]: {}\n", topic, text);
    std::fwrite(line.data(), 1, line.size(), stderr);
  }
}

}  // namespace fftcore
