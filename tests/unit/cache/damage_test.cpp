// SPDX-License-Identifier: LGPL-2.1-or-later
// Each kind of file that is kept, with each of its bits flipped and at each length: none of it is
// read, and the next write puts it right. What files contain is what their writers write.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <ostream>
#include <utility>

#include "cache_entry.h"
#include "kernel_cache.h"
#include "tuner.h"

namespace fftcore::damage_test {
namespace {

namespace fs = std::filesystem;

struct Kind {
  const char* name;
  std::string key, content;
};
void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.name;
}

std::string every_byte() {
  std::string text;
  for (int byte = 0; byte < 256; ++byte) text += static_cast<char>(byte);
  return text;
}

std::vector<Kind> kinds() {
  const CacheKey kernel{"__global__ void k() {}\n", "-O3", "sm_90", "NVRTC 12.0"};
  const CacheKey plan{"conv2d u8 480x640 k15x15 reflect same", "the fastest plan", "sm_90", "12.0"};
  return {{"kernel", kernel.text(), every_byte()},
          {"plan", plan.text(), to_string(Remembered{"tile, halves of rows: tiles", {1.5, 4}})},
          {"wisdom", "wisdom of fftw-3.3.10-sse2-avx\n",
           "(fftw-3.3.10 fftwf_wisdom #x3f974b2c #xa8c36a0f #xb06d2d51 #x4c5e4bd4\n"
           "  (fftwf_codelet_n1fv_64_avx2 0 #x11048 #x11048 #x0 #xaa9cb0a7 #x3ab6e2da)\n)\n"},
          {"nothing", "", ""}};
}

class Damage : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "fftcore-damage-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    file_ = folder_ / "entry";
    ASSERT_TRUE(write());
    std::ifstream stream(file_, std::ios::binary);
    whole_.assign(std::istreambuf_iterator<char>(stream), {});
    ASSERT_GT(whole_.size(), GetParam().key.size() + GetParam().content.size());
  }
  void TearDown() override { fs::remove_all(folder_); }

  bool write() const { return write_cache_entry(file_, GetParam().key, GetParam().content); }
  std::optional<std::string> read() const { return read_cache_entry(file_, GetParam().key); }
  /// In place, since a truncated file takes some disks a while.
  void overwrite(const std::string& text) const {
    std::fstream(file_, std::ios::binary | std::ios::in | std::ios::out) << text;
    if (fs::file_size(file_) != text.size()) fs::resize_file(file_, text.size());
  }
  void expect_refused_and_replaced(const std::string& what) const {
    EXPECT_EQ(read(), std::nullopt) << what;
    EXPECT_TRUE(write()) << what;
    EXPECT_EQ(read(), GetParam().content) << what;
  }

  fs::path folder_, file_;
  std::string whole_;
};

TEST_P(Damage, NoFlippedBitIsRead) {
  for (std::size_t byte = 0; byte < whole_.size(); ++byte)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string flipped = whole_;
      flipped[byte] = static_cast<char>(static_cast<unsigned char>(flipped[byte]) ^ (1U << bit));
      overwrite(flipped);
      ASSERT_EQ(read(), std::nullopt) << "byte " << byte << ", bit " << bit;
    }
  expect_refused_and_replaced("the last one");
}

TEST_P(Damage, NoPartIsRead) {
  for (std::size_t length = 0; length < whole_.size(); ++length) {
    overwrite(whole_.substr(0, length));
    ASSERT_EQ(read(), std::nullopt) << length << " bytes of it";
  }
  expect_refused_and_replaced("all but one byte");
  for (const char more : {'\0', '\n', 'x'}) {
    overwrite(whole_ + more);
    expect_refused_and_replaced("one byte more");
  }
}

TEST_P(Damage, NoBytesInAnotherOrderAreRead) {
  for (std::size_t byte = 0; byte + 1 < whole_.size(); ++byte) {
    std::string swapped = whole_;
    std::swap(swapped[byte], swapped[byte + 1]);
    if (swapped == whole_) continue;
    overwrite(swapped);
    ASSERT_EQ(read(), std::nullopt) << "bytes from " << byte << " on";
  }
  expect_refused_and_replaced("the last two");
}

INSTANTIATE_TEST_SUITE_P(Kept, Damage, testing::ValuesIn(kinds()),
                         [](const auto& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace fftcore::damage_test
