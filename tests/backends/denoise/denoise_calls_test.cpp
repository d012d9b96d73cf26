// SPDX-License-Identifier: LGPL-2.1-or-later
// Calls of a DenoiseExecutable: what changes between runs, what is refused, and what does not
// depend on threads or neighbours.
#include <thread>

#include "denoise_run.h"

namespace denoise_calls_test {

using namespace fftcore;
using namespace denoisings;

namespace {

using DenoiseCalls = denoisings::OnThisBackend<testing::Test>;

template <class Call>
std::string refusal_of(Call call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

double difference(const Samples& a, const Samples& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) sum += std::pow(a.values[i] - b.values[i], 2);
  return std::sqrt(sum / static_cast<double>(a.values.size()));
}

}  // namespace

TEST_F(DenoiseCalls, AStrengthServesFromTheNextRunOn) {
  const auto ready = compile("denoise f32 40x61 b16 step4 wiener sigma=8");
  const auto frames = scenes(ready->denoise, 3);
  for (const char* text : {"denoise f32 40x61 b16 step4 wiener sigma=20 beta=2 floor=0.1",
                           "denoise f32 40x61 b16 step4 wiener curve=0:3,0.5:200"}) {
    const Denoise other = parse_denoise(text);
    ready->executable->set_strength(other.strength);
    EXPECT_EQ(ready->run(frames).values, compile(other)->run(frames).values) << text;
  }
  EXPECT_NE(refusal_of([&] { ready->executable->set_strength({.power = -1}); }).find("0 to"),
            std::string::npos);
}

TEST_F(DenoiseCalls, SharpeningServesFromTheNextRunOnWhereItIsPlanned) {
  const std::string text = "denoise f32 40x61 b16 step4 wiener sigma=8";
  const auto ready = compile(text + " sharpen=0"), plain = compile(text);
  const auto frames = scenes(ready->denoise, 9);
  EXPECT_LT(difference(ready->run(frames), plain->run(frames)), 1e-6);
  for (const char* more : {" sharpen=1 sharpen-min=2", " sharpen=0.2 dehalo=1 halo-radius=1"}) {
    const Denoise other = parse_denoise(text + more);
    ready->executable->set_strength(other.strength);
    EXPECT_EQ(ready->run(frames).values, compile(other)->run(frames).values) << more;
    EXPECT_NE(refusal_of([&] {
                plain->executable->set_strength(other.strength);
              }).find("0 is allowed for both"),
              std::string::npos);
  }
}

TEST_F(DenoiseCalls, AStrengthMayBeSetWhileItRuns) {
  const auto ready = compile("denoise u8 90x161 b16 step4 wiener sigma=8");
  const auto frames = scenes(ready->denoise, 4);
  std::vector<std::vector<double>> allowed;
  for (const double power : {0.0, 64.0}) {
    ready->executable->set_strength({.power = power});
    allowed.push_back(ready->run(frames).values);
  }
  std::jthread other([&](const std::stop_token& stop) {
    for (int i = 0; !stop.stop_requested(); ++i)
      ready->executable->set_strength({.power = i % 2 == 0 ? 0.0 : 64.0});
  });
  for (int i = 0; i < 30; ++i) {
    const auto got = ready->run(frames).values;
    ASSERT_TRUE(got == allowed[0] || got == allowed[1]) << "a mixture of two strengths";
  }
}

TEST_F(DenoiseCalls, TheResultDoesNotDependOnThreads) {
  const char* const text = "denoise f32 700x90 b16 step4 before=1 wiener sigma=8";
  const auto one = compile(text, 1);
  const auto frames = scenes(one->denoise, 5);
  const auto alone = one->run(frames).values;
  for (const int threads : {2, 3, 7}) EXPECT_EQ(compile(text, threads)->run(frames).values, alone);
}

TEST_F(DenoiseCalls, NoiseGoesAndMoreSoWithMoreFrames) {
  // A still scene: the same waves in every frame, with other noise.
  double before = 1e9;
  for (const int radius : {0, 1, 3}) {
    Denoise denoise = parse_denoise("denoise f32 64x96 b16 step4 wiener sigma=15");
    denoise.before = denoise.after = radius;
    const auto ready = compile(denoise);
    std::mt19937 random(6);
    Samples clean = scene(denoise.input, 0, random);
    std::vector<Samples> frames;
    std::normal_distribution<double> noise(0, kNoise / 255);
    for (std::int64_t y = 0; y < clean.rows; ++y)
      for (std::int64_t x = 0; x < clean.columns; ++x)
        clean.at(0, y, x) = 0.5 + 0.3 * std::sin(static_cast<double>(x + 2 * y) / 9);
    for (int f = 0; f < 2 * radius + 1; ++f) {
      frames.push_back(clean);
      for (double& value : frames.back().values)
        value = static_cast<double>(static_cast<float>(value + noise(random)));
    }
    const double rest = difference(ready->run(frames), clean) * 255;
    EXPECT_LT(rest, kNoise / 2);
    EXPECT_LT(rest, before) << "radius " << radius;
    before = rest;
  }
}

TEST_F(DenoiseCalls, RefusesWrongBuffers) {
  const auto ready = compile("denoise u8 20x30 b8 step4 before=1 wiener sigma=8");
  const auto frames = scenes(ready->denoise, 7);
  TestImage image(ready->denoise.input);
  image.set(frames[0]);
  const auto says = [&](std::string_view what, std::vector<ConstBuffer> buffers, Buffer output) {
    const std::string refusal =
        refusal_of([&] { ready->executable->run(*ready->queue, buffers, output); });
    EXPECT_NE(refusal.find(what), std::string::npos) << refusal;
  };
  const ConstBuffer good = image.const_buffer();
  says("got 1 frames", {good}, ready->output.buffer());
  says("got 3 frames", {good, good, good}, ready->output.buffer());
  says("null", {good, {}}, ready->output.buffer());
  says("row stride", {good, {good.data, 29}}, ready->output.buffer());
  says("overlap", {good, good}, image.buffer());
  says("accepted", {good, good}, ready->output.buffer());
}

TEST_F(DenoiseCalls, ASampleThatIsNoNumberReachesItsBlocksAlone) {
  const auto ready = compile("denoise f32 70x90 b8 step4 wiener sigma=8");
  auto frames = scenes(ready->denoise, 8);
  const Samples sound = ready->run(frames);
  frames[0].at(0, 30, 40) = std::nan("");
  const Samples got = ready->run(frames);
  for (std::int64_t y = 0; y < got.rows; ++y)
    for (std::int64_t x = 0; x < got.columns; ++x) {
      if (std::abs(y - 30) < 8 && std::abs(x - 40) < 8) continue;
      ASSERT_EQ(got.at(0, y, x), sound.at(0, y, x)) << y << ' ' << x;
    }
  EXPECT_TRUE(std::isnan(got.at(0, 30, 40)));
}

}  // namespace denoise_calls_test
