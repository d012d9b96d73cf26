// SPDX-License-Identifier: LGPL-2.1-or-later
// Backend::memory_bytes() of Convolutions on the CPU, held against what is taken: work memory is
// aligned, and this program counts what is taken of such.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "cpu_backend.h"
#include "fftcore/error.h"

namespace {

std::atomic<std::int64_t> live_bytes = 0;
constexpr std::size_t kHeader = 64;

}  // namespace

void* operator new(std::size_t size, std::align_val_t alignment) {
  const std::size_t all = (size + 2 * kHeader - 1) / kHeader * kHeader;
  auto* const data = static_cast<char*>(std::aligned_alloc(kHeader, all));
  if (data == nullptr || static_cast<std::size_t>(alignment) > kHeader) throw std::bad_alloc();
  *reinterpret_cast<std::size_t*>(data) = size;
  live_bytes += static_cast<std::int64_t>(size);
  return data + kHeader;
}

void operator delete(void* data, std::align_val_t) noexcept {
  if (data == nullptr) return;
  char* const header = static_cast<char*>(data) - kHeader;
  live_bytes -= static_cast<std::int64_t>(*reinterpret_cast<std::size_t*>(header));
  std::free(header);
}
void operator delete(void* data, std::size_t, std::align_val_t alignment) noexcept {
  operator delete(data, alignment);
}

using namespace fftcore;

namespace {

struct Rule {
  std::string name;
  int plans;  ///< for so many of the convolutions below
};
const Rule kRules[] = {{"", 6},           {"direct", 2},     {"separable", 2}, {"tile", 5},
                       {"partitions", 5}, {"three-pass", 5}, {"five-pass", 1}};

/// Of full rank, so that no plan for few products is taken.
std::vector<double> some_taps(const Extent& extent) {
  std::vector<double> values(
      static_cast<std::size_t>(extent.rows * extent.columns * extent.slices));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<double>(i * i * 31 % 1009) / 1009;
  return values;
}

}  // namespace

TEST(MemoryBytes, AreWhatIsTaken) {
  Backend& backend = *cpu_backend();
  for (const auto& [rule, plans] : kRules) {
    int tried = 0;
    for (const char* text :
         {"conv2d u8 480x640 k31x31 replicate same",
          "conv2d f32 600x500x3 k40x50 wrap same mix=full",
          "conv2d complex64 300x400 k5x9 wrap same filters=3",
          "conv1d f32 200000 k30000 constant full", "conv2d f64 2000x300 k900x3 reflect same",
          "conv3d f32 30x50x60 k3x9x5 wrap same"}) {
      SCOPED_TRACE(std::string(rule) + ", " + text);
      setenv("FFTCORE_PLAN", rule.c_str(), 1);
      const Convolution problem = parse_convolution(text);
      const auto queue = backend.create_queue({.threads = 2});
      std::size_t said = 0;
      try {
        said = backend.memory_bytes(problem, *queue);
      } catch (const Unsupported&) {
        continue;  // of other dimensions
      }
      ++tried;
      const std::int64_t before = live_bytes;
      const auto executable = backend.compile(problem, *queue);
      const Extent extent = problem.taps;
      executable->set_taps(std::vector<Taps>(static_cast<std::size_t>(taps_needed(problem)),
                                             {extent, some_taps(extent)}));
      const auto taken = static_cast<double>(live_bytes - before);
      EXPECT_LE(taken, 1.05 * static_cast<double>(said) + 65536);
      EXPECT_GE(taken, 0.9 * static_cast<double>(said) - 65536);
    }
    EXPECT_EQ(tried, plans) << rule;
  }
  unsetenv("FFTCORE_PLAN");
}
