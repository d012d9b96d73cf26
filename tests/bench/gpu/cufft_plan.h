// SPDX-License-Identifier: LGPL-2.1-or-later
// cuFFT, declared anew and found at run time, as fftcore does with the driver, so that nothing is
// needed to build.
#pragma once

#include <string>
#include <vector>

#include "cuda_api.h"

namespace bench {

/// cuFFT's own numbers: single precision, and double.
enum class CufftType : int { r2c = 0x2a, c2r = 0x2c, c2c = 0x29, d2z = 0x6a, z2z = 0x69 };

/// How the real or the complex side of a batch lies, in its own elements.
struct CufftSide {
  std::vector<int> embedded;  ///< values of each axis, with gaps; the contiguous axis last
  int stride = 1;             ///< from value to value
  int distance = 0;           ///< from transform to transform
};
/// Without gaps.
CufftSide dense_side(std::vector<int> embedded);
/// Half the spectrum of so many real points: points / 2 + 1 bins of the last axis.
std::vector<int> half_spectrum(std::vector<int> points);

/// A batch of transforms. Unnormalised.
class CufftPlan {
 public:
  /// `points` of each axis, the contiguous one last. `real_row_stride`: values from row to row of
  /// the real side, 0 = no gaps; rows of half a spectrum have none. Throws BackendUnavailable where
  /// cuFFT is not installed.
  CufftPlan(CufftType type, std::vector<int> points, std::int64_t batch,
            fftcore::cuda::StreamHandle stream, std::int64_t real_row_stride = 0);
  CufftPlan(CufftType type, std::vector<int> points, std::int64_t batch,
            fftcore::cuda::StreamHandle stream, CufftSide from, CufftSide to);
  ~CufftPlan();
  CufftPlan(const CufftPlan&) = delete;
  CufftPlan& operator=(const CufftPlan&) = delete;

  /// Enqueues. Complex to complex goes either way.
  enum class Direction : int { forward = -1, inverse = 1 };
  void run(fftcore::cuda::Address from, fftcore::cuda::Address to,
           Direction direction = Direction::forward) const;

 private:
  CufftType type_;
  int handle_ = 0;
};

/// "cuFFT 12.0.0". Throws as the plan does.
std::string cufft_version();

/// Extents of factors 2, 3, 5 and 7, at least `least`, that are worth a try: the smallest even one,
/// and the smallest multiples of 16 and 128.
std::vector<int> smooth_extents(std::int64_t least);

/// True of n = 2^a 3^b 5^c 7^d.
bool is_smooth(std::int64_t n);

}  // namespace bench
