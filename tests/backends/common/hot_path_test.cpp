// SPDX-License-Identifier: LGPL-2.1-or-later
// run() takes no memory: malloc and its relatives are counted in this program (memory_calls.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "fftcore/camera_motion.h"
#include "fftcore/error.h"
#include "memory_calls.h"
#include "scene.h"
#include "spectrum_chain.h"
#include "test_image.h"
#include "test_spectrum.h"

namespace hot_path_test {

using namespace fftcore;
using fftcore::test::memory_calls;

namespace {

void expect_no_calls(ConvolutionExecutable& executable, Queue& queue, const oracle::TestImage& in,
                     oracle::TestImage& out, const char* plan) {
  const long before = memory_calls();
  for (int i = 0; i < 5; ++i) executable.run(queue, in.const_buffer(), out.buffer());
  EXPECT_EQ(memory_calls() - before, 0) << to_string(executable.convolution()) << ", " << plan;
}

/// Whether there is such a plan. Its runs take no memory, and free none.
bool runs_without_calls(const char* text, const char* plan, int threads) {
  Backend& backend = select_backend("cpu");
  const auto queue = backend.create_queue({.threads = threads});
  const Convolution problem = parse_convolution(text);
  std::unique_ptr<ConvolutionExecutable> executable;
  try {
    executable = backend.compile(problem, *queue);
  } catch (const Unsupported&) {
    return false;
  }
  std::mt19937 random(1);
  oracle::TestImage in(problem.input), out(problem.output);
  in.set(oracle::random_samples(problem.input, random));
  auto taps = oracle::averaging_kernels(problem, random);
  executable->set_taps(taps);
  // leaves a retired spectrum behind, which run() must not free either
  executable->set_taps(taps);
  expect_no_calls(*executable, *queue, in, out, plan);
  // one outer product each
  for (Taps& one : taps) std::ranges::fill(one.values, 0.01);
  executable->set_taps(taps);
  expect_no_calls(*executable, *queue, in, out, plan);
  return true;
}

}  // namespace

TEST(HotPath, RunNeitherTakesNorFreesMemory) {
  struct Work {
    const char* text;
    int plans;  // the cost model's choice, and the rules that have one
  };
  const Work works[] = {
      {"conv2d u8 480x640 k31x31 reflect-101 same", 6},
      {"corr2d u8 200x300x4 k15x15 replicate same skip=8", 6},
      {"conv2d u16 200x300 k150x150 wrap full", 6},
      {"conv2d u10-high 200x300x2 k9x9 reflect same skip=2", 6},
      {"conv2d f32 97x101x3 k5x5 constant valid planar", 6},
      {"conv2d f32 90x100 k3x3 reflect same", 6},
      {"conv2d f32 90x100 k3x3 reflect same load=\"sqrt(abs(v) + x * y) * exp(-hypot(c, n))\"", 6},
      {"conv2d u8 90x100x4 k9x9 wrap same skip=8 frames=3 mix=full", 4},
      {"conv2d f32 90x100x3 k9x9 wrap same filters=3 mix=symmetric", 4},
      {"conv1d f32 3000 k100 wrap same frames=4 filters=4", 6},
      {"conv2d f64 90x100x3 k9x9 reflect same", 4},
      {"conv2d complex64 90x100x4 k9x9 wrap same skip=8 mix=full", 4},
      {"icorr2d f32>complex128 60x70 k5x9 wrap full", 4},
      {"conv3d complex64 9x20x30 k3x3x3 wrap same", 2},
      {"conv3d f64 9x20x30 k3x3x3 wrap same", 2},
      {"conv3d u8 9x20x30x4 k3x3x3 wrap same skip=8 filters=2 mix=diagonal", 2},
      {"conv2d f32 90x100x3 k9x9 wrap same load=\"sqrt(abs(v) + x * y) * exp(-hypot(c, n))\" "
       "store=\"if(v < 1, v, 1 + (v - 1) / 2) + sin(x / 7) * cos(y / 5)\"",
       6},
      {"conv2d f32 90x100x3 k9x9 wrap same spectrum=\"v / (abs(v) + 1) * exp(-(f / 0.1) ^ 2)\"", 2},
      {"conv3d complex128 9x20x30 k3x3x3 wrap same load=\"v * exp(2 * pi * i * (x / 30 + y / 20 + "
       "z / 9))"
       "\" store=\"abs(v)\"",
       2},
  };
  for (const auto& [text, wanted] : works) {
    int plans = 0;
    for (const char* plan :
         {"", "direct", "separable", "tile", "partitions", "three-pass", "five-pass"}) {
      setenv("FFTCORE_PLAN", plan, 1);
      plans += runs_without_calls(text, plan, 3) ? 1 : 0;
    }
    unsetenv("FFTCORE_PLAN");
    EXPECT_EQ(plans, wanted) << text;
  }
}

TEST(HotPath, RunsWhoseThreadsShareRowsNeitherTakeNorFreeMemory) {
  for (const char* text :
       {"conv2d u8 480x640 k31x31 reflect-101 same", "conv2d f32 90x100 k3x3 reflect same"})
    EXPECT_TRUE(runs_without_calls(text, "", 16)) << text;
}

TEST(HotPath, TransformsNeitherTakeNorFreeMemory) {
  std::vector<std::string> texts = {
      "c2c 1024 batch=20", "r2c 1001 batch=20", "c2r 30x49x64", "c2c 31x22 in-place",
      "r2c 63x29 normalized", "c2c 1024 batch=20 f64", "r2c 30x49 f16", "c2r 12x14 f32-in-f64",
      // where they lie, or by way of other memory
      "c2c 17 batch=300 in-place", "r2c 31 batch=300", "c2r 961 batch=9 f64", "r2c 1024 batch=9",
      "c2r 360 batch=30 normalized",
      "r2c 30x49 load=\"sqrt(v + x) * sin(y)\" store=\"v * exp(-(f / 0.1) ^ 2 + i * fx)\"",
      "c2c 64 batch=9 load=\"v * exp(i * x / 7) * exp(i * n / 9)\" store=\"abs(v) + conj(v)\""};
  // FFTW takes memory where prime factors are larger.
  if (const char* const engine = std::getenv("FFTCORE_CPU_FFT");
      engine != nullptr && std::string(engine) != "fftw")
    texts.insert(texts.end(), {"r2c 449 batch=20", "c2c 997x22 in-place", "r2c 63x101 normalized",
                               "r2c 449 f64"});
  for (const std::string& text : texts) {
    Backend& backend = select_backend("cpu");
    const auto queue = backend.create_queue({.threads = 3});
    const Transform transform = parse_transform(text);
    const auto executable = backend.compile(transform, *queue);
    std::vector<double> in(
        std::max(input_size_bytes(transform), output_size_bytes(transform)) / sizeof(double) + 1),
        out(in.size());
    const long before = memory_calls();
    for (int i = 0; i < 5; ++i)
      executable->run(*queue, {in.data()}, {transform.in_place ? in.data() : out.data()});
    EXPECT_EQ(memory_calls() - before, 0) << text;
  }
}

TEST(HotPath, DenoisingNeitherTakesNorFreesMemory) {
  for (const char* text :
       {"denoise u8 90x161 b16 step4 wiener sigma=8",
        "denoise u8 90x161x4 b8 step2 skip=8 before=1 after=1 wiener sigma=8 beta=0.5",
        "denoise f32 90x161 b64 step8 before=3 after=3 soft-band"}) {
    Backend& backend = select_backend("cpu");
    const auto queue = backend.create_queue({.threads = 3});
    const Denoise denoise = parse_denoise(text);
    const auto executable = backend.compile(denoise, *queue);
    std::mt19937 random(1);
    oracle::TestImage in(denoise.input), out(denoise.output);
    in.set(oracle::random_samples(denoise.input, random));
    const std::vector<ConstBuffer> frames(
        static_cast<std::size_t>(denoise.before + 1 + denoise.after), in.const_buffer());
    // leaves a retired strength behind, which run() must not free either
    executable->set_strength(denoise.strength);
    const long before = memory_calls();
    for (int i = 0; i < 5; ++i) executable->run(*queue, frames, out.buffer());
    EXPECT_EQ(memory_calls() - before, 0) << text;
  }
}

template <class Search, class Prepare, class AfterRun>
void expect_no_calls(const Search& search, Prepare prepare, AfterRun after_run) {
  Backend& backend = select_backend("cpu");
  const auto queue = backend.create_queue({.threads = 3});
  const auto executable = backend.compile(search, *queue);
  std::mt19937 random(1);
  oracle::TestImage image(search.image);
  image.set(oracle::random_samples(search.image, random));
  const Extent extent = surface_extent(search);
  std::vector<float> surface(static_cast<std::size_t>(extent.rows * extent.columns));
  const Buffer out{search.has_surface ? surface.data() : nullptr};
  prepare(*executable, *queue, image, random);
  const long before = memory_calls();
  for (int i = 0; i < 5; ++i) {
    executable->run(*queue, image.const_buffer(), out);
    EXPECT_FALSE(executable->peaks().empty());
    after_run(*executable);
  }
  EXPECT_EQ(memory_calls() - before, 0) << to_string(search);
}

TEST(HotPath, MatchingsNeitherTakeNorFreeMemory) {
  for (const char* text : {"match ccoeff-normed u8 200x300 p31x31 templates=3 peaks=5",
                           "match ccorr-normed f32 97x101x3 p5x5 planar weights=0.25,0.5,0.25,0",
                           "match ccorr u16 97x101 p90x90 radius=0 peaks=64 surface"}) {
    const TemplateMatching matching = parse_matching(text);
    const auto prepare = [&](MatchingExecutable& executable, Queue&, const oracle::TestImage&,
                             std::mt19937& random) {
      std::vector<Taps> templates;
      for (std::int64_t i = 0; i < matching.templates; ++i)
        templates.push_back(oracle::random_taps(matching.template_extent, random));
      executable.set_templates(templates);
      executable.set_templates(templates);
    };
    expect_no_calls(matching, prepare, [](MatchingExecutable&) {});
  }
}

TEST(HotPath, PhaseCorrelationsNeitherTakeNorFreeMemory) {
  for (const char* text :
       {"phase u8 97x101 peaks=5", "phase f32 97x101x3 weights=0.25,0.5,0.25,0 surface"}) {
    const auto prepare = [](PhaseExecutable& executable, Queue& queue,
                            const oracle::TestImage& image, std::mt19937&) {
      executable.set_reference(queue, image.const_buffer());
    };
    expect_no_calls(parse_phase_correlation(text), prepare,
                    [](PhaseExecutable& executable) { executable.keep_as_reference(); });
  }
}

TEST(HotPath, StagesNeitherTakeNorFreeMemory) {
  for (const char* text :
       {"conv2d u8 97x101x4 k9x9 replicate same skip=8 mix=full | rows to-rows",
        "conv2d u8 97x101x4 k9x9 wrap same skip=8 | both to-both copies",
        "conv2d u8 97x101 k9x9 wrap same | both to-both f16",
        "conv2d f32 97x101 k1x1 constant same | rows to-both spectrum phase conjugate hann",
        "conv2d f32 20x31x3 k1x1 wrap same mix=full | both to-rows spectrum points=23x38"}) {
    Backend& backend = select_backend("cpu");
    const auto queue = backend.create_queue({.threads = 3});
    const stages::Chain chain = stages::parse_chain(text, backend, *queue);
    const auto forward = backend.compile(chain.forward, *queue);
    const auto multiply = backend.compile(chain.multiply, *queue);
    const auto inverse = backend.compile(chain.inverse, *queue);
    std::mt19937 random(1);
    oracle::TestImage image(chain.forward.image), result(chain.inverse.image);
    image.set(oracle::random_samples(chain.forward.image, random));
    oracle::TestSpectrum spectrum(chain.forward.spectrum), product(chain.multiply.output);
    std::vector<std::byte> kernel;
    if (chain.multiply.spectrum) {
      kernel.resize(size_bytes(*chain.multiply.spectrum));
    } else {
      const auto taps = oracle::averaging_kernels(chain.problem, random);
      multiply->set_taps(taps);
      multiply->set_taps(taps);  // leaves a retired spectrum behind
    }
    const long before = memory_calls();
    for (int i = 0; i < 5; ++i) {
      forward->run(*queue, image.const_buffer(), spectrum.buffer());
      multiply->run(*queue, spectrum.const_buffer(), {kernel.empty() ? nullptr : kernel.data()},
                    product.buffer());
      inverse->run(*queue, product.const_buffer(),
                   chain.inverse.copies_skipped ? image.const_buffer() : ConstBuffer{},
                   result.buffer());
    }
    EXPECT_EQ(memory_calls() - before, 0) << text;
  }
}

TEST(HotPath, StreamsNeitherTakeNorFreeMemory) {
  for (const char* text : {"stream 2x2 k9000 mix=full block=64 fade=100", "stream 3x3 k50 f64",
                           "stream 2x2 k9000 mix=diagonal f64 block=480 latency=700 fade=0"}) {
    Backend& backend = select_backend("cpu");
    const auto queue = backend.create_queue({});
    const auto executable = backend.compile(parse_stream(text), *queue);
    const std::vector<ImpulseResponse> responses(
        static_cast<std::size_t>(impulse_responses_needed(executable->stream())),
        ImpulseResponse(40, 0.5));
    std::vector<double> memory(3 * 1000);
    std::vector<ConstChannel> inputs;
    std::vector<Channel> outputs;
    for (std::int64_t i = 0; i < executable->stream().inputs; ++i) {
      inputs.push_back({&memory[static_cast<std::size_t>(i) * 1000]});
      outputs.push_back({&memory[static_cast<std::size_t>(i) * 1000]});
    }
    executable->set_impulse_responses(responses);
    long taken = 0;
    for (int change = 0; change < 3; ++change) {
      const long before = memory_calls();
      for (int i = 0; i < 150; ++i) executable->push(inputs, outputs, 1 + 7 * i % 1000);
      taken += memory_calls() - before;
      executable->set_impulse_responses(responses);
    }
    EXPECT_EQ(taken, 0) << text;
  }
}

TEST(HotPath, CameraMotionsNeitherTakeNorFreeMemory) {
  const motion_tests::Scene scene(1, 200, 300);
  const MotionMap map = motion_tests::about_middle(200, 300, 3, -2, 1, 1.01);
  const motion_tests::Frame frames[] = {motion_tests::frame_of(scene, 200, 300, {}),
                                        motion_tests::frame_of(scene, 200, 300, map)};
  const std::vector<std::uint8_t> mask(200 * 300);
  for (const MotionModel model : {MotionModel::translation, MotionModel::similarity,
                                  MotionModel::affine, MotionModel::projective}) {
    Backend& backend = select_backend("cpu");
    const auto queue = backend.create_queue({.threads = 3});
    CameraMotion motion(backend, *queue, Layout::interleaved(SampleType::u8, {200, 300}),
                        {.model = model});
    const MotionBox boxes[] = {{10, 20, 30, 40}, {90, 80, 70, 60}};
    int known = 0;
    const long before = memory_calls();
    for (int i = 0; i < 5; ++i) {
      const auto& samples = frames[i % 2].samples;
      known += motion.update({samples.data()}, boxes, {mask.data()}).is_known() ? 1 : 0;
    }
    EXPECT_EQ(memory_calls() - before, 0) << to_string(model);
    EXPECT_EQ(known, model == MotionModel::translation ? known : 4) << to_string(model);
  }
}

TEST(HotPath, TheCounterCounts) {
  const long before = memory_calls();
  delete new volatile int(1);
  EXPECT_GE(memory_calls() - before, 2);
}

}  // namespace hot_path_test
