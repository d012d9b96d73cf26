// SPDX-License-Identifier: LGPL-2.1-or-later
// Random convolutions in double precision and of complex numbers, against the direct sum. Other
// elements are beside them, in and out.
#include <algorithm>
#include <array>

#include "convolution_check.h"
#include "fftcore/error.h"
#include "random_draws.h"
#include "transform_run.h"

using namespace fftcore;

namespace {

class RandomConvolutions : public transforms::OnThisBackend, public problems::RandomDraws {
 protected:
  Extent extent(std::int64_t dimensions, std::array<std::int64_t, 3> most) {
    const std::int64_t side = most.at(static_cast<std::size_t>(dimensions - 1));
    return {dimensions > 1 ? number(1, side) : 1, number(1, side),
            dimensions > 2 ? number(1, side) : 1};
  }

  Layout layout(Element element, Extent extent, std::int64_t channels, bool is_planar,
                std::int64_t frames) {
    const std::int64_t row = is_planar ? extent.columns : extent.columns * channels,
                       stride = one_in(3) ? row + number(1, 9) : row;
    return (is_planar ? Layout::planar(element, extent, channels, stride)
                      : Layout::interleaved(element, extent, channels, stride))
        .with_frames(frames);
  }

  /// Valid, or not: `valid` may leave nothing.
  Convolution draw() {
    constexpr std::array kNew = {Element::f64, Element::c32, Element::c32, Element::c64};
    constexpr std::array kOthers = {Element::u8,  Element::f16,    Element::f32,
                                    Element::u12, Element::u16_be, Element::f64};
    const bool is_new_out = !one_in(8);
    Convolution work;
    const Element out = is_new_out ? one_of(kNew) : one_of(kOthers);
    const bool complex_out = traits_of(out).is_complex();
    const Element in = !is_new_out   ? Element::f64
                       : one_in(3)   ? one_of(kOthers)
                       : complex_out ? one_of(std::array{Element::c32, Element::c64})
                                     : Element::f64;
    const std::int64_t dimensions = number(1, 3), channels = number(1, 3);
    const bool is_planar = one_in(2);
    work.operation =
        one_of(std::array{Operation::convolve, Operation::correlate, Operation::correlate_image});
    work.edge = one_of(std::array{EdgeMode::constant, EdgeMode::replicate, EdgeMode::reflect,
                                  EdgeMode::reflect_101, EdgeMode::wrap});
    work.region = one_of(std::array{Region::same, Region::same, Region::valid, Region::full});
    work.mixing = one_in(2) ? Mixing::none
                            : one_of(std::array{Mixing::diagonal, Mixing::full, Mixing::symmetric});
    const Extent image = extent(dimensions, {300, 40, 9});
    work.taps = extent(dimensions, {60, 12, 5});
    work.filters = one_in(4) ? 3 : 1;
    const std::int64_t frames = one_in(4) ? 3 : 1;
    if (one_in(2)) work.bank = Bank::crossed;
    work.bias = one_in(4) ? 0.1F : 0;
    work.input = layout(in, image, channels, is_planar, frames);
    work.output =
        layout(out, output_extent(image, work.taps, work.region), channels, is_planar,
               work.bank == Bank::crossed ? frames * work.filters : std::max(frames, work.filters));
    if (channels > 1 && one_in(3)) work.copied_channels = 1;
    return work;
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
    const bool is_whole = !oracle::is_real(work.output.element);
    const auto taps = is_whole ? oracle::averaging_kernels(work, engine())
                               : oracle::random_kernels(work, engine());
    problems::expect_right(*executable, *queue, work, taps, is_whole ? 1.4F : -0.7F,
                           is_whole ? -20.0F : 0.1F, static_cast<unsigned>(done));
  }
}
