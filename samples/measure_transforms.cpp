// SPDX-License-Identifier: LGPL-2.1-or-later
// measure_transforms: how exact and how fast transforms are, for all lengths of a range or some
// drawn from it. Each is held against its definition in long double and the documented bound, and
// timed beside FFTW's own plan, or cuFFT's in a GPU's memory. Writes CSV; plot_transforms draws it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include <fftcore/backend.h>
#include <fmt/format.h>

#include "dft.h"
#include "half.h"
#include "measured_memory.h"
#include "options.h"

using namespace fftcore;
using oracle::Wide;
using samples::MeasuredDevice, samples::MeasuredMemory;

namespace {

struct Settings {
  int from = 1, to = 4096;
  int drawn = 0;  ///< lengths that are drawn; 0: all
  int seed = 1;
  TransformKind kind = TransformKind::c2c;
  Numbers numbers = Numbers::f32;
  bool is_inverse = false;
  int samples = 1 << 16;    ///< of a batch, at least
  int threads = 0;          ///< 0: the machine's
  double milliseconds = 2;  ///< for which each is timed, at least
  bool is_times_only = false;
  double most = 1;  ///< of the bound
  std::string output;
};

struct Measured {
  int points = 0;
  std::int64_t lines = 0;
  std::optional<double> error = {};
  double bound = 0;
  std::optional<double> us = {}, peer_us = {};  ///< of one line
};

std::vector<int> lengths(const Settings& settings) {
  const int all = settings.to - settings.from + 1;
  std::set<int> drawn;
  std::mt19937 random(static_cast<unsigned>(settings.seed));
  std::uniform_int_distribution<int> uniform(settings.from, settings.to);
  while (settings.drawn > 0 && static_cast<int>(drawn.size()) < std::min(settings.drawn, all))
    drawn.insert(uniform(random));
  if (settings.drawn > 0) return {drawn.begin(), drawn.end()};
  std::vector<int> range(static_cast<std::size_t>(all));
  for (int i = 0; i < all; ++i) range[static_cast<std::size_t>(i)] = settings.from + i;
  return range;
}

bool is_real(const Transform& transform, bool is_input) {
  return is_trigonometric(transform.kind) ||
         transform.kind == (is_input ? TransformKind::r2c : TransformKind::c2r);
}

/// One line of numbers that memory holds. Of a c2r, those that a real signal has.
template <class Stored>
std::vector<Stored> random_line(const Transform& transform, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  const auto values = static_cast<std::size_t>(oracle::input_extents(transform).front());
  std::vector<Stored> line(is_real(transform, true) ? values : 2 * values);
  for (Stored& value : line) value = static_cast<Stored>(uniform(random));
  if (transform.kind == TransformKind::c2r) {
    line[1] = 0;
    if (transform.axes.front().extent % 2 == 0) line.back() = 0;
  }
  return line;
}

template <class Stored>
std::vector<Wide> wide(const Stored* values, std::size_t reals, bool is_real) {
  std::vector<Wide> line;
  for (std::size_t i = 0; i < reals; i += is_real ? 1 : 2)
    line.emplace_back(static_cast<long double>(values[i]),
                      is_real ? 0.0L : static_cast<long double>(values[i + 1]));
  return line;
}

/// ||a - b|| / ||b||; infinite where something is no number.
double error_of(const std::vector<Wide>& a, const std::vector<Wide>& b) {
  long double difference = 0, size = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference += std::norm(a[i] - b[i]);
    size += std::norm(b[i]);
  }
  const auto error = static_cast<double>(std::sqrt(difference / size));
  return std::isnan(error) ? INFINITY : error;
}

/// Least times of both in microseconds a run, of ten each, in turns, for `milliseconds` at least.
std::pair<double, double> times(const std::function<void()>& ours,
                                const std::function<void()>& theirs, MeasuredMemory& memory,
                                double milliseconds) {
  using Clock = std::chrono::steady_clock;
  constexpr int kRounds = 10;
  const auto of = [&](const std::function<void()>& run, int count) {
    const auto start = Clock::now();
    for (int i = 0; i < count; ++i) run();
    memory.wait();
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count() / count;
  };
  const auto count = [&](const std::function<void()>& run) {
    of(run, 1);
    return static_cast<int>(std::clamp(1000 * milliseconds / kRounds / of(run, 1), 1.0, 1e6));
  };
  const int our_count = count(ours), their_count = theirs ? count(theirs) : 0;
  double our_least = INFINITY, their_least = INFINITY;
  for (int round = 0; round < kRounds; ++round) {
    our_least = std::min(our_least, of(ours, our_count));
    if (theirs) their_least = std::min(their_least, of(theirs, their_count));
  }
  return {our_least, their_least};
}

/// Of lines that all are transforms of one.
template <class Stored>
double largest_error(const Transform& one, const std::vector<Stored>& line,
                     const std::vector<Stored>& output, std::int64_t lines) {
  const std::vector<Wide> reference =
      oracle::dft(one, wide(line.data(), line.size(), is_real(one, true)));
  const std::size_t reals = output.size() / static_cast<std::size_t>(lines);
  double largest = 0;
  for (std::size_t at = 0; at < output.size(); at += reals) {
    // Most are the same bits, whose error is known.
    if (at > 0 && std::memcmp(&output[at], &output[at - reals], reals * sizeof(Stored)) == 0)
      continue;
    largest = std::max(largest, error_of(wide(&output[at], reals, is_real(one, false)), reference));
  }
  return largest;
}

template <class Stored>
Measured measure_in(const Settings& settings, MeasuredDevice& device, Backend& backend,
                    Queue& queue, int points) {
  Transform transform;
  transform.kind = settings.kind;
  transform.direction = settings.is_inverse || settings.kind == TransformKind::c2r
                            ? Direction::inverse
                            : Direction::forward;
  transform.numbers = settings.numbers;
  transform.axes = {{points}};
  transform.batches = {{(settings.samples + points - 1) / points}};
  transform = with_dense_strides(transform);

  Measured measured{.points = points, .lines = transform.batches.front().extent};
  std::vector<Stored> input(input_size_bytes(transform) / sizeof(Stored)),
      output(output_size_bytes(transform) / sizeof(Stored));
  const auto memory = device.allocate(input_size_bytes(transform), output_size_bytes(transform));
  const auto executable = backend.compile(transform, queue);
  const auto ours = [&] { executable->run(queue, memory->input(), memory->output()); };
  std::function<void()> theirs;
  // In the same memory: how two buffers lie to each other tells in the time.
  if (settings.milliseconds > 0) theirs = memory->peer(transform, queue.threads());

  std::mt19937 random(static_cast<unsigned>(settings.seed));
  const std::vector<Stored> line = random_line<Stored>(transform, random);
  for (std::size_t at = 0; at < input.size(); at += line.size())
    std::copy(line.begin(), line.end(), input.begin() + static_cast<std::ptrdiff_t>(at));
  memory->write_input(input.data());
  ours();
  memory->read_output(output.data());
  Transform one = transform;
  one.batches.clear();
  measured.bound = oracle::transform_bound(one);
  if (!settings.is_times_only) measured.error = largest_error(one, line, output, measured.lines);

  if (settings.milliseconds > 0) {
    const auto [us, peer_us] = times(ours, theirs, *memory, settings.milliseconds);
    measured.us = us / static_cast<double>(measured.lines);
    if (theirs) measured.peer_us = peer_us / static_cast<double>(measured.lines);
  }
  return measured;
}

Measured measure(const Settings& settings, MeasuredDevice& device, Backend& backend, Queue& queue,
                 int points) {
  switch (settings.numbers) {
    case Numbers::f64: return measure_in<double>(settings, device, backend, queue, points);
    case Numbers::f16: return measure_in<oracle::Half>(settings, device, backend, queue, points);
    case Numbers::f32:
    case Numbers::f32_in_f64: break;
  }
  return measure_in<float>(settings, device, backend, queue, points);
}

std::string row(const Measured& measured) {
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.5g}", *value) : "";
  };
  std::optional<double> ratio, part;
  if (measured.us && measured.peer_us) ratio = *measured.us / *measured.peer_us;
  if (measured.error) part = *measured.error / measured.bound;
  return fmt::format("{},{},{},{:.4g},{},{},{},{}\n", measured.points, measured.lines,
                     number(measured.error), measured.bound, number(part), number(measured.us),
                     number(measured.peer_us), number(ratio));
}

int measure_all(const Settings& settings, const std::string& backend_name) {
  if (settings.from > settings.to)
    throw samples::UsageError(fmt::format("--from is {} and --to {}; --to is at least as much",
                                          settings.from, settings.to));
  if (settings.is_inverse && settings.kind != TransformKind::c2c &&
      !is_trigonometric(settings.kind))
    throw samples::UsageError("--inverse is for c2c, cosine and sine transforms");
  Backend& backend = select_backend(backend_name);
  QueueOptions options;
  if (settings.threads > 0) options.threads = settings.threads;
  const auto device = backend.name() == "cuda" ? samples::cuda_memory() : samples::host_memory();
  device->complete(options);
  const auto queue = backend.create_queue(options);
  std::ofstream file;  // which empties one that is there, so only now
  if (!settings.output.empty()) {
    file.open(settings.output);
    if (!file) throw std::runtime_error(fmt::format("'{}' cannot be written", settings.output));
  }
  std::ostream& out = settings.output.empty() ? std::cout : file;
  out << fmt::format("points,lines,error,bound,part,us,{}_us,ratio\n", device->peer_name());
  std::vector<Measured> all;
  std::vector<double> ratios;
  for (const int points : lengths(settings)) {
    all.push_back(measure(settings, *device, backend, *queue, points));
    const Measured& measured = all.back();
    out << row(measured) << std::flush;
    if (measured.us && measured.peer_us) ratios.push_back(*measured.us / *measured.peer_us);
    if (measured.error > settings.most * measured.bound)  // nothing is less than any error
      std::cerr << fmt::format(
          "measure_transforms: {} points: error {:.3g}, {:g} times the bound "
          "{:.3g} is allowed\n",
          points, *measured.error, settings.most, measured.bound);
  }
  if (!out.flush()) throw std::runtime_error("the result cannot be written");
  const auto part = [](const Measured& measured) {
    return measured.error.value_or(0) / measured.bound;
  };
  const Measured& worst = *std::ranges::max_element(all, {}, part);
  std::cerr << fmt::format("{} lengths, {}, seed {}", all.size(), backend.name(), settings.seed);
  if (!settings.is_times_only)
    std::cerr << fmt::format(": the largest error is {:.3f} of the bound, at {} points",
                             part(worst), worst.points);
  std::cerr << '\n';
  if (!ratios.empty()) {
    std::ranges::sort(ratios);
    std::cerr << fmt::format("time over {}'s: median {:.2f}, 95 of 100 up to {:.2f}, most {:.2f}\n",
                             device->peer_name(), ratios[ratios.size() / 2],
                             ratios[ratios.size() * 95 / 100], ratios.back());
  }
  return part(worst) <= settings.most ? samples::kDone : samples::kFailed;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  samples::Options options("measure_transforms", "",
                           "Measures errors and times of transforms, and writes them as CSV.", 0,
                           0);
  options.title("Which");
  options.add("from", "N", settings.from, 1, 1 << 24, "the least length, in points (1)");
  options.add("to", "N", settings.to, 1, 1 << 24, "the largest (4096)");
  options.add("random", "N", settings.drawn, 1, 1 << 24, "so many lengths, drawn; otherwise all");
  options.add("seed", "N", settings.seed, 0, 1 << 24, "of what is drawn, values among it (1)");
  std::vector<std::pair<std::string, TransformKind>> kinds;
  for (int kind = 0; kind <= static_cast<int>(TransformKind::dst4); ++kind)
    kinds.emplace_back(to_string(static_cast<TransformKind>(kind)),
                       static_cast<TransformKind>(kind));
  options.add("kind", settings.kind, kinds, "what is transformed");
  options.add("inverse", settings.is_inverse, "c2c with the exponent +1; the type that undoes one");
  std::vector<std::pair<std::string, Numbers>> numbers;
  for (const Numbers word : {Numbers::f32, Numbers::f64, Numbers::f16, Numbers::f32_in_f64})
    numbers.emplace_back(to_string(word), word);
  options.add("numbers", settings.numbers, numbers, "numbers in memory and in arithmetic");
  options.title("How");
  options.add("samples", "N", settings.samples, 1, 1 << 24, "points of a batch, at least (65536)");
  options.add("threads", "N", settings.threads, 1, 1024, "of the CPU; otherwise all");
  options.add("milliseconds", "T", settings.milliseconds,
              "for how long each is timed (2); 0: not at all");
  options.add("times-only", settings.is_times_only, "leaves out errors, which take the longest");
  options.add("most", "X", settings.most, "how much of the bound an error may be (1)");
  options.add("output", "FILE", settings.output, "where the CSV goes; otherwise standard output");
  return options.run(argc, argv, [&](const std::vector<std::string>&) {
    return measure_all(settings, options.backend());
  });
}
