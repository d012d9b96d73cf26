// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cufft_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "fftcore/error.h"
#include "shared_library.h"

namespace bench {
namespace {

using CufftResult = int;
constexpr int kForward = -1;

struct CufftApi {
  CufftResult (*GetVersion)(int*);
  CufftResult (*PlanMany)(int*, int, int*, int*, int, int, int*, int, int, int, int);
  CufftResult (*SetStream)(int, fftcore::cuda::StreamHandle);
  CufftResult (*ExecR2C)(int, void*, void*);
  CufftResult (*ExecC2R)(int, void*, void*);
  CufftResult (*ExecC2C)(int, void*, void*, int);
  CufftResult (*ExecD2Z)(int, void*, void*);
  CufftResult (*ExecZ2Z)(int, void*, void*, int);
  CufftResult (*Destroy)(int);
};

const CufftApi& cufft() {
  static const CufftApi loaded = [] {
    std::vector<std::string> names;
    for (const char* folder : {"", "/usr/local/cuda/lib64/"})
      for (const char* name : {"libcufft.so.12", "libcufft.so.11", "libcufft.so"})
        names.push_back(std::string(folder) + name);
    const fftcore::SharedLibrary library(
        "cuFFT", names,
        "Install it (NVIDIA: libcufft-13-0), or name its folder in LD_LIBRARY_PATH");
    CufftApi api{};
    library.find("cufftGetVersion", api.GetVersion);
    library.find("cufftPlanMany", api.PlanMany);
    library.find("cufftSetStream", api.SetStream);
    library.find("cufftExecR2C", api.ExecR2C);
    library.find("cufftExecC2R", api.ExecC2R);
    library.find("cufftExecC2C", api.ExecC2C);
    library.find("cufftExecD2Z", api.ExecD2Z);
    library.find("cufftExecZ2Z", api.ExecZ2Z);
    library.find("cufftDestroy", api.Destroy);
    return api;
  }();
  return loaded;
}

void check(CufftResult result, const char* call) {
  if (result != 0) throw fftcore::Error(fmt::format("{}: cuFFT's error {}", call, result));
}

}  // namespace

CufftPlan::CufftPlan(CufftType type, std::vector<int> points, std::int64_t batch,
                     fftcore::cuda::StreamHandle stream, std::int64_t real_row_stride)
    : type_(type) {
  std::vector<int> real = points, half = points;
  real.back() = static_cast<int>(real_row_stride != 0 ? real_row_stride : points.back());
  half.back() = points.back() / 2 + 1;
  const auto count = [](const std::vector<int>& extents) {
    int product = 1;
    for (const int extent : extents) product *= extent;
    return product;
  };
  std::vector<int>& from = type == CufftType::c2r ? half : real;
  const bool halves = type == CufftType::r2c || type == CufftType::d2z;
  std::vector<int>& to = halves ? half : real;
  check(cufft().PlanMany(&handle_, static_cast<int>(points.size()), points.data(), from.data(), 1,
                         count(from), to.data(), 1, count(to), static_cast<int>(type),
                         static_cast<int>(batch)),
        "cufftPlanMany");
  check(cufft().SetStream(handle_, stream), "cufftSetStream");
}

CufftPlan::~CufftPlan() {
  cufft().Destroy(handle_);
}

void CufftPlan::run(fftcore::cuda::Address from, fftcore::cuda::Address to) const {
  void* const input = reinterpret_cast<void*>(from);
  void* const output = reinterpret_cast<void*>(to);
  switch (type_) {
    case CufftType::r2c: return check(cufft().ExecR2C(handle_, input, output), "cufftExecR2C");
    case CufftType::c2r: return check(cufft().ExecC2R(handle_, input, output), "cufftExecC2R");
    case CufftType::c2c:
      return check(cufft().ExecC2C(handle_, input, output, kForward), "cufftExecC2C");
    case CufftType::d2z: return check(cufft().ExecD2Z(handle_, input, output), "cufftExecD2Z");
    case CufftType::z2z:
      return check(cufft().ExecZ2Z(handle_, input, output, kForward), "cufftExecZ2Z");
  }
}

std::string cufft_version() {
  int version = 0;
  check(cufft().GetVersion(&version), "cufftGetVersion");
  return fmt::format("cuFFT {}.{}.{}", version / 1000, version / 100 % 10, version % 100);
}

bool is_smooth(std::int64_t n) {
  for (const int factor : {2, 3, 5, 7})
    while (n % factor == 0) n /= factor;
  return n == 1;
}

std::vector<int> smooth_extents(std::int64_t least) {
  std::vector<int> extents;
  for (const int multiple : {2, 16, 128}) {
    std::int64_t extent = (least + multiple - 1) / multiple * multiple;
    while (!is_smooth(extent)) extent += multiple;
    extents.push_back(static_cast<int>(extent));
  }
  extents.erase(std::unique(extents.begin(), extents.end()), extents.end());
  return extents;
}

}  // namespace bench
