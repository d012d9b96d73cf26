// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/log.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "log_line.h"

namespace fftcore {
namespace {

struct Log {
  std::mutex mutex;                     // guards sink
  std::shared_ptr<const LogSink> sink;  // null: standard error
  std::mutex call;                      // held while a sink is called
};

Log& the_log() {
  // Never destroyed: threads may log while the program ends.
  static Log& log = *new Log;
  return log;
}

/// Whether this thread is in a sink. What it logs there is dropped: a sink that logs has no end.
thread_local bool is_in_sink = false;

std::shared_ptr<const LogSink> current_sink() {
  const std::lock_guard lock(the_log().mutex);
  return the_log().sink;
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
  std::shared_ptr<const LogSink> before =
      sink ? std::make_shared<LogSink>(std::move(sink)) : nullptr;
  {
    const std::lock_guard lock(the_log().mutex);
    before.swap(the_log().sink);
  }
  // The old sink may go once no thread is in it.
  if (!is_in_sink) const std::lock_guard wait(the_log().call);
}

bool in_log_sink() {
  return is_in_sink;
}

bool log_enabled(std::string_view topic) {
  return !is_in_sink && (current_sink() != nullptr || named_in_environment(topic));
}

void write_log(std::string_view topic, std::string_view text) {
  if (is_in_sink) return;
  const std::lock_guard call(the_log().call);
  if (const std::shared_ptr<const LogSink> sink = current_sink()) {
    struct InSink {
      InSink() { is_in_sink = true; }
      ~InSink() { is_in_sink = false; }
    } const here;
    (*sink)(topic, text);
  } else {
    const std::string line = fmt::format("fftcore[{}]: {}\n", topic, text);
    std::fwrite(line.data(), 1, line.size(), stderr);
  }
}

}  // namespace fftcore
