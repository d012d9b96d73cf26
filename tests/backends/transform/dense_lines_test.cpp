// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms of lines that lie one behind the other, many enough for several blocks and a rest.
// FFTW takes them where they lie.
#include "transform_run.h"

namespace dense_lines_test {

using namespace fftcore;
using namespace transforms;

namespace {

class DenseTransforms : public OnThisBackend {
 protected:
  void SetUp() override {
    OnThisBackend::SetUp();
    if (!problems::on_cpu()) GTEST_SKIP() << "GPUs have one way for all strides";
  }
};

std::string plan_of(const std::string& text) {
  const auto queue = problems::backend().create_queue({.threads = 1});
  return problems::backend().compile(parse_transform(text), *queue)->plan_text();
}

}  // namespace

/// FFTW transforms some of them in registers, and has no plans of others for some kinds.
TEST_F(DenseTransforms, ShortLines) {
  for (int points = 1; points <= 33; ++points)
    for (const char* rest : {"", " in-place", " f64", " in-place f64"})
      for (const char* kind : {"c2c", "r2c", "c2r"})
        expect_right(
            parse_transform(std::string(kind) + " " + std::to_string(points) + " batch=5" + rest),
            7);
}

TEST_F(DenseTransforms, SeveralBlocksAndARest) {
  for (const char* numbers : {"", " f64"})
    for (const char* text :
         {"c2c 1 batch=5000", "r2c 1 batch=5000", "c2r 1 batch=5000", "c2c 4 batch=1501",
          "c2c 16 batch=401 in-place normalized", "c2c 17 batch=301 inverse",
          "c2c 18 batch=301 in-place", "r2c 9 batch=1001", "r2c 16 batch=600 normalized",
          "r2c 31 batch=201 in-place", "r2c 36 batch=301 in-place normalized", "r2c 2048 batch=5",
          "c2r 8 batch=1201", "c2r 16 batch=501 in-place", "c2r 9 batch=1001 normalized",
          "c2r 31 batch=201 in-place", "c2r 36 batch=301", "c2r 36 batch=301 in-place normalized",
          "c2r 1000 batch=7 normalized", "dct2 12 batch=401",
          "dst4 33 batch=201 in-place normalized",
          // gaps, and inputs that overlap
          "c2c 17 batch=301 in=19,1 out=25,1 offset=1,2", "r2c 21 batch=301 in=23,1 out=17,1",
          "c2r 20 batch=301 in=13,1 out=35,1 offset=3,1", "r2c 64 batch=201 in=7,1",
          "c2c 32 batch=301 in=1,1",
          // axes and batches that are one, and such that are not
          "c2c 5x6x7 batch=11x3", "c2r 6x5x8 batch=31 in-place",
          "r2c 60 batch=7x11 in=671,61,1 out=341,31,1",
          "r2c 60 batch=7x11 in=1000,61,1 out=600,40,1"})
      expect_right(parse_transform(text + std::string(numbers)), 7);
}

/// A block is one of them, so that some lie where FFTW's plan is not for.
TEST_F(DenseTransforms, LongLines) {
  for (const char* text : {"r2c 8192 batch=2", "r2c 8193 in-place batch=2 normalized"})
    expect_right(parse_transform(text), 7);
}

TEST_F(DenseTransforms, TheSameBitsAtAnyAddress) {
  for (const char* text : {"c2c 17 batch=301 normalized", "c2c 8 batch=1001 in-place",
                           "c2c 360 batch=21 in-place normalized", "r2c 64 batch=99 normalized",
                           "r2c 45 batch=99", "c2r 64 batch=99 normalized", "c2r 45 batch=99",
                           "c2r 12 batch=501 in-place normalized", "c2r 12 batch=501 normalized"}) {
    const Transform transform = parse_transform(text);
    const auto queue = problems::backend().create_queue({.threads = 2});
    const auto executable = problems::backend().compile(transform, *queue);
    const std::size_t in_count = input_size_bytes(transform) / sizeof(float),
                      out_count = output_size_bytes(transform) / sizeof(float);
    std::mt19937 random(3);
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::vector<float> values(std::max(in_count, out_count));
    for (float& value : values) value = uniform(random);
    std::vector<float> first;
    for (const std::size_t at : {0, 1, 2, 3}) {
      std::vector<float> in(values.size() + 8, poison<float>()), out(in);
      std::ranges::copy(values, in.begin() + static_cast<std::ptrdiff_t>(at));
      float* const result = (transform.in_place ? in : out).data() + at;
      executable->run(*queue, {in.data() + at}, {result});
      const std::vector<float> got(result, result + out_count);
      if (at == 0) first = got;
      EXPECT_EQ(std::memcmp(got.data(), first.data(), out_count * sizeof(float)), 0)
          << text << ", " << at << " floats further";
    }
  }
}

TEST_F(DenseTransforms, ThePlanSaysWhichTheyAre) {
  if (const char* const engine = std::getenv("FFTCORE_CPU_FFT");
      engine != nullptr && std::string(engine) != "fftw")
    GTEST_SKIP() << engine << " has lines side by side";
  for (const char* text :
       {"c2c 16 batch=3", "r2c 17 batch=300 f64", "c2r 16x64", "dct2 8 batch=9",
        "r2c 64 batch=201 in=7,1", "r2c 9 in-place batch=8", "c2c 60 batch=11 in=80,1"})
    EXPECT_NE(plan_of(text).find("where they lie"), std::string::npos) << plan_of(text);
  // Whole vectors of lines, where there is room for them.
  for (const auto& [text, words] :
       {std::pair{"c2c 12 batch=1000", "336 at a time"},
        std::pair{"c2c 1000 batch=9", "4 at a time"}, std::pair{"r2c 3001 batch=9", "4 at a time"},
        std::pair{"c2c 3000 batch=9", "1 at a time"}})
    EXPECT_NE(plan_of(text).find(words), std::string::npos) << plan_of(text);
  for (const char* text :
       {"c2c 16 batch=3 f16", "c2c 16 batch=3 f32-in-f64", "c2c 16 batch=3 zero=9:16",
        "c2c 16 batch=300 in=1,300", "dct2 8 batch=9 ortho", "c2c 60 batch=11 in=400,1",
        "c2r 16 batch=3 zero=5:9", "c2c 60 batch=3x3 in=200,60,1"})
    EXPECT_EQ(plan_of(text).find("where they lie"), std::string::npos) << plan_of(text);
}

}  // namespace dense_lines_test
