// SPDX-License-Identifier: LGPL-2.1-or-later
// Entries of the cache: one that is read is written the same again, byte for byte. What it holds is
// read as the plan that a device was measured to run the fastest.
#include "cache_mutator.h"
#include "tuner.h"

namespace {

const std::string& key() {
  static const std::string text =
      fftcore::CacheKey{"conv2d u8 480x640 k9x9 reflect-101 same", "", "sm_90", "nvrtc"}.text();
  return text;
}

}  // namespace

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned seed) {
  return fuzz::mutate_entry(data, size, max_size, seed, key());
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchFile file("entry");
  const std::string_view text = fuzz::text_of(data, size);
  file.write(text);
  const std::optional<std::string> content = fftcore::read_cache_entry(file.path(), key());
  if (!content) return 0;
  fuzz::require(fftcore::write_cache_entry(file.path(), key(), *content) && file.read() == text,
                "an entry that was read is written the same");
  const auto remembered = fftcore::parse_remembered(*content);
  fuzz::require(!remembered || fftcore::parse_remembered(to_string(*remembered)) == remembered,
                "a remembered plan is printed as it is read");
  return 0;
}
