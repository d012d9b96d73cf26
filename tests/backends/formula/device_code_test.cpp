// SPDX-License-Identifier: LGPL-2.1-or-later
// Formulas that call functions of code, on GPUs: the same as formulas that say it in words. One
// text serves both languages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "fftcore/error.h"
#include "test_backend.h"

namespace device_code_test {

using namespace fftcore;
using testing::HasSubstr;

namespace {

constexpr std::array<double, 2> kParameters = {0.125, 0.75};
constexpr const char* kCode = R"(// functions of "numbers"
FUNCTION real bent(real v, real knee) {
  return v < knee ? v : knee + (v - knee) / 2;
}
FUNCTION real2 turned(real2 v, real angle, real2 more) {
  const real c = cos(angle), s = sin(angle);
  return make_real2(v.x * c - v.y * s + more.x, v.x * s + v.y * c + more.y);
}
FUNCTION real power_of(real re, real im) { return re * re + im * im; }
)";

class DeviceCode : public testing::Test {
 protected:
  void SetUp() override {
    if (problems::on_cpu()) GTEST_SKIP() << "code is for GPUs";
    queue_ = problems::backend().create_queue({});
  }

  /// Results of random numbers in [-0.5, 0.5).
  std::vector<float> result(const Convolution& problem) {
    const auto executable = problems::backend().compile(problem, *queue_);
    std::mt19937 random(3);
    std::uniform_real_distribution<float> value(-0.5, 0.5);
    std::vector<double> numbers(static_cast<std::size_t>(problem.taps.rows * problem.taps.columns));
    for (double& number : numbers) number = value(random) / 8;
    executable->set_taps(Taps{problem.taps, numbers});
    executable->set_parameters(
        std::span(kParameters).first(static_cast<std::size_t>(parameters_needed(problem))));
    const std::int64_t samples = problem.input.extent().rows * problem.input.extent().columns *
                                 problem.input.extent().slices;
    std::vector<float> in(
        static_cast<std::size_t>(samples * (to_string(problem.input.type) == "complex64" ? 2 : 1)));
    std::vector<float> out(in.size());
    for (float& number : in) number = value(random);
    executable->run(*queue_, {in.data()}, {out.data()});
    return out;
  }

  template <class Real>
  static void expect_near(const std::vector<Real>& a, const std::vector<Real>& b, double bound) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], bound) << i;
  }

  std::unique_ptr<Queue> queue_;
};

struct Formulas {
  std::string load = {}, spectrum = {}, store = {};
};

Convolution work_of(const std::string& text, const Formulas& formulas, const char* code = "") {
  Convolution problem = parse_convolution(text);
  problem.load = formulas.load;
  problem.spectrum = formulas.spectrum;
  problem.store = formulas.store;
  problem.code = code;
  return problem;
}

// Some roundings of numbers of about 1.
constexpr double kBound = 32 * 0x1p-24;

}  // namespace

TEST_F(DeviceCode, OfRealSamples) {
  const Formulas called{.load = "bent(v, p0) + x / 64", .store = "bent(v - p1, y / 64)"};
  const Formulas said{.load = "if(v < p0, v, p0 + (v - p0) / 2) + x / 64",
                      .store = "if(v - p1 < y / 64, v - p1, y / 64 + (v - p1 - y / 64) / 2)"};
  for (const std::string problem :
       {"conv2d f32 40x50 k5x3 replicate same", "conv1d f32 99 k5 wrap same",
        "conv3d f32 3x37x41 k1x3x3 replicate same"})
    expect_near(result(work_of(problem, called, kCode)), result(work_of(problem, said)), kBound);
}

TEST_F(DeviceCode, OfComplexSamples) {
  const std::string problem = "conv2d complex64 24x30 k3x3 wrap same";
  expect_near(
      result(work_of(problem,
                     {.load = "turned(v, x / 8, i * p0)", .store = "v * power_of(re(v), im(v))"},
                     kCode)),
      result(work_of(problem, {.load = "v * exp(i * x / 8) + i * p0", .store = "v * abs(v) ^ 2"})),
      kBound);
}

TEST_F(DeviceCode, OfBins) {
  const std::string problem = "conv2d f32 48x60 k3x3 wrap same";
  expect_near(result(work_of(problem, {.spectrum = "turned(v, 0, v * f * p1)"}, kCode)),
              result(work_of(problem, {.spectrum = "v * (1 + f * p1)"})), kBound);
}

TEST_F(DeviceCode, OfTransforms) {
  const auto run = [&]<class Real>(Real, const char* load, const char* store, const char* code) {
    Transform transform = parse_transform(sizeof(Real) == 8 ? "c2c 12x20 f64" : "c2c 12x20");
    transform.load = load;
    transform.store = store;
    transform.code = code;
    const auto executable = problems::backend().compile(transform, *queue_);
    std::vector<Real> in(2 * 240);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<Real>(i % 17) / 17;
    std::vector<Real> out(in.size());
    executable->run(*queue_, {in.data()}, {out.data()});
    return out;
  };
  const auto expect_alike = [&](auto real, double bound) {
    expect_near(run(real, "turned(v, x / 8, i * y)", "turned(v, f, 0 * i)", kCode),
                run(real, "v * exp(i * x / 8) + i * y", "v * exp(i * f)", ""), bound * 2640);
  };
  expect_alike(float{}, kBound);
  expect_alike(double{}, kBound * 0x1p-29);
}

TEST_F(DeviceCode, ErrorsNameItsLines) {
  Convolution problem = work_of("conv2d f32 8x8 k3x3 wrap same", {.store = "bent(v)"},
                                "\nFUNCTION real bent(real v) {\n  return v + nothing;\n}\n");
  try {
    problems::backend().compile(problem, *queue_);
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), HasSubstr("the code that formulas call"));
    EXPECT_THAT(error.what(), HasSubstr("code line 3:   return v + nothing;"));
  }
  problem.code = "FUNCTION real bent(real v, real w) { return v + w; }";  // one value is too few
  EXPECT_THROW(problems::backend().compile(problem, *queue_), Error);
}

TEST(DeviceCodeOnProcessors, IsRefused) {
  if (!problems::on_cpu()) GTEST_SKIP() << "this is a GPU";
  const auto queue = problems::backend().create_queue({});
  EXPECT_THROW(
      problems::backend().compile(
          work_of("conv2d f32 8x8 k3x3 wrap same", {.store = "bent(v, 1)"}, kCode), *queue),
      Unsupported);
  Transform transform = parse_transform("c2c 8 store=\"bent(re(v), 1)\" code=\"bent\"");
  EXPECT_THROW(problems::backend().compile(transform, *queue), Unsupported);
}

}  // namespace device_code_test
