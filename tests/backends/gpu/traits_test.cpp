// SPDX-License-Identifier: LGPL-2.1-or-later
// Under FFTCORE_TRAITS any device is given the very kernels that the GPU would be given.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "fftcore/explain.h"
#include "fftcore/log.h"
#include "test_backend.h"

namespace traits_test {

using namespace fftcore;

namespace {

std::vector<std::string> sources_that_are_run(const Convolution& problem) {
  std::vector<std::string> sources;
  set_log_sink([&](std::string_view topic, std::string_view text) {
    if (topic == "kernel") sources.emplace_back(text);
  });
  const auto queue = problems::backend().create_queue({});
  problems::backend().compile(problem, *queue);
  set_log_sink({});
  return sources;
}

}  // namespace

TEST(Traits, SourcesAreThoseOfTheGpu) {
  if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  if (problems::on_cpu()) GTEST_SKIP() << "the CPU is given no kernels";
  const char* const before = std::getenv("FFTCORE_TRAITS");
  const std::string restored = before != nullptr ? before : "";
  const Convolution problem = parse_convolution("conv2d u8 40x9000 k5x5 replicate same");
  std::vector<std::string> rows;
  setenv("FFTCORE_PLAN", "three-pass", 1);  // tiles are the same on all
  for (const char* gpu : {"sm_75", "sm_90", "48k"}) {
    setenv("FFTCORE_TRAITS", gpu, 1);
    const std::string planned = explain_kernels(problem, gpu, problems::backend_name());
    const auto sources = sources_that_are_run(problem);
    EXPECT_GE(sources.size(), 3U);
    for (const std::string& source : sources)
      EXPECT_NE(planned.find(source), std::string::npos) << gpu << "\n" << source;
    rows.push_back(planned);
  }
  // else this test says nothing
  EXPECT_NE(rows[1].substr(rows[1].find("==="), 4000), rows[2].substr(rows[2].find("==="), 4000));
  unsetenv("FFTCORE_PLAN");
  if (before != nullptr)
    setenv("FFTCORE_TRAITS", restored.c_str(), 1);
  else
    unsetenv("FFTCORE_TRAITS");
}

}  // namespace traits_test
