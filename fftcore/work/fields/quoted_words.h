// SPDX-License-Identifier: LGPL-2.1-or-later
// Words of a text of which some are quoted, such as `load="v * 2"`. Between quotes line breaks,
// quotes and backslashes are escaped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fftcore {

/// Words between blanks; blanks between quotes are part of a word. Throws InvalidArgument where a
/// quote is not closed, or where a word goes on behind one.
std::vector<std::string_view> split_quoted_words(std::string_view text);

/// The text in quotes, on one line.
std::string quoted(std::string_view text);

/// What `value`, of the field of that name, has between its quotes. Throws InvalidArgument where it
/// has none.
std::string unquoted(std::string_view value, std::string_view field);

}  // namespace fftcore
