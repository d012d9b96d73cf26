// SPDX-License-Identifier: LGPL-2.1-or-later
#include "samples.h"

#include <cmath>
#include <limits>
#include <type_traits>

namespace fftcore::gst::fir {
namespace {

/// Calls `body` with a null pointer of the format's C++ type.
void with_type(SampleFormat format, auto&& body) {
  switch (format) {
    case SampleFormat::s16: return body(static_cast<std::int16_t*>(nullptr));
    case SampleFormat::s32: return body(static_cast<std::int32_t*>(nullptr));
    case SampleFormat::f32: return body(static_cast<float*>(nullptr));
    case SampleFormat::f64: return body(static_cast<double*>(nullptr));
  }
}

/// What 1 is in a format.
template <class Sample>
constexpr double one() {
  if constexpr (std::is_integral_v<Sample>)
    return -static_cast<double>(std::numeric_limits<Sample>::min());
  else
    return 1;
}

template <class Sample, class Real>
Sample to_sample(Real value) {
  if constexpr (std::is_integral_v<Sample>) {
    const Real scaled = std::nearbyint(value * static_cast<Real>(one<Sample>()));
    if (!(std::abs(scaled) < static_cast<Real>(one<Sample>()))) {
      if (std::isnan(scaled)) return 0;
      return scaled < 0 ? std::numeric_limits<Sample>::min() : std::numeric_limits<Sample>::max();
    }
    return static_cast<Sample>(scaled);
  } else {
    return static_cast<Sample>(value);
  }
}

}  // namespace

template <class Real>
void load_samples(SampleFormat format, const void* from, std::int64_t stride, std::int64_t count,
                  Real* to) {
  with_type(format, [&]<class Sample>(Sample*) {
    const auto* const samples = static_cast<const Sample*>(from);
    constexpr auto kScale = static_cast<Real>(1 / one<Sample>());
    for (std::int64_t i = 0; i < count; ++i)
      to[i] = static_cast<Real>(samples[i * stride]) * kScale;
  });
}

template <class Real>
void store_samples(SampleFormat format, const Real* from, std::int64_t count, void* to,
                   std::int64_t stride) {
  with_type(format, [&]<class Sample>(Sample*) {
    auto* const samples = static_cast<Sample*>(to);
    for (std::int64_t i = 0; i < count; ++i) samples[i * stride] = to_sample<Sample>(from[i]);
  });
}

template void load_samples(SampleFormat, const void*, std::int64_t, std::int64_t, float*);
template void load_samples(SampleFormat, const void*, std::int64_t, std::int64_t, double*);
template void store_samples(SampleFormat, const float*, std::int64_t, void*, std::int64_t);
template void store_samples(SampleFormat, const double*, std::int64_t, void*, std::int64_t);

}  // namespace fftcore::gst::fir
