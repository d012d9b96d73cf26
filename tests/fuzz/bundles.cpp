// SPDX-License-Identifier: LGPL-2.1-or-later
// Bundles of compiled kernels: as bytes in memory, all of which are checked, and as a file, whose
// entries are checked when they are read. What the bytes are taken for, the file is too.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "bundle.h"
#include "cache_entry.h"
#include "fftcore/error.h"
#include "scratch_file.h"
#include "target.h"

namespace {

constexpr std::string_view kKey = "the key";
// A mark's line, then length and checksum of the head, 16 digits each, in the next.
constexpr std::size_t kLengths = 34;

std::string whole_bundle() {
  return fftcore::bundle_bytes(
      {{"sm_87 shared=167936", "sm_90 shared=232448"},
       {{std::string(kKey), "\177ELF of a kernel"}, {"another", std::string(200, 'k')}}});
}

/// The head's length and checksum made right, once `change` was applied to it.
template <class Change>
std::string with_changed_head(std::string_view bundle, Change change) {
  const std::size_t start = bundle.find('\n') + 1 + kLengths;
  const std::size_t length =
      std::stoull(std::string(bundle.substr(start - kLengths, 16)), nullptr, 16);
  if (start + length > bundle.size()) return std::string(bundle);
  const std::string head = change(std::string(bundle.substr(start, length)));
  return fmt::format("{}{:016x} {:016x}\n{}{}", bundle.substr(0, start - kLengths), head.size(),
                     fftcore::content_hash(head), head, bundle.substr(start + length));
}

template <class Source>
std::optional<fftcore::Bundle> opened(Source source) {
  try {
    return fftcore::Bundle(std::move(source));
  } catch (const fftcore::Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string bundle(fuzz::text_of(data, size));
  if (!opened(bundle)) bundle = whole_bundle();
  bundle = with_changed_head(bundle, [&](std::string head) {
    const std::size_t length = head.size();
    head.resize(2 * length);
    head.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(head.data()), length, 2 * length));
    return head;
  });
  if (bundle.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(bundle.begin(), bundle.end(), data);
  return bundle.size();
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchFile file("bundle");
  const std::string bytes(fuzz::text_of(data, size));
  file.write(bytes);
  const auto in_memory = opened(bytes);
  const auto in_file = opened(std::filesystem::path(file.path()));
  fuzz::require(in_file || !in_memory, "what is taken as bytes is taken as a file");
  if (in_file) in_file->find(kKey);
  if (!in_memory) return 0;
  fuzz::require(in_memory->targets() == in_file->targets() &&
                    in_memory->size() == in_file->size() &&
                    in_memory->find(kKey) == in_file->find(kKey),
                "bytes and file hold the same");
  if (in_memory->size() == 0) return 0;
  std::string damaged = bytes;
  damaged.back() ^= 1;
  fuzz::require(!opened(damaged), "bytes whose last entry is damaged are refused");
  return 0;
}
