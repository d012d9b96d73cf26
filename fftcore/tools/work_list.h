// SPDX-License-Identifier: LGPL-2.1-or-later
// Texts of work from the command line, from files and from logs.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace fftcore::tools {

/// A text of work, and where it was given: `work.list:12` for line 12 of that file.
struct WorkLine {
  std::string text;
  std::string place;
};

/// Lines of a stream that are texts of work. Empty lines and those that begin with # are not. Where
/// the stream is a log, which has lines of the topic `work`, only what these say counts. `name`
/// begins their places. Throws InvalidArgument where a line, or the stream, has no end.
std::vector<WorkLine> work_in(std::istream& stream, const std::string& name);

/// Of the command line, then of all files; `-` is standard input. Throws FileError where a file
/// cannot be read.
std::vector<WorkLine> all_work(const std::vector<std::string>& texts,
                               const std::vector<std::string>& files);

/// The texts, each once. Throws InvalidArgument with the lines that cannot be read, up to 100 of
/// them, each with its place and what is wrong.
std::vector<std::string> checked_texts(const std::vector<WorkLine>& lines);

}  // namespace fftcore::tools
