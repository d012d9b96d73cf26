// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms whose values have formulas, against the definition of what the formulas mean.
#include <array>
#include <string>
#include <utility>

#include "fftcore/error.h"
#include "little_memory.h"
#include "transform_formula_check.h"
#include "transform_long_list.h"

namespace transforms::formulas::transform_formulas_test {
namespace {

using namespace fftcore;

class TransformFormulas : public OnThisBackend {};

TEST_F(TransformFormulas, AreRight) {
  for (const FormulaTransform& work : list()) expect_right(work);
}

TEST_F(TransformFormulas, OfPackedBinsAndOfCosinesAreTheCpus) {
  const std::pair<std::string, FormulaCase> cases[] = {{"r2c 36 packed batch=5", by_bin()},
                                                       {"r2c 64 packed keep=20:4", by_bin()},
                                                       {"dct2 30x20", of_real_signal()},
                                                       {"dst3 31 ortho", of_real_signal()}};
  for (const auto& [text, store] : cases) {
    if (problems::on_cpu()) {
      expect_right({text, of_real_signal(), store});
      continue;
    }
    Transform transform = parse_transform(text);
    transform.store = store.text;
    const auto queue = problems::backend().create_queue({});
    try {
      problems::backend().compile(transform, *queue);
      ADD_FAILURE() << text;
    } catch (const Unsupported& error) {
      EXPECT_NE(std::string_view(error.what()).find("formulas"), std::string_view::npos)
          << error.what();
    }
  }
  if (!problems::on_cpu()) return;
  expect_right({"c2r 36 packed batch=5", by_bin(), of_real_signal()});
  expect_right({"c2r 64 packed zero=5:32", by_bin(), of_real_signal()});
}

TEST_F(TransformFormulas, OfLongLines) {
  if (problems::on_cpu()) GTEST_SKIP() << "a CPU has no such limit";
  const LittleMemory device(problems::kWideIndices);
  for (const FormulaTransform& work : long_list()) expect_right(work);
}

TEST_F(TransformFormulas, Refuse) {
  const auto refused = [](std::string_view text, std::string_view words) {
    try {
      parse_transform(text);
      ADD_FAILURE() << text;
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string_view(error.what()).find(words), std::string_view::npos) << error.what();
    }
  };
  refused("r2c 64 load=\"v * i\"",
          "load: formula 'v * i' is complex, and the input of r2c is real");
  refused("c2r 64 store=\"v * i\"", "the output of c2r is real");
  refused("r2c 64 load=\"v * fx\"", "'fx' is no name here; there are v, x, y, z, n, p0");
  refused("r2c 64 store=\"v * c\"", "'c' is no name here");
  refused("c2c 64 inverse store=\"v * f\"", "'f' is no name here");
  refused("dct2 64 store=\"v * f\"", "'f' is no name here");
  refused("c2c 2x2x2x2 store=\"v\"", "4 axes; 1 to 3 are allowed");
}

TEST_F(TransformFormulas, ParametersAreCountedAndSet) {
  const auto queue = problems::backend().create_queue({});
  const auto executable =
      problems::backend().compile(parse_transform("c2c 4 store=\"v * p1\""), *queue);
  const std::array<float, 8> in = {1, 0, 1, 0, 1, 0, 1, 0};
  std::array<float, 8> out{};
  executable->run(*queue, {in.data()}, {out.data()});
  EXPECT_EQ(out[0], 0);
  executable->set_parameters(std::array{5.0, 0.5});
  executable->run(*queue, {in.data()}, {out.data()});
  EXPECT_EQ(out[0], 2);
  EXPECT_THROW(executable->set_parameters(std::array{5.0}), InvalidArgument);
}

}  // namespace
}  // namespace transforms::formulas::transform_formulas_test
