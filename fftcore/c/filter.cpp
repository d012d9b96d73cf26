// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that the library loads or makes.
#include <memory>
#include <utility>

#include "fftcore/response.h"
#include "fftcore/taps.h"
#include "guard.h"

struct fftcore_filter {
  fftcore::Taps taps;
};

using namespace fftcore;

fftcore_status fftcore_filter_load(const char* file, fftcore_filter** filter) {
  return created(filter, "the place for a filter", [&] {
    return std::unique_ptr<fftcore_filter>(
        new fftcore_filter{load_complex_taps(&object(file, "the name of a file"))});
  });
}

fftcore_status fftcore_filter_of_response(const char* formula, int64_t rows, int64_t columns,
                                          fftcore_filter** filter) {
  return created(filter, "the place for a filter", [&] {
    const FrequencyResponse response(&object(formula, "the formula of a response"));
    const bool is_any_size = rows == 0 && columns == 0;
    return std::unique_ptr<fftcore_filter>(new fftcore_filter{
        is_any_size ? taps_of(response) : taps_of(response, Extent{rows, columns})});
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
