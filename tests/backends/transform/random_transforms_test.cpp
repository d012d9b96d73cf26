// SPDX-License-Identifier: LGPL-2.1-or-later
// Random transforms of every kind and format, with ranges, batches and memory of any order, against
// their definition in long double.
#include <algorithm>
#include <array>
#include <vector>

#include "fftcore/error.h"
#include "random_draws.h"
#include "transform_run.h"

namespace random_transforms_test {

using namespace fftcore;
using namespace transforms;

namespace {

constexpr std::array kKinds = {TransformKind::c2c,  TransformKind::c2c,  TransformKind::r2c,
                               TransformKind::r2c,  TransformKind::c2r,  TransformKind::c2r,
                               TransformKind::dct1, TransformKind::dct2, TransformKind::dct3,
                               TransformKind::dct4, TransformKind::dst1, TransformKind::dst2,
                               TransformKind::dst3, TransformKind::dst4};
constexpr std::array kNumbers = {Numbers::f32, Numbers::f32, Numbers::f32,
                                 Numbers::f64, Numbers::f16, Numbers::f32_in_f64};

class RandomTransforms : public OnThisBackend, public problems::RandomDraws {
 protected:
  /// Points of an axis: of short lines most, of long ones some.
  std::int64_t extent(std::size_t axes) {
    if (axes == 1) return one_in(4) ? number(1, 3000) : number(1, 200);
    return number(1, axes == 2 ? 50 : 14);
  }

  PointRange range(std::int64_t extent) {
    return one_in(2) ? PointRange{} : PointRange{number(0, extent - 1), number(0, extent)};
  }

  /// Strides of one side: its axes lie in memory in any order, with gaps or without.
  void spread(Transform& transform, std::int64_t TransformAxis::*stride,
              const std::vector<std::int64_t>& extents) {
    struct Dim {
      TransformAxis* axis;
      std::int64_t extent;
    };
    std::vector<Dim> dims;
    for (std::size_t i = 0; i < transform.axes.size(); ++i)
      dims.push_back({&transform.axes[i], extents[i]});
    for (TransformAxis& batch : transform.batches) dims.push_back({&batch, batch.extent});
    std::shuffle(dims.begin(), dims.end(), engine());
    std::int64_t next = one_in(3) ? number(2, 4) : 1;
    for (const Dim& dim : dims) {
      dim.axis->*stride = next;
      next = next * dim.extent + (one_in(3) ? number(1, 5) : 0);
    }
  }

  /// Valid, or not.
  Transform draw() {
    Transform transform;
    transform.kind = one_of(kKinds);
    transform.numbers = one_of(kNumbers);
    if (transform.kind == TransformKind::c2c && one_in(2)) transform.direction = Direction::inverse;
    const auto axes = static_cast<std::size_t>(one_in(2) ? 1 : number(2, 3));
    for (std::size_t i = 0; i < axes; ++i) transform.axes.push_back({extent(axes)});
    for (std::int64_t i = one_in(2) ? 0 : number(1, 2); i > 0; --i)
      transform.batches.push_back({number(1, 7)});
    transform.in_place = one_in(3);
    transform.packed = one_in(6);
    transform = with_dense_strides(transform);
    if (!transform.in_place && one_in(2)) {
      spread(transform, &TransformAxis::input_stride, oracle::input_extents(transform));
      spread(transform, &TransformAxis::output_stride, oracle::output_extents(transform));
      if (one_in(2)) transform.input_offset = number(0, 9);
      if (one_in(2)) transform.output_offset = number(0, 9);
    }
    for (auto* ranges : {&transform.zero, &transform.keep})
      if (one_in(4))
        for (const std::int64_t points : ranges == &transform.zero
                                             ? oracle::input_extents(transform)
                                             : oracle::output_extents(transform))
          ranges->push_back(range(points));
    if (one_in(6)) make_planar(transform);
    transform.normalized = one_in(4);
    transform.ortho = one_in(4) && is_trigonometric(transform.kind);
    if (one_in(4)) transform.scale = 0.37;
    return transform;
  }

  /// Imaginary parts after all real ones, on sides that are complex.
  void make_planar(Transform& transform) {
    const auto end = [&](bool input) {
      std::int64_t last = 0;
      for (const std::int64_t at : offsets(transform, input)) last = std::max(last, at);
      return last + 1;
    };
    if (!is_real(transform, true)) transform.input_imaginary = end(true) + number(0, 3);
    if (!is_real(transform, false)) transform.output_imaginary = end(false) + number(0, 3);
    if (transform.in_place)
      transform.output_imaginary = transform.input_imaginary =
          std::max(transform.input_imaginary, transform.output_imaginary);
  }
};

}  // namespace

TEST_F(RandomTransforms, OfEveryKind) {
  for (int done = 0; done < count(200, 3) && !HasFailure();) {
    const Transform transform = draw();
    try {
      validate(transform);
    } catch (const InvalidArgument&) {
      continue;
    }
    ++done;
    expect_right(transform, static_cast<unsigned>(done));
  }
}

}  // namespace random_transforms_test
