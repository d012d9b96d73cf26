// SPDX-License-Identifier: LGPL-2.1-or-later
#include "nvrtc.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include "compile_error.h"
#include "environment.h"

namespace fftcore {
namespace {

constexpr int kSuccess = 0;
constexpr int kCompilationFailed = 6;
// The second makes the assembler tell of registers and spills.
constexpr std::array kOptions = {"--std=c++17", "--ptxas-options=-v"};

std::vector<std::string> library_names() {
  if (const char* named = trusted_variable("FFTCORE_NVRTC")) return {named};
  std::vector<std::string> names;
  for (const char* folder : {"", "/usr/local/cuda/lib64/"})
    for (const char* name : {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"})
      names.push_back(std::string(folder) + name);
  return names;
}

}  // namespace

Nvrtc::Nvrtc()
    : library_("NVRTC", library_names(),
               "Install it (Debian: libnvrtc12; NVIDIA: cuda-nvrtc-13-0), or name the library by "
               "FFTCORE_NVRTC=/path/libnvrtc.so.13") {
#define FFTCORE_FIND(name) library_.find("nvrtc" #name, api_.name)
  FFTCORE_FIND(Version);
  FFTCORE_FIND(GetNumSupportedArchs);
  FFTCORE_FIND(GetSupportedArchs);
  FFTCORE_FIND(CreateProgram);
  FFTCORE_FIND(DestroyProgram);
  FFTCORE_FIND(CompileProgram);
  FFTCORE_FIND(GetProgramLogSize);
  FFTCORE_FIND(GetProgramLog);
  FFTCORE_FIND(GetCUBINSize);
  FFTCORE_FIND(GetCUBIN);
  FFTCORE_FIND(GetPTXSize);
  FFTCORE_FIND(GetPTX);
  FFTCORE_FIND(GetErrorString);
#undef FFTCORE_FIND
  check(api_.Version(&major_, &minor_), "nvrtcVersion");
  int count = 0;
  check(api_.GetNumSupportedArchs(&count), "nvrtcGetNumSupportedArchs");
  capabilities_.resize(static_cast<std::size_t>(count));
  check(api_.GetSupportedArchs(capabilities_.data()), "nvrtcGetSupportedArchs");
  std::sort(capabilities_.begin(), capabilities_.end());
}

const Nvrtc& Nvrtc::shared() {
  static const Nvrtc& loaded = *new Nvrtc;  // lives as long as the program
  return loaded;
}

std::string Nvrtc::version() const {
  return fmt::format("NVRTC {}.{}", major_, minor_);
}

std::string_view Nvrtc::options() {
  static const std::string text = fmt::format("{} {}", kOptions[0], kOptions[1]);
  return text;
}

std::string Nvrtc::architecture_for(int capability) const {
  const auto newer = std::upper_bound(capabilities_.begin(), capabilities_.end(), capability);
  if (newer == capabilities_.begin())
    throw BackendUnavailable(
        fmt::format("{} makes code for compute capability {}.{} and later; this GPU has {}.{}. "
                    "Name an older NVRTC by FFTCORE_NVRTC",
                    version(), capabilities_.front() / 10, capabilities_.front() % 10,
                    capability / 10, capability % 10));
  const int known = *(newer - 1);
  return fmt::format("{}_{}", known / 10 == capability / 10 ? "sm" : "compute", known);
}

void Nvrtc::check(Result result, const char* call) const {
  if (result != kSuccess) throw Error(fmt::format("{}: {}", call, api_.GetErrorString(result)));
}

std::string Nvrtc::text(Program program, Result (*size_of)(Program, std::size_t*),
                        Result (*get)(Program, char*), const char* call) const {
  std::size_t size = 0;
  check(size_of(program, &size), call);
  std::string text(size, '\0');
  check(get(program, text.data()), call);
  return text;
}

CudaBinary Nvrtc::compile(std::string_view kernel, const std::string& source,
                          const std::string& architecture) const {
  struct Owned {
    const Api& api;
    Program handle = nullptr;
    ~Owned() {
      if (handle != nullptr) api.DestroyProgram(&handle);
    }
  } program{api_};
  check(api_.CreateProgram(&program.handle, source.c_str(), fmt::format("{}.cu", kernel).c_str(), 0,
                           nullptr, nullptr),
        "nvrtcCreateProgram");
  const std::string target = "--gpu-architecture=" + architecture;
  std::vector<const char*> options(kOptions.begin(), kOptions.end());
  options.push_back(target.c_str());
  const Result result =
      api_.CompileProgram(program.handle, static_cast<int>(options.size()), options.data());
  CudaBinary binary;
  binary.log =
      text(program.handle, api_.GetProgramLogSize, api_.GetProgramLog, "nvrtcGetProgramLog");
  binary.log.resize(std::min(binary.log.size(), binary.log.find('\0')));
  if (result != kSuccess)
    throw_compile_failure(kernel, fmt::format("{} for {}", version(), architecture),
                          result == kCompilationFailed
                              ? binary.log
                              : fmt::format("{}\n{}", api_.GetErrorString(result), binary.log),
                          source);
  const bool is_virtual = architecture.starts_with("compute_");
  binary.code = is_virtual
                    ? text(program.handle, api_.GetPTXSize, api_.GetPTX, "nvrtcGetPTX")
                    : text(program.handle, api_.GetCUBINSize, api_.GetCUBIN, "nvrtcGetCUBIN");
  return binary;
}

int capability_of(std::string_view architecture) {
  int capability = 0;
  const std::string_view number =
      architecture.substr(std::min<std::size_t>(3, architecture.size()));
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), capability);
  if (!architecture.starts_with("sm_") || error != std::errc{} ||
      end != number.data() + number.size() || capability < 10 || capability > 999)
    throw InvalidArgument(
        fmt::format("'{}' is no architecture; sm_75, sm_87, sm_90, sm_121 and so on are expected",
                    architecture));
  return capability;
}

CacheKey kernel_key(std::string source, std::string architecture) {
  return {std::move(source), std::string(Nvrtc::options()), std::move(architecture), "NVRTC"};
}

std::string compiled_for(const Nvrtc& nvrtc, std::string_view kernel, const std::string& source,
                         std::string_view architecture) {
  const std::string target = [&] {
    try {
      return nvrtc.architecture_for(capability_of(architecture));
    } catch (const BackendUnavailable& too_new) {
      throw NoCompiler(too_new.what());
    }
  }();
  return nvrtc.compile(kernel, source, target).code;
}

KernelUsage usage_in_log(std::string_view log) {
  const auto number_before = [log = std::string(log)](const char* words) {
    std::smatch match;
    return std::regex_search(log, match, std::regex(fmt::format(R"((\d+) {})", words)))
               ? std::stoi(match[1])
               : 0;
  };
  const KernelUsage usage{number_before("registers"), number_before("bytes stack frame"),
                          number_before("bytes smem")};
  if (usage.registers == 0)
    throw Error(fmt::format("NVRTC's log does not tell what the kernel takes:\n{}", log));
  return usage;
}

}  // namespace fftcore
