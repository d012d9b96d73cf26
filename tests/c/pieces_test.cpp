// SPDX-License-Identifier: LGPL-2.1-or-later
// Images in pieces from C: all pieces together are the whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fftcore/pieces.h"
#include "handles.h"

namespace fftcore::test::pieces_test {
namespace {

using Pieces = std::unique_ptr<fftcore_pieces, Free<fftcore_pieces_free>>;

Pieces pieces_of(const char* text, fftcore_extent most) {
  fftcore_pieces* made = nullptr;
  EXPECT_EQ(fftcore_pieces_create(work_of(text).get(), &most, &made), FFTCORE_OK)
      << fftcore_last_message();
  return Pieces(made);
}

/// Which samples of an axis stand for a range of it; -1: the bias.
std::vector<std::int64_t> sources(fftcore_range range, std::int64_t extent, const char* edge) {
  std::vector<std::int64_t> result;
  for (std::int64_t done = 0; done < range.count;) {
    fftcore_edge_samples run = {};
    EXPECT_EQ(fftcore_edge_run(range.first + done, range.count - done, extent, edge, &run),
              FFTCORE_OK)
        << fftcore_last_message();
    for (std::int64_t i = 0; i < run.count; ++i) result.push_back(run.source + i * run.step);
    done += run.count;
  }
  return result;
}

TEST(CPieces, TogetherAreTheWhole) {
  constexpr std::int64_t kRows = 37, kColumns = 41;
  std::vector<float> image(kRows * kColumns), whole(image.size()), together(image.size(), -1);
  for (std::size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<float>(i * 7919 % 1021) / 1021;
  const std::vector<double> values(35, 1. / 35);
  const fftcore_taps taps = {7, 5, 1, values.data(), nullptr};
  const OnQueue queue = cpu_queue();
  const auto run = [&](const Executable& executable, const std::vector<float>& from,
                       std::vector<float>& to) {
    const fftcore_const_buffer input = {from.data(), 0, 4 * from.size(), 0, FFTCORE_MEMORY_HOST};
    const fftcore_buffer output = {to.data(), 0, 4 * to.size(), 0, FFTCORE_MEMORY_HOST};
    ASSERT_EQ(fftcore_run(executable.get(), queue.get(), &input, 1, &output), FFTCORE_OK)
        << fftcore_last_message();
  };
  for (const char* edge : {"constant", "replicate", "reflect", "reflect-101", "wrap"}) {
    SCOPED_TRACE(edge);
    const std::string text = "conv2d f32 37x41 k5x7 " + std::string(edge) + " same";
    const Executable once = compiled(queue, text.c_str());
    ASSERT_EQ(fftcore_set_taps(once.get(), &taps, 1), FFTCORE_OK);
    run(once, image, whole);

    const Pieces pieces = pieces_of(text.c_str(), {16, 10, 0});
    fftcore_extent grid = {};
    ASSERT_EQ(fftcore_pieces_count(pieces.get(), &grid), 12);
    EXPECT_EQ(grid.columns, 3);
    EXPECT_EQ(grid.rows, 4);
    EXPECT_EQ(grid.slices, 1);
    fftcore_work* made = nullptr;
    ASSERT_EQ(fftcore_pieces_work(pieces.get(), &made), FFTCORE_OK);
    const Work work(made);
    const Executable each = compiled(queue, text_of(work.get()).c_str());
    ASSERT_EQ(fftcore_set_taps(each.get(), &taps, 1), FFTCORE_OK);
    for (std::int64_t number = 0; number < 12; ++number) {
      fftcore_piece piece = {};
      ASSERT_EQ(fftcore_pieces_at(pieces.get(), number, &piece), FFTCORE_OK);
      std::vector<float> needed,
          given(static_cast<std::size_t>(piece.output.rows.count * piece.output.columns.count));
      for (const std::int64_t y : sources(piece.input.rows, kRows, edge))
        for (const std::int64_t x : sources(piece.input.columns, kColumns, edge))
          needed.push_back(y < 0 || x < 0 ? 0 : image[static_cast<std::size_t>(y * kColumns + x)]);
      run(each, needed, given);
      for (std::int64_t y = 0; y < piece.output.rows.count; ++y)
        std::copy_n(given.begin() + y * piece.output.columns.count, piece.output.columns.count,
                    together.begin() + (piece.output.rows.first + y) * kColumns +
                        piece.output.columns.first);
    }
    // 1e-6 of the image's norm (fftcore/reference.md).
    for (std::size_t i = 0; i < whole.size(); ++i) ASSERT_NEAR(together[i], whole[i], 3e-5) << i;
  }
}

TEST(CPieces, AreTheLibrarys) {
  constexpr const char* kText = "corr3d f32 9x30x40 k3x5x7 reflect full";
  const Pieces pieces = pieces_of(kText, {10, 8, 4});
  const PiecedConvolution cut = in_pieces(parse_convolution(kText), {8, 10, 4});
  ASSERT_EQ(fftcore_pieces_count(pieces.get(), nullptr), piece_count(cut));
  fftcore_work* made = nullptr;
  ASSERT_EQ(fftcore_pieces_work(pieces.get(), &made), FFTCORE_OK);
  EXPECT_EQ(text_of(Work(made).get()), to_string(cut.work));
  const auto range = [](fftcore_range given) { return AxisRange{given.first, given.count}; };
  const auto part = [&](const fftcore_part& given) {
    return Part{range(given.rows), range(given.columns), range(given.slices)};
  };
  for (std::int64_t number = 0; number < piece_count(cut); ++number) {
    fftcore_piece piece = {};
    ASSERT_EQ(fftcore_pieces_at(pieces.get(), number, &piece), FFTCORE_OK);
    EXPECT_EQ((Piece{part(piece.output), part(piece.input)}), piece_at(cut, number)) << number;
  }
}

TEST(CPieces, ThatCannotBeAreRefused) {
  fftcore_pieces* made = nullptr;
  fftcore_piece piece = {};
  fftcore_edge_samples run = {};
  fftcore_work* work = nullptr;
  const fftcore_extent none = {0, 1, 1}, some = {4, 4, 1};
  const Pieces pieces = pieces_of("conv2d f32 9x9 k3x3", {4, 4, 1});
  const auto expect_refusal = [&](fftcore_status status, const char* words) {
    EXPECT_EQ(status, FFTCORE_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(fftcore_last_message(), words), nullptr) << fftcore_last_message();
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(work, nullptr);
  };
  const Work conv = work_of("conv2d f32 9x9 k3x3");
  expect_refusal(fftcore_pieces_create(conv.get(), &none, &made), "pieces of 1x1x0");
  expect_refusal(fftcore_pieces_create(conv.get(), nullptr, &made), "the extent of a piece");
  expect_refusal(fftcore_pieces_create(nullptr, &some, &made), "the work");
  expect_refusal(fftcore_pieces_create(work_of("r2c 8").get(), &some, &made),
                 "a Transform has no pieces");
  expect_refusal(fftcore_pieces_at(pieces.get(), 9, &piece), "piece 9; 0 to 8");
  expect_refusal(fftcore_pieces_at(pieces.get(), 0, nullptr), "the place for a piece");
  expect_refusal(fftcore_pieces_at(nullptr, 0, &piece), "the pieces");
  expect_refusal(fftcore_pieces_work(nullptr, &work), "the pieces");
  EXPECT_EQ(fftcore_pieces_count(nullptr, nullptr), 0);
  expect_refusal(fftcore_edge_run(0, 0, 5, "wrap", &run), "a run of 0");
  expect_refusal(fftcore_edge_run(0, 1, 0, "wrap", &run), "an axis of 0 samples");
  expect_refusal(fftcore_edge_run(INT64_MIN, 1, 5, "constant", &run), "position -9223");
  expect_refusal(fftcore_edge_run(0, 1, 5, "mirror", &run),
                 "edge is 'mirror'; constant, replicate, reflect, reflect-101, wrap are allowed");
  expect_refusal(fftcore_edge_run(0, 1, 5, nullptr, &run), "the name of an edge mode");
  expect_refusal(fftcore_edge_run(0, 1, 5, "wrap", nullptr), "the place for a run");
}

}  // namespace
}  // namespace fftcore::test::pieces_test
