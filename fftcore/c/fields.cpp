// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <vector>

#include "excerpt.h"
#include "fftcore/error.h"
#include "field_tables.h"
#include "quoted_words.h"
#include "words.h"

namespace fftcore {
namespace {

bool is_among(std::string_view word, std::string_view words) {
  const auto all = split_words(words);
  return std::ranges::find(all, word) != all.end();
}

bool begins_value(const Field& field, std::string_view word) {
  return word.starts_with(field.name) && word.substr(field.name.size()).starts_with('=');
}

/// Whether a phrase ends where this field may follow.
bool ends_phrase(const Field& field, std::string_view word) {
  switch (field.form) {
    case Form::literal: return word == field.name;
    case Form::option:
    case Form::quoted: return begins_value(field, word);
    case Form::phrase: return is_among(word, field.detail);
    default: return false;
  }
}

/// Whether a word is the field's, of `later` ones that may follow it.
bool is_of(const Field& field, std::string_view word, std::span<const Field> later, bool is_begun) {
  switch (field.form) {
    case Form::place: return word.starts_with(field.detail);
    case Form::choice: return is_among(word, field.detail);
    case Form::flag: return word == field.name;
    case Form::phrase:
      if (!is_begun && !field.detail.empty()) return is_among(word, field.detail);
      return std::ranges::none_of(later, [&](const Field& f) { return ends_phrase(f, word); });
    default: return ends_phrase(field, word);
  }
}

/// What each field has in a text; empty where it is not there.
std::vector<std::string> parts_of(std::string_view text, std::span<const Field> fields) {
  std::vector<std::string> parts(fields.size());
  std::size_t at = 0;
  for (const std::string_view word : split_quoted_words(text)) {
    while (at < fields.size() &&
           !is_of(fields[at], word, fields.subspan(at + 1), !parts[at].empty()))
      ++at;
    if (at == fields.size())
      throw Error(fmt::format("'{}' of '{}' is not in the table of fields", word, text));
    parts[at] += fmt::format("{}{}", parts[at].empty() ? "" : " ", word);
    if (fields[at].form != Form::phrase) ++at;
  }
  return parts;
}

std::string one_word(const Field& field, std::string_view value) {
  if (value.empty() || value.find(' ') != std::string_view::npos)
    throw InvalidArgument(
        message("{} is '{}'; one word without blanks is expected", field.name, value));
  return std::string(value);
}

/// What the text has of a field with that value.
std::string written(const Field& field, std::string_view value) {
  switch (field.form) {
    case Form::place: return fmt::format("{}{}", field.detail, one_word(field, value));
    case Form::choice: {
      const auto choices = split_words(field.detail);
      if (std::ranges::find(choices, value) == choices.end())
        throw InvalidArgument(message("{} is '{}'; one of {} is expected", field.name, value,
                                      fmt::join(choices, ", ")));
      return value == choices.front() ? "" : std::string(value);
    }
    case Form::flag:
      if (value != "yes" && value != "no")
        throw InvalidArgument(message("{} is '{}'; yes or no is expected", field.name, value));
      return value == "yes" ? std::string(field.name) : "";
    case Form::option: return fmt::format("{}={}", field.name, one_word(field, value));
    case Form::quoted: return fmt::format("{}={}", field.name, fftcore::quoted(value));
    default: return std::string(value);
  }
}

/// The value of a field whose part of a text that is: what written() makes it of.
std::string read(const Field& field, std::string_view part) {
  switch (field.form) {
    case Form::place: return std::string(part.substr(field.detail.size()));
    case Form::choice: return std::string(part.empty() ? split_words(field.detail)[0] : part);
    case Form::flag: return part.empty() ? "no" : "yes";
    case Form::option:
    case Form::quoted: {
      if (part.empty()) return "";
      const std::string_view text = part.substr(field.name.size() + 1);
      return field.form == Form::quoted ? unquoted(text, field.name) : std::string(text);
    }
    default: return std::string(part);
  }
}

std::size_t number_of(std::string_view name, std::span<const Field> fields, std::string_view kind) {
  std::vector<std::string_view> names;
  for (const Field& field : fields) {
    if (field.form == Form::literal) continue;
    if (field.name == name) return static_cast<std::size_t>(&field - fields.data());
    names.push_back(field.name);
  }
  throw InvalidArgument(
      message("a {} has no field '{}'; it has {}", kind, name, fmt::join(names, ", ")));
}

}  // namespace

std::string field_of(const AnyWork& value, std::string_view name) {
  const std::span<const Field> fields = fields_of(value);
  const std::size_t number = number_of(name, fields, kind_of(value));
  return read(fields[number], parts_of(text_of(value), fields)[number]);
}

AnyWork with_field(const AnyWork& value, std::string_view name, const char* to) {
  const std::span<const Field> fields = fields_of(value);
  const std::size_t number = number_of(name, fields, kind_of(value));
  const Field& field = fields[number];
  std::vector<std::string> parts = parts_of(text_of(value), fields);
  if (to == nullptr && field.form == Form::place)
    throw InvalidArgument(fmt::format("{} has no default; a value is expected", name));
  parts[number] = to == nullptr ? "" : written(field, to);
  if (field.form == Form::option)
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (i != number && fields[i].name == field.detail) parts[i].clear();
  std::erase(parts, "");
  const std::string text = fmt::format("{}", fmt::join(parts, " "));
  AnyWork changed = parse_work(text);
  if (changed.index() != value.index())
    throw InvalidArgument(message("'{}' is a {} and no {} any more", std::string_view(text),
                                  kind_of(changed), kind_of(value)));
  return changed;
}

}  // namespace fftcore
