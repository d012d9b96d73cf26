// SPDX-License-Identifier: LGPL-2.1-or-later
#include "npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <functional>
#include <numeric>

#include "fftcore/convolution.h"

namespace fftcore {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
// Format 1 cannot say more, and a matrix of floats needs about 100.
constexpr std::uint64_t kMaxHeaderBytes = 65535;

template <class Unsigned>
Unsigned little_endian(const char* bytes) {
  Unsigned value = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i)
    value |= Unsigned(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return value;
}

std::string read_exactly(InputFile& file, std::size_t size_bytes, std::string_view what) {
  std::string bytes(size_bytes, '\0');
  const std::size_t got = file.read(bytes.data(), size_bytes);
  if (got < size_bytes)
    file.fail("ends within the {} of the .npy format ({} of {} bytes)", what, got, size_bytes);
  return bytes;
}

/// Reads magic number, version and length. Returns the header's text.
std::string read_header(InputFile& file) {
  const std::string magic = read_exactly(file, kMagic.size(), "magic");
  if (magic != kMagic)
    file.fail("begins with {}; a .npy file begins with {}", in_quotes(magic), in_quotes(kMagic));
  const std::string version = read_exactly(file, 2, "version");
  if (version[0] < 1 || version[0] > 3 || version[1] != 0) {
    file.fail(".npy format {}.{}; 1.0, 2.0 and 3.0 are read", int(version[0] & 0xff),
              int(version[1] & 0xff));
  }
  const std::size_t length_bytes = version[0] == 1 ? 2 : 4;
  const std::string length = read_exactly(file, length_bytes, "header length");
  const std::uint64_t size_bytes = length_bytes == 2 ? little_endian<std::uint16_t>(length.data())
                                                     : little_endian<std::uint32_t>(length.data());
  if (size_bytes > kMaxHeaderBytes)
    file.fail("a .npy header of {} bytes; at most {} are read", size_bytes, kMaxHeaderBytes);
  return read_exactly(file, size_bytes, "header");
}

/// Texts of a header's values, as they stand in it.
struct Fields {
  std::string_view descr;
  std::string_view fortran_order;
  std::string_view shape;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// Length of a value of a Python dict: up to the comma or brace that is in no string and no
/// bracket.
std::size_t length_of_value(std::string_view text) {
  char quote = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (depth == 0 && (c == ',' || c == '}')) {
      return i;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    }
  }
  return text.size();
}

/// Header such as `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }`, its fields in any
/// order.
Fields parse_fields(const InputFile& file, std::string_view header) {
  const std::string_view dict = trimmed(header);
  const auto fail = [&] {
    file.fail(
        "the .npy header is {}; expected {{'descr': ..., 'fortran_order': ..., 'shape': ...}}",
        in_quotes(dict));
  };
  if (!dict.starts_with('{') || !dict.ends_with('}')) fail();
  Fields fields;
  std::string_view rest = trimmed(dict.substr(1));
  while (rest != "}") {
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) fail();
    const std::string_view key = trimmed(rest.substr(0, colon));
    rest.remove_prefix(colon + 1);
    const std::size_t length = length_of_value(rest);
    if (length == rest.size()) fail();
    const std::string_view value = trimmed(rest.substr(0, length));
    if (key == "'descr'") {
      fields.descr = value;
    } else if (key == "'fortran_order'") {
      fields.fortran_order = value;
    } else if (key == "'shape'") {
      fields.shape = value;
    } else {
      fail();
    }
    rest = trimmed(rest.substr(rest[length] == ',' ? length + 1 : length));
  }
  if (fields.descr.empty() || fields.fortran_order.empty() || fields.shape.empty()) fail();
  return fields;
}

/// Bytes of an element, 4 or 8.
std::size_t parse_descr(const InputFile& file, std::string_view descr) {
  if (descr == "'<f4'") return 4;
  if (descr == "'<f8'") return 8;
  if (descr == "'>f4'" || descr == "'>f8'") {
    file.fail("big-endian elements (dtype {}); save a.astype('<{}') instead", descr,
              descr.substr(2, 2));
  }
  file.fail(
      "elements of dtype {}; allowed are '<f4' and '<f8', little-endian floats: save "
      "a.astype('<f4') instead",
      in_quotes(descr));
}

bool parse_fortran_order(const InputFile& file, std::string_view text) {
  if (text != "True" && text != "False")
    file.fail("'fortran_order' is {} in the .npy header; allowed are True and False",
              in_quotes(text));
  return text == "True";
}

using Sides = std::vector<std::int64_t>;

Sides parse_shape(const InputFile& file, std::string_view shape) {
  if (!shape.starts_with('(') || !shape.ends_with(')'))
    file.fail("'shape' is {} in the .npy header; expected (rows, columns)", in_quotes(shape));
  Sides sides;
  std::string_view rest = trimmed(shape.substr(1, shape.size() - 2));
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view number = trimmed(rest.substr(0, comma));
    std::int64_t side = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), side);
    if (error == std::errc::invalid_argument || end != number.data() + number.size()) {
      file.fail("'shape' is {} in the .npy header; expected (rows, columns)", in_quotes(shape));
    }
    // A number too large for std::int64_t leaves `side` at 0, which is refused as well.
    sides.push_back(side);
    rest = trimmed(rest.substr(std::min(comma + 1, rest.size())));
  }
  return sides;
}

/// Rows and columns, or channels twice and rows and columns.
void check_taps(const InputFile& file, const Sides& sides, std::string_view shape,
                bool matrix_allowed) {
  if (sides.size() == 4 && matrix_allowed) {
    if (sides[0] != sides[1] || sides[0] < 1 || sides[0] > kMaxMixedChannels) {
      file.fail(
          "a kernel that mixes channels, of shape {}; expected (channels, channels, rows, columns) "
          "with 1 to {} channels",
          in_quotes(shape), kMaxMixedChannels);
    }
  } else if (sides.size() != 2) {
    file.fail(
        "an array of {} dimensions, shape {}; a kernel has 2, rows and columns{}: save "
        "a.reshape(rows, columns) instead",
        sides.size(), in_quotes(shape), matrix_allowed ? ", or 4, channels twice before them" : "");
  }
  const auto is_allowed = [](std::int64_t side) { return side >= 1 && side <= kMaxTaps; };
  if (!std::ranges::all_of(sides, is_allowed)) {
    file.fail("the kernel's shape is {}; allowed are 1 to {} rows and columns", in_quotes(shape),
              kMaxTaps);
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

/// Values, read piece by piece. So memory grows with what the file holds, not with what its header
/// says.
std::vector<double> read_values(InputFile& file, std::int64_t count, std::size_t element_bytes) {
  constexpr std::int64_t kPiece = 8192;
  const std::int64_t bytes = static_cast<std::int64_t>(element_bytes);
  std::vector<double> values;
  std::string piece(static_cast<std::size_t>(std::min(count, kPiece) * bytes), '\0');
  for (std::int64_t done = 0; done < count; done += kPiece) {
    const auto wanted = static_cast<std::size_t>(std::min(count - done, kPiece) * bytes);
    const std::size_t got = file.read(piece.data(), wanted);
    if (got < wanted) {
      file.fail("ends after {} of {} bytes of data; save it again",
                done * bytes + static_cast<std::int64_t>(got), count * bytes);
    }
    for (const char* at = piece.data(); at != piece.data() + wanted; at += element_bytes) {
      values.push_back(element_bytes == 4
                           ? std::bit_cast<float>(little_endian<std::uint32_t>(at))
                           : std::bit_cast<double>(little_endian<std::uint64_t>(at)));
    }
  }
  return values;
}

/// Values with their axes reversed: what NumPy stores with the first axis fastest becomes last axis
/// fastest. `from` has the extents as stored, slowest first.
std::vector<double> transposed(const std::vector<double>& values, const Sides& from) {
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t rest = i, to = 0;
    for (auto side = from.rbegin(); side != from.rend(); ++side) {
      to = to * *side + rest % *side;
      rest /= *side;
    }
    result[to] = values[i];
  }
  return result;
}

/// Array from the file's start. `check` gets its shape, and that as text, before values are read.
NumberArray read_array(InputFile& file, auto&& check) {
  const std::string header = read_header(file);
  const Fields fields = parse_fields(file, header);
  const std::size_t element_bytes = parse_descr(file, fields.descr);
  const bool is_fortran = parse_fortran_order(file, fields.fortran_order);
  NumberArray array{parse_shape(file, fields.shape), {}};
  check(array.shape, fields.shape);
  array.values = read_values(file, product(array.shape), element_bytes);
  if (is_fortran)
    array.values = transposed(array.values, Sides(array.shape.rbegin(), array.shape.rend()));
  return array;
}

}  // namespace

TapsMatrix read_npy(InputFile& file, bool matrix_allowed) {
  const auto [shape, values] = read_array(file, [&](const Sides& sides, std::string_view text) {
    check_taps(file, sides, text, matrix_allowed);
  });
  TapsMatrix kernel;
  kernel.channels = shape.size() == 4 ? shape[0] : 1;
  const Extent extent{shape[shape.size() - 2], shape.back()};
  const std::int64_t taps = extent.rows * extent.columns;
  for (auto first = values.begin(); first != values.end(); first += taps)
    kernel.taps.push_back({extent, {first, first + taps}});
  return kernel;
}

NumberArray read_npy_array(InputFile& file) {
  return read_array(
      file, [&](const Sides& sides, std::string_view text) { check_numbers(file, sides, text); });
}

}  // namespace fftcore
