// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs a whole Kernel without a device, all threads of a block in step: for what no compiler of
// this machine can run, such as matrices.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ast.h"

namespace fftcore::test {

/// What a launch is given. Buffers are of u8, of f16 as bits, or of real numbers, which stand for
/// any format; a name is in one of them.
struct KernelMemory {
  std::map<std::string, std::vector<std::uint8_t>> bytes;
  std::map<std::string, std::vector<std::uint16_t>> halves;
  std::map<std::string, std::vector<float>> numbers;
  std::map<std::string, double> scalars;
};

/// Runs all blocks. Throws std::logic_error at an address beyond a buffer or a shared array, where
/// a shared element is read that nobody wrote, and at what it does not know.
void run_kernel(const ast::Kernel& kernel, KernelMemory& memory);

}  // namespace fftcore::test
