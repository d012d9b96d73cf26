// SPDX-License-Identifier: LGPL-2.1-or-later
// Files as C libraries read them.
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "picture.h"

namespace fftcore::pictures {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using CFile = std::unique_ptr<std::FILE, CloseFile>;

inline CFile opened_file(const std::string& path) {
  CFile file(std::fopen(path.c_str(), "rbe"));
  if (!file) fail_to_read(path, std::strerror(errno));
  return file;
}

/// What a library said first, without memory of its own: its errors leave functions by longjmp().
struct Words {
  char text[256] = "";

  void keep(const char* words) {
    if (text[0] == '\0') std::snprintf(text, sizeof text, "%s", words);
  }
};

}  // namespace fftcore::pictures
