// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels of a list of work, for GPUs that are not here. tests/guard/kernels.py runs it.
//
//   guard_kernels LIST ARCHITECTURE                   a line for each launch
//   guard_kernels LIST ARCHITECTURE FOLDER < HASHES   compiles the kernels with these hashes
//
// Of a launch it prints, between tabs: work, plan, launch, blocks, threads, bytes of shared memory,
// hash of the source text. Of a compiled text: hash, registers, bytes of stack. The code is in
// FOLDER/HASH.cubin then.
#include <array>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cache_entry.h"
#include "capabilities.h"
#include "compile_check.h"
#include "device_traits.h"
#include "emitter.h"
#include "launch_kernel.h"
#include "nvrtc.h"
#include "planner.h"

namespace {

using namespace fftcore;

struct Target {
  const char* architecture;
  const char* traits;
};
constexpr std::array kTargets = {Target{"sm_75", "sm_75"}, Target{"sm_87", "orin-nano"},
                                 Target{"sm_90", "sm_90"}};

/// A launch with the text of its kernel.
struct Row {
  std::string work, plan, launch;
  ast::Kernel kernel;
  std::string source, hash;
};

struct Chosen {
  std::string plan;
  LaunchPlan launches;
};

Chosen choose(const AnyWork& work, const DeviceTraits& traits) {
  const auto problem = ranked_convolution(work, traits);
  if (!problem) return {"-", plan_launches(work, traits)};
  const Plan plan = plan_convolution(*problem, traits);
  return {name_of(plan), std::get<LaunchPlan>(plan.geometry)};
}

Row row_of(const std::string& work, const std::string& plan, std::string launch,
           const LaunchSpec& spec) {
  Row row{work, plan, std::move(launch), launch_kernel(spec).kernel, {}, {}};
  row.source = emit_kernel(row.kernel, cuda_dialect());
  row.hash =
      fmt::format("{:016x}", content_hash(fmt::format("{}\n{}", Nvrtc::options(), row.source)));
  return row;
}

/// The launches of all plans, taps of other ranks included, in the order in which they are run.
void add_rows(const std::string& work, const DeviceTraits& traits, std::vector<Row>& rows) {
  const Chosen chosen = choose(parse_work(work), traits);
  std::string plan = chosen.plan;
  for (const LaunchPlan* launches : all_of(chosen.launches)) {
    for (const auto& [part, planned] : {std::pair{"prepare", &launches->prepare},
                                        {"set_taps", &launches->set_taps},
                                        {"run", &launches->run},
                                        {"run_unaligned", &launches->run_unaligned}})
      for (std::size_t i = 0; i < planned->size(); ++i)
        rows.push_back(row_of(work, plan,
                              fmt::format("{} {} of {}: {}", part, i + 1, planned->size(),
                                          name_of((*planned)[i].spec)),
                              (*planned)[i].spec));
    plan = chosen.plan + ", other taps";
  }
}

DeviceTraits traits_for(std::string_view architecture) {
  for (const Target& target : kTargets)
    if (target.architecture == architecture) {
      DeviceTraits traits = limited_gpu_traits(target.traits);
      traits.has_matrices = true;
      traits.has_real_matrices = has_real_matrices(architecture);
      return traits;
    }
  throw std::runtime_error(fmt::format("no table is for {}", architecture));
}

std::vector<Row> rows_of(const char* path, const DeviceTraits& traits) {
  std::ifstream list(path);
  if (!list) throw std::runtime_error(fmt::format("no file {}", path));
  std::vector<Row> rows;
  for (std::string work; std::getline(list, work);)
    if (!work.empty() && work[0] != '#') add_rows(work, traits, rows);
  return rows;
}

void print(const std::vector<Row>& rows) {
  for (const Row& row : rows)
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", row.work, row.plan, row.launch,
               fmt::join(row.kernel.grid, "x"), row.kernel.block_threads(),
               row.kernel.shared_bytes(), row.hash);
}

/// Writes the code of a kernel, and returns what is printed of it.
std::string compiled(const Row& row, const std::string& architecture, const std::string& folder) {
  const CudaBinary binary = Nvrtc::shared().compile(row.kernel.name, row.source, architecture);
  const KernelUsage usage = usage_in_log(binary.log);
  const std::string path = fmt::format("{}/{}.cubin", folder, row.hash);
  std::ofstream file(path, std::ios::binary);
  file << binary.code;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
  return fmt::format("{}\t{}\t{}\n", row.hash, usage.registers, usage.local_bytes);
}

void compile(const std::vector<Row>& rows, const std::string& architecture,
             const std::string& folder) {
  std::set<std::string> wanted{std::istream_iterator<std::string>(std::cin), {}};
  std::vector<const Row*> chosen;
  for (const Row& row : rows)
    if (wanted.erase(row.hash) > 0) chosen.push_back(&row);
  if (!wanted.empty()) throw std::runtime_error("no kernel has the hash " + *wanted.begin());
  std::vector<std::string> lines(chosen.size());
  std::vector<std::exception_ptr> failures(chosen.size());
  test::for_each_on_all_cores(chosen.size(), [&](std::size_t i) {
    try {
      lines[i] = compiled(*chosen[i], architecture, folder);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  });
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  for (const std::string& line : lines) fmt::print("{}", line);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3 || argc > 4)
      throw std::runtime_error("usage: guard_kernels LIST ARCHITECTURE [FOLDER]");
    unsetenv("FFTCORE_PLAN");
    const std::vector<Row> rows = rows_of(argv[1], traits_for(argv[2]));
    if (argc == 3)
      print(rows);
    else
      compile(rows, argv[2], argv[3]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "guard_kernels: {}\n", error.what());
    return 1;
  }
  return 0;
}
