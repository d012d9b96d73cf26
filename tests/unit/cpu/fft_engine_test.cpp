// SPDX-License-Identifier: LGPL-2.1-or-later
// Every engine built in, against a direct DFT in double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>
#include <string_view>
#include <vector>

#include "aligned_array.h"
#include "fftcore/error.h"
#include "select_engine.h"
#if FFTCORE_HAVE_FFTW
#include <fftw3.h>
#endif

namespace fft_engine_test {

using namespace fftcore;
using Double = std::complex<double>;

namespace {

std::vector<Double> dft(const std::vector<Double>& x, int sign) {
  const auto n = x.size();
  std::vector<Double> y(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      y[k] += x[i] * std::polar(1.0, sign * 2 * std::numbers::pi * static_cast<double>(i * k % n) /
                                         static_cast<double>(n));
  return y;
}

/// The bound for a transform (fftcore/accuracy.md): ||d|| / ||ref|| <= 4 u sqrt(log2 N).
void expect_close(const std::vector<Double>& got, const std::vector<Double>& want,
                  std::int64_t points) {
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    error += std::norm(got[i] - want[i]);
    norm += std::norm(want[i]);
  }
  EXPECT_LE(
      std::sqrt(error / norm),
      4 * std::ldexp(1.0, -24) * std::sqrt(std::max(1.0, std::log2(static_cast<double>(points)))));
}

class Engine : public testing::TestWithParam<const FftEngine*> {
 protected:
  std::mt19937 random_{7};
  Complex random_value() {
    std::uniform_real_distribution<float> uniform(-0.5F, 0.5F);
    return {uniform(random_), uniform(random_)};
  }
};

}  // namespace

TEST_P(Engine, ComplexBothWays) {
  // Lanes that fill vectors, and others.
  for (const auto& [n, lanes] : {std::pair<std::int64_t, std::int64_t>{1, 3},
                                 {2, 3},
                                 {6, 3},
                                 {45, 3},
                                 {64, 1},
                                 {96, 1},
                                 {200, 1},
                                 {1, 8},
                                 {2, 8},
                                 {6, 8},
                                 {45, 4},
                                 {64, 16},
                                 {96, 8},
                                 {200, 4}}) {
    const auto transform = GetParam()->complex(n, lanes);
    AlignedArray<Complex> data(n * lanes), result_data(n * lanes);
    for (const int sign : {-1, 1}) {
      for (std::int64_t i = 0; i < data.size(); ++i) data[i] = random_value();
      std::vector<Double> want(static_cast<std::size_t>(n * lanes)), got(want.size());
      for (std::int64_t lane = 0; lane < lanes; ++lane) {
        std::vector<Double> column;
        for (std::int64_t i = 0; i < n; ++i) column.emplace_back(data[i * lanes + lane]);
        const auto result = dft(column, sign);
        for (std::int64_t i = 0; i < n; ++i)
          want[static_cast<std::size_t>(i * lanes + lane)] = result[static_cast<std::size_t>(i)];
      }
      sign < 0 ? transform->forward(data.data(), result_data.data())
               : transform->inverse(data.data(), result_data.data());
      for (std::int64_t i = 0; i < data.size(); ++i)
        got[static_cast<std::size_t>(i)] = result_data[i];
      expect_close(got, want, n);
    }
  }
}

TEST_P(Engine, RealRowsBothWays) {
  for (const std::int64_t n : {2, 6, 30, 64, 90}) {
    const auto transform = GetParam()->real(n);
    AlignedArray<float> real(n);
    AlignedArray<Complex> spectrum(n / 2 + 1);
    std::vector<Double> x, got, want;
    for (std::int64_t i = 0; i < n; ++i) x.emplace_back(real[i] = random_value().real());
    transform->forward(real.data(), spectrum.data());
    want = dft(x, -1);
    want.resize(static_cast<std::size_t>(n / 2 + 1));
    for (std::int64_t i = 0; i <= n / 2; ++i) got.emplace_back(spectrum[i]);
    expect_close(got, want, n);
    // Imaginary parts that a real signal cannot have are ignored.
    spectrum[0] += Complex{0, 1000};
    spectrum[n / 2] += Complex{0, 1000};
    transform->inverse(spectrum.data(), real.data());
    got.clear();
    for (std::int64_t i = 0; i < n; ++i) got.emplace_back(real[i] / static_cast<double>(n));
    expect_close(got, x, n);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Engine, testing::ValuesIn(fft_engines()), [](const auto& parameter) {
  return std::string(parameter.param->name());
});

TEST(SelectEngine, ByName) {
  for (const FftEngine* engine : fft_engines()) {
    setenv("FFTCORE_CPU_FFT", std::string(engine->name()).c_str(), 1);
    EXPECT_EQ(&select_fft_engine(), engine);
  }
  setenv("FFTCORE_CPU_FFT", "abacus", 1);
  EXPECT_THROW(select_fft_engine(), InvalidArgument);
  unsetenv("FFTCORE_CPU_FFT");
  EXPECT_EQ(&select_fft_engine(), fft_engines().front());
}

#if FFTCORE_HAVE_FFTW
/// FFTW's planner is one for the process: what another user of it has set neither reaches our plans
/// nor is lost.
TEST(Fftw, LeavesTheThreadsOfOthersAlone) {
  fftwf_init_threads();
  fftwf_plan_with_nthreads(3);
  const FftEngine& engine = *fft_engines().front();
  ASSERT_EQ(engine.name(), "fftw");
  const auto transform = engine.complex(128, 16);
  EXPECT_EQ(fftwf_planner_nthreads(), 3);
  fftwf_plan_with_nthreads(1);
}
#endif

}  // namespace fft_engine_test
