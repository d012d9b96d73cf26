// SPDX-License-Identifier: LGPL-2.1-or-later
// Norms of rows against sums in double, also of numbers whose squares are beyond f32.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "device_run.h"
#include "fftcore/error.h"
#include "launch_kernel.h"

namespace fftcore::test::norm_test {
namespace {

using RowValues = std::vector<std::complex<float>>;

NormSpec spec_of(int rows, int columns, int threads, bool are_half_spectra) {
  NormSpec spec;
  spec.name = "norms";
  spec.rows = rows;
  spec.columns = columns;
  spec.row_stride = columns + 3;
  spec.are_half_spectra = are_half_spectra;
  spec.factor = 0.37;
  spec.threads = threads;
  return spec;
}

/// Numbers of a size; what is between rows is no number.
RowValues values_for(const NormSpec& spec, double size) {
  RowValues values = random_complex(static_cast<std::size_t>(spec.rows * spec.row_stride), 3);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<std::int64_t>(i) % spec.row_stride < spec.columns
                    ? values[i] * static_cast<float>(size)
                    : std::complex<float>(NAN, NAN);
  return values;
}

double norm_of(const NormSpec& spec, const RowValues& values, int row) {
  double squares = 0;
  for (int column = 0; column < spec.columns; ++column) {
    const std::complex<double> value =
        values[static_cast<std::size_t>(row * spec.row_stride + column)];
    const bool counts_twice = spec.are_half_spectra && column > 0 && column < spec.columns - 1;
    squares += (counts_twice ? 2 : 1) * std::norm(value);
  }
  const double norm = spec.factor * std::sqrt(squares);
  return spec.least == 0 ? norm : 1 / std::max(norm, spec.least);
}

std::vector<float> results(const NormSpec& spec, const RowValues& values) {
  HostArguments arguments;
  arguments.buffers["input"] = bytes_of(values);
  arguments.buffers["output"] =
      bytes_of(RowValues(static_cast<std::size_t>(spec.rows), {NAN, NAN}));
  run(launch_kernel(spec), arguments);
  std::vector<float> norms;
  for (const std::complex<float>& result :
       values_of<std::complex<float>>(arguments.buffers.at("output"))) {
    EXPECT_EQ(result.imag(), 0);
    norms.push_back(result.real());
  }
  return norms;
}

void expect_norms(const NormSpec& spec, double size) {
  SCOPED_TRACE(fmt::format("{} rows of {}, {} threads, size {}", spec.rows, spec.columns,
                           spec.threads, size));
  const RowValues values = values_for(spec, size);
  const std::vector<float> got = results(spec, values);
  for (int row = 0; row < spec.rows; ++row) {
    const double want = norm_of(spec, values, row);
    EXPECT_NEAR(static_cast<double>(got[static_cast<std::size_t>(row)]) / want, 1, 2e-6)
        << "row " << row;
  }
}

class Norms : public testing::Test {
 protected:
  void SetUp() override {
    if (device() == nullptr) GTEST_SKIP() << reason();
  }
};

TEST_F(Norms, AreByDefinition) {
  for (const bool are_half_spectra : {true, false})
    for (const auto& [rows, columns, threads] :
         {std::array{1, 1, 1}, {5, 2, 32}, {3, 33, 32}, {2, 1000, 256}, {40, 7, 4}})
      for (const double size : {1.0, 1e-27, 1e-18, 1e19, 1e35})
        expect_norms(spec_of(rows, columns, threads, are_half_spectra), size);
}

TEST_F(Norms, OverWhichIsOneButNoMoreThanAllowed) {
  NormSpec spec = spec_of(9, 50, 32, false);
  const RowValues values = values_for(spec, 1);
  std::vector<double> norms;
  for (int row = 0; row < spec.rows; ++row) norms.push_back(norm_of(spec, values, row));
  std::sort(norms.begin(), norms.end());
  spec.least = norms[4];
  expect_norms(spec, 1);
}

TEST_F(Norms, OfNothing) {
  NormSpec spec = spec_of(2, 50, 32, true);
  EXPECT_EQ(results(spec, values_for(spec, 0)), std::vector<float>(2, 0));
  spec.least = 1e-36;
  EXPECT_EQ(results(spec, values_for(spec, 0)), std::vector<float>(2, 1e36F));
}

TEST_F(Norms, OfWhatIsNotANumber) {
  const NormSpec spec = spec_of(3, 50, 32, false);
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    RowValues values = values_for(spec, 1);
    values[static_cast<std::size_t>(spec.row_stride + 40)] = {bad, 0};
    const std::vector<float> got = results(spec, values);
    EXPECT_TRUE(std::isnan(got[1])) << bad;
    EXPECT_TRUE(std::isfinite(got[0]) && std::isfinite(got[2])) << bad;
  }
}

TEST_F(Norms, RefuseWhatContradictsItself) {
  NormSpec threads = spec_of(2, 50, 48, false), rows = spec_of(0, 50, 32, false),
           stride = spec_of(2, 50, 32, false);
  stride.row_stride = 49;
  for (const NormSpec& spec : {threads, rows, stride})
    EXPECT_THROW(launch_kernel(spec), InvalidArgument);
}

}  // namespace
}  // namespace fftcore::test::norm_test
