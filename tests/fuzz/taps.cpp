// SPDX-License-Identifier: LGPL-2.1-or-later
// Files of taps: what is read is valid, and the same when it is written as text and read again;
// what is not is a FileError.
#include "fftcore/taps.h"

#include <fmt/format.h>

#include <optional>

#include "fftcore/error.h"
#include "scratch_file.h"

namespace {

using fftcore::Taps, fftcore::TapsMatrix;

template <class Result>
std::optional<Result> read(Result (*load)(const std::filesystem::path&),
                           const fuzz::ScratchFile& file) {
  try {
    Result result = load(file.path());
    validate(result);
    return result;
  } catch (const fftcore::FileError&) {
    return std::nullopt;
  }
}

std::string as_text(const Taps& taps) {
  std::string text;
  for (std::size_t i = 0; i < taps.values.size(); ++i) {
    const bool ends_row = (i + 1) % static_cast<std::size_t>(taps.extent.columns) == 0;
    text += fmt::format("{}{}", taps.values[i], ends_row ? '\n' : ' ');
  }
  return text;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchFile file("taps");
  file.write(fuzz::text_of(data, size));
  const std::optional<Taps> taps = read(fftcore::load_taps, file);
  const std::optional<TapsMatrix> matrix = read(fftcore::load_taps_matrix, file);
  fuzz::require(!taps || (matrix && matrix->taps == std::vector{*taps}),
                "taps are a matrix of one channel");
  if (!taps) return 0;
  file.write(as_text(*taps));
  fuzz::require(read(fftcore::load_taps, file) == taps, "taps as text are the same taps");
  return 0;
}
