// SPDX-License-Identifier: LGPL-2.1-or-later
#include "npy.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"
#include "npy_header.h"

namespace fftcore {
namespace {

using Sides = std::vector<std::int64_t>;

/// Rows and columns, or channels twice and rows and columns.
void check_taps(const InputFile& file, const Sides& sides, std::string_view shape,
                bool matrix_allowed) {
  if (sides.size() == 4 && matrix_allowed) {
    if (sides[0] != sides[1] || sides[0] < 1 || sides[0] > kMaxMixedChannels) {
      file.fail(
          "taps that mix channels, of shape {}; expected (channels, channels, rows, columns) "
          "with 1 to {} channels",
          in_quotes(shape), kMaxMixedChannels);
    }
  } else if (sides.size() != 2) {
    file.fail(
        "an array of {} dimensions, shape {}; taps have 2, rows and columns{}: save "
        "a.reshape(rows, columns) instead",
        sides.size(), in_quotes(shape), matrix_allowed ? ", or 4, channels twice before them" : "");
  }
  const auto is_allowed = [](std::int64_t side) { return side >= 1 && side <= kMaxFileTaps; };
  if (!std::ranges::all_of(sides, is_allowed)) {
    file.fail("the shape of the taps is {}; allowed are 1 to {} rows and columns", in_quotes(shape),
              kMaxFileTaps);
  }
}

void check_numbers(const InputFile& file, const Sides& sides, std::string_view shape) {
  constexpr std::int64_t kMost = std::int64_t{1} << 32;
  std::int64_t rest = kMost;
  for (const std::int64_t side : sides) rest = side < 1 ? 0 : rest / side;
  if (sides.empty() || sides.size() > 8 || rest < 1)
    file.fail("the array's shape is {}; allowed are 1 to 8 dimensions and 1 to {} numbers",
              in_quotes(shape), kMost);
}

std::int64_t product(const Sides& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// `count` numbers, read piece by piece. So memory grows with what the file holds, not with what
/// its header says.
std::vector<double> read_values(InputFile& file, std::int64_t count, const NpyNumber& number) {
  constexpr std::int64_t kPiece = 8192;
  const std::int64_t bytes = static_cast<std::int64_t>(number.bytes);
  std::vector<double> values;
  std::string piece(static_cast<std::size_t>(std::min(count, kPiece) * bytes), '\0');
  for (std::int64_t done = 0; done < count; done += kPiece) {
    const auto wanted = static_cast<std::size_t>(std::min(count - done, kPiece) * bytes);
    const std::size_t got = file.read(piece.data(), wanted);
    if (got < wanted) {
      file.fail("ends after {} of {} bytes of data; save it again",
                done * bytes + static_cast<std::int64_t>(got), count * bytes);
    }
    for (std::size_t at = 0; at < wanted; at += number.bytes)
      values.push_back(number_at(&piece[at], number));
  }
  return values;
}

/// Values with their axes reversed: what NumPy stores with the first axis fastest becomes last axis
/// fastest. `from` has the extents as stored, slowest first. Values of several parts stay together.
std::vector<double> transposed(const std::vector<double>& values, const Sides& from,
                               std::size_t parts) {
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < values.size() / parts; ++i) {
    std::size_t rest = i, to = 0;
    for (auto side = from.rbegin(); side != from.rend(); ++side) {
      to = to * *side + rest % *side;
      rest /= *side;
    }
    std::copy_n(&values[i * parts], parts, &result[to * parts]);
  }
  return result;
}

struct Array {
  Sides shape;
  std::vector<double> values;  ///< complex ones as pairs
  std::size_t parts;
};

/// Array from the file's start. `check` gets its shape, and that as text, before values are read.
Array read_array(InputFile& file, bool complex_allowed, auto&& check) {
  const NpyHeader header = read_npy_header(file, complex_allowed);
  const std::size_t parts = header.number.parts;
  Array array{header.shape, {}, parts};
  check(array.shape, header.shape_text);
  array.values =
      read_values(file, product(array.shape) * static_cast<std::int64_t>(parts), header.number);
  if (header.is_fortran)
    array.values = transposed(array.values, Sides(array.shape.rbegin(), array.shape.rend()), parts);
  return array;
}

/// Taps from pairs or from real numbers, from number `first` on.
Taps taps_from(const Array& array, Extent extent, std::size_t first) {
  const auto count = static_cast<std::size_t>(extent.rows * extent.columns);
  Taps taps{extent, std::vector<double>(count)};
  if (array.parts == 2) taps.imaginary.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    taps.values[i] = array.values[(first + i) * array.parts];
    if (array.parts == 2) taps.imaginary[i] = array.values[(first + i) * 2 + 1];
  }
  return taps;
}

/// Up to three sides of at most kMaxFileTaps.
void check_response(const InputFile& file, const Sides& sides, std::string_view shape) {
  const auto is_allowed = [](std::int64_t side) { return side >= 1 && side <= kMaxFileTaps; };
  if (sides.empty() || sides.size() > 3 || !std::ranges::all_of(sides, is_allowed))
    file.fail(
        "the frequency response's shape is {}; allowed are 1 to 3 dimensions of 1 to {} values",
        in_quotes(shape), kMaxFileTaps);
}

}  // namespace

TapsMatrix read_npy(InputFile& file, NpyTaps allowed) {
  const bool matrix_allowed = allowed == NpyTaps::matrix;
  const bool complex_allowed = allowed == NpyTaps::complex;
  const Array array =
      read_array(file, complex_allowed, [&](const Sides& sides, std::string_view text) {
        check_taps(file, sides, text, matrix_allowed);
      });
  const Sides& shape = array.shape;
  const Extent extent{shape[shape.size() - 2], shape.back()};
  TapsMatrix matrix{shape.size() == 4 ? shape[0] : 1, {}};
  const auto taps = static_cast<std::size_t>(extent.rows * extent.columns);
  for (std::size_t first = 0; first < array.values.size() / array.parts; first += taps)
    matrix.taps.push_back(taps_from(array, extent, first));
  return matrix;
}

NumberArray read_npy_array(InputFile& file) {
  Array array = read_array(file, false, [&](const Sides& sides, std::string_view text) {
    check_numbers(file, sides, text);
  });
  return {std::move(array.shape), std::move(array.values)};
}

SampledResponse read_npy_response(InputFile& file) {
  const Array array = read_array(file, true, [&](const Sides& sides, std::string_view text) {
    check_response(file, sides, text);
  });
  const auto side = [&](std::size_t from_last) {
    return from_last < array.shape.size() ? array.shape[array.shape.size() - 1 - from_last] : 1;
  };
  SampledResponse response{{side(1), side(0), side(2)}, {}};
  for (std::size_t i = 0; i < array.values.size(); i += array.parts)
    response.values.emplace_back(array.values[i], array.parts == 2 ? array.values[i + 1] : 0);
  return response;
}

}  // namespace fftcore
