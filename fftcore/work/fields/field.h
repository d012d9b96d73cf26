// SPDX-License-Identifier: LGPL-2.1-or-later
// A field of a kind of work. Each kind has one table of them, in the order that its texts have. The
// reader, the writer, checks of ranges, and C's set and get run by it (field_text.h).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fftcore {

class WordReader;

/// How a field is written.
enum class Form : std::uint8_t {
  literal,     ///< its name, a word that is always there; no field of the value
  place,       ///< a word that is known by its place
  last_place,  ///< likewise; a text may end before it
  flag,        ///< its name where it is set
  choice,      ///< one of some words; the first is the default
  option,      ///< name=value
  quoted,      ///< name="text"
  phrase,      ///< some words, known by their place
};

/// Numbers that a field may have. Others are refused with `said`, which has {} for the number, or
/// with the field's name where that is empty.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool is_above = false;  ///< `least` itself is not allowed
  std::string_view unit = {};
  std::string_view said = {};
};

/// What is known of a field without its value.
struct FieldFacts {
  Form form;
  std::string_view name;
  std::string_view what = {};        ///< words for a person, such as `a number of frames`
  std::string_view before = {};      ///< of a place: what stands before the value, as k before taps
  std::string_view instead_of = {};  ///< of an option: another one, whose place it takes
  std::vector<std::string_view> (*choices)() = nullptr;
  Range range = {};
};

/// A value that is being read: `value` is the work as far as it is known. What makes sense only
/// together, such as extents and strides, stands beside it until finish(). Kinds that have such
/// fields, or defaults that depend on others, have their own.
template <class Value>
struct Draft {
  Value value;

  /// A value with the defaults of that one: what is not written.
  static Value usual(const Value&) { return {}; }
  /// The whole value, which is not validated yet.
  Value finish() { return std::move(value); }
};

template <class Value>
struct Field : FieldFacts {
  using Get = std::string (*)(const Value& value);
  using Set = void (*)(Draft<Value>& draft, std::string_view text, const FieldFacts& facts);

  /// The field's text; empty where it is not written.
  Get get = nullptr;
  /// Reads the field. A place's word has what stands before its value.
  Set set = nullptr;
  /// Likewise, of a phrase, which may have no words.
  void (*take)(Draft<Value>& draft, WordReader& words) = nullptr;
  /// Throws InvalidArgument where the number is not in the range.
  void (*check)(const Value& value, const FieldFacts& facts) = nullptr;

  /// This field, written or read in a way of its own.
  constexpr Field written_by(Get own) const {
    Field field = *this;
    field.get = own;
    return field;
  }
  constexpr Field read_by(Set own) const {
    Field field = *this;
    field.set = own;
    return field;
  }
  constexpr Field in_place_of(std::string_view other) const {
    Field field = *this;
    field.instead_of = other;
    return field;
  }
};

/// Texts of a flag.
inline constexpr std::string_view kFlagSet = "yes", kFlagUnset = "no";

/// A field and its text, which is empty where a text does not have it.
struct WrittenField {
  FieldFacts facts;
  std::string value;
};

}  // namespace fftcore
