// SPDX-License-Identifier: LGPL-2.1-or-later
#include "text_matrix.h"

#include <charconv>
#include <cstdint>
#include <utility>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {
namespace {

// A double written out in full has at most 1077 characters.
constexpr std::size_t kMaxNumberLength = 1200;

/// Reader that takes the file a byte at a time. It never holds more than a row beyond the matrix.
class TextMatrixReader {
 public:
  explicit TextMatrixReader(InputFile& file) : file_(file) {}

  Taps read() {
    skip_byte_order_mark();
    bool in_comment = false;
    for (int byte = file_.next(); byte != EOF; byte = file_.next()) {
      switch (byte) {
        case '\n':
        case '\r':  // CRLF is a line and an empty one; a lone CR ends a line too
          end_line();
          in_comment = false;
          if (byte == '\n') ++line_;
          break;
        case '#':
          end_number();
          in_comment = true;
          break;
        case ' ':
        case '\t':
          end_number();
          if (row_size_ == 1) may_be_decimals_ = false;
          break;
        case ',':
        case ';':
          if (!in_comment) separate(static_cast<char>(byte));
          break;
        default:
          if (!in_comment) extend_number(static_cast<char>(byte));
      }
    }
    end_line();
    if (may_be_decimals_ && taps_.extent.rows > 1) {
      file_.fail(
          "each of its rows is 0, a comma and digits; decimal commas are not read: expected 0.25, "
          "or a blank behind the comma where two columns are meant");
    }
    if (taps_.extent.rows == 0)
      file_.fail("holds no numbers; expected rows of numbers, or a .npy file");
    return std::move(taps_);
  }

 private:
  /// Byte order mark, which some editors and spreadsheets put in front of UTF-8.
  void skip_byte_order_mark() {
    if (file_.peek() != 0xef) return;
    std::string mark(3, '\0');
    mark.resize(file_.read(mark.data(), mark.size()));
    if (mark != "\xef\xbb\xbf") fail_number(mark);
  }

  [[noreturn]] void fail_number(std::string_view text) const {
    file_.fail(
        "line {}: {} is not a number; expected rows of numbers separated by blanks, commas or "
        "semicolons, or a .npy file",
        line_, in_quotes(text));
  }

  void extend_number(char c) {
    number_ += c;
    if (number_.size() > kMaxNumberLength) fail_number(number_);
  }

  void end_number() {
    if (number_.empty()) return;
    if (row_size_ == kMaxFileTaps) {
      file_.fail("line {} has {} numbers or more; there are at most {} taps a side", line_,
                 kMaxFileTaps + 1, kMaxFileTaps);
    }
    if (taps_.extent.rows == kMaxFileTaps) {
      file_.fail("line {} begins row {}; there are at most {} taps a side", line_, kMaxFileTaps + 1,
                 kMaxFileTaps);
    }
    if (row_size_ > 0) check_separator();
    may_be_decimals_ = may_be_decimals_ && is_part_of_decimal();
    taps_.values.push_back(parse(number_));
    ++row_size_;
    number_.clear();
    separator_ = ' ';
  }

  /// Of two kinds in a line one is a decimal comma, as in "0,5 0,25" and "0,5;0,25".
  void check_separator() {
    if (row_size_ > 1 && separator_ != row_separator_) {
      file_.fail(
          "line {}: its numbers are separated by {} and by {}; expected one kind of separator, and "
          "decimal points, as in \"0.5 0.25\"",
          line_, named(row_separator_), named(separator_));
    }
    row_separator_ = separator_;
  }

  /// Whether the row is 0, a comma and digits so far, and the number is one of them.
  bool is_part_of_decimal() const {
    if (row_size_ == 0) return number_ == "0" || number_ == "-0";
    return row_size_ == 1 && separator_ == ',' &&
           number_.find_first_not_of("0123456789") == std::string::npos;
  }

  static std::string_view named(char separator) {
    return separator == ',' ? "commas" : separator == ';' ? "semicolons" : "blanks";
  }

  double parse(std::string_view text) const {
    // from_chars knows no plus sign.
    const std::string_view digits =
        text.starts_with('+') && !text.starts_with("+-") ? text.substr(1) : text;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range) {
      file_.fail("line {}: {} does not fit into a double (about 1e-308 to 1e308)", line_,
                 in_quotes(text));
    }
    if (error != std::errc() || end != digits.data() + digits.size()) fail_number(text);
    return value;
  }

  void separate(char separator) {
    end_number();
    if (row_size_ != 1) may_be_decimals_ = false;
    if (separator_ != ' ' || row_size_ == 0) {
      file_.fail("line {}: no number before separator {}; write 0 where a tap is zero", line_,
                 row_size_ + 1);
    }
    separator_ = separator;
  }

  void end_line() {
    end_number();
    if (row_size_ == 0) return;
    if (row_size_ != 2) may_be_decimals_ = false;
    std::int64_t& rows = taps_.extent.rows;
    std::int64_t& columns = taps_.extent.columns;
    if (rows == 0) {
      columns = row_size_;
      first_line_ = line_;
    }
    if (row_size_ != columns) {
      file_.fail("line {} has {} numbers; expected {}, as in line {}", line_, row_size_, columns,
                 first_line_);
    }
    ++rows;
    row_size_ = 0;
    separator_ = ' ';
  }

  InputFile& file_;
  Taps taps_;
  std::string number_;  ///< characters of the number being read
  std::int64_t line_ = 1;
  std::int64_t first_line_ = 0;  ///< number of the matrix's first line
  std::int64_t row_size_ = 0;    ///< how many numbers this line has
  char separator_ = ' ';         ///< that came after the last number: ' ' where no other did
  char row_separator_ = ' ';     ///< that is between this line's numbers
  bool may_be_decimals_ = true;  ///< each row so far is 0, a comma and digits, without a blank
};

}  // namespace

Taps read_text_matrix(InputFile& file) {
  return TextMatrixReader(file).read();
}

}  // namespace fftcore
