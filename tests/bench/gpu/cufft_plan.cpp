// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cufft_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fftcore/error.h"
#include "toolkit_library.h"

namespace bench {
namespace {

using CufftResult = int;

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
    const fftcore::SharedLibrary library =
        toolkit_library("cuFFT", "libcufft.so", {"12", "11"}, "libcufft-13-0");
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

void check_cufft(CufftResult result, const char* call) {
  if (result != 0) throw fftcore::Error(fmt::format("{}: cuFFT's error {}", call, result));
}

}  // namespace

CufftSide dense_side(std::vector<int> embedded) {
  int distance = 1;
  for (const int extent : embedded) distance *= extent;
  return {std::move(embedded), 1, distance};
}

std::vector<int> half_spectrum(std::vector<int> points) {
  points.back() = points.back() / 2 + 1;
  return points;
}

namespace {

/// The side that a type of transform begins with, or ends with.
CufftSide usual_side(bool is_half, std::vector<int> points, std::int64_t real_row_stride) {
  if (is_half) return dense_side(half_spectrum(std::move(points)));
  if (real_row_stride != 0) points.back() = static_cast<int>(real_row_stride);
  return dense_side(std::move(points));
}

}  // namespace

CufftPlan::CufftPlan(CufftType type, std::vector<int> points, std::int64_t batch,
                     fftcore::cuda::StreamHandle stream, std::int64_t real_row_stride)
    : CufftPlan(
          type, points, batch, stream, usual_side(type == CufftType::c2r, points, real_row_stride),
          usual_side(type == CufftType::r2c || type == CufftType::d2z, points, real_row_stride)) {}

CufftPlan::CufftPlan(CufftType type, std::vector<int> points, std::int64_t batch,
                     fftcore::cuda::StreamHandle stream, CufftSide from, CufftSide to)
    : type_(type) {
  check_cufft(
      cufft().PlanMany(&handle_, static_cast<int>(points.size()), points.data(),
                       from.embedded.data(), from.stride, from.distance, to.embedded.data(),
                       to.stride, to.distance, static_cast<int>(type), static_cast<int>(batch)),
      "cufftPlanMany");
  check_cufft(cufft().SetStream(handle_, stream), "cufftSetStream");
}

CufftPlan::~CufftPlan() {
  cufft().Destroy(handle_);
}

void CufftPlan::run(fftcore::cuda::Address from, fftcore::cuda::Address to,
                    Direction direction) const {
  const auto sign = static_cast<int>(direction);
  void* const input = reinterpret_cast<void*>(from);
  void* const output = reinterpret_cast<void*>(to);
  switch (type_) {
    case CufftType::r2c:
      return check_cufft(cufft().ExecR2C(handle_, input, output), "cufftExecR2C");
    case CufftType::c2r:
      return check_cufft(cufft().ExecC2R(handle_, input, output), "cufftExecC2R");
    case CufftType::c2c:
      return check_cufft(cufft().ExecC2C(handle_, input, output, sign), "cufftExecC2C");
    case CufftType::d2z:
      return check_cufft(cufft().ExecD2Z(handle_, input, output), "cufftExecD2Z");
    case CufftType::z2z:
      return check_cufft(cufft().ExecZ2Z(handle_, input, output, sign), "cufftExecZ2Z");
  }
}

std::string cufft_version() {
  int version = 0;
  check_cufft(cufft().GetVersion(&version), "cufftGetVersion");
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
