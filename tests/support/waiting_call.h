// SPDX-License-Identifier: LGPL-2.1-or-later
// Calls that have to wait for what a test does next.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <thread>

namespace fftcore::test {

/// Whether a thread of this process comes to sleep and goes on sleeping for 20 ms, by what the
/// kernel says of it. False where it ends, and where it is awake for a minute.
inline bool comes_to_sleep(pid_t thread) {
  std::string before;
  int looks = 0;
  for (int i = 0; i < 30'000 && looks < 10; ++i) {
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/status");
    std::string line, state, switches;
    while (std::getline(file, line)) {
      if (line.starts_with("State:")) state = line;
      if (line.starts_with("voluntary_ctxt_switches:")) switches = line;
    }
    if (state.empty()) return false;
    const bool sleeps = state.find("S (sleeping)") != std::string::npos;
    looks = sleeps && switches == before ? looks + 1 : 0;
    before = switches;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return looks == 10;
}

/// Begins a call on a thread of its own, and goes on once it waits; fails the test where it ends
/// instead.
template <class Call>
auto begin_and_wait(Call call) {
  const auto thread = std::make_shared<std::promise<pid_t>>();
  auto result = std::async(std::launch::async, [thread, call] {
    thread->set_value(gettid());
    return call();
  });
  EXPECT_TRUE(comes_to_sleep(thread->get_future().get())) << "the call did not wait";
  return result;
}

}  // namespace fftcore::test
