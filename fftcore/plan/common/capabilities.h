// SPDX-License-Identifier: LGPL-2.1-or-later
// Compute capabilities of NVIDIA's GPUs and what a block may have there.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fftcore {

struct Capability {
  int number = 0;                 ///< times 10: 90 is 9.0
  std::int64_t shared_bytes = 0;  ///< shared memory of a block, after opting in
};

inline constexpr std::int64_t kKilobyte = 1024;

// "Maximum amount of shared memory per thread block", CUDA Programming Guide, compute capabilities.
inline constexpr std::array kCapabilities = {
    Capability{70, 96 * kKilobyte},   Capability{72, 96 * kKilobyte},
    Capability{75, 64 * kKilobyte},   Capability{80, 163 * kKilobyte},
    Capability{86, 99 * kKilobyte},   Capability{87, 163 * kKilobyte},
    Capability{89, 99 * kKilobyte},   Capability{90, 227 * kKilobyte},
    Capability{100, 227 * kKilobyte}, Capability{103, 227 * kKilobyte},
    Capability{110, 227 * kKilobyte}, Capability{120, 99 * kKilobyte},
    Capability{121, 99 * kKilobyte}};

/// Shared memory of a block where the capability is known, else 0.
constexpr std::int64_t shared_bytes_of_capability(int number) {
  for (const Capability& capability : kCapabilities)
    if (capability.number == number) return capability.shared_bytes;
  return 0;
}

/// Whether that architecture, such as `sm_90`, multiplies matrices of TF32.
constexpr bool has_real_matrices(std::string_view architecture) {
  constexpr std::string_view kPrefix = "sm_";
  constexpr int kLeast = 80;
  if (!architecture.starts_with(kPrefix)) return false;
  int number = 0;
  for (const char digit : architecture.substr(kPrefix.size())) {
    if (digit < '0' || digit > '9') break;
    number = 10 * number + (digit - '0');
  }
  return number >= kLeast;
}

}  // namespace fftcore
