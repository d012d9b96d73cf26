// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of the cases that a merge runs (tests/kernels), planned for the oldest and the newest
// GPU that are common. A kernel that is the same for both is compiled for one of them, about half
// of these for each.
#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "capabilities.h"
#include "case_file.h"
#include "case_launches.h"
#include "compile_check.h"
#include "fftcore/error.h"
#include "launch_kernel.h"

namespace fftcore::test {
namespace {

constexpr std::array kCapabilitiesOfMerge = {75, 90};

struct MergeKernel {
  ast::Kernel kernel;
  std::string source;
  std::string of;  ///< a case that has it
  Gpu gpu;
  int most_local = 0;
};

/// Bytes that a thread may have in memory. The suite `nvrtc` holds work of usual sizes to what the
/// generator says. A merge's cases are small work that no shape was chosen for.
int most_local_of(const kernels::KernelCase& one, const LaunchSpec& launch, int most_spilled) {
  constexpr int kSomeWords = 32;
  // CUDA's sines and cosines keep an array for angles of many turns. Formulas of users have these.
  constexpr int kOfFormula = 40;
  // Blocks of 32 and 64 have more values than registers, by far with several frames. The generator
  // tells those of one frame.
  constexpr int kOfLargeBlock = 2560;
  if (const auto* denoise = std::get_if<DenoiseSpec>(&launch);
      denoise != nullptr && denoise->block > 16)
    return kOfLargeBlock;
  const bool has_formula = one.text.find("=\"") != std::string::npos;
  return most_spilled + kSomeWords + (has_formula ? kOfFormula : 0);
}

Gpu gpu_of(int capability) {
  return {capability, static_cast<int>(shared_bytes_of_capability(capability))};
}

/// Nothing where the oldest GPU's blocks have too little shared memory; the newest plans each case.
std::vector<LaunchSpec> launches_on(int capability, const kernels::KernelCase& one,
                                    const DeviceTraits& traits) {
  try {
    return kernels::launches_of(one, traits);
  } catch (const Unsupported&) {
    if (capability == kCapabilitiesOfMerge.back()) throw;
    return {};
  }
}

std::vector<MergeKernel> kernels_of_merge() {
  std::map<std::string, std::size_t> numbers;  // of a source, in the list
  std::vector<MergeKernel> list;
  for (const int capability : kCapabilitiesOfMerge)
    for (const kernels::KernelCase& one : kernels::read_cases()) {
      const Gpu gpu = gpu_of(capability);
      DeviceTraits traits = kernels::traits_of(one, architecture_of(gpu));
      traits.has_matrices = true;
      traits.has_real_matrices = has_real_matrices(architecture_of(gpu));
      for (const LaunchSpec& launch : launches_on(capability, one, traits)) {
        ast::Kernel kernel = launch_kernel(launch).kernel;
        std::string source = emit_kernel(kernel, cuda_dialect());
        const int most_local = most_local_of(one, launch, kernel.most_spilled);
        const auto [at, is_new] = numbers.emplace(source, list.size());
        if (is_new)
          list.push_back({std::move(kernel), std::move(source), to_string(one), gpu, most_local});
        else if (MergeKernel& known = list[at->second];
                 known.gpu.capability != capability && std::hash<std::string>{}(source) % 2 == 0)
          known.gpu = gpu;
      }
    }
  return list;
}

}  // namespace

TEST(MergeKernels, CompileForTheOldestAndTheNewestGpu) {
  for (const int capability : kCapabilitiesOfMerge)
    if (const std::string reason = missing_compiler(gpu_of(capability)); !reason.empty())
      GTEST_SKIP() << reason;
  const std::vector<MergeKernel> list = kernels_of_merge();
  std::vector<std::string> complaints(list.size());
  CompileCheck check;
  for_each_on_all_cores(list.size(), [&](std::size_t i) {
    complaints[i] =
        check.complaint(list[i].kernel, list[i].source, list[i].gpu, list[i].most_local);
  });
  std::map<int, int> counts;
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(complaints[i], "") << list[i].kernel.name << " for " << architecture_of(list[i].gpu)
                                 << " of " << list[i].of;
    ++counts[list[i].gpu.capability];
  }
  for (const int capability : kCapabilitiesOfMerge) {
    EXPECT_GT(counts[capability], 100) << capability;
    fmt::print("{} kernels for sm_{}\n", counts[capability], capability);
  }
}

}  // namespace fftcore::test
