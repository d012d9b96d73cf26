// SPDX-License-Identifier: LGPL-2.1-or-later
// fftcore-compile: kernels for boards without a compiler, on any machine with NVRTC. Its --help and
// fftcore/reference.md say how it is used.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "compile_options.h"
#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "fftcore/kernels.h"
#include "say.h"
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

void list_devices() {
  fmt::print("backend  number  arch     name\n");
  for (const Backend* backend : backends()) {
    for (const FoundDevice& one : backend->devices())
      fmt::print("{:8} {:<7} {:8} {}{}{}\n", backend->name(), one.number, one.architecture,
                 one.name, one.reason.empty() ? "" : ": ", one.reason);
    if (const std::string reason = backend->unavailable_reason(); !reason.empty())
      fmt::print("{:8} none: {}\n", backend->name(), reason);
  }
}

/// Work that was compiled, and work that was not.
struct Outcome {
  KernelBundle bundle;
  int compiled = 0, left_out = 0;
  std::exception_ptr stopped;  // what kept the rest from being tried
};

/// Adds work for a GPU, and says how that went.
void add(Outcome& outcome, const std::string& text, const GpuTarget& gpu) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  try {
    const KernelBundle::Added added = outcome.bundle.add(text, gpu);
    ++outcome.compiled;
    tools::say("... {} kernels, {} of them compiled, {:.1f} s\n", added.kernels, added.compiled,
               std::chrono::duration<double>(Clock::now() - start).count());
  } catch (const BackendUnavailable&) {
    outcome.stopped = std::current_exception();  // without NVRTC other work would do no better
  } catch (const Error& error) {
    ++outcome.left_out;
    tools::say("... left out: {}\n", error.what());
  } catch (...) {
    outcome.stopped = std::current_exception();
  }
}

/// Compiles all work for all GPUs, and writes what could be compiled. What some GPU cannot do, or
/// NVRTC refuses, is said and left out. Returns whether there was none such.
bool compile(const CompileOptions& options, const std::vector<std::string>& work) {
  Outcome outcome;
  std::size_t begun = 0;
  for (const GpuTarget& gpu : options.gpus)
    for (const std::string& text : work) {
      if (outcome.stopped) break;
      tools::say("[{}/{}] {} for {} ({}) ", ++begun, options.gpus.size() * work.size(), text,
                 gpu.name, gpu.architecture);
      std::fflush(stderr);
      add(outcome, text, gpu);
    }
  if (outcome.stopped) tools::say("... failed\n");
  if (outcome.compiled > 0) {
    const std::string bytes = outcome.bundle.bytes();
    write_whole(options.output, bytes);
    tools::say("{}: {} bytes. On the board: FFTCORE_KERNELS={}\n", options.output, bytes.size(),
               options.output);
  }
  if (outcome.stopped) std::rethrow_exception(outcome.stopped);
  return outcome.left_out == 0;
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
  if (options.wants_devices) {
    list_devices();
    return 0;
  }
  if (!options.nvrtc.empty()) setenv("FFTCORE_NVRTC", options.nvrtc.c_str(), 1);
  const std::vector<std::string> work = checked_texts(all_work(options.work, options.files));
  if (work.empty()) throw InvalidArgument("the files have no text of work");
  return compile(options, work) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const InvalidArgument& error) {
    tools::say("fftcore-compile: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    tools::say("fftcore-compile: {}\n", error.what());
    return 1;
  }
}
