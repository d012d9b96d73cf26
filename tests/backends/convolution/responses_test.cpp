// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps of a response, round the edges of images of the grid's size: the product with the response,
// to the bound that taps have.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

#include "convolution_check.h"
#include "fftcore/frequency_response.h"
#include "test_backend.h"
#include "transform_run.h"

namespace responses_test {

using namespace fftcore;

namespace {

using Complex = std::complex<double>;
using Responses = transforms::OnThisBackend;

/// DFT along both axes by its definition, of rows x columns.
std::vector<Complex> dft(const std::vector<Complex>& values, Extent extent, double sign) {
  const auto wave = [&](std::int64_t k, std::int64_t place, std::int64_t n) {
    return std::polar(1.0, sign * 2 * std::numbers::pi * static_cast<double>(k * place % n) /
                               static_cast<double>(n));
  };
  const auto [rows, columns, slices] = extent;
  std::vector<Complex> lines(values.size()), result(values.size());
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t k = 0; k < columns; ++k)
      for (std::int64_t x = 0; x < columns; ++x)
        lines[static_cast<std::size_t>(y * columns + k)] +=
            values[static_cast<std::size_t>(y * columns + x)] * wave(k, x, columns);
  for (std::int64_t m = 0; m < rows; ++m)
    for (std::int64_t k = 0; k < columns; ++k)
      for (std::int64_t y = 0; y < rows; ++y)
        result[static_cast<std::size_t>(m * columns + k)] +=
            lines[static_cast<std::size_t>(y * columns + k)] * wave(m, y, rows);
  return result;
}

oracle::Samples filtered(const oracle::Samples& image, const SampledResponse& response,
                         bool is_complex) {
  std::vector<Complex> values(image.values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = {image.values[i], image.imaginary.empty() ? 0 : image.imaginary[i]};
  values = dft(values, response.grid, -1);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] *= response.values[i];
  values = dft(values, response.grid, 1);
  oracle::Samples result = image;
  if (is_complex) result.imaginary.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] /= static_cast<double>(values.size());
    result.values[i] = values[i].real();
    if (is_complex) result.imaginary[i] = values[i].imag();
  }
  return result;
}

TEST_F(Responses, AreExactRoundTheEdges) {
  std::mt19937 random{18};
  for (const char* text :
       {"exp(-(f / 0.1)^2)", "2 * pi * i * fx", "exp(-2 * pi * i * (2.5 * fx - 0.25 * fy))",
        "if(f < 0.2, 0, 1)", "exp(i * f) * (1 + fx)"}) {
    const FrequencyResponse response(text);
    for (const Extent extent : {Extent{12, 10}, {9, 14}, {1, 30}, {13, 7}, {40, 64}}) {
      const Taps taps = taps_of(response, extent);
      const bool is_complex = !taps.imaginary.empty();
      for (const SampleType type : {SampleType::f32, SampleType::f64, SampleType::complex64}) {
        const SampleType out = !is_complex || type == SampleType::complex64 ? type
                               : type == SampleType::f32                    ? SampleType::complex64
                                                         : SampleType::complex128;
        Convolution work = convolution(Layout::interleaved(type, extent), extent,
                                       Operation::convolve, EdgeMode::wrap);
        work.output.type = out;
        SCOPED_TRACE(std::string(text) + ": " + to_string(work));
        const auto queue = problems::backend().create_queue({.threads = 1});
        const auto executable = problems::backend().compile(work, *queue);
        executable->set_taps(taps);
        const oracle::Samples image = oracle::random_samples(work.input, random);
        oracle::TestImage in(work.input), result(work.output);
        in.set(image);
        executable->run(*queue, in.const_buffer(), result.buffer());
        problems::check_channel(
            work, image, {taps}, 1, result.get(),
            filtered(image, sampled(response, extent), traits_of(out).is_complex()), 0, 0);
      }
    }
  }
}

}  // namespace

}  // namespace responses_test
