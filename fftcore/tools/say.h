// SPDX-License-Identifier: LGPL-2.1-or-later
// Words on standard error. Where that is closed or full they are lost, which is no reason to fail:
// fmt::print() would throw.
#pragma once

#include <cstdio>
#include <utility>

#include <fmt/format.h>

namespace fftcore::tools {

template <class... Values>
void say(fmt::format_string<Values...> words, Values&&... values) {
  std::fputs(fmt::format(words, std::forward<Values>(values)...).c_str(), stderr);
}

}  // namespace fftcore::tools
