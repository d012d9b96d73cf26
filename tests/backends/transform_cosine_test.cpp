// SPDX-License-Identifier: LGPL-2.1-or-later
// Cosine and sine transforms against their definition in long double.
#include "transform_run.h"

using namespace fftcore;
using namespace transforms;

namespace {

class TransformCosines : public OnThisBackend {};

}  // namespace

/// Cosine and sine transforms: each length, way of scaling, and way through memory. GPUs compile
/// each, so they take fewer lengths, and of one kind this half of what follows, of the next that.
TEST_F(TransformCosines, AreRight) {
  int number = 0;
  const auto try_out = [&](const std::string& text) {
    if (problems::on_cpu() || number++ % 2 == 0) expect_right(text);
  };
  for (const std::string kind : {"dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"}) {
    for (int n = kind == "dct1" ? 2 : 1; n <= (problems::on_cpu() ? 20 : 6); ++n)
      for (const char* rest : {"", " ortho", " inverse normalized f64"})
        try_out(kind + " " + std::to_string(n) + rest);
    for (const char* rest : {"64 batch=40",
                             "100 ortho f64",
                             "23 batch=70 ortho",
                             "127 inverse",
                             "449 f64",
                             "521 batch=17",
                             "512",
                             "513 f64",
                             "1000 inverse ortho",
                             "1001 normalized",
                             "7x12 ortho batch=3",
                             "30x64 in-place f64",
                             "5x6x7 inverse normalized",
                             "5x6x7 inverse ortho f64",
                             "4x2x9 normalized",
                             "9x10 f16 ortho",
                             "20x30 f32-in-f64 in-place",
                             "60 zero=20:60",
                             "12x10x14 zero=6:12x5:10x7:14",
                             "12x18 in=1,12 out=20,1 offset=3,4",
                             "36 batch=3 in=51,1 offset=1,0",
                             "40 in-place in=5 out=5 offset=3,3 f64",
                             "64 batch=10 in=16,1"})
      try_out(kind + " " + rest);
    if (kind == "dct1") continue;
    for (const char* rest : {"4x1x9", "7x1 in-place ortho", "1x5 f64", "1x1 normalized"})
      try_out(kind + " " + rest);
  }
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
