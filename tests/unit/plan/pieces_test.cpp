// SPDX-License-Identifier: LGPL-2.1-or-later
// Pieces of a Convolution are the whole.
#include "fftcore/pieces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "direct_sum.h"
#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "test_image.h"

namespace pieces_test {

using namespace fftcore;

namespace {

/// What a piece needs, gathered by edge_run() along rows and position by position otherwise.
oracle::Samples gathered(const PiecedConvolution& cut, const Part& part,
                         const oracle::Samples& image) {
  oracle::Samples input = oracle::samples_of(cut.work.input);
  const Convolution& whole = cut.whole;
  const auto source = [&](std::int64_t position, std::int64_t extent) {
    return edge_run(position, 1, extent, whole.edge).source;
  };
  for (std::int64_t f = 0; f < input.frames; ++f)
    for (std::int64_t c = 0; c < input.channels; ++c)
      for (std::int64_t z = 0; z < input.slices; ++z)
        for (std::int64_t y = 0; y < input.rows; ++y) {
          const std::int64_t slice = source(part.slices.first + z, image.slices),
                             row = source(part.rows.first + y, image.rows);
          for (std::int64_t x = 0; x < input.columns;) {
            const EdgeRun run =
                edge_run(part.columns.first + x, input.columns - x, image.columns, whole.edge);
            for (std::int64_t i = 0; i < run.count; ++i, ++x) {
              const bool is_bias = slice < 0 || row < 0 || run.source < 0;
              input.at(f, c, z, y, x) =
                  is_bias ? whole.bias : image.at(f, c, slice, row, run.source + i * run.step);
            }
          }
        }
  return input;
}

std::string refusal(const char* text, Extent most) {
  try {
    in_pieces(parse_convolution(text), most);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(Pieces, AreTheWhole) {
  std::mt19937 random(11);
  for (const char* text :
       {"conv2d f32 20x31 k5x4 constant same", "corr2d f32 20x31x2 k5x4 replicate full planar",
        "conv2d f32 20x31 k6x3 reflect valid", "icorr2d f32 20x31 k5x4 reflect-101 full",
        "conv2d f32 5x7 k14x19 wrap same", "corr2d f32 3x1 k9x8 reflect-101 same",
        "conv1d f32 97 k12 reflect full frames=2", "conv3d f32 4x6x7 k3x2x5 wrap same",
        "icorr1d f32 50 k7 constant same bias=0.5", "conv2d f32 9x8x3 k3x3 replicate same mix=full",
        "corr2d u8>f32 12x13 k3x4 constant same bias=7 filters=3"}) {
    const Convolution whole = parse_convolution(text);
    const oracle::Samples image = oracle::random_samples(whole.input, random);
    const auto taps = oracle::random_kernels(whole, random);
    const oracle::Samples want = oracle::direct_sum(whole, image, taps);
    for (const Extent most : {Extent{4, 6, 2}, Extent{1000, 5, 1}, Extent{1, 1000, 1000}}) {
      const PiecedConvolution cut = in_pieces(whole, most);
      ASSERT_NO_THROW(validate(cut.work)) << text;
      oracle::Samples got = oracle::samples_of(whole.output);
      std::fill(got.values.begin(), got.values.end(), NAN);
      for (std::int64_t number = 0; number < piece_count(cut); ++number) {
        const auto [output, input] = piece_at(cut, number);
        const oracle::Samples part =
            oracle::direct_sum(cut.work, gathered(cut, input, image), taps);
        for (std::int64_t f = 0; f < part.frames; ++f)
          for (std::int64_t c = 0; c < part.channels; ++c)
            for (std::int64_t z = 0; z < part.slices; ++z)
              for (std::int64_t y = 0; y < part.rows; ++y)
                for (std::int64_t x = 0; x < part.columns; ++x)
                  got.at(f, c, output.slices.first + z, output.rows.first + y,
                         output.columns.first + x) = part.at(f, c, z, y, x);
      }
      for (std::size_t i = 0; i < want.values.size(); ++i)
        ASSERT_NEAR(got.values[i], want.values[i], 1e-12) << text << ", sample " << i;
    }
  }
}

// A signal of 2^40 samples, computed where they are needed, at its end and before it.
TEST(Pieces, BeginNear2To40) {
  const auto sample = [](std::int64_t n) {
    return static_cast<float>(n * 7919 % 10007) / 10007 - 0.5F;
  };
  const Convolution whole = parse_convolution("conv1d f32 1099511627776 k301 reflect same");
  const std::int64_t extent = whole.input.columns.extent;
  const PiecedConvolution cut = in_pieces(whole, {1, 5000});
  EXPECT_EQ(piece_count(cut), 219902326);
  std::mt19937 random(5);
  const Taps taps = oracle::random_taps({1, 301}, random);
  Backend& backend = select_backend("cpu");
  const auto queue = backend.create_queue({.threads = 1});
  const auto executable = backend.compile(cut.work, *queue);
  executable->set_taps(taps);
  for (const std::int64_t number : {std::int64_t{0}, piece_count(cut) - 2, piece_count(cut) - 1}) {
    const auto [output, input] = piece_at(cut, number);
    std::vector<float> samples, results(5000);
    while (static_cast<std::int64_t>(samples.size()) < input.columns.count) {
      const auto done = static_cast<std::int64_t>(samples.size());
      const EdgeRun run =
          edge_run(input.columns.first + done, input.columns.count - done, extent, whole.edge);
      for (std::int64_t i = 0; i < run.count; ++i)
        samples.push_back(sample(run.source + i * run.step));
    }
    executable->run(*queue, {samples.data()}, {results.data()});
    for (std::int64_t i = 0; i < 5000; i += 7) {
      double want = 0;
      for (std::int64_t k = 0; k < 301; ++k)
        want += taps.values[static_cast<std::size_t>(k)] *
                sample(oracle::walk_edge(output.columns.first + i + 150 - k, extent, whole.edge));
      ASSERT_NEAR(results[static_cast<std::size_t>(i)], want, 1e-5) << number << ", " << i;
    }
  }
  EXPECT_EQ(piece_at(cut, piece_count(cut) - 1).output.columns, (AxisRange{extent - 5000, 5000}));
}

TEST(Pieces, SayWhatIsAllowed) {
  EXPECT_EQ(refusal("conv2d u8 9x9 k3x3 constant same bias=7", {4, 4}), "accepted");
  EXPECT_NE(refusal("conv2d u8 9x9 k3x3 wrap same", {4, 0}).find("1 or more"), std::string::npos);
  EXPECT_NE(refusal("conv2d u8 9x9x4 k3x3 wrap same skip=8", {4, 4}).find("skipped_channels"),
            std::string::npos);
  EXPECT_NE(refusal("conv2d u8 9x9 k3x3 constant same bias=0.5", {4, 4}).find("0 to 255"),
            std::string::npos);
  const PiecedConvolution cut = in_pieces(parse_convolution("conv2d u8 9x9 k3x3"), {4, 4});
  EXPECT_EQ(piece_count(cut), 9);
  EXPECT_THROW(piece_at(cut, 9), InvalidArgument);
  EXPECT_THROW(piece_at(cut, -1), InvalidArgument);
}

}  // namespace pieces_test
