// SPDX-License-Identifier: LGPL-2.1-or-later
// A case of one of the lists that GPUs are held to, as a line of text:
//   KIND: TEXT              planned for the GPU that the run is about
//   KIND on TRAITS: TEXT    planned for a GPU with these limits (FFTCORE_TRAITS)
// KIND is what the case is tested as, TEXT is what the list has.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kernels {

struct KernelCase {
  std::string kind;
  std::string traits;  ///< empty: those of the run
  std::string text;

  bool operator==(const KernelCase&) const = default;
};

/// Convolutions by their rule, then everything else. The stages of a chain are three cases.
inline constexpr std::array<std::string_view, 17> kKinds = {
    "direct",        "separable", "bands",   "tile",    "half-tile", "passes",
    "half-spectrum", "transform", "forward", "product", "inverse",   "match",
    "phase",         "denoise",   "warp",    "windows", "filters"};

/// How many of these are rules for convolutions.
inline constexpr std::size_t kRules = 7;

inline bool is_rule(std::string_view kind) {
  for (std::size_t i = 0; i < kRules; ++i)
    if (kKinds[i] == kind) return true;
  return false;
}

/// Whether OpenCL has its kernels: others take matrices, which are CUDA's.
inline bool is_in_opencl(const KernelCase& one) {
  return one.kind != "half-tile" && one.kind != "bands";
}

inline std::string to_string(const KernelCase& one) {
  return one.kind + (one.traits.empty() ? "" : " on " + one.traits) + ": " + one.text;
}

inline KernelCase parse_case(const std::string& line) {
  const auto end = line.find(": ");
  if (end == std::string::npos) throw std::invalid_argument("no case of kernels: " + line);
  const std::string head = line.substr(0, end);
  const auto on = head.find(" on ");
  KernelCase one{head.substr(0, on), on == std::string::npos ? "" : head.substr(on + 4),
                 line.substr(end + 2)};
  for (const std::string_view kind : kKinds)
    if (kind == one.kind) return one;
  throw std::invalid_argument("no kind of case: " + line);
}

}  // namespace kernels
