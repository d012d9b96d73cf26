// SPDX-License-Identifier: LGPL-2.1-or-later
// Bundles: what is found in them, and that none of what is damaged or of others is taken.
#include "bundle.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cache_entry.h"
#include "fftcore/error.h"

namespace fftcore::bundle_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kTarget = "sm_87 shared=166912,threads=1024,units=16,cache=4194304";
const std::string kKey = "6:source\n", kContent("\177ELF\0\xff code", 11);

BundleContents contents() {
  return {{kTarget, "sm_90 shared=1,threads=1,units=1,cache=1"},
          {{kKey, kContent}, {"another key", "more code"}, {"", "of no key"}, {"empty", ""}}};
}

/// What the constructor says of it; empty where it takes it.
std::string refusal_of_bytes(const std::string& bytes) {
  try {
    Bundle{bytes};
    return {};
  } catch (const InvalidArgument& error) {
    return error.what();
  }
}

class BundleFile : public testing::Test {
 protected:
  BundleFile() {
    std::string name = (fs::temp_directory_path() / "fftcore-bundle-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
  }
  ~BundleFile() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  fs::path write(const std::string& bytes) const {
    std::ofstream(folder_ / "some.kernels", std::ios::binary) << bytes;
    return folder_ / "some.kernels";
  }
  std::string refusal(const std::string& bytes) const {
    const fs::path file = write(bytes);
    try {
      Bundle{file};
      return {};
    } catch (const FileError& error) {
      return error.what();
    }
  }

  fs::path folder_;
  const std::string whole_ = bundle_bytes(contents());
};

TEST_F(BundleFile, EntriesAreFound) {
  for (const Bundle& bundle : {Bundle(write(whole_)), Bundle(whole_)}) {
    EXPECT_EQ(bundle.targets(), contents().targets) << bundle.name();
    EXPECT_EQ(bundle.size(), 4U);
    for (const auto& [key, content] : contents().entries) EXPECT_EQ(bundle.find(key), content);
    EXPECT_EQ(bundle.find("a key that is not there"), std::nullopt);
  }
}

TEST_F(BundleFile, ThroughALink) {
  fs::create_symlink(write(whole_), folder_ / "link");
  EXPECT_EQ(Bundle(folder_ / "link").find(kKey), kContent);
}

TEST_F(BundleFile, WhatIsNoBundleIsRefused) {
  EXPECT_THAT(refusal_of_bytes(""), HasSubstr("no bundle"));
  EXPECT_THAT(refusal(std::string(1000, 'x')), HasSubstr("no bundle"));
  EXPECT_THAT(refusal(entry_text(kKey, kContent)), HasSubstr("no bundle"));
  for (const fs::path& path : {folder_ / "nothing", folder_})
    EXPECT_THROW(Bundle{path}, FileError) << path;
}

TEST_F(BundleFile, OfAnotherVersionIsRefused) {
  const std::size_t at = whole_.find("fftcore " FFTCORE_VERSION);
  ASSERT_NE(at, std::string::npos);
  // With the right checksum, as that version would write it.
  const std::string start = "fftcore bundle 1\n";
  const std::size_t head_begin = start.size() + 34;
  const std::size_t head_size = std::stoul(whole_.substr(start.size(), 16), nullptr, 16);
  std::string head = whole_.substr(head_begin, head_size);
  head.replace(8, 1, "9");
  const std::string other =
      fmt::format("{}{:016x} {:016x}\n{}{}", start, head.size(), content_hash(head), head,
                  whole_.substr(head_begin + head_size));
  for (const std::string& text : {refusal(other), refusal_of_bytes(other)})
    EXPECT_THAT(text, HasSubstr("was made by fftcore 9" + std::string(FFTCORE_VERSION).substr(1)));
}

/// In memory all is checked at once; of a file the head, and an entry when it is taken.
TEST_F(BundleFile, NoFlippedBitIsTaken) {
  for (std::size_t byte = 0; byte < whole_.size(); ++byte)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string flipped = whole_;
      flipped[byte] = static_cast<char>(static_cast<unsigned char>(flipped[byte]) ^ (1U << bit));
      ASSERT_NE(refusal_of_bytes(flipped), "") << "byte " << byte << ", bit " << bit;
      if (!refusal(flipped).empty()) continue;
      const Bundle bundle(folder_ / "some.kernels");
      int found = 0;
      for (const auto& [key, content] : contents().entries) {
        const auto taken = bundle.find(key);
        ASSERT_EQ(taken.value_or(content), content) << "byte " << byte << ", bit " << bit;
        found += taken ? 1 : 0;
      }
      ASSERT_EQ(found, 3) << "byte " << byte << ", bit " << bit;
    }
}

TEST_F(BundleFile, NoPartIsTaken) {
  for (std::size_t length = 0; length < whole_.size(); ++length) {
    ASSERT_NE(refusal(whole_.substr(0, length)), "") << length << " bytes of it";
    ASSERT_NE(refusal_of_bytes(whole_.substr(0, length)), "") << length << " bytes of it";
  }
  EXPECT_NE(refusal(whole_ + "x"), "");
  EXPECT_NE(refusal_of_bytes(whole_ + "x"), "");
}

TEST_F(BundleFile, AFileThatIsCutOrGoneLater) {
  const Bundle bundle(write(whole_));
  fs::resize_file(folder_ / "some.kernels", whole_.size() / 2);
  for (const auto& [key, content] : contents().entries)
    EXPECT_EQ(bundle.find(key).value_or(content), content);
  fs::remove(folder_ / "some.kernels");
  for (const auto& [key, content] : contents().entries) EXPECT_EQ(bundle.find(key), std::nullopt);
}

}  // namespace
}  // namespace fftcore::bundle_test
