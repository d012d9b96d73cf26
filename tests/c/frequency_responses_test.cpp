// SPDX-License-Identifier: LGPL-2.1-or-later
// Responses on grids, matrices of taps and arrays from files, from C.
#include <gtest/gtest.h>
#include <unistd.h>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fftcore/filters.h"
#include "fftcore/frequency_response.h"
#include "handles.h"
#include "taps.h"

namespace fftcore::test::frequency_responses_test {
namespace {

using Response = std::unique_ptr<fftcore_frequency_response, Free<fftcore_frequency_response_free>>;
using Complexes = std::vector<std::complex<double>>;

/// A .npy file of doubles, which is gone with this.
class NumberFile {
 public:
  NumberFile(const std::string& shape, const std::vector<double>& numbers, const char* type = "f8")
      : name_(testing::TempDir() + "numbers-" + std::to_string(getpid()) + ".npy") {
    std::string header = "{'descr': '<" + std::string(type) +
                         "', 'fortran_order': False, 'shape': (" + shape + "), }";
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    std::FILE* const file = std::fopen(name_.c_str(), "wb");
    const auto size = static_cast<std::uint16_t>(header.size());
    std::fwrite("\x93NUMPY\x01\x00", 1, 8, file);
    std::fwrite(&size, 1, 2, file);
    std::fwrite(header.data(), 1, header.size(), file);
    std::fwrite(numbers.data(), sizeof(double), numbers.size(), file);
    std::fclose(file);
  }
  ~NumberFile() { std::remove(name_.c_str()); }
  NumberFile(const NumberFile&) = delete;
  NumberFile& operator=(const NumberFile&) = delete;
  const char* name() const { return name_.c_str(); }

 private:
  std::string name_;
};

Filter made_of(fftcore_status status, fftcore_filter* made) {
  EXPECT_EQ(status, FFTCORE_OK) << fftcore_last_message();
  return Filter(made);
}

TEST(CResponses, AreSampledOnGrids) {
  constexpr const char* kFormula = "exp(-2 * pi * i * (3.5 * fx)) * (1 + fy + 2 * fz)";
  const fftcore_extent extent = {7, 5, 3};
  fftcore_frequency_response* made = nullptr;
  ASSERT_EQ(fftcore_frequency_response_sample(kFormula, &extent, &made), FFTCORE_OK)
      << fftcore_last_message();
  const Response response(made);
  fftcore_grid grid = {};
  ASSERT_EQ(fftcore_frequency_response_grid(response.get(), &grid), FFTCORE_OK);
  const SampledResponse expected = sampled(FrequencyResponse(kFormula), {5, 7, 3});
  ASSERT_EQ((Extent{grid.rows, grid.columns, grid.slices}), expected.grid);
  EXPECT_EQ(std::memcmp(grid.values, expected.values.data(), 16 * expected.values.size()), 0);

  fftcore_filter* filter = nullptr;
  const fftcore_status status = fftcore_filter_of_grid(&grid, &filter);
  expect_equal(taps_of(made_of(status, filter)), fftcore::taps_of(expected));
}

// The result's spectrum is the image's times the numbers that were given, bin by bin.
TEST(CResponses, OfTheCallersMultiplySpectra) {
  constexpr std::size_t kRows = 6, kColumns = 10, kCount = kRows * kColumns;
  Complexes given(kCount);
  std::vector<float> image(2 * kCount), result(2 * kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    given[i] = {static_cast<double>(i * 7 % 11) - 5, static_cast<double>(i * 5 % 13) - 6};
    image[2 * i] = static_cast<float>(i * 3 % 17);
    image[2 * i + 1] = static_cast<float>(i * 11 % 19);
  }
  const fftcore_grid grid = {kColumns, kRows, 0, reinterpret_cast<const double*>(given.data())};
  fftcore_filter* made = nullptr;
  const fftcore_status status = fftcore_filter_of_grid(&grid, &made);
  const Filter filter = made_of(status, made);
  const fftcore_taps taps = taps_of(filter);
  const OnQueue queue = cpu_queue();
  const auto run = [&](const char* text, const std::vector<float>& from, std::vector<float>& to) {
    const Executable executable = compiled(queue, text);
    std::size_t needed = 0;
    ASSERT_EQ(fftcore_taps_needed(work_of(text).get(), &needed), FFTCORE_OK);
    if (needed == 1) {
      ASSERT_EQ(fftcore_set_taps(executable.get(), &taps, 1), FFTCORE_OK);
    }
    const fftcore_const_buffer input = {from.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
    const fftcore_buffer output = {to.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
    ASSERT_EQ(fftcore_run(executable.get(), queue.get(), &input, 1, &output), FFTCORE_OK)
        << fftcore_last_message();
  };
  run("conv2d complex64 6x10 k6x10 wrap same", image, result);
  std::vector<float> before(2 * kCount), after(2 * kCount);
  run("c2c 6x10", image, before);
  run("c2c 6x10", result, after);
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::complex<double> x(before[2 * i], before[2 * i + 1]);
    const std::complex<double> y(after[2 * i], after[2 * i + 1]);
    // 1e-6 of the norm of the image times the largest |H| (fftcore/reference.md), of the
    // transforms likewise.
    EXPECT_LT(std::abs(y - x * given[i]), 3e-6 * kCount * 26 * 8) << i;
  }
}

TEST(CResponses, ComeFromFiles) {
  const std::vector<double> pairs = {1, 2, 3, -4, 5, 6, 7, 8, 9, 10, 11, -12};
  const NumberFile file("2, 3", pairs, "c16");
  fftcore_frequency_response* made = nullptr;
  ASSERT_EQ(fftcore_frequency_response_load(file.name(), &made), FFTCORE_OK)
      << fftcore_last_message();
  const Response response(made);
  fftcore_grid grid = {};
  ASSERT_EQ(fftcore_frequency_response_grid(response.get(), &grid), FFTCORE_OK);
  EXPECT_EQ(grid.columns, 3);
  EXPECT_EQ(grid.rows, 2);
  EXPECT_EQ(grid.slices, 1);
  EXPECT_EQ(std::vector<double>(grid.values, grid.values + 12), pairs);
  EXPECT_EQ(fftcore_frequency_response_load("/no/such/file", &made), FFTCORE_ERROR_FILE);
  EXPECT_EQ(made, nullptr);
}

TEST(CResponses, AreKnownAtFrequencies) {
  double pair[2] = {};
  ASSERT_EQ(fftcore_frequency_response_at("fx + 2 * fy + 3 * i * fz", 0.1, 0.2, 0.3, pair),
            FFTCORE_OK);
  const std::complex<double> expected =
      FrequencyResponse("fx + 2 * fy + 3 * i * fz")({0.1, 0.2, 0.3});
  EXPECT_EQ(std::complex<double>(pair[0], pair[1]), expected);
  double value = 0;
  ASSERT_EQ(
      fftcore_parametric_frequency_response_at("highpass", "butterworth", 0.1, 0, 3, 0.2, &value),
      FFTCORE_OK);
  EXPECT_EQ(value, frequency_response({Band::highpass, Shape::butterworth, 0.1, 0, 3}, 0.2));
  const fftcore_notch notch = {0.25, 0.1, 0.02};
  ASSERT_EQ(fftcore_notches_frequency_response_at(&notch, 1, 0.26, 0.1, &value), FFTCORE_OK);
  EXPECT_EQ(value, frequency_response(std::vector<Notch>{{0.25, 0.1, 0.02}}, 0.26, 0.1));
}

TEST(CMatrices, OfTapsAreNormalizedByOutputChannel) {
  const double numbers[] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<fftcore_taps> taps;
  for (std::size_t i = 0; i < 4; ++i) taps.push_back({2, 1, 1, numbers + 2 * i, nullptr});
  fftcore_filter* made = nullptr;
  const fftcore_status status = fftcore_filter_create_matrix(taps.data(), 2, &made);
  const Filter filter = made_of(status, made);
  ASSERT_EQ(fftcore_filter_normalize(filter.get()), FFTCORE_OK);
  fftcore_taps shown[4] = {};
  std::size_t count = 0;
  ASSERT_EQ(fftcore_filter_all_taps(filter.get(), nullptr, 0, &count), FFTCORE_OK);
  ASSERT_EQ(count, 4U);
  ASSERT_EQ(fftcore_filter_all_taps(filter.get(), shown, 4, &count), FFTCORE_OK);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_DOUBLE_EQ(shown[i].values[k], numbers[2 * i + k] / (i < 2 ? 10 : 26)) << i;

  // They are what a Convolution takes whose channels mix.
  const OnQueue queue = cpu_queue();
  const Executable executable = compiled(queue, "conv1d f32 5x2 k2 wrap same mix=full");
  EXPECT_EQ(fftcore_set_taps(executable.get(), shown, count), FFTCORE_OK) << fftcore_last_message();
  fftcore_taps one = {};
  EXPECT_EQ(fftcore_filter_taps(filter.get(), &one), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(fftcore_last_message(), "matrix of 2 x 2"), nullptr);
  EXPECT_EQ(fftcore_filter_restoring(filter.get(), "flat", 0.1, &made),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST(CMatrices, ComeFromFiles) {
  const NumberFile file("2, 2, 1, 2", {1, 2, 3, 4, 5, 6, 7, 8});
  fftcore_filter* made = nullptr;
  const fftcore_status status = fftcore_filter_load_matrix(file.name(), &made);
  const Filter filter = made_of(status, made);
  fftcore_taps shown[4] = {};
  std::size_t count = 0;
  ASSERT_EQ(fftcore_filter_all_taps(filter.get(), shown, 4, &count), FFTCORE_OK);
  const TapsMatrix expected = load_taps_matrix(file.name());
  ASSERT_EQ(count, expected.taps.size());
  for (std::size_t i = 0; i < count; ++i) expect_equal(shown[i], expected.taps[i]);
}

TEST(CArrays, ComeFromFiles) {
  const std::vector<double> numbers = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const NumberFile file("2, 3, 2", numbers);
  fftcore_array* made = nullptr;
  ASSERT_EQ(fftcore_array_load(file.name(), &made), FFTCORE_OK) << fftcore_last_message();
  const std::unique_ptr<fftcore_array, Free<fftcore_array_free>> array(made);
  const double* values = nullptr;
  const std::int64_t* shape = nullptr;
  std::size_t axes = 0;
  ASSERT_EQ(fftcore_array_values(array.get(), &values, &shape, &axes), FFTCORE_OK);
  EXPECT_EQ(std::vector<std::int64_t>(shape, shape + axes), (std::vector<std::int64_t>{2, 3, 2}));
  EXPECT_EQ(std::vector<double>(values, values + 12), numbers);
  EXPECT_EQ(fftcore_array_load("/no/such/file", &made), FFTCORE_ERROR_FILE);
  EXPECT_EQ(made, nullptr);
}

TEST(CResponses, ThatAreWrongSayWhatIsAllowed) {
  fftcore_frequency_response* response = nullptr;
  fftcore_filter* filter = nullptr;
  const fftcore_extent none = {0, 5, 1}, many = {9000, 5, 1}, some = {4, 5, 1};
  const double number = 0;
  const fftcore_grid huge = {std::int64_t{1} << 30, std::int64_t{1} << 30, 1, &number},
                     large = {9000, 1, 1, &number}, empty = {2, 2, 1, nullptr};
  const auto expect_refusal = [&](fftcore_status status, const char* words) {
    EXPECT_EQ(status, FFTCORE_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(fftcore_last_message(), words), nullptr) << fftcore_last_message();
    EXPECT_EQ(response, nullptr);
    EXPECT_EQ(filter, nullptr);
  };
  expect_refusal(fftcore_frequency_response_sample("fx", &none, &response), "0 points along a row");
  expect_refusal(fftcore_frequency_response_sample("fx", &many, &response), "8191");
  expect_refusal(fftcore_frequency_response_sample("fx +", &some, &response), "column");
  expect_refusal(fftcore_frequency_response_sample("fx", nullptr, &response),
                 "the extent of the grid");
  expect_refusal(fftcore_filter_of_grid(&huge, &filter), "8191");
  expect_refusal(fftcore_filter_of_grid(&large, &filter), "8191");
  expect_refusal(fftcore_filter_of_grid(&empty, &filter), "the array of the grid's values is NULL");
  expect_refusal(fftcore_filter_create_matrix(nullptr, 2, &filter), "the list of taps is NULL");
  expect_refusal(fftcore_filter_create_matrix(nullptr, 17, &filter), "1 to 16 are allowed");
  expect_refusal(fftcore_frequency_response_at("fx", 0, 0, 0, nullptr), "NULL");
}

}  // namespace
}  // namespace fftcore::test::frequency_responses_test
