// SPDX-License-Identifier: LGPL-2.1-or-later
// Which fields the texts of each kind of value have, in the order that they are written in.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "work.h"

namespace fftcore {

/// How a field is written.
enum class Form : std::uint8_t {
  literal,  ///< a word that is always there, and no field
  place,    ///< a word that is known by its place; `detail` stands before it, as k before taps
  choice,   ///< one of the words of `detail`; the first is the default, which need not be there
  flag,     ///< its name where it is set
  option,   ///< name=value; `detail` is another option whose place it takes
  quoted,   ///< name="text"
  phrase,   ///< some words; one that need not be there begins with one of those of `detail`
};

struct Field {
  Form form;
  std::string_view name;
  std::string_view detail = {};
};

/// Fields of a value's kind.
std::span<const Field> fields_of(const AnyWork& value);

}  // namespace fftcore
