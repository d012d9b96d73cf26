// SPDX-License-Identifier: LGPL-2.1-or-later
#include "npy_header.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "little_endian.h"

namespace fftcore {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
// Format 1 cannot say more, and a matrix of floats needs about 100.
constexpr std::uint64_t kMaxHeaderBytes = 65535;

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

/// Bytes of a float, and floats of an element.
std::pair<std::size_t, std::size_t> parse_descr(const InputFile& file, std::string_view descr,
                                                bool complex_allowed) {
  if (descr == "'<f4'") return {4, 1};
  if (descr == "'<f8'") return {8, 1};
  if (complex_allowed && descr == "'<c8'") return {4, 2};
  if (complex_allowed && descr == "'<c16'") return {8, 2};
  if (descr == "'>f4'" || descr == "'>f8'" || descr == "'>c8'" || descr == "'>c16'") {
    file.fail("big-endian elements (dtype {}); save a.astype('<{}') instead", descr,
              descr.substr(2, descr.size() - 3));
  }
  file.fail(
      "elements of dtype {}; allowed are '<f4' and '<f8', little-endian floats{}: save "
      "a.astype('<f4') instead",
      in_quotes(descr), complex_allowed ? ", and '<c8' and '<c16', complex ones" : "");
}

bool parse_fortran_order(const InputFile& file, std::string_view text) {
  if (text != "True" && text != "False")
    file.fail("'fortran_order' is {} in the .npy header; allowed are True and False",
              in_quotes(text));
  return text == "True";
}

using ShapeSides = std::vector<std::int64_t>;

ShapeSides parse_shape(const InputFile& file, std::string_view shape) {
  if (!shape.starts_with('(') || !shape.ends_with(')'))
    file.fail("'shape' is {} in the .npy header; expected (rows, columns)", in_quotes(shape));
  ShapeSides sides;
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

}  // namespace

NpyHeader read_npy_header(InputFile& file, bool complex_allowed) {
  const std::string header = read_header(file);
  const Fields fields = parse_fields(file, header);
  NpyHeader result;
  std::tie(result.bytes, result.parts) = parse_descr(file, fields.descr, complex_allowed);
  result.is_fortran = parse_fortran_order(file, fields.fortran_order);
  result.shape = parse_shape(file, fields.shape);
  result.shape_text = fields.shape;
  return result;
}

}  // namespace fftcore
