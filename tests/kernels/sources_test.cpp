// SPDX-License-Identifier: LGPL-2.1-or-later
// The sources of all cases' kernels are the same whatever compiled the generator, and whatever
// processor runs it: what one machine has compiled, others find by its text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "dialect.h"
#include "emitter.h"
#include "launch_kernel.h"
#include "planned_cases.h"

namespace kernels::sources_test {
namespace {

constexpr const char* kUpdateSources = "FFTCORE_UPDATE_SOURCES";
constexpr const char* kPath = FFTCORE_KERNEL_CASES_FOLDER "/sources.txt";

/// FNV-1a of 64 bits, over all sources of a kind.
struct Digest {
  std::uint64_t value = 0xcbf29ce484222325;
  int kernels = 0;

  void add(std::string_view text) {
    for (const char byte : text) value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    ++kernels;
  }
};

std::string digests() {
  std::map<std::string, Digest> of_kind;
  for (const PlannedCase& planned : planned_cases())
    for (const fftcore::LaunchSpec& launch : planned.launches)
      of_kind[planned.one.kind].add(
          emit_kernel(fftcore::launch_kernel(launch).kernel, fftcore::cuda_dialect()));
  std::string text =
      "# Of the kernels of all cases, by kind: their number, and a digest of their sources.\n";
  for (const auto& [kind, digest] : of_kind)
    text += fmt::format("{} {} {:016x}\n", kind, digest.kernels, digest.value);
  return text;
}

TEST(KernelSources, AreWhatIsWritten) {
  const std::string now = digests();
  if (std::getenv(kUpdateSources) != nullptr) std::ofstream(kPath) << now;
  std::ifstream file(kPath);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), now)
      << "If kernels of these kinds were to change, run this test with " << kUpdateSources
      << "=1 and commit sources.txt. If not, and one compiler passes where another fails, a call's "
         "arguments write statements, whose order compilers choose.";
}

}  // namespace
}  // namespace kernels::sources_test
