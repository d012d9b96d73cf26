// SPDX-License-Identifier: LGPL-2.1-or-later
// What becomes of a stream whose caps have a field more than others: for each line of elements and
// each field.
#pragma once

#include <string>
#include <vector>

#include "caps_fields.h"

namespace fftcore::test {

/// What a line of elements does with caps that have a field more.
enum class Outcome : char {
  kept = 'k',      ///< the field is in the output's caps, and samples are those without it
  acted = 'a',     ///< the field is in the output's caps, and samples are others
  own = 'o',       ///< the output is another picture: its caps have nothing of the field, but rates
  refused = 'r',   ///< with words that name the field's value
  wordless = 'W',  ///< refused without
  lost = 'L',      ///< the output's caps have less, more or other fields
};

/// A stream that two frames, or blocks of sound, were pushed through.
struct Streamed {
  bool is_whole = false;  ///< all were taken, and as much came out as is due
  std::string caps;       ///< of what came out
  std::string words;      ///< warnings and errors
  std::vector<unsigned char> samples;
};

/// `blocks`: what is pushed, as bytes.
Streamed streamed(const std::string& line, const std::string& caps,
                  const std::vector<std::vector<unsigned char>>& blocks);

/// `value`: what words have to name. `caps`: what was given. `is_own`: what comes out has caps of
/// its own.
Outcome outcome_of(const Streamed& with, const Streamed& without, const std::string& value,
                   const std::string& caps, bool is_own);

/// Elements of the plugin, by the registry.
std::vector<std::string> elements_of_the_plugin();

}  // namespace fftcore::test
