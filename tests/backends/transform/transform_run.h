// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs a Transform on values, through buffers that hold NaN wherever the Transform has no business.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "dft.h"
#include "fftcore/backend.h"
#include "half.h"
#include "test_backend.h"

namespace transforms {

using oracle::Wide;

/// Tests that are skipped where the machine lacks the backend.
class OnThisBackend : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

/// Values of a whole batch, transform after transform, each as oracle::dft() takes it.
using Values = std::vector<Wide>;

inline std::int64_t product(const std::vector<std::int64_t>& extents) {
  std::int64_t values = 1;
  for (const std::int64_t extent : extents) values *= extent;
  return values;
}

/// Points of a range, of an axis of so many.
inline std::set<std::int64_t> points_of(const fftcore::PointRange& range, std::int64_t extent) {
  std::set<std::int64_t> points;
  const std::int64_t end = range.end + (range.end < range.first ? extent : 0);
  for (std::int64_t point = range.first; point < end; ++point) points.insert(point % extent);
  return points;
}
/// Whether an input is no zero that is padded, and an output is wanted.
inline bool is_there(const std::set<std::int64_t>& points, bool input, std::int64_t point) {
  return points.empty() || points.contains(point) != input;
}

/// Elements' offsets in a buffer, in the order of Values; -1 where zero padding stands in, and
/// where a result is not wanted.
inline std::vector<std::int64_t> offsets(const fftcore::Transform& transform, bool input) {
  const auto extents = input ? oracle::input_extents(transform) : oracle::output_extents(transform);
  std::vector<std::int64_t> all = {input ? transform.input_offset : transform.output_offset};
  const auto spread = [&](std::int64_t extent, std::int64_t stride, auto is_there) {
    std::vector<std::int64_t> next;
    for (std::int64_t i = 0; i < extent; ++i)
      for (const std::int64_t offset : all)
        next.push_back(offset < 0 || !is_there(i) ? -1 : offset + i * stride);
    all = std::move(next);
  };
  const auto& ranges = input ? transform.zero : transform.keep;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const auto points =
        points_of(ranges.empty() ? fftcore::PointRange{} : ranges[axis], extents[axis]);
    spread(extents[axis],
           input ? transform.axes[axis].input_stride : transform.axes[axis].output_stride,
           [&](std::int64_t i) { return is_there(points, input, i); });
  }
  for (const auto& batch : transform.batches)
    spread(batch.extent, input ? batch.input_stride : batch.output_stride,
           [](std::int64_t) { return true; });
  return all;
}

inline bool is_real(const fftcore::Transform& transform, bool input) {
  return fftcore::is_trigonometric(transform.kind) ||
         transform.kind == (input ? fftcore::TransformKind::r2c : fftcore::TransformKind::c2r);
}

/// Where in a buffer of reals the parts of an element are; of a real one both are it.
struct Parts {
  std::size_t real, imaginary;
};
inline Parts parts_at(const fftcore::Transform& transform, bool input, std::int64_t element) {
  const std::int64_t planes = input ? transform.input_imaginary : transform.output_imaginary;
  const auto at = static_cast<std::size_t>(element);
  if (is_real(transform, input)) return {at, at};
  if (planes != 0) return {at, at + static_cast<std::size_t>(planes)};
  return {2 * at, 2 * at + 1};
}

/// Calls body with a null pointer of the type that memory holds.
template <class Body>
auto with_stored(const fftcore::Transform& transform, Body body) {
  switch (transform.numbers) {
    case fftcore::Numbers::f64: return body(static_cast<double*>(nullptr));
    case fftcore::Numbers::f16: return body(static_cast<oracle::Half*>(nullptr));
    case fftcore::Numbers::f32:
    case fftcore::Numbers::f32_in_f64: break;
  }
  return body(static_cast<float*>(nullptr));
}

/// Numbers that memory can hold.
inline Values random_values(const fftcore::Transform& transform, std::mt19937& random) {
  std::uniform_real_distribution<double> distribution(-0.5, 0.5);
  const auto uniform = [&](std::mt19937& from) {
    return with_stored(transform, [&]<class Stored>(Stored*) {
      return static_cast<double>(static_cast<Stored>(distribution(from)));
    });
  };
  std::map<std::int64_t, Wide> memory = {{-1, Wide()}};  // inputs may overlap
  Values values;
  for (const std::int64_t offset : offsets(transform, true)) {
    const double real = uniform(random), imag = is_real(transform, true) ? 0.0 : uniform(random);
    values.push_back(memory.emplace(offset, Wide(real, imag)).first->second);
  }
  return values;
}

/// Fills what nobody has any business with: in f32 and f64 no number, in f16 too.
inline constexpr std::uint16_t kPoison = 0x7ffd;
template <class Stored>
Stored poison() {
  std::array<std::uint16_t, sizeof(Stored) / 2> words;
  words.fill(kPoison);
  return std::bit_cast<Stored>(words);
}

/// A buffer with room behind its end. Real sides hold real parts.
template <class Stored>
std::vector<Stored> buffer_of(std::size_t size_bytes) {
  return std::vector<Stored>(size_bytes / sizeof(Stored) + 64, poison<Stored>());
}

template <class Stored>
Values run_in(const fftcore::Transform& transform, const Values& values, int threads,
              std::span<const double> parameters) {
  using namespace fftcore;
  const auto queue = problems::backend().create_queue({.threads = threads});
  const auto executable = problems::backend().compile(transform, *queue);
  if (!parameters.empty()) executable->set_parameters(parameters);
  const bool real_out = is_real(transform, false);
  std::vector<Stored> in = buffer_of<Stored>(
      transform.in_place ? std::max(input_size_bytes(transform), output_size_bytes(transform))
                         : input_size_bytes(transform));
  const auto in_at = offsets(transform, true), out_at = offsets(transform, false);
  for (std::size_t i = 0; i < in_at.size(); ++i) {
    if (in_at[i] < 0) continue;
    const auto [real, imaginary] = parts_at(transform, true, in_at[i]);
    in[imaginary] = static_cast<Stored>(values[i].imag());
    in[real] = static_cast<Stored>(values[i].real());
  }
  std::vector<Stored> out =
      transform.in_place ? std::vector<Stored>() : buffer_of<Stored>(output_size_bytes(transform));
  std::vector<Stored>& result = transform.in_place ? in : out;
  const std::vector<Stored> before = in, untouched = result;
  executable->run(*queue, {in.data(), 0, in.size() * sizeof(Stored)},
                  {result.data(), 0, result.size() * sizeof(Stored)});

  const auto same_bits = [](const std::vector<Stored>& a, const std::vector<Stored>& b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(Stored)) == 0;
  };
  EXPECT_TRUE(transform.in_place || same_bits(in, before))
      << "input changed: " << to_string(transform);
  Values got;
  std::vector<Stored> gaps = result;
  for (const std::int64_t at : out_at) {
    if (at < 0) {
      got.emplace_back();
      continue;
    }
    const auto [real, imaginary] = parts_at(transform, false, at);
    got.emplace_back(static_cast<long double>(result[real]),
                     real_out ? 0.0L : static_cast<long double>(result[imaginary]));
    for (const std::size_t i : {real, imaginary}) gaps[i] = untouched[i];
  }
  // In place, what lies between axes may cover inputs where all results are wanted.
  if (transform.in_place && transform.keep.empty())
    for (const std::int64_t at : in_at) {
      if (at < 0) continue;
      const auto [real, imaginary] = parts_at(transform, true, at);
      for (const std::size_t i : {real, imaginary}) gaps[i] = untouched[i];
    }
  EXPECT_TRUE(same_bits(gaps, untouched)) << "a gap was written: " << to_string(transform);
  return got;
}

/// `parameters` of formulas.
inline Values run(const fftcore::Transform& transform, const Values& values, int threads = 2,
                  std::span<const double> parameters = {}) {
  return with_stored(transform, [&]<class Stored>(Stored*) {
    return run_in<Stored>(transform, values, threads, parameters);
  });
}

inline Values reference(const fftcore::Transform& transform, const Values& values) {
  const auto one = static_cast<std::size_t>(product(oracle::input_extents(transform)));
  Values all;
  for (std::size_t first = 0; first < values.size(); first += one) {
    const auto result =
        oracle::dft(transform, {values.begin() + static_cast<std::ptrdiff_t>(first),
                                values.begin() + static_cast<std::ptrdiff_t>(first + one)});
    all.insert(all.end(), result.begin(), result.end());
  }
  return all;
}

inline double norm(const Values& values) {
  long double sum = 0;
  for (const Wide& value : values) sum += std::norm(value);
  return static_cast<double>(std::sqrt(sum));
}

/// Norm of the result of all that a transform is given (Parseval). A c2r ignores some of it, whose
/// rounding errors its result has all the same.
inline double norm_of_all(const fftcore::Transform& transform, const Values& given) {
  const auto points = static_cast<double>(product(oracle::output_extents(transform)));
  return norm(given) * std::abs(transform.scale) *
         (transform.normalized ? 1 / std::sqrt(points) : std::sqrt(points));
}

/// Norm of what rounding takes from `count` values of f16 so small that they have fewer bits: half
/// a step of 2^-24 of each part at most.
inline double f16_underflow(const fftcore::Transform& transform, std::size_t count) {
  if (transform.numbers != fftcore::Numbers::f16) return 0;
  const double parts = is_real(transform, false) ? 1 : 2;
  return std::ldexp(1.0, -25) * std::sqrt(parts * static_cast<double>(count));
}

/// ||a - b|| / ||b|| of each transform of the batch by itself, the worst; NaN counts as infinite.
/// Results that are not wanted have no error, but count for ||b||.
/// With the inputs `given`, errors of a c2r are relative to norm_of_all() where that is more.
inline double worst_error(const fftcore::Transform& transform, const Values& a, const Values& b,
                          const Values& given = {}) {
  const auto one = static_cast<std::size_t>(product(oracle::output_extents(transform))),
             one_given = static_cast<std::size_t>(product(oracle::input_extents(transform)));
  const auto part_of = [](const Values& values, std::size_t number, std::size_t count) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(number * count);
    return Values(first, first + static_cast<std::ptrdiff_t>(count));
  };
  const std::vector<std::int64_t> places = offsets(transform, false);
  double worst = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; (i + 1) * one <= b.size() && (i + 1) * one <= a.size(); ++i) {
    const Values wanted = part_of(b, i, one);
    Values difference = part_of(a, i, one);
    for (std::size_t k = 0; k < one; ++k)
      difference[k] = places[i * one + k] < 0 ? Wide() : difference[k] - wanted[k];
    double size = std::max(norm(wanted), 1e-30);
    if (transform.kind == fftcore::TransformKind::c2r && !given.empty())
      size = std::max(size, norm_of_all(transform, part_of(given, i, one_given)));
    const double error = (norm(difference) - f16_underflow(transform, one)) / size;
    worst = std::isnan(error) ? INFINITY : std::max(worst, error);
  }
  return worst;
}

/// A run on random values is right.
inline void expect_right(const fftcore::Transform& transform, unsigned seed, int threads = 2) {
  std::mt19937 random(seed);
  const Values values = random_values(transform, random);
  EXPECT_LE(
      worst_error(transform, run(transform, values, threads), reference(transform, values), values),
      oracle::transform_bound(transform))
      << to_string(transform);
}

inline void expect_right(std::string_view text) {
  expect_right(fftcore::parse_transform(text), 11);
}

/// Lists of texts. A GPU compiles kernels for each transform, so that its lists are shorter.
using Texts = std::vector<std::string>;
inline void expect_right(const Texts& on_cpu, const Texts& on_gpus) {
  for (const std::string& text : problems::on_cpu() ? on_cpu : on_gpus) expect_right(text);
}

}  // namespace transforms
