// SPDX-License-Identifier: LGPL-2.1-or-later
// Random values that are work to do. Which, and how many, is the same in each run, or by hand:
//   FFTCORE_TEST_SEED   another beginning, so that many processes draw different work
//   FFTCORE_TEST_COUNT  how much work each test draws
#pragma once

#include <array>
#include <cstdlib>
#include <random>
#include <string>

#include "test_backend.h"

namespace problems {

class RandomDraws {
 public:
  /// Uniform, both ends included.
  std::int64_t number(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution(least, most)(random_);
  }
  bool one_in(std::int64_t count) { return number(1, count) == 1; }
  template <class T, std::size_t count>
  T one_of(const std::array<T, count>& values) {
    return values.at(static_cast<std::size_t>(number(0, count - 1)));
  }
  std::mt19937& engine() { return random_; }

  /// How much to draw. A GPU compiles kernels for each.
  static int count(int on_cpu, int on_gpus) {
    return from_environment("FFTCORE_TEST_COUNT", problems::on_cpu() ? on_cpu : on_gpus);
  }

 private:
  static int from_environment(const char* name, int otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::stoi(text);
  }

  std::mt19937 random_{static_cast<unsigned>(from_environment("FFTCORE_TEST_SEED", 2026))};
};

}  // namespace problems
