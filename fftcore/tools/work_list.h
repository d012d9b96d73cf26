// SPDX-License-Identifier: LGPL-2.1-or-later
// Texts of work from files and logs.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace fftcore::tools {

/// Lines of a stream that are texts of work, each once. Empty lines and those that begin with # are
/// not. Where the stream is a log, which has lines of the topic `work`, only what these say counts.
std::vector<std::string> work_in(std::istream& stream);

/// Of all files; `-` is standard input. Throws FileError where one cannot be read.
std::vector<std::string> work_in_files(const std::vector<std::string>& files);

}  // namespace fftcore::tools
