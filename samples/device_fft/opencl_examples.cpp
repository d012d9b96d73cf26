// SPDX-License-Identifier: LGPL-2.1-or-later
// opencl_examples EXAMPLES.cl: FFTs in kernels of your own, by OpenCL. Runs each kernel, and prints
// how far its result is from the definition's.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "examples.h"

namespace {

void check(cl_int code, const char* call) {
  if (code != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + " failed with " + std::to_string(code));
}

/// The first device, and the program on it. What it holds goes with the process.
class OpenCl {
 public:
  OpenCl() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
    cl_int code = 0;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code);
    check(code, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device_, 0, &code);
    check(code, "clCreateCommandQueue");
  }

  void build(const std::string& source) {
    cl_int code = 0;
    const char* text = source.c_str();
    program_ = clCreateProgramWithSource(context_, 1, &text, nullptr, &code);
    check(code, "clCreateProgramWithSource");
    if (clBuildProgram(program_, 1, &device_, "-cl-std=CL1.2", nullptr, nullptr) == CL_SUCCESS)
      return;
    std::string log(1U << 16U, '\0');
    clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    throw std::runtime_error(log.c_str());
  }

  bool has_halves() const {
    std::string extensions(1U << 14U, '\0');
    clGetDeviceInfo(device_, CL_DEVICE_EXTENSIONS, extensions.size(), extensions.data(), nullptr);
    return extensions.find("cl_khr_fp16") != std::string::npos;
  }

  examples::Bytes run(const examples::Example& example) {
    cl_int code = 0;
    cl_kernel kernel = clCreateKernel(program_, example.kernel.c_str(), &code);
    check(code, "clCreateKernel");
    cl_mem from = filled(example.input), to = filled(examples::Bytes(example.output_bytes, 0xff)),
           second = filled(example.second);
    const examples::Launch launch = examples::launch_of(example);
    const std::size_t local[] = {launch.threads_x, launch.threads_y};
    const std::size_t global[] = {std::size_t{launch.blocks} * launch.threads_x, launch.threads_y};
    for (int i = 0; i < example.runs; ++i) {
      if (i > 0) std::swap(from, to);
      clSetKernelArg(kernel, 0, sizeof from, &from);
      clSetKernelArg(kernel, 1, sizeof second, &second);
      clSetKernelArg(kernel, 2, sizeof to, &to);
      clSetKernelArg(kernel, 3, sizeof example.transforms, &example.transforms);
      check(clEnqueueNDRangeKernel(queue_, kernel, 2, nullptr, global, local, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    }
    examples::Bytes output(example.output_bytes);
    check(clEnqueueReadBuffer(queue_, to, CL_TRUE, 0, output.size(), output.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
    for (cl_mem buffer : {from, to, second}) clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    return output;
  }

 private:
  cl_mem filled(const examples::Bytes& bytes) {
    cl_int code = 0;
    cl_mem buffer = clCreateBuffer(context_, CL_MEM_READ_WRITE,
                                   std::max<std::size_t>(bytes.size(), 1), nullptr, &code);
    check(code, "clCreateBuffer");
    if (!bytes.empty())
      check(clEnqueueWriteBuffer(queue_, buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr,
                                 nullptr),
            "clEnqueueWriteBuffer");
    return buffer;
  }

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw std::runtime_error("usage: opencl_examples EXAMPLES.cl");
    const std::string kernels = examples::text_of(argv[1]);
    OpenCl opencl;
    opencl.build(examples::sources(fftcore::Language::opencl, opencl.has_halves()) + kernels);
    bool is_right = true;
    for (const examples::Example& example : examples::all())
      if (example.fft.numbers != fftcore::Numbers::f16 || opencl.has_halves())
        is_right = examples::report(example, opencl.run(example)) && is_right;
      else
        std::printf("%-20s this device has no halves\n", example.kernel.c_str());
    return is_right ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "opencl_examples: %s\n", error.what());
    return 1;
  }
}
