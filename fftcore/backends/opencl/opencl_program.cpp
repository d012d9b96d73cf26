// SPDX-License-Identifier: LGPL-2.1-or-later
#include "opencl_program.h"

#include "compile_error.h"

namespace fftcore::opencl {
namespace {

constexpr const char* kOptions = "-cl-std=CL1.2";

Owned<ProgramHandle> from_binary(ContextHandle context, DeviceId device,
                                 const std::string& binary) {
  const std::size_t size = binary.size();
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  Int code = kSuccess;
  Owned<ProgramHandle> program(
      api().CreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &code));
  if (code != kSuccess ||
      api().BuildProgram(program.get(), 1, &device, kOptions, nullptr, nullptr) != kSuccess)
    return nullptr;
  return program;
}

Owned<ProgramHandle> from_source(ContextHandle context, DeviceId device, const DeviceInfo& info,
                                 const std::string& kernel_name, const std::string& source) {
  const char* text = source.c_str();
  const std::size_t size = source.size();
  Int code = kSuccess;
  Owned<ProgramHandle> program(api().CreateProgramWithSource(context, 1, &text, &size, &code));
  check(code, "clCreateProgramWithSource");
  code = api().BuildProgram(program.get(), 1, &device, kOptions, nullptr, nullptr);
  if (code == kSuccess) return program;
  std::size_t log_size = 0;
  check(api().GetProgramBuildInfo(program.get(), device, kProgramBuildLog, 0, nullptr, &log_size),
        "clGetProgramBuildInfo");
  std::string log(log_size, '\0');
  check(api().GetProgramBuildInfo(program.get(), device, kProgramBuildLog, log_size, log.data(),
                                  nullptr),
        "clGetProgramBuildInfo");
  log.resize(std::min(log.size(), log.find('\0')));
  throw_compile_failure(kernel_name, info.compiler, error_name(code) + "\n" + log, source);
}

std::string binary_of(ProgramHandle program) {
  std::size_t size = 0;
  check(api().GetProgramInfo(program, kProgramBinarySizes, sizeof size, &size, nullptr),
        "clGetProgramInfo");
  std::string binary(size, '\0');
  auto* bytes = reinterpret_cast<unsigned char*>(binary.data());
  check(api().GetProgramInfo(program, kProgramBinaries, sizeof bytes, &bytes, nullptr),
        "clGetProgramInfo");
  return binary;
}

}  // namespace

Owned<ProgramHandle> build_program(ContextHandle context, DeviceId device, const DeviceInfo& info,
                                   const std::string& kernel_name, const std::string& source,
                                   KernelCache& cache) {
  const CacheKey key{source, kOptions, info.architecture, info.compiler};
  if (const auto binary = cache.find(key))
    if (Owned<ProgramHandle> program = from_binary(context, device, *binary)) return program;
  Owned<ProgramHandle> program = from_source(context, device, info, kernel_name, source);
  // Some drivers give no binary; then nothing is kept.
  if (std::string binary = binary_of(program.get()); !binary.empty())
    cache.put(key, std::move(binary));
  return program;
}

}  // namespace fftcore::opencl
