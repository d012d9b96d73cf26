// SPDX-License-Identifier: LGPL-2.1-or-later
#include <array>
#include <string_view>
#include <utility>

#include "fftcore/error.h"
#include "fftcore/taps.h"
#include "input_file.h"
#include "npy.h"
#include "text_matrix.h"

namespace fftcore {
namespace {

using namespace std::string_view_literals;

/// How files begin that are taken for taps and are none.
constexpr std::array<std::pair<std::string_view, const char*>, 9> kOthers = {{
    {"\xff\xd8\xff"sv, "a JPEG picture"},
    {"\x89PNG"sv, "a PNG picture"},
    {"II*\0"sv, "a TIFF picture"},
    {"MM\0*"sv, "a TIFF picture"},
    {"BM"sv, "a BMP picture"},
    {"GIF8"sv, "a GIF picture"},
    {"RIFF"sv, "a sound or a picture"},
    {"PK\3\4"sv, "an archive, such as numpy.savez() writes"},
    {"\x89HDF"sv, "an HDF5 file"},
}};

void refuse_others(InputFile& file) {
  const std::string head = file.head(4);
  for (const auto& [begin, what] : kOthers)
    if (head.starts_with(begin))
      file.fail(
          "is {}; expected a .npy file of rows and columns, as numpy.save() writes it, or text "
          "with a row a line (programs and elements take grey PNG and TIFF pictures, too)",
          what);
}

TapsMatrix load(const std::filesystem::path& path, NpyTaps allowed) {
  InputFile file(path);
  const int first = file.peek();
  if (first == EOF) file.fail("is empty; expected rows of numbers, or a .npy file");
  refuse_others(file);
  TapsMatrix matrix =
      first == kNpyFirstByte ? read_npy(file, allowed) : TapsMatrix{1, {read_text_matrix(file)}};
  try {
    validate(matrix);
  } catch (const InvalidArgument& error) {
    file.fail("{}", error.what());
  }
  return matrix;
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
