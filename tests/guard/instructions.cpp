// SPDX-License-Identifier: LGPL-2.1-or-later
// Hot paths of the CPU, each of which Valgrind's callgrind counts the instructions of.
// tests/guard/instructions.py runs it:
//
//   valgrind --tool=callgrind --instr-atstart=no guard_instructions LIST
//
// A line of the list is `HOW: WORK`. HOW says what is counted:
//
//   run         a run, of convolutions with taps of full rank
//   rank-1      a run with taps that are a column times a row
//   stockham    a run of a transform by our own FFT; `run` takes FFTW's
//   compile     what compiles the work
//
// Each path is taken once before it is counted.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <valgrind/callgrind.h>

#include "fftcore/backend.h"
#include "fftcore/denoise.h"
#include "fftcore/search.h"
#include "fftcore/stream_convolution.h"
#include "fftcore/stream_executable.h"
#include "fftcore/transform.h"
#include "test_image.h"

namespace {

using namespace fftcore;
using Path = std::function<void()>;

/// What all paths have.
struct Cpu {
  Backend& backend = select_backend("cpu");
  std::shared_ptr<Queue> queue = backend.create_queue({.threads = 1});
  std::mt19937 random{1};

  std::shared_ptr<oracle::TestImage> image(const Layout& layout) {
    auto image = std::make_shared<oracle::TestImage>(layout);
    image->set(oracle::random_samples(layout, random));
    return image;
  }
};

/// A column times a row, both of a triangle's weights.
Taps rank_one_taps(Extent extent) {
  Taps taps;
  taps.extent = extent;
  const auto weight = [](std::int64_t i, std::int64_t count) {
    return static_cast<double>(std::min(i + 1, count - i));
  };
  double sum = 0;
  for (std::int64_t y = 0; y < extent.rows; ++y)
    for (std::int64_t x = 0; x < extent.columns; ++x) {
      taps.values.push_back(weight(y, extent.rows) * weight(x, extent.columns));
      sum += taps.values.back();
    }
  for (double& value : taps.values) value /= sum;
  return taps;
}

Path convolution(Cpu& cpu, const std::string& work, bool is_rank_one) {
  const Convolution problem = parse_convolution(work);
  const std::shared_ptr<ConvolutionExecutable> executable =
      cpu.backend.compile(problem, *cpu.queue);
  if (is_rank_one)
    executable->set_taps(rank_one_taps(problem.taps));
  else
    executable->set_taps(oracle::averaging_kernels(problem, cpu.random));
  return [=, queue = cpu.queue, in = cpu.image(problem.input), out = cpu.image(problem.output)] {
    executable->run(*queue, in->const_buffer(), out->buffer());
  };
}

Path transform(Cpu& cpu, const std::string& work) {
  const Transform transform = parse_transform(work);
  const std::shared_ptr<TransformExecutable> executable =
      cpu.backend.compile(transform, *cpu.queue);
  const auto memory = [](std::size_t bytes) {
    return std::make_shared<std::vector<std::max_align_t>>(bytes / sizeof(std::max_align_t) + 1);
  };
  return [=, queue = cpu.queue, in = memory(input_size_bytes(transform)),
          out = memory(output_size_bytes(transform))] {
    executable->run(*queue, {in->data()}, {out->data()});
  };
}

Path matching(Cpu& cpu, const std::string& work) {
  const TemplateMatching matching = parse_matching(work);
  const std::shared_ptr<MatchingExecutable> executable = cpu.backend.compile(matching, *cpu.queue);
  std::vector<Taps> templates;
  for (std::int64_t i = 0; i < matching.templates; ++i)
    templates.push_back(oracle::random_taps(matching.template_extent, cpu.random));
  executable->set_templates(templates);
  return [=, queue = cpu.queue, image = cpu.image(matching.image)] {
    executable->run(*queue, image->const_buffer());
    executable->peaks();
  };
}

Path phase(Cpu& cpu, const std::string& work) {
  const PhaseCorrelation phase = parse_phase_correlation(work);
  const std::shared_ptr<PhaseExecutable> executable = cpu.backend.compile(phase, *cpu.queue);
  executable->set_reference(*cpu.queue, cpu.image(phase.image)->const_buffer());
  return [=, queue = cpu.queue, image = cpu.image(phase.image)] {
    executable->run(*queue, image->const_buffer());
    executable->peaks();
    executable->keep_as_reference();
  };
}

Path denoise(Cpu& cpu, const std::string& work) {
  const Denoise denoise = parse_denoise(work);
  const std::shared_ptr<DenoiseExecutable> executable = cpu.backend.compile(denoise, *cpu.queue);
  executable->set_strength(denoise.strength);
  return [=, queue = cpu.queue, in = cpu.image(denoise.input), out = cpu.image(denoise.output)] {
    const std::vector<ConstBuffer> frames(
        static_cast<std::size_t>(denoise.before + 1 + denoise.after), in->const_buffer());
    executable->run(*queue, frames, out->buffer());
  };
}

Path warp(Cpu& cpu, const std::string& work) {
  const Warp warp = parse_warp(work);
  const std::shared_ptr<WarpExecutable> executable = cpu.backend.compile(warp, *cpu.queue);
  return [=, queue = cpu.queue, in = cpu.image(warp.input), out = cpu.image(warp.output)] {
    const WarpMap map{0.96F, -0.28F, 70, 0.28F, 0.96F, -50, 0, 0, 1};
    executable->run(*queue, in->const_buffer(), {map.data()}, out->buffer());
  };
}

/// Windows of one image, compared with its own; mapped ones are turned in the second one.
Path windows(Cpu& cpu, const std::string& work) {
  const WindowCorrelation windows = parse_window_correlation(work);
  const std::shared_ptr<WindowExecutable> executable = cpu.backend.compile(windows, *cpu.queue);
  const std::int64_t numbers = windows.is_mapped ? kMappedPlaceNumbers : kWindowPlaceNumbers;
  std::vector<float> places;
  for (std::int64_t i = 0; i < windows.count; ++i) {
    const auto x = static_cast<float>(40 + 40 * (i % 10)) + 0.5F,
               y = static_cast<float>(40 + 30 * (i / 10 % 6)) + 0.5F;
    const std::array<float, kMappedPlaceNumbers> place{x, y, x,     y,     1,      0,
                                                       0, 1, 0.99F, 0.05F, -0.05F, 0.99F};
    places.insert(places.end(), place.begin(), place.begin() + numbers);
  }
  return [=, queue = cpu.queue, image = cpu.image(windows.image),
          results = std::make_shared<std::vector<WindowResult>>(
              static_cast<std::size_t>(windows.count))] {
    executable->run(*queue, image->const_buffer(), image->const_buffer(), {places.data()},
                    {results->data()});
  };
}

/// Windows of one image that meet filters, which learn.
Path filters(Cpu& cpu, const std::string& work) {
  const WindowFilters filters = parse_window_filters(work);
  const std::shared_ptr<FilterExecutable> executable = cpu.backend.compile(filters, *cpu.queue);
  std::vector<FilterPlace> places;
  for (std::int64_t i = 0; i < filters.count; ++i)
    places.push_back({.x = static_cast<float>(40 + 40 * (i % 10)),
                      .y = static_cast<float>(40 + 30 * (i / 10 % 6)),
                      .filter = static_cast<float>(i),
                      .rate = i % 2 == 0 ? 0.1F : 0.0F,
                      .map = {1.1F, 0.05F, -0.05F, 1.1F}});
  return [=, queue = cpu.queue, image = cpu.image(filters.image),
          stored = cpu.image(stored_filters(filters)),
          results = std::make_shared<std::vector<WindowResult>>(
              static_cast<std::size_t>(filters.count))] {
    executable->run(*queue, image->const_buffer(), {places.data()}, stored->buffer(),
                    {results->data()});
  };
}

/// Pushes of 480 samples, as many as there are between two of the largest blocks, and more.
Path stream(Cpu& cpu, const std::string& work) {
  constexpr std::int64_t kPush = 480;
  const StreamConvolution stream = parse_stream(work);
  const std::shared_ptr<StreamExecutable> executable = cpu.backend.compile(stream, *cpu.queue);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<ImpulseResponse> responses(
      static_cast<std::size_t>(impulse_responses_needed(stream)));
  for (ImpulseResponse& response : responses)
    for (std::int64_t i = 0; i < stream.taps; ++i) response.push_back(uniform(cpu.random));
  executable->set_impulse_responses(responses);
  std::vector<float> sound(static_cast<std::size_t>(kPush));
  for (float& sample : sound) sample = static_cast<float>(uniform(cpu.random));
  return [=]() mutable {
    std::vector<std::vector<float>> results(static_cast<std::size_t>(stream.outputs), sound);
    const std::vector<ConstChannel> inputs(static_cast<std::size_t>(stream.inputs), {sound.data()});
    std::vector<Channel> outputs;
    for (auto& result : results) outputs.push_back({result.data()});
    executable->reset();
    for (std::int64_t done = 0; done < 2 * stream.taps; done += kPush)
      executable->push(inputs, outputs, kPush);
  };
}

Path compiling(Cpu& cpu, const std::string& work) {
  return [&cpu, problem = parse_convolution(work)] { cpu.backend.compile(problem, *cpu.queue); };
}

Path path_of(Cpu& cpu, const std::string& how, const std::string& work) {
  if (how == "compile") return compiling(cpu, work);
  if (how == "rank-1") return convolution(cpu, work, true);
  if (how == "stockham") {
    setenv("FFTCORE_CPU_FFT", "stockham", 1);
    Path path = transform(cpu, work);
    unsetenv("FFTCORE_CPU_FFT");
    return path;
  }
  if (how != "run") throw std::runtime_error("nothing is counted as '" + how + "'");
  const std::string kind = work.substr(0, work.find(' '));
  if (kind.starts_with("conv")) return convolution(cpu, work, false);
  if (kind == "match") return matching(cpu, work);
  if (kind == "phase") return phase(cpu, work);
  if (kind == "denoise") return denoise(cpu, work);
  if (kind == "warp") return warp(cpu, work);
  if (kind == "windows") return windows(cpu, work);
  if (kind == "filters") return filters(cpu, work);
  if (kind == "stream") return stream(cpu, work);
  return transform(cpu, work);
}

void count(const std::string& line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string::npos) throw std::runtime_error("no colon in " + line);
  Cpu cpu;
  const Path path = path_of(cpu, line.substr(0, colon), line.substr(colon + 2));
  path();
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
  path();
  CALLGRIND_DUMP_STATS_AT(line.c_str());
  CALLGRIND_STOP_INSTRUMENTATION;
}

void count_all(const char* path) {
  if (RUNNING_ON_VALGRIND == 0) throw std::runtime_error("nobody counts: run it under Valgrind");
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("fma") == 0)
    throw std::runtime_error("this processor has no AVX2, which is what is counted");
  std::ifstream list(path);
  if (!list) throw std::runtime_error(fmt::format("no file {}", path));
  for (std::string line; std::getline(list, line);)
    if (!line.empty() && line[0] != '#') count(line);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 2 && std::string_view(argv[1]) == "--compiler") {
      fmt::print("GCC {}\n", __VERSION__);
    } else {
      if (argc != 2) throw std::runtime_error("usage: guard_instructions LIST | --compiler");
      count_all(argv[1]);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "guard_instructions: {}\n", error.what());
    return 1;
  }
  return 0;
}
