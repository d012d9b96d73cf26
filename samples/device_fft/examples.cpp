// SPDX-License-Identifier: LGPL-2.1-or-later
#include "examples.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <numbers>
#include <random>
#include <stdexcept>

namespace examples {
namespace {

using namespace fftcore;
using Complex = std::complex<double>;
#if defined(__aarch64__) || defined(__arm__)
using Half = __fp16;
#else
using Half = _Float16;
#endif

constexpr std::array kFfts = {NamedFft{"block128", "block c2c 128 ept=8 ffts=2"},
                              NamedFft{"thread8", "thread c2c 8"},
                              NamedFft{"block101", "block c2c 101"},
                              NamedFft{"block64", "block c2c 64 ept=8 ffts=4"},
                              NamedFft{"forward1024", "block r2c 1024 folded ept=16"},
                              NamedFft{"inverse1024", "block c2r 1024 folded ept=16"},
                              NamedFft{"half256", "block c2c 256 f16"}};

constexpr std::size_t kMostBytes = 1 << 20;  // of a file

DeviceFft fft_of(const char* name) {
  for (const NamedFft& fft : kFfts)
    if (std::strcmp(fft.name, name) == 0) return parse_device_fft(fft.text);
  return {};
}

/// By definition; forward.
std::vector<Complex> dft(std::span<const Complex> x) {
  const std::size_t n = x.size();
  std::vector<Complex> result(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j)
      result[k] += x[j] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k % n) /
                                              static_cast<double>(n));
  return result;
}

std::vector<float> random_numbers(std::size_t count) {
  std::mt19937 generator(static_cast<unsigned>(count));
  std::uniform_real_distribution<float> uniform(-0.5F, 0.5F);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = uniform(generator);
  return numbers;
}

template <class Number>
Bytes bytes_of(const std::vector<Number>& numbers) {
  Bytes bytes(numbers.size() * sizeof(Number));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

void append(std::vector<double>& numbers, const Complex& value) {
  numbers.push_back(value.real());
  numbers.push_back(value.imag());
}

double bound_of(double points, double unit = 0x1p-24) {
  return 4 * unit * std::sqrt(std::log2(points));
}

/// Transforms by themselves, one after the other.
Example plain(const char* kernel, const char* name, std::size_t transforms) {
  Example example{.kernel = kernel, .fft = fft_of(name), .transforms = transforms};
  const auto points = static_cast<std::size_t>(example.fft.points);
  const std::vector<float> numbers = random_numbers(2 * points * transforms);
  example.input = bytes_of(numbers);
  example.output_bytes = example.input.size();
  for (std::size_t t = 0; t < transforms; ++t) {
    std::vector<Complex> x;
    for (std::size_t i = 0; i < points; ++i) {
      const float* const value = &numbers[2 * (t * points + i)];
      x.emplace_back(value[0], value[1]);
    }
    for (const Complex& value : dft(x)) append(example.expected, value);
  }
  // A chirp takes three transforms of more than twice as many points.
  example.bound = std::strcmp(name, "block101") == 0 ? 3 * bound_of(202) : bound_of(128);
  return example;
}

Example convolution() {
  constexpr std::size_t kPoints = 1024, kSignals = 3, kTaps = 5;
  Example example{.kernel = "convolution", .fft = fft_of("forward1024"), .transforms = kSignals};
  const std::vector<float> signals = random_numbers(kPoints * kSignals);
  const std::array<double, kTaps> taps = {0.1, 0.2, 0.4, 0.2, 0.1};
  std::vector<Complex> padded(kPoints);
  for (std::size_t k = 0; k < kTaps; ++k) padded[k] = taps[k];
  std::vector<float> filter;  // the transforms give N times as much
  for (const Complex& bin : dft(padded)) {
    filter.push_back(static_cast<float>(bin.real() / kPoints));
    filter.push_back(static_cast<float>(bin.imag() / kPoints));
  }
  example.input = bytes_of(signals);
  example.second = bytes_of(filter);
  example.output_bytes = example.input.size();
  for (std::size_t s = 0; s < kSignals; ++s)
    for (std::size_t n = 0; n < kPoints; ++n) {
      double sum = 0;
      for (std::size_t k = 0; k < kTaps; ++k)
        sum += taps[k] * signals[s * kPoints + (n + kPoints - k) % kPoints];
      example.expected.push_back(sum);
    }
  example.bound = 3 * bound_of(kPoints);
  return example;
}

Example stft() {
  constexpr std::size_t kPoints = 1024, kHop = 256, kFrames = 5;
  Example example{.kernel = "stft_power", .fft = fft_of("forward1024"), .transforms = kFrames};
  const std::vector<float> signal = random_numbers((kFrames - 1) * kHop + kPoints);
  std::vector<float> window;  // Hann's
  for (std::size_t n = 0; n < kPoints; ++n)
    window.push_back(static_cast<float>(
        0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(n) / kPoints)));
  example.input = bytes_of(signal);
  example.second = bytes_of(window);
  example.output_bytes = kFrames * (kPoints / 2 + 1) * sizeof(float);
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    std::vector<Complex> x;
    for (std::size_t n = 0; n < kPoints; ++n)
      x.emplace_back(static_cast<double>(signal[frame * kHop + n]) * window[n]);
    const std::vector<Complex> bins = dft(x);
    for (std::size_t k = 0; k <= kPoints / 2; ++k) example.expected.push_back(std::norm(bins[k]));
  }
  example.bound = 3 * bound_of(kPoints);
  return example;
}

Example image() {
  constexpr std::size_t kSide = 64;
  Example example = plain("image_rows", "block64", kSide);
  example.runs = 2;
  // Rows are right in example.expected; now their columns.
  std::vector<double> both(example.expected.size());
  for (std::size_t column = 0; column < kSide; ++column) {
    std::vector<Complex> x;
    for (std::size_t row = 0; row < kSide; ++row) {
      const std::size_t at = 2 * (row * kSide + column);
      x.emplace_back(example.expected[at], example.expected[at + 1]);
    }
    const std::vector<Complex> bins = dft(x);
    for (std::size_t row = 0; row < kSide; ++row) {
      both[2 * (row * kSide + column)] = bins[row].real();
      both[2 * (row * kSide + column) + 1] = bins[row].imag();
    }
  }
  example.expected = both;
  return example;
}

/// Values are re0, re1, im0, im1 of two transforms.
Example halves() {
  constexpr std::size_t kPoints = 256, kPairs = 3;
  Example example{.kernel = "halves", .fft = fft_of("half256"), .transforms = kPairs};
  std::vector<Half> numbers;
  for (const float number : random_numbers(4 * kPoints * kPairs))
    numbers.push_back(static_cast<Half>(number));
  example.input = bytes_of(numbers);
  example.output_bytes = example.input.size();
  example.expected.resize(numbers.size());
  for (std::size_t pair = 0; pair < kPairs; ++pair)
    for (std::size_t one = 0; one < 2; ++one) {
      const auto at = [&](std::size_t i) { return 4 * (pair * kPoints + i) + one; };
      std::vector<Complex> x;
      for (std::size_t i = 0; i < kPoints; ++i)
        x.emplace_back(static_cast<double>(numbers[at(i)]),
                       static_cast<double>(numbers[at(i) + 2]));
      const std::vector<Complex> bins = dft(x);
      for (std::size_t i = 0; i < kPoints; ++i) {
        example.expected[at(i)] = bins[i].real();
        example.expected[at(i) + 2] = bins[i].imag();
      }
    }
  example.bound = bound_of(kPoints, 0x1p-11);
  return example;
}

template <class Number>
double error_of(const std::vector<double>& expected, const Bytes& output) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    Number number{};
    std::memcpy(&number, &output[i * sizeof number], sizeof number);
    difference += std::pow(static_cast<double>(number) - expected[i], 2);
    norm += std::pow(expected[i], 2);
  }
  return std::sqrt(difference / norm);
}

}  // namespace

std::span<const NamedFft> ffts() {
  return kFfts;
}

std::string sources(Language language, bool has_halves) {
  std::string text;
  for (const NamedFft& named : kFfts)
    if (const DeviceFft fft = parse_device_fft(named.text);
        fft.numbers != Numbers::f16 || has_halves)
      text += device_source(fft, language, named.name);
  return text;
}

std::string text_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMostBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.empty()) throw std::runtime_error(file + " cannot be read");
  if (text.size() > kMostBytes) throw std::runtime_error(file + " has more than 1 MiB");
  return text;
}

std::vector<Example> all() {
  Example shared = plain("simple_block_shared", "block128", 5);
  shared.is_shared = true;
  return {plain("simple_block", "block128", 5),
          shared,
          plain("simple_thread", "thread8", 100),
          plain("prime_length", "block101", 10),
          convolution(),
          stft(),
          image(),
          halves()};
}

Launch launch_of(const Example& example) {
  const DeviceFftTraits traits = traits_of(example.fft);
  const auto transforms = static_cast<unsigned>(example.transforms);
  if (example.fft.scope == FftScope::thread) return {(transforms + 63) / 64, 64, 1, 0};
  const auto lines = static_cast<unsigned>(traits.ffts_per_block);
  return {(transforms + lines - 1) / lines, static_cast<unsigned>(traits.stride), lines,
          static_cast<unsigned>(example.is_shared ? traits.shared_io_bytes : traits.shared_bytes)};
}

bool report(const Example& example, const Bytes& output) {
  const bool is_half = example.fft.numbers == Numbers::f16;
  const double error = is_half ? error_of<Half>(example.expected, output)
                               : error_of<float>(example.expected, output);
  const bool is_right = error <= example.bound;
  std::printf("%-20s %-30s error %.1e%s\n", example.kernel.c_str(), to_string(example.fft).c_str(),
              error, is_right ? "" : ", too much");
  return is_right;
}

}  // namespace examples
