// SPDX-License-Identifier: LGPL-2.1-or-later
#include "caps_text.h"

#include <fmt/format.h>
#include <gst/video/video.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

constexpr std::string_view kInName = "-_/.+:";  // besides letters and digits
constexpr std::string_view kInFlags = "-_/.+:";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

bool is_word(std::string_view text, std::string_view others) {
  const auto is_good = [&](char c) {
    return g_ascii_isalnum(c) || others.find(c) != std::string_view::npos;
  };
  return !text.empty() && g_ascii_isalpha(text.front()) && std::ranges::all_of(text, is_good);
}

template <class Number>
std::optional<Number> number_in(std::string_view text, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Each of these sets a field, or returns false where the text is no such value.

bool set_int(GstStructure* structure, const char* name, std::string_view text) {
  const auto number = number_in<int>(text);
  if (number) gst_structure_set(structure, name, G_TYPE_INT, *number, nullptr);
  return number.has_value();
}

bool set_fraction(GstStructure* structure, const char* name, std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return false;
  const auto numerator = number_in<int>(text.substr(0, slash)),
             denominator = number_in<int>(text.substr(slash + 1));
  if (!numerator || !denominator || *numerator < 0 || *denominator < 1) return false;
  gst_structure_set(structure, name, GST_TYPE_FRACTION, *numerator, *denominator, nullptr);
  return true;
}

bool set_boolean(GstStructure* structure, const char* name, std::string_view text) {
  if (text != "true" && text != "false") return false;
  gst_structure_set(structure, name, G_TYPE_BOOLEAN, static_cast<gboolean>(text == "true"),
                    nullptr);
  return true;
}

bool set_bitmask(GstStructure* structure, const char* name, std::string_view text) {
  if (!text.starts_with("0x")) return false;
  const auto bits = number_in<guint64>(text.substr(2), 16);
  if (bits) gst_structure_set(structure, name, GST_TYPE_BITMASK, *bits, nullptr);
  return bits.has_value();
}

// "1:ffffffff:+right-view-first": the numbers say all.
bool set_flags(GstStructure* structure, const char* name, std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || !is_word("f" + std::string(text), kInFlags)) return false;
  const auto flags = number_in<guint>(text.substr(0, colon), 16);
  const std::string_view rest = text.substr(colon + 1);
  const auto mask = number_in<guint>(rest.substr(0, rest.find(':')), 16);
  if (!flags || !mask) return false;
  gst_structure_set(structure, name, GST_TYPE_VIDEO_MULTIVIEW_FLAGSET, *flags, *mask, nullptr);
  return true;
}

bool set_string(GstStructure* structure, const char* name, std::string_view text) {
  std::string value(text);
  if (text.size() > 1 && text.starts_with('"') && text.ends_with('"')) {
    gchar* const plain = g_strcompress(value.substr(1, value.size() - 2).c_str());
    value = plain;
    g_free(plain);
  } else if (text.empty() || text.find_first_of("\"{}[]<>();") != std::string_view::npos) {
    return false;
  }
  if (!g_utf8_validate(value.c_str(), -1, nullptr)) return false;
  gst_structure_set(structure, name, G_TYPE_STRING, value.c_str(), nullptr);
  return true;
}

struct Type {
  std::string_view name;
  bool (*set)(GstStructure* structure, const char* name, std::string_view text);
};
constexpr std::array kTypes = {Type{"int", set_int},
                               Type{"fraction", set_fraction},
                               Type{"boolean", set_boolean},
                               Type{"bitmask", set_bitmask},
                               Type{"GstVideoMultiviewFlagsSet", set_flags},
                               Type{"string", set_string}};

// Without a type it is the first that fits.
bool set_value(GstStructure* structure, const std::string& name, std::string_view text) {
  std::string_view type;
  if (text.starts_with('(')) {
    const std::size_t end = text.find(')');
    if (end == std::string_view::npos) return false;
    type = trimmed(text.substr(1, end - 1));
    text = trimmed(text.substr(end + 1));
  }
  return std::ranges::any_of(kTypes, [&](const Type& each) {
    return (type.empty() || type == each.name) && each.set(structure, name.c_str(), text);
  });
}

/// Up to the next comma that is not within quotes; takes it off `text`.
std::string_view next_part(std::string_view& text) {
  bool is_quoted = false;
  std::size_t end = 0;
  for (; end < text.size() && (is_quoted || text[end] != ','); ++end) {
    if (text[end] == '\\') {
      ++end;
    } else if (text[end] == '"') {
      is_quoted = !is_quoted;
    }
  }
  if (is_quoted || end > text.size()) throw InvalidArgument("a quotation has no end");
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(text.size(), end + 1));
  return trimmed(part);
}

void require_system_memory(std::string_view features) {
  if (!features.empty() && features != "(" GST_CAPS_FEATURE_MEMORY_SYSTEM_MEMORY ")")
    throw InvalidArgument("the caps are not of spectra in system memory");
}

}  // namespace

OwnedCaps read_caps(std::string_view text) {
  const std::string_view first = next_part(text);
  const std::string name(first.substr(0, first.find('(')));
  if (!is_word(name, kInName) || name.find('/') == std::string::npos)
    throw InvalidArgument("they have no media type");
  require_system_memory(first.substr(name.size()));
  GstCaps* const caps = gst_caps_new_empty_simple(name.c_str());
  OwnedCaps owned(caps);
  GstStructure* const structure = gst_caps_get_structure(caps, 0);
  while (!text.empty()) {
    const std::string_view part = next_part(text);
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string field(trimmed(part.substr(0, equals)));
    if (equals == part.size() || !is_word(field, kInName) ||
        !set_value(structure, field, trimmed(part.substr(equals + 1))))
      throw InvalidArgument(
          fmt::format("\"{}\" is no field with one value, as in rows=(int)1152", part));
  }
  return owned;
}

}  // namespace fftcore::gst
