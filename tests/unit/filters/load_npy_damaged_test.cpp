// SPDX-License-Identifier: LGPL-2.1-or-later
// Whatever is done to a .npy file, load_taps() throws FileError or returns valid taps. Most of its
// worth is under sanitizers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel_file.h"

namespace fftcore::load_npy_damaged_test {
namespace {

using ::testing::HasSubstr;

const std::string kHeader = npy_header("'<f4'", "False", "(3, 2)");
const std::string kData = little_endian_floats<float>({1, 2, 3, 4, 5, 6});

/// Anything but FileError ends the test.
bool loads(const std::string& bytes) {
  try {
    validate(load_bytes(bytes));
    return true;
  } catch (const FileError&) {
    return false;
  }
}

TEST(LoadNpyDamaged, EveryTruncationIsRefused) {
  for (const int version : {1, 2, 3}) {
    const std::string bytes = npy(kHeader, kData, version);
    ASSERT_TRUE(loads(bytes));
    for (std::size_t length = 0; length < bytes.size(); ++length)
      EXPECT_FALSE(loads(bytes.substr(0, length))) << length;
  }
}

TEST(LoadNpyDamaged, TruncationIsCalledThat) {
  const std::string bytes = npy(kHeader, kData, 2);
  EXPECT_THAT(error_of_bytes(bytes.substr(0, 5)),
              HasSubstr("ends within the magic of the .npy format (5 of 6 bytes)"));
  EXPECT_THAT(error_of_bytes(bytes.substr(0, 7)), HasSubstr("within the version"));
  EXPECT_THAT(error_of_bytes(bytes.substr(0, 11)), HasSubstr("within the header length"));
  EXPECT_THAT(error_of_bytes(bytes.substr(0, 100)), HasSubstr("within the header of"));
  EXPECT_THAT(error_of_bytes(bytes.substr(0, bytes.size() - 1)),
              HasSubstr("ends after 23 of 24 bytes of data"));
}

TEST(LoadNpyDamaged, AnyByteOfTheHeaderMayBeAnyOther) {
  const std::string bytes = npy(kHeader, kData);
  for (std::size_t at = 0; at < bytes.size() - kData.size(); ++at) {
    for (int flip = 1; flip < 256; flip = flip < 16 ? flip + 1 : flip * 2) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      EXPECT_NO_THROW(loads(damaged)) << at << ' ' << flip;
    }
  }
}

TEST(LoadNpyDamaged, AnyByteOfTheHeaderMayBeMissing) {
  const std::string bytes = npy(kHeader, kData);
  for (std::size_t at = 0; at < bytes.size() - kData.size(); ++at)
    EXPECT_NO_THROW(loads(std::string(bytes).erase(at, 1))) << at;
}

TEST(LoadNpyDamaged, GarbageInTheHeaderIsShown) {
  for (const char* header :
       {"", "{", "}", "{}", "{{}}", "garbage", "{'descr': '<f4'", "{'descr': '<f4'}",
        "{'descr' '<f4'}", "{'shape': (3, 2}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), 'more': 1}",
        "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2)} }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2) x",
        "{'descr': , 'fortran_order': False, 'shape': (3, 2)}",
        "{'descr': '<f4, 'fortran_order': False, 'shape': (3, 2)}", "{,}", "{:}", "{'descr':"}) {
    const std::string error = error_of_bytes(npy(header, kData));
    EXPECT_THAT(error, HasSubstr("the .npy header is"));
    EXPECT_THAT(error, HasSubstr(std::string(header).substr(0, 15)));
  }
  for (const char* shape : {"3", "3, 2", "[3, 2]", "(3 2)", "(a, b)", "(3, 2", "(,)", "(3,,2)",
                            "(3.0, 2)", "None", "(+3, 2)"}) {
    EXPECT_FALSE(loads(npy(npy_header("'<f4'", "False", shape), kData))) << shape;
  }
  EXPECT_THAT(error_of_bytes(npy(npy_header("'<f4'", "Maybe", "(3, 2)"), kData)),
              HasSubstr("\"Maybe\""));
}

TEST(LoadNpyDamaged, MagicVersionAndLengthAreChecked) {
  EXPECT_THAT(error_of_bytes("\x93NUMPI\x01"),
              HasSubstr("begins with \"\\x93NUMPI\"; a .npy file begins with \"\\x93NUMPY\""));
  std::string bytes = npy(kHeader, kData);
  EXPECT_THAT(error_of_bytes(bytes.substr(1)), HasSubstr("line 1: \"NUMPY"));
  bytes[6] = 4;
  EXPECT_THAT(error_of_bytes(bytes), HasSubstr(".npy format 4.0; 1.0, 2.0 and 3.0 are read"));
  bytes[6] = 1;
  bytes[7] = 1;
  EXPECT_THAT(error_of_bytes(bytes), HasSubstr(".npy format 1.1"));
  bytes[6] = char(0xff);
  EXPECT_THAT(error_of_bytes(bytes), HasSubstr(".npy format 255.1"));
  const std::string endless = std::string("\x93NUMPY\x02\0", 8) + "\xff\xff\xff\xff{'descr'";
  EXPECT_THAT(error_of_bytes(endless), HasSubstr("header of 4294967295 bytes; at most 65535"));
}

}  // namespace
}  // namespace fftcore::load_npy_damaged_test
