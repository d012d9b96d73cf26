// SPDX-License-Identifier: LGPL-2.1-or-later
// Pieces of work that calls fail in.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace fftcore::test {

struct Scenario {
  std::string name;
  /// What is done once, before any fault: starting GStreamer, writing files to read. May be empty.
  std::function<void()> prepare;
  /// Does the work from start to end, gives back all it took, and returns what came out, as text.
  /// A clean error is an exception with a text.
  std::function<std::string()> run;
  /// Whether it works by the driver that pretends.
  bool has_driver = false;
  /// Whether all threads in the process are the library's.
  bool owns_threads = true;
};

/// Work of the library, and of elements where they are built.
std::span<const Scenario> library_scenarios();
std::span<const Scenario> element_scenarios();

/// A number that tells contents apart.
std::uint64_t hash_of(std::span<const unsigned char> bytes);

}  // namespace fftcore::test
