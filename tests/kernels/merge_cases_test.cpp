// SPDX-License-Identifier: LGPL-2.1-or-later
// The cases that a merge runs (README.md), one test each, on the backend that the run is about.
// FFTCORE_TEST_CASE: that case alone, chosen or not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "case_file.h"
#include "convolution_check.h"
#include "denoise_check.h"
#include "few_taps_check.h"
#include "filter_check.h"
#include "little_memory.h"
#include "sample_formula_check.h"
#include "search_check.h"
#include "spectrum_check.h"
#include "spectrum_formula_check.h"
#include "test_backend.h"
#include "transform_formula_check.h"
#include "warp_check.h"
#include "window_check.h"

namespace kernels::merge_cases_test {
namespace {

using namespace fftcore;

/// Leaves one rule to plan convolutions while it lives.
class OneRule {
 public:
  explicit OneRule(const std::string& rule) { setenv("FFTCORE_PLAN", rule.c_str(), 1); }
  OneRule(const OneRule&) = delete;
  OneRule& operator=(const OneRule&) = delete;
  ~OneRule() { unsetenv("FFTCORE_PLAN"); }
};

/// The one of `all` that has this text; null where none has: there are no formulas.
template <class Work>
const Work* with_text(const std::vector<Work>& all, const std::string& text) {
  const auto found =
      std::ranges::find_if(all, [&](const Work& work) { return text_with_formulas(work) == text; });
  return found != all.end() ? &*found : nullptr;
}

template <class Work>
std::vector<Work> joined(std::vector<Work> list, const std::vector<Work>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

void expect_convolution_right(const KernelCase& one) {
  const OneRule rule(one.kind);
  const auto queue = problems::backend().create_queue({});
  const Convolution problem = parse_convolution(one.text);
  const auto executable = problems::backend().compile(problem, *queue);
  EXPECT_TRUE(executable->plan_text().starts_with(one.kind)) << executable->plan_text();
  static const auto formulas = joined(problems::formula_work(), problems::formula_volumes());
  if (const auto* work = with_text(formulas, one.text))
    return problems::expect_right(*executable, *queue, *work);
  static const auto spectra = problems::spectra::list();
  if (const auto* work = with_text(spectra, one.text))
    return problems::spectra::expect_right(*executable, *queue, *work);
  std::mt19937 random(1);
  if (one.kind == "separable") {
    for (const Taps& taps : problems::taps_of_each_rank(problem, random))
      problems::expect_right(*executable, *queue, problem, taps, 2);
    return;
  }
  // As Oracle.TheWholeList has it.
  const bool integers = !oracle::is_real(problem.output.type);
  problems::expect_right(*executable, *queue, problem,
                         integers ? oracle::averaging_kernels(problem, random)
                                  : oracle::random_kernels(problem, random),
                         integers ? 1.4F : -0.75F, integers ? -20.0F : 0.25F, 2);
}

void expect_transform_right(const KernelCase& one) {
  namespace formulas = transforms::formulas;
  static const auto list = joined(formulas::list(), formulas::long_list());
  if (const auto* work = with_text(list, one.text))
    formulas::expect_right(*work);
  else
    transforms::expect_right(one.text);
}

template <class Check>
void expect_stage_right(const KernelCase& one, Check check) {
  stages::Ready ready(one.text, 2);
  std::mt19937 random(1);
  check(ready, random);
}

void expect_right(const KernelCase& one) {
  if (is_rule(one.kind))
    expect_convolution_right(one);
  else if (one.kind == "transform")
    expect_transform_right(one);
  else if (one.kind == "match")
    searches::expect_matching_right(one.text, searches::Surfaces::with_and_without);
  else if (one.kind == "phase")
    searches::expect_phase_right(one.text, searches::Surfaces::with_and_without);
  else if (one.kind == "forward")
    expect_stage_right(one, stages::expect_forward_right);
  else if (one.kind == "product")
    expect_stage_right(one, stages::expect_product_right);
  else if (one.kind == "inverse")
    expect_stage_right(one, stages::expect_inverse_right);
  else if (one.kind == "denoise") {
    denoisings::Ready ready(parse_denoise(one.text));
    denoisings::expect_right(ready);
  } else if (one.kind == "warp") {
    warps::Ready ready(parse_warp(one.text));
    warps::expect_right(ready);
  } else if (one.kind == "windows") {
    windows_test::Ready ready(parse_window_correlation(one.text));
    windows_test::expect_right(ready, one.text);
  } else if (one.kind == "filters") {
    filters_test::Ready ready(parse_window_filters(one.text));
    filters_test::expect_right(ready, one.text);
  } else
    ADD_FAILURE() << "nobody runs cases of kind " << one.kind;
}

/// Kernels of the others are compiled by NVRTC, and computed thread by thread in the unit tests.
std::vector<std::string> lines_to_run() {
  if (const char* one = std::getenv("FFTCORE_TEST_CASE")) return {one};
  std::vector<std::string> lines;
  for (const KernelCase& one : read_cases())
    if (is_in_opencl(one)) lines.push_back(to_string(one));
  return lines;
}

class MergeCases : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_P(MergeCases, AreRight) {
  const KernelCase one = parse_case(GetParam());
  std::unique_ptr<transforms::LittleMemory> device;
  if (!one.traits.empty()) device = std::make_unique<transforms::LittleMemory>(one.traits.c_str());
  expect_right(one);
}

INSTANTIATE_TEST_SUITE_P(, MergeCases, testing::ValuesIn(lines_to_run()));

}  // namespace
}  // namespace kernels::merge_cases_test
