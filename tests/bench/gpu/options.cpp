// SPDX-License-Identifier: LGPL-2.1-or-later
#include "options.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "fftcore/error.h"

namespace bench {
namespace {

using fftcore::InvalidArgument;

template <class Number>
Number number_in(const std::string& option, const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0)
    throw InvalidArgument(fmt::format("{} takes a number from 0, not '{}'", option, text));
  return number;
}

}  // namespace

bool Options::wants(const Case& one) const {
  const std::regex expression(filter);
  const auto has_it = [&](const std::string& text) { return std::regex_search(text, expression); };
  return has_it(one.name) || has_it(one.text) || has_it(one.group);
}

bool Options::wants_peer(const std::string& name) const {
  return name == "fftcore" || std::regex_search(name, std::regex(peers));
}

Options parse_options(int count, const char* const* words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto value = [&]() -> std::string {
      if (i + 1 == count)
        throw InvalidArgument(fmt::format("{} lacks its value\n{}", word, usage()));
      return words[++i];
    };
    if (word == "--filter")
      options.filter = value();
    else if (word == "--peers")
      options.peers = value();
    else if (word == "--json")
      options.json = value();
    else if (word == "--seconds")
      options.seconds = number_in<double>(word, value());
    else if (word == "--device")
      options.device = number_in<int>(word, value());
    else if (word == "--list")
      options.list = true;
    else if (word == "--help")
      options.help = true;
    else
      throw InvalidArgument(fmt::format("'{}' is no option\n{}", word, usage()));
  }
  for (const auto& [option, text] :
       {std::pair{"--filter", options.filter}, std::pair{"--peers", options.peers}})
    try {
      const std::regex expression(text);
    } catch (const std::regex_error& error) {
      throw InvalidArgument(
          fmt::format("{} '{}' is no regular expression: {}", option, text, error.what()));
    }
  return options;
}

std::string usage() {
  return "usage: bench_cuda [--filter REGEX] [--peers REGEX] [--json FILE] [--seconds S] [--device "
         "N] [--list] [--help]\n"
         "  --filter   cases whose name, text or group contains it\n"
         "  --peers    those whose name contains it, beside fftcore itself\n"
         "  --json     write all results there, after each case anew\n"
         "  --seconds  at least 21 samples of each peer, and more for so long a case (1)\n"
         "  --device   as CUDA counts (0)\n"
         "  --list     say what there is, and run nothing\n";
}

}  // namespace bench
