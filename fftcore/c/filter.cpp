// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that the library loads or makes.
#include <memory>
#include <vector>

#include "fftcore/filters.h"
#include "fftcore/response.h"
#include "fftcore/restoration.h"
#include "given_taps.h"
#include "named.h"

struct fftcore_filter {
  fftcore::Taps taps;
};

using namespace fftcore;

namespace {

/// Gives the caller a filter with the taps that `make` returns.
template <class Make>
fftcore_status filter_of(fftcore_filter** place, Make&& make) noexcept {
  return created(place, "the place for a filter",
                 [&] { return std::unique_ptr<fftcore_filter>(new fftcore_filter{make()}); });
}

}  // namespace

fftcore_status fftcore_filter_load(const char* file, fftcore_filter** filter) {
  return filter_of(filter, [&] { return load_complex_taps(&object(file, "the name of a file")); });
}

fftcore_status fftcore_filter_of_response(const char* formula, int64_t rows, int64_t columns,
                                          fftcore_filter** filter) {
  return filter_of(filter, [&] {
    const FrequencyResponse response(&object(formula, "the formula of a response"));
    const bool is_any_size = rows == 0 && columns == 0;
    return is_any_size ? taps_of(response) : taps_of(response, Extent{rows, columns});
  });
}

fftcore_status fftcore_filter_create(const fftcore_taps* taps, fftcore_filter** filter) {
  return filter_of(filter, [&] { return taps_of(object(taps, "the taps")); });
}

fftcore_status fftcore_filter_parametric(const char* band, const char* shape, double cutoff,
                                         double cutoff_high, int order, fftcore_filter** filter) {
  return filter_of(filter, [&] {
    return taps_of(ParametricFilter{band_named(&object(band, "the name of a band")),
                                    shape_named(&object(shape, "the name of a shape")), cutoff,
                                    cutoff_high, order});
  });
}

fftcore_status fftcore_filter_notches(const fftcore_notch* notches, size_t count,
                                      fftcore_filter** filter) {
  return filter_of(filter, [&] {
    std::vector<Notch> all;
    for (const fftcore_notch& one : several(notches, count, "the list of notches"))
      all.push_back({one.fx, one.fy, one.radius});
    return taps_of(all);
  });
}

fftcore_status fftcore_filter_motion_blur(double length, double angle, fftcore_filter** filter) {
  return filter_of(filter, [&] { return motion_blur(length, angle); });
}

fftcore_status fftcore_filter_defocus_blur(double radius, fftcore_filter** filter) {
  return filter_of(filter, [&] { return defocus_blur(radius); });
}

fftcore_status fftcore_filter_gaussian_blur(double sigma, fftcore_filter** filter) {
  return filter_of(filter, [&] { return gaussian_blur(sigma); });
}

fftcore_status fftcore_filter_restoring(const fftcore_filter* blur, const char* penalty,
                                        double lambda, fftcore_filter** filter) {
  return filter_of(filter, [&] {
    return restoring_taps(object(blur, "the blur").taps,
                          {penalty_named(&object(penalty, "the name of a penalty")), lambda});
  });
}

void fftcore_filter_free(fftcore_filter* filter) {
  delete filter;
}

fftcore_status fftcore_filter_normalize(fftcore_filter* filter) {
  return guarded([&] {
    Taps& taps = object(filter, "the filter").taps;
    taps = normalized(taps);
  });
}

fftcore_status fftcore_filter_taps(const fftcore_filter* filter, fftcore_taps* taps) {
  return guarded([&] {
    const Taps& from = object(filter, "the filter").taps;
    object(taps, "the place for taps") = {from.extent.columns, from.extent.rows, from.extent.slices,
                                          from.values.data(),
                                          from.imaginary.empty() ? nullptr : from.imaginary.data()};
  });
}
