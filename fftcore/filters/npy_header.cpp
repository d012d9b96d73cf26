// SPDX-License-Identifier: LGPL-2.1-or-later
#include "npy_header.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>

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

/// Numbers of a text such as `'>c16'`, which is in the byte order `<`, `>` or, of one byte, `|`.
std::optional<NpyNumber> parse_number(std::string_view descr, bool complex_allowed) {
  if (descr.size() < 5 || descr.front() != '\'' || descr.back() != '\'') return std::nullopt;
  const char order = descr[1], kind = descr[2];
  const std::string_view size = descr.substr(3, descr.size() - 4);
  const auto is_one_of = [&](std::initializer_list<std::string_view> sizes) {
    return std::ranges::find(sizes, size) != sizes.end();
  };
  const bool is_allowed = kind == 'b'                      ? size == "1"
                          : kind == 'i' || kind == 'u'     ? is_one_of({"1", "2", "4", "8"})
                          : kind == 'f'                    ? is_one_of({"2", "4", "8"})
                          : kind == 'c' && complex_allowed ? is_one_of({"8", "16"})
                                                           : false;
  if (!is_allowed || (order != '<' && order != '>' && (order != '|' || size != "1")))
    return std::nullopt;
  if (kind == 'c') return NpyNumber{'f', size == "8" ? 4U : 8U, order == '>', 2};
  return NpyNumber{kind, static_cast<std::size_t>(size[0] - '0'), order == '>', 1};
}

/// What to save instead of elements that are not read. NumPy would turn some into floats with a
/// loss: complex ones, or with an error: structures.
std::string_view advice_on(std::string_view descr, bool complex_allowed) {
  if (descr.starts_with('['))
    return "these are structures of several numbers: save one of their fields, such as a['x'], "
           "instead";
  const char kind = descr.size() > 2 ? descr[2] : ' ';
  switch (kind) {
    case 'c':
      return complex_allowed ? "save a.astype('<c16') instead"
                             : "these are complex: save a.real or abs(a) instead, as is meant";
    case 'O':
      return "these are objects of Python: save a.astype(float) instead, if they are numbers";
    case 'S':
    case 'U': return "these are texts: save a.astype(float) instead, if they are numbers";
    case 'M':
    case 'm': return "these are times: save numbers instead";
    default: return "save a.astype('<f8') instead";
  }
}

NpyNumber parse_descr(const InputFile& file, std::string_view descr, bool complex_allowed) {
  const std::optional<NpyNumber> number = parse_number(descr, complex_allowed);
  if (!number)
    file.fail(
        "elements of dtype {}; allowed are bool, whole numbers of 8 to 64 bits, and floats of 16, "
        "32 and 64 bits{}, in both byte orders; {}",
        in_quotes(descr), complex_allowed ? ", also complex ones of 32 and 64" : "",
        advice_on(descr, complex_allowed));
  return *number;
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
  result.number = parse_descr(file, fields.descr, complex_allowed);
  result.is_fortran = parse_fortran_order(file, fields.fortran_order);
  result.shape = parse_shape(file, fields.shape);
  result.shape_text = fields.shape;
  return result;
}

double number_at(const char* at, const NpyNumber& number) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < number.bytes; ++i) {
    const std::size_t place = number.is_big_endian ? number.bytes - 1 - i : i;
    bits |= std::uint64_t{static_cast<unsigned char>(at[place])} << (8 * i);
  }
  const auto unused = static_cast<int>(64 - 8 * number.bytes);
  switch (number.kind) {
    case 'b': return bits != 0 ? 1 : 0;
    case 'u': return static_cast<double>(bits);
    // Shifted to the top and back, so that the sign is that of all 64 bits.
    case 'i': return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
    default: break;
  }
  if (number.bytes == 8) return std::bit_cast<double>(bits);
  if (number.bytes == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  const auto exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
  double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 31)
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
  return bits >> 15 != 0 ? -magnitude : magnitude;
}

}  // namespace fftcore
