// SPDX-License-Identifier: LGPL-2.1-or-later
// Cosine and sine transforms against their definition in long double.
#include "transform_long_list.h"
#include "transform_run.h"

namespace transform_cosine_test {

using namespace fftcore;
using namespace transforms;

namespace {

class TransformCosines : public OnThisBackend {};

}  // namespace

TEST_F(TransformCosines, AreRight) {
  for (const std::string& text : problems::cosine_transforms(problems::on_cpu()))
    expect_right(text);
}

/// The inverse of what a transform made is what it was made of.
TEST_F(TransformCosines, InversesUndoThem) {
  for (const std::string kind : {"dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"})
    for (const auto& [forward, inverse] :
         {std::pair{" 12x15 ortho f64", " 12x15 inverse ortho f64"},
          std::pair{" 12x15 f64", " 12x15 inverse normalized f64"}}) {
      const Transform there = parse_transform(kind + forward),
                      back = parse_transform(kind + inverse);
      std::mt19937 random(8);
      const Values values = random_values(there, random);
      EXPECT_LE(worst_error(back, run(back, run(there, values)), values),
                2 * oracle::transform_bound(back))
          << to_string(back);
    }
}

}  // namespace transform_cosine_test
