// SPDX-License-Identifier: LGPL-2.1-or-later
// Calls of a WarpExecutable: what is refused, and what does not depend on threads, on channels or
// on how a picture is cut into planes.
#include "warp_check.h"

namespace warp_calls_test {

using namespace fftcore;
using namespace warps;

namespace {

using WarpCalls = warps::OnThisBackend<testing::Test>;

template <class Call>
std::string refusal_of(Call call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_F(WarpCalls, TheResultDoesNotDependOnThreads) {
  const char* const text = "warp f32 150x190 out=170x700 bicubic";
  const auto one = compile(text, 1);
  std::mt19937 random(3);
  const Samples input = oracle::random_samples(one->warp.input, random);
  const WarpMap map = turned(one->warp, 20, 0.7);
  const auto alone = one->run(input, map).values;
  for (const int threads : {2, 3, 7})
    EXPECT_EQ(compile(text, threads)->run(input, map).values, alone);
}

/// Lines of an image come back where the map is turned by a quarter, as samples lie.
TEST_F(WarpCalls, AQuarterTurnMovesSamples) {
  const auto ready = compile("warp u8 30x41 out=41x30 lanczos");
  std::mt19937 random(4);
  const Samples input = oracle::random_samples(ready->warp.input, random);
  const Samples got = ready->run(input, {0, 1, 0, -1, 0, 29, 0, 0, 1});
  for (std::int64_t y = 0; y < 41; ++y)
    for (std::int64_t x = 0; x < 30; ++x) ASSERT_EQ(got.at(0, y, x), input.at(0, 29 - x, y));
}

TEST_F(WarpCalls, AnInverseMapLeadsBack) {
  const auto ready = compile("warp f32 60x80 bicubic edge=constant projective");
  Samples input = oracle::samples_of(ready->warp.input);
  for (std::int64_t y = 0; y < 60; ++y)
    for (std::int64_t x = 0; x < 80; ++x)
      input.at(0, y, x) = static_cast<double>(static_cast<float>(
          std::sin(static_cast<double>(x) / 9) * std::cos(static_cast<double>(y) / 11)));
  WarpMap map = turned(ready->warp, 10, 0.9);
  map[6] = 0.0005F;
  const Samples back = ready->run(ready->run(input, map), invert(map));
  for (std::int64_t y = 20; y < 40; ++y)
    for (std::int64_t x = 25; x < 55; ++x)
      ASSERT_NEAR(back.at(0, y, x), input.at(0, y, x), 2e-3) << y << ' ' << x;
}

/// The chroma of a picture of lines goes where its luma goes.
TEST_F(WarpCalls, PlanesOfAPictureTakeOneMap) {
  const auto luma = compile("warp f32 64x96 bicubic"),
             chroma = compile("warp f32 32x48 bicubic scale=2,2 origin=0.5,0.5");
  const auto wave = [](double x, double y) { return std::sin(x / 13 + y / 17); };
  Samples full = oracle::samples_of(luma->warp.input),
          half = oracle::samples_of(chroma->warp.input);
  for (std::int64_t y = 0; y < 64; ++y)
    for (std::int64_t x = 0; x < 96; ++x)
      full.at(0, y, x) = wave(static_cast<double>(x), static_cast<double>(y));
  for (std::int64_t y = 0; y < 32; ++y)
    for (std::int64_t x = 0; x < 48; ++x)
      half.at(0, y, x) = wave(static_cast<double>(2 * x) + 0.5, static_cast<double>(2 * y) + 0.5);
  const WarpMap map = turned(luma->warp, 7, 0.8);
  const Samples of_luma = luma->run(full, map), of_chroma = chroma->run(half, map);
  for (std::int64_t y = 4; y < 28; ++y)
    for (std::int64_t x = 4; x < 44; ++x) {
      const double mean = (of_luma.at(0, 2 * y, 2 * x) + of_luma.at(0, 2 * y, 2 * x + 1) +
                           of_luma.at(0, 2 * y + 1, 2 * x) + of_luma.at(0, 2 * y + 1, 2 * x + 1)) /
                          4;
      ASSERT_NEAR(of_chroma.at(0, y, x), mean, 3e-3) << y << ' ' << x;
    }
}

TEST_F(WarpCalls, TheMapMayHaveAnyRowStride) {
  const auto ready = compile("warp f32 20x30 bicubic projective");
  std::mt19937 random(5);
  const Samples input = oracle::random_samples(ready->warp.input, random);
  const WarpMap map = turned(ready->warp, 30, 1);
  std::vector<float> wide(15, 99.0F);
  for (std::size_t i = 0; i < map.size(); ++i) wide[i / 3 * 5 + i % 3] = map.at(i);
  TestImage image(ready->warp.input);
  image.set(input);
  const auto want = ready->run(input, map).values;
  ready->executable->run(*ready->queue, image.const_buffer(), {wide.data(), 5},
                         ready->output.buffer());
  ready->queue->wait();
  EXPECT_EQ(ready->output.get().values, want);
}

TEST_F(WarpCalls, RefusesWrongBuffers) {
  const auto ready = compile("warp u8 20x30 bicubic");
  TestImage image(ready->warp.input);
  const WarpMap map = shifted(0, 0);
  const ConstBuffer good = image.const_buffer(), good_map{map.data(), 0, sizeof map};
  const auto says = [&](std::string_view what, std::vector<ConstBuffer> inputs, Buffer output) {
    const std::string refusal =
        refusal_of([&] { ready->executable->run_any(*ready->queue, inputs, output); });
    EXPECT_NE(refusal.find(what), std::string::npos) << refusal;
  };
  says("got no input map", {good}, ready->output.buffer());
  says("got 3 inputs; warp u8 20x30 bicubic takes 2: the image and the map",
       {good, good_map, good_map}, ready->output.buffer());
  says("null", {good, {}}, ready->output.buffer());
  says("map", {good, {map.data(), 0, sizeof map - 1}}, ready->output.buffer());
  says("row stride", {{good.data, 29}, good_map}, ready->output.buffer());
  says("overlap", {good, good_map}, image.buffer());
  says("accepted", {good, good_map}, ready->output.buffer());
}

}  // namespace warp_calls_test
