// SPDX-License-Identifier: LGPL-2.1-or-later
// bench_cuda: fftcore beside its peers on one CUDA GPU, in one process, every result checked before
// its time counts. README.md.
#include <array>
#include <ctime>
#include <fstream>

#include <fmt/format.h>

#include "cufft_plan.h"
#include "fftcore/error.h"
#include "nvrtc.h"
#include "options.h"
#include "report.h"

namespace bench {
namespace {

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

std::string cufft_or_empty() {
  try {
    return cufft_version();
  } catch (const fftcore::BackendUnavailable& why) {
    fmt::print(stderr, "bench_cuda: {}\n", why.what());
    return {};
  }
}

/// As it was given, but for the file's name, which is nobody else's business.
std::string command_of(int count, char** words) {
  std::string command = "bench_cuda";
  for (int i = 1; i < count; ++i)
    command += fmt::format(" {}", std::string_view(words[i - 1]) == "--json" ? "FILE" : words[i]);
  return command;
}

void write(const std::string& file, const std::string& text) {
  std::ofstream stream(file);
  stream << text;
  if (!stream.flush()) throw fftcore::FileError(fmt::format("--json {}: cannot be written", file));
}

int run(int count, char** words) {
  const Options options = parse_options(count, words);
  if (options.help) {
    fmt::print("{}", usage());
    return 0;
  }
  std::vector<Case> wanted;
  for (const Case& one : gpu_cases())
    if (options.wants(one)) wanted.push_back(one);
  if (wanted.empty())
    throw fftcore::InvalidArgument(
        fmt::format("--filter '{}' leaves no case; --list shows all", options.filter));
  if (options.list) {
    for (const Case& one : wanted) fmt::print("{:<28} {}\n", one.name, one.text);
    return 0;
  }

  const Gpu gpu(options.device);
  const Setting setting{today(), hardware_of(options.device), fftcore::Nvrtc::shared().version(),
                        cufft_or_empty(), command_of(count, words)};
  fmt::print("{}", table_header(setting));
  std::vector<CaseResult> results;
  bool ours_is_right = true;
  for (const Case& one : wanted) {
    try {
      results.push_back(run_case(gpu, options, one));
    } catch (const fftcore::Error& error) {  // too little memory, say, for what all peers share
      fmt::print("\n{}: failed: {}\n", one.name, error.what());
      ours_is_right = false;
      continue;
    }
    fmt::print("{}", table_of(results.back()));
    std::fflush(stdout);
    if (!options.json.empty()) write(options.json, json_of(setting, results));
    const Status ours = results.back().rows.at(kOurs).status;
    ours_is_right = ours_is_right && ours != Status::wrong && ours != Status::failed;
  }
  fmt::print("{}", medians_of(results));
  if (!ours_is_right)
    fmt::print(stderr, "bench_cuda: fftcore failed or was wrong in a case above\n");
  return ours_is_right ? 0 : 1;
}

}  // namespace
}  // namespace bench

int main(int count, char** words) {
  try {
    return bench::run(count, words);
  } catch (const fftcore::BackendUnavailable& error) {
    fmt::print(stderr, "bench_cuda: nothing was timed, no GPU can be used: {}\n", error.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_cuda: {}\n", error.what());
  }
  return 1;
}
