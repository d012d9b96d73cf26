// SPDX-License-Identifier: LGPL-2.1-or-later
// nvrtc_examples EXAMPLES.cu: FFTs in kernels of your own, compiled by NVRTC while the program
// runs. Runs each kernel, and prints how far its result is from the definition's. Without a GPU it
// only compiles, and ends with 77.
#include <dlfcn.h>
#include <nvrtc.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

#include "examples.h"

namespace {

/// The few driver functions that are needed here, found when the program runs, so that it compiles
/// kernels where there is no driver. A program of yours includes <cuda.h>.
class Driver {
 public:
  using Address = unsigned long long;

  bool is_there() const { return library_ != nullptr; }
  template <class... Arguments>
  void call(const char* name, Arguments... arguments) const {
    void* const function = dlsym(library_, name);
    if (function == nullptr) throw std::runtime_error(std::string("the driver has no ") + name);
    if (const int result = reinterpret_cast<int (*)(Arguments...)>(function)(arguments...))
      throw std::runtime_error(std::string(name) + " failed with " + std::to_string(result));
  }

 private:
  void* library_ = dlopen("libcuda.so.1", RTLD_NOW);
};

void check(nvrtcResult result, const char* call) {
  if (result != NVRTC_SUCCESS)
    throw std::runtime_error(std::string(call) + ": " + nvrtcGetErrorString(result));
}

/// PTX, which every GPU from that capability on takes.
std::string compiled(const std::string& source, int capability) {
  nvrtcProgram program = nullptr;
  check(nvrtcCreateProgram(&program, source.c_str(), "examples.cu", 0, nullptr, nullptr),
        "nvrtcCreateProgram");
  const std::string architecture = "-arch=compute_" + std::to_string(capability);
  const char* const options[] = {architecture.c_str(), "-std=c++17"};
  if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) {
    std::size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    std::string log(size, '\0');
    nvrtcGetProgramLog(program, log.data());
    throw std::runtime_error(log);
  }
  std::size_t size = 0;
  check(nvrtcGetPTXSize(program, &size), "nvrtcGetPTXSize");
  std::string ptx(size, '\0');
  check(nvrtcGetPTX(program, ptx.data()), "nvrtcGetPTX");
  nvrtcDestroyProgram(&program);
  return ptx;
}

/// A module on the first GPU. What it holds goes with the process.
class Module {
 public:
  Module(const Driver& driver, const std::string& ptx) : cuda_(driver) {
    cuda_.call("cuModuleLoadData", &module_, ptx.data());
  }

  examples::Bytes run(const examples::Example& example) {
    void* function = nullptr;
    cuda_.call("cuModuleGetFunction", &function, module_, example.kernel.c_str());
    const examples::Launch launch = examples::launch_of(example);
    Driver::Address from = filled(example.input), second = filled(example.second),
                    to = filled(examples::Bytes(example.output_bytes, 0xff));
    std::uint64_t transforms = example.transforms;
    for (int i = 0; i < example.runs; ++i) {
      if (i > 0) std::swap(from, to);
      void* arguments[] = {&from, &second, &to, &transforms};
      void* const stream = nullptr;
      void** const extra = nullptr;
      cuda_.call("cuLaunchKernel", function, launch.blocks, 1U, 1U, launch.threads_x,
                 launch.threads_y, 1U, launch.shared_bytes, stream, static_cast<void**>(arguments),
                 extra);
    }
    examples::Bytes output(example.output_bytes);
    cuda_.call("cuMemcpyDtoH_v2", static_cast<void*>(output.data()), to, output.size());
    for (const Driver::Address address : {from, second, to}) cuda_.call("cuMemFree_v2", address);
    return output;
  }

 private:
  Driver::Address filled(const examples::Bytes& bytes) {
    Driver::Address address = 0;
    cuda_.call("cuMemAlloc_v2", &address, std::max<std::size_t>(bytes.size(), 1));
    if (!bytes.empty())
      cuda_.call("cuMemcpyHtoD_v2", address, static_cast<const void*>(bytes.data()), bytes.size());
    return address;
  }

  const Driver& cuda_;
  void* module_ = nullptr;
};

int run(const std::string& source) {
  const Driver driver;
  constexpr int kOldest = 75;
  const std::string ptx = compiled(source, kOldest);
  if (!driver.is_there()) {
    std::printf("compiled; there is no GPU to run it on\n");
    return 77;
  }
  int device = 0;
  void* context = nullptr;
  driver.call("cuInit", 0U);
  driver.call("cuDeviceGet", &device, 0);
  driver.call("cuDevicePrimaryCtxRetain", &context, device);
  driver.call("cuCtxSetCurrent", context);
  Module module(driver, ptx);
  bool is_right = true;
  for (const examples::Example& example : examples::all())
    is_right = examples::report(example, module.run(example)) && is_right;
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw std::runtime_error("usage: nvrtc_examples EXAMPLES.cu");
    const std::string kernels = examples::text_of(argv[1]);
    return run(examples::sources(fftcore::Language::cuda, true) + kernels);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nvrtc_examples: %s\n", error.what());
    return 1;
  }
}
