// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs generated kernels on a device: the first that OpenCL has, or with FFTCORE_TEST_DEVICE=cuda,
// the first GPU of CUDA.
#pragma once

#include <complex>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "device.h"
#include "generated_kernel.h"

namespace fftcore::test {

/// Null where there is none: tests are skipped then, with reason().
Device* device();
const std::string& reason();

/// Host values by parameter name. What the kernel writes is read back.
using HostBuffer = std::vector<unsigned char>;
struct HostArguments {
  std::map<std::string, HostBuffer> buffers;
  std::map<std::string, std::variant<std::int32_t, float>> scalars;
};
void run(const GeneratedKernel& stage, HostArguments& arguments);

template <class T>
HostBuffer bytes_of(const std::vector<T>& values) {
  const auto* begin = reinterpret_cast<const unsigned char*>(values.data());
  return {begin, begin + values.size() * sizeof(T)};
}
template <class T>
std::vector<T> values_of(const HostBuffer& bytes) {
  const auto* begin = reinterpret_cast<const T*>(bytes.data());
  return {begin, begin + bytes.size() / sizeof(T)};
}

/// Same numbers every time, in [-0.5, 0.5).
std::vector<std::complex<float>> random_complex(std::size_t count, unsigned seed);

/// By definition, in long double. sign -1: forward.
std::vector<std::complex<long double>> dft(const std::vector<std::complex<float>>& x, int sign);

/// ||a - b|| / ||b||.
double relative_error(const std::vector<std::complex<float>>& a,
                      const std::vector<std::complex<long double>>& b);

}  // namespace fftcore::test
