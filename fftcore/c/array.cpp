// SPDX-License-Identifier: LGPL-2.1-or-later
// Arrays from files.
#include <memory>

#include "fftcore/taps.h"
#include "guard.h"

struct fftcore_array {
  fftcore::NumberArray numbers;
};

using namespace fftcore;

fftcore_status fftcore_array_load(const char* file, fftcore_array** array) {
  return created(array, "the place for an array", [&] {
    return std::unique_ptr<fftcore_array>(
        new fftcore_array{load_npy(&object(file, "the name of a file"))});
  });
}

void fftcore_array_free(fftcore_array* array) {
  freed(array);
}

fftcore_status fftcore_array_values(const fftcore_array* array, const double** values,
                                    const int64_t** shape, size_t* axes) {
  return guarded([&] {
    const NumberArray& from = object(array, "the array").numbers;
    const double*& numbers = object(values, "the place for values");
    const int64_t*& extents = object(shape, "the place for a shape");
    object(axes, "the place for the number of axes") = from.shape.size();
    numbers = from.values.data();
    extents = from.shape.data();
  });
}
