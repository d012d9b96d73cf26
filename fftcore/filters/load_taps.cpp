// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/error.h"
#include "fftcore/filters.h"
#include "input_file.h"
#include "npy.h"
#include "text_matrix.h"

namespace fftcore {

Taps load_taps(const std::filesystem::path& path) {
  InputFile file(path);
  const int first = file.peek();
  if (first == EOF) file.fail("is empty; expected rows of numbers, or a .npy file");
  Taps taps = first == kNpyFirstByte ? read_npy(file) : read_text_matrix(file);
  try {
    validate(taps);
  } catch (const InvalidArgument& error) {
    file.fail("{}", error.what());
  }
  return taps;
}

}  // namespace fftcore
