// SPDX-License-Identifier: LGPL-2.1-or-later
// Small problems of every kind on the CPU, memory between the samples poisoned, against the oracle:
// by the checks and within the bounds of tests/backends.
#include <gtest/gtest.h>

#include "convolution_check.h"
#include "drawn_problems.h"
#include "fftcore/error.h"
#include "search_check.h"
#include "target.h"
#include "transform_run.h"

using namespace fftcore;

namespace {

void check(const Convolution& problem, fuzz::Draw& draw) {
  const unsigned seed = draw.seed();
  std::mt19937 random(seed);
  const bool has_integers = !oracle::is_real(problem.output.type);
  // Averaging taps keep integers in range; a gain and an offset that move them a little out of it
  // test the clamp.
  const std::vector<Taps> taps = has_integers ? oracle::averaging_kernels(problem, random)
                                              : oracle::random_kernels(problem, random);
  const auto queue = problems::backend().create_queue({.threads = 1});
  const auto executable = problems::backend().compile(problem, *queue);
  problems::expect_right(*executable, *queue, problem, taps, has_integers ? 1.4F : -0.75F,
                         has_integers ? -20.0F : 0.25F, seed);
}

void check(const Transform& transform, fuzz::Draw& draw) {
  transforms::expect_right(transform, draw.seed(), 1);
}

void check(const TemplateMatching& matching, fuzz::Draw& draw) {
  std::mt19937 random(draw.seed());
  const auto image = searches::texture(matching.image, random);
  const auto templates = searches::templates_from(matching, image, random);
  searches::Ready ready(matching, 1);
  try {
    ready.executable->set_templates(templates);
  } catch (const InvalidArgument&) {
    return;  // a template of one value has no structure, as one of a single sample
  }
  searches::expect_right(ready, searches::image_of(matching.image, image), image,
                         oracle::matched(matching, image, templates));
}

void check(const PhaseCorrelation& correlation, fuzz::Draw& draw) {
  std::mt19937 random(draw.seed());
  const auto reference = searches::texture(correlation.image, random);
  const auto image = searches::with_grain(
      searches::moved(reference, draw.number(0, correlation.image.rows.extent - 1),
                      draw.number(0, correlation.image.columns.extent - 1)),
      correlation.image.type, random);
  searches::Ready ready(correlation, 1);
  ready.set_reference(reference);
  searches::expect_right(ready, searches::image_of(correlation.image, image), image,
                         oracle::phase_correlated(correlation, image, reference));
}

/// 0, or -1 where what was drawn contradicts itself, or no plan can do it.
template <class Problem>
int run(const Problem& problem, fuzz::Draw& draw) {
  try {
    validate(problem);
  } catch (const InvalidArgument&) {
    return -1;
  }
  try {
    check(problem, draw);
  } catch (const Unsupported&) {
    return -1;
  }
  return 0;
}

void choose(const char* variable, const char* value) {
  if (*value == '\0') {
    unsetenv(variable);
  } else {
    setenv(variable, value, 1);
  }
}

}  // namespace

int LLVMFuzzerInitialize(int* count, char*** arguments) {
  setenv("FFTCORE_TUNE", "0", 1);
  setenv("FFTCORE_CACHE", "off", 1);
  testing::InitGoogleTest(count, *arguments);
  // What a check expects and does not find ends the program.
  testing::GTEST_FLAG(throw_on_failure) = true;
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Draw draw(data, size);
  choose("FFTCORE_PLAN", draw.one_of({"", "tile", "partitions", "three-pass", "five-pass"}));
  choose("FFTCORE_CPU_FFT", draw.one_of({"", "stockham"}));
  switch (draw.number(0, 3)) {
    case 0: return run(fuzz::draw_convolution(draw), draw);
    case 1: return run(fuzz::draw_transform(draw), draw);
    case 2: return run(fuzz::draw_matching(draw), draw);
    default: return run(fuzz::draw_phase_correlation(draw), draw);
  }
}
