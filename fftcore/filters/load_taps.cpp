// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fftcore/error.h"
#include "fftcore/taps.h"
#include "input_file.h"
#include "npy.h"
#include "text_matrix.h"

namespace fftcore {
namespace {

TapsMatrix load(const std::filesystem::path& path, NpyTaps allowed) {
  InputFile file(path);
  const int first = file.peek();
  if (first == EOF) file.fail("is empty; expected rows of numbers, or a .npy file");
  TapsMatrix kernel =
      first == kNpyFirstByte ? read_npy(file, allowed) : TapsMatrix{1, {read_text_matrix(file)}};
  try {
    validate(kernel);
  } catch (const InvalidArgument& error) {
    file.fail("{}", error.what());
  }
  return kernel;
}

}  // namespace

Taps load_taps(const std::filesystem::path& path) {
  return std::move(load(path, NpyTaps::plain).taps.front());
}

Taps load_complex_taps(const std::filesystem::path& path) {
  return std::move(load(path, NpyTaps::complex).taps.front());
}

TapsMatrix load_taps_matrix(const std::filesystem::path& path) {
  return load(path, NpyTaps::matrix);
}

NumberArray load_npy(const std::filesystem::path& path) {
  InputFile file(path, "array file");
  return read_npy_array(file);
}

}  // namespace fftcore
