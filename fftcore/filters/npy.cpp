// SPDX-License-Identifier: LGPL-2.1-or-later
#include "npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>

#include "fftcore/problem.h"

namespace fftcore {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
// Format 1 cannot say more, and a matrix of floats needs about 100.
constexpr std::uint64_t kMaxHeaderBytes = 65535;

template <class Unsigned>
Unsigned little_endian(const char* bytes) {
  Unsigned value = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) value |= Unsigned(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return value;
}

std::string read_exactly(InputFile& file, std::size_t size_bytes, std::string_view what) {
  std::string bytes(size_bytes, '\0');
  const std::size_t got = file.read(bytes.data(), size_bytes);
  if (got < size_bytes) file.fail("ends within the {} of the .npy format ({} of {} bytes)", what, got, size_bytes);
  return bytes;
}

/// Magic, version and length; returns the header's text.
std::string read_header(InputFile& file) {
  const std::string magic = read_exactly(file, kMagic.size(), "magic");
  if (magic != kMagic) file.fail("begins with {}; a .npy file begins with {}", shown(magic), shown(kMagic));
  const std::string version = read_exactly(file, 2, "version");
  if (version[0] < 1 || version[0] > 3 || version[1] != 0) {
    file.fail(".npy format {}.{}; 1.0, 2.0 and 3.0 are read", int(version[0] & 0xff), int(version[1] & 0xff));
  }
  const std::size_t length_bytes = version[0] == 1 ? 2 : 4;
  const std::string length = read_exactly(file, length_bytes, "header length");
  const std::uint64_t size_bytes =
      length_bytes == 2 ? little_endian<std::uint16_t>(length.data()) : little_endian<std::uint32_t>(length.data());
  if (size_bytes > kMaxHeaderBytes) file.fail("a .npy header of {} bytes; at most {} are read", size_bytes, kMaxHeaderBytes);
  return read_exactly(file, size_bytes, "header");
}

/// The texts of a header's values, as they stand in it.
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

/// Length of a value of a Python dict: up to the comma or brace that is in no string and no bracket.
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

/// `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }`, the fields in any order.
Fields parse_fields(const InputFile& file, std::string_view header) {
  const std::string_view dict = trimmed(header);
  const auto fail = [&] {
    file.fail("the .npy header is {}; expected {{'descr': ..., 'fortran_order': ..., 'shape': ...}}", shown(dict));
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
    file.fail("big-endian elements (dtype {}); save a.astype('<{}') instead", descr, descr.substr(2, 2));
  }
  file.fail("elements of dtype {}; allowed are '<f4' and '<f8', little-endian floats: save a.astype('<f4') instead", shown(descr));
}

bool parse_fortran_order(const InputFile& file, std::string_view text) {
  if (text != "True" && text != "False")
    file.fail("'fortran_order' is {} in the .npy header; allowed are True and False", shown(text));
  return text == "True";
}

Extent parse_shape(const InputFile& file, std::string_view shape) {
  if (!shape.starts_with('(') || !shape.ends_with(')'))
    file.fail("'shape' is {} in the .npy header; expected (rows, columns)", shown(shape));
  std::vector<std::int64_t> sides;
  std::string_view rest = trimmed(shape.substr(1, shape.size() - 2));
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view number = trimmed(rest.substr(0, comma));
    std::int64_t side = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), side);
    if (error == std::errc::invalid_argument || end != number.data() + number.size()) {
      file.fail("'shape' is {} in the .npy header; expected (rows, columns)", shown(shape));
    }
    // A number too large for std::int64_t leaves `side` at 0, which is refused as well.
    sides.push_back(side);
    rest = trimmed(rest.substr(std::min(comma + 1, rest.size())));
  }
  if (sides.size() != 2) {
    file.fail("an array of {} dimensions, shape {}; a kernel has 2, rows and columns: save a.reshape(rows, columns) instead",
              sides.size(), shown(shape));
  }
  const auto is_allowed = [](std::int64_t side) { return side >= 1 && side <= kMaxTaps; };
  if (!std::ranges::all_of(sides, is_allowed)) {
    file.fail("the kernel's shape is {}; allowed are 1 to {} rows and columns", shown(shape), kMaxTaps);
  }
  return {sides[0], sides[1]};
}

/// Line by line, so that memory grows with what the file holds, not with what its header says.
std::vector<double> read_values(InputFile& file, Extent stored, std::size_t element_bytes) {
  std::vector<double> values;
  std::string line(stored.columns * element_bytes, '\0');
  for (std::int64_t row = 0; row < stored.rows; ++row) {
    const std::size_t got = file.read(line.data(), line.size());
    if (got < line.size()) {
      file.fail("ends after {} of {} bytes of data; save it again", row * line.size() + got, stored.rows * line.size());
    }
    for (const char* at = line.data(); at != line.data() + line.size(); at += element_bytes) {
      values.push_back(element_bytes == 4 ? std::bit_cast<float>(little_endian<std::uint32_t>(at))
                                          : std::bit_cast<double>(little_endian<std::uint64_t>(at)));
    }
  }
  return values;
}

std::vector<double> transposed(const std::vector<double>& values, Extent from) {
  std::vector<double> result(values.size());
  for (std::int64_t y = 0; y < from.rows; ++y) {
    for (std::int64_t x = 0; x < from.columns; ++x) result[x * from.rows + y] = values[y * from.columns + x];
  }
  return result;
}

}  // namespace

Taps read_npy(InputFile& file) {
  const std::string header = read_header(file);
  const Fields fields = parse_fields(file, header);
  const std::size_t element_bytes = parse_descr(file, fields.descr);
  const bool is_fortran = parse_fortran_order(file, fields.fortran_order);
  const Extent extent = parse_shape(file, fields.shape);
  if (!is_fortran) return {extent, read_values(file, extent, element_bytes)};
  const Extent stored{extent.columns, extent.rows};
  return {extent, transposed(read_values(file, stored, element_bytes), stored)};
}

}  // namespace fftcore
