// SPDX-License-Identifier: LGPL-2.1-or-later
// Random convolutions in double precision and of complex numbers, against the direct sum. Other
// elements are beside them, in and out.
#include <algorithm>
#include <array>

#include "convolution_check.h"
#include "fftcore/error.h"
#include "random_convolutions.h"
#include "transform_run.h"

namespace random_convolutions_test {

using namespace fftcore;

namespace {

class RandomConvolutions : public transforms::OnThisBackend,
                           public problems::RandomConvolutionDraws {
 protected:
  /// Valid, or not: `valid` may leave nothing.
  Convolution draw() {
    constexpr std::array kNew = {SampleType::f64, SampleType::complex64, SampleType::complex64,
                                 SampleType::complex128};
    constexpr std::array kOthers = {SampleType::u8,  SampleType::f16,    SampleType::f32,
                                    SampleType::u12, SampleType::u16_be, SampleType::f64};
    const bool is_new_out = !one_in(8);
    const SampleType out = is_new_out ? one_of(kNew) : one_of(kOthers);
    const bool complex_out = traits_of(out).is_complex();
    const SampleType in = !is_new_out ? SampleType::f64
                          : one_in(3) ? one_of(kOthers)
                          : complex_out
                              ? one_of(std::array{SampleType::complex64, SampleType::complex128})
                              : SampleType::f64;
    return convolution(in, out, {300, 40, 9});
  }
};

}  // namespace

TEST_F(RandomConvolutions, InDoublePrecisionAndComplex) {
  const auto queue = problems::backend().create_queue({.threads = 2});
  for (int done = 0; done < count(300, 4) && !HasFailure();) {
    const Convolution work = draw();
    try {
      validate(work);
    } catch (const InvalidArgument&) {
      continue;
    }
    ++done;
    const auto executable = problems::backend().compile(work, *queue);
    const bool is_whole = !oracle::is_real(work.output.type);
    const auto taps = is_whole ? oracle::averaging_kernels(work, engine())
                               : oracle::random_kernels(work, engine());
    problems::expect_right(*executable, *queue, work, taps, is_whole ? 1.4F : -0.7F,
                           is_whole ? -20.0F : 0.1F, static_cast<unsigned>(done));
  }
}

}  // namespace random_convolutions_test
