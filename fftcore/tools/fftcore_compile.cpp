// SPDX-License-Identifier: LGPL-2.1-or-later
// fftcore-compile: kernels for boards without a compiler, on any machine with NVRTC. Its --help and
// fftcore/README.md say how it is used.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "compile_options.h"
#include "fftcore/error.h"
#include "fftcore/kernels.h"
#include "whole_file.h"
#include "work_list.h"

namespace {

using namespace fftcore;
using namespace fftcore::tools;

void list_gpus() {
  fmt::print("name          arch     --traits\n");
  for (const GpuTarget& gpu : known_gpus()) {
    const std::string text = to_string(gpu);
    fmt::print("{:13} {:8} {}\n", gpu.name, gpu.architecture, text.substr(text.find(' ') + 1));
  }
}

/// Compiles all work for all GPUs. What some GPU cannot do is said and left out. Returns the number
/// of such.
int compile(const CompileOptions& options, const std::vector<std::string>& work) {
  using Clock = std::chrono::steady_clock;
  KernelBundle bundle;
  int failures = 0;
  std::size_t done = 0;
  for (const GpuTarget& gpu : options.gpus)
    for (const std::string& text : work) {
      fmt::print(stderr, "[{}/{}] {} for {} ({}) ", ++done, options.gpus.size() * work.size(), text,
                 gpu.name, gpu.architecture);
      std::fflush(stderr);
      const auto start = Clock::now();
      try {
        const KernelBundle::Added added = bundle.add(text, gpu);
        fmt::print(stderr, "... {} kernels, {} of them compiled, {:.1f} s\n", added.kernels,
                   added.compiled, std::chrono::duration<double>(Clock::now() - start).count());
      } catch (const Unsupported& error) {
        ++failures;
        fmt::print(stderr, "... left out: {}\n", error.what());
      }
    }
  if (failures < static_cast<int>(done)) {
    const std::string bytes = bundle.bytes();
    write_whole(options.output, bytes);
    fmt::print(stderr, "{}: {} bytes. On the board: FFTCORE_KERNELS={}\n", options.output,
               bytes.size(), options.output);
  }
  return failures;
}

int run(const std::vector<std::string>& arguments) {
  const CompileOptions options = parse_options(arguments);
  if (options.wants_help) {
    fmt::print("{}", help());
    return 0;
  }
  if (options.wants_list) {
    list_gpus();
    return 0;
  }
  if (!options.nvrtc.empty()) setenv("FFTCORE_NVRTC", options.nvrtc.c_str(), 1);
  std::vector<std::string> work = options.work;
  for (std::string& text : work_in_files(options.files)) work.push_back(std::move(text));
  if (work.empty()) throw InvalidArgument("the files have no text of work");
  return compile(options, work) == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const InvalidArgument& error) {
    fmt::print(stderr, "fftcore-compile: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "fftcore-compile: {}\n", error.what());
    return 1;
  }
}
