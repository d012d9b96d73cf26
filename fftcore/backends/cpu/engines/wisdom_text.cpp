// SPDX-License-Identifier: LGPL-2.1-or-later
#include "wisdom_text.h"

#include <array>
#include <charconv>
#include <cstdint>

namespace fftcore {
namespace {

/// Bits of an entry's numbers: both limits of the planner's flags, its impatience, a signature of
/// four words (flags_t and md5sig in FFTW's kernel/ifftw.h).
constexpr std::array kBits = {20, 20, 9, 32, 32, 32, 32};

/// Cuts off what comes before `end`, and `end`. Nothing where there is no `end`.
std::string_view take(std::string_view& text, std::string_view end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return {};
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at + end.size());
  return taken;
}

template <class Number>
bool is_number(std::string_view text, Number most, int base) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  return error == std::errc() && stop == end && number >= 0 && number <= most;
}

/// `NAME ID #xN #xN #xN #xN #xN #xN #xN`
bool is_entry(std::string_view text) {
  const std::string_view name = take(text, " ");
  if (name.empty() || name.find_first_of("()") != std::string_view::npos) return false;
  if (!is_number<std::int32_t>(take(text, " #x"), INT32_MAX, 10)) return false;
  for (std::size_t i = 0; i < kBits.size(); ++i) {
    const std::string_view number = i + 1 < kBits.size() ? take(text, " #x") : text;
    if (!is_number(number, (std::uint64_t{1} << kBits[i]) - 1, 16)) return false;
  }
  return true;
}

}  // namespace

bool is_wisdom_text(std::string_view text) {
  if (!text.starts_with('(')) return false;
  if (take(text, "\n").find(')') != std::string_view::npos) return false;  // FFTW's own line
  while (text.starts_with("  (")) {
    text.remove_prefix(3);
    if (!is_entry(take(text, ")\n"))) return false;
  }
  return text == ")\n";
}

}  // namespace fftcore
