// SPDX-License-Identifier: LGPL-2.1-or-later
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "fftcore/backend.h"
#include "fftcore/taps.h"
#include "scenario.h"

namespace fftcore::test {
namespace {

std::vector<unsigned char> samples(std::size_t count) {
  std::vector<unsigned char> all(count);
  unsigned state = 1;
  for (unsigned char& one : all) {
    state = state * 1664525U + 1013904223U;
    one = static_cast<unsigned char>(state >> 24);
  }
  return all;
}

std::string convolve(const char* backend, const char* text, const Taps& taps) {
  const Convolution problem = parse_convolution(text);
  Backend& chosen = select_backend(backend);
  const auto queue = chosen.create_queue({.threads = 2});
  const auto executable = chosen.compile(problem, *queue);
  executable->set_taps(taps);
  const auto input = samples(64 * 64 * 4);
  std::vector<unsigned char> output(64 * 64 * 4);
  executable->run(*queue, {input.data(), 0, input.size()}, {output.data(), 0, output.size()});
  return fmt::format("{:016x}", hash_of(output));
}

/// Whole numbers, so that results are too, however FFTW was planned.
Taps corners() {
  Taps taps{{9, 9}, std::vector<double>(81)};
  taps.values[0] = taps.values[80] = 1;
  taps.values[72] = -2;
  return taps;
}

constexpr const char* kImage = "conv2d u8 12x20 k9x9 reflect same";

std::string match() {
  const TemplateMatching problem =
      parse_matching("match ccoeff-normed u8 40x36 p5x6 peaks=3 radius=2");
  Backend& chosen = select_backend("cpu");
  const auto queue = chosen.create_queue({.threads = 2});
  const auto executable = chosen.compile(problem, *queue);
  const auto image = samples(40 * 36);
  Taps cut{{5, 6}, {}};
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 6; ++column)
      cut.values.push_back(image[static_cast<std::size_t>((row + 7) * 36 + column + 11)]);
  executable->set_templates({&cut, 1});
  executable->run(*queue, {image.data(), 0, image.size()});
  std::string text;
  for (const Peak& peak : executable->peaks())
    text += fmt::format("{:.2f},{:.2f} {:.3f}; ", peak.x, peak.y, peak.score);
  return text;
}

std::string transform() {
  const Transform problem = parse_transform("r2c 12x30");
  Backend& chosen = select_backend("cpu");
  const auto queue = chosen.create_queue({.threads = 2});
  const auto executable = chosen.compile(problem, *queue);
  std::vector<float> input(12 * 30), output(12 * 16 * 2);
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<float>(i % 17);
  executable->run(*queue, {input.data(), 0, input.size() * sizeof(float)},
                  {output.data(), 0, output.size() * sizeof(float)});
  double sum = 0;
  for (const float value : output) sum += std::abs(value);
  return fmt::format("{:.3f}", sum);
}

std::string taps_file;

void write_taps() {
  taps_file =
      (std::filesystem::temp_directory_path() / fmt::format("fftcore-fault-taps-{}.txt", getpid()))
          .string();
  std::ofstream(taps_file) << "1 2 1\n2 4 2\n1 2 1\n";
  std::atexit([] { unlink(taps_file.c_str()); });
}

}  // namespace

std::uint64_t hash_of(std::span<const unsigned char> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3U;
  return hash;
}

std::span<const Scenario> library_scenarios() {
  static const Scenario all[] = {
      {"convolution", {}, [] { return convolve("cpu", kImage, corners()); }},
      {"matching", {}, match},
      {"transform", {}, transform},
      {"taps-file", write_taps,
       [] { return convolve("cpu", "conv2d u8 40x36 k3x3 reflect same", load_taps(taps_file)); }},
      {"cuda", {}, [] { return convolve("cuda", kImage, corners()); }, true},
  };
  return all;
}

}  // namespace fftcore::test
