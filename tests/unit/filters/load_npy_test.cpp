// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernel_file.h"

namespace fftcore::load_npy_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const Taps kTaps{{2, 3}, {1, -2.5, 3, 0.25, 5, -6}};
const std::vector<double> kByColumns = {1, 0.25, -2.5, 5, 3, -6};

std::string valid_npy() {
  return npy(npy_header("'<f8'", "False", "(2, 3)"), little_endian_floats<double>(kTaps.values));
}

TEST(LoadNpy, EveryVersionElementAndOrder) {
  for (const int version : {1, 2, 3}) {
    for (const bool is_fortran : {false, true}) {
      const std::vector<double>& stored = is_fortran ? kByColumns : kTaps.values;
      const std::string order = is_fortran ? "True" : "False";
      EXPECT_EQ(load_bytes(npy(npy_header("'<f4'", order, "(2, 3)"),
                               little_endian_floats<float>(stored), version)),
                kTaps);
      EXPECT_EQ(load_bytes(npy(npy_header("'<f8'", order, "(2, 3)"),
                               little_endian_floats<double>(stored), version)),
                kTaps);
    }
  }
}

TEST(LoadNpy, DoublesKeepEveryBit) {
  const Taps taps{{1, 4},
                  {0.1, std::numeric_limits<double>::denorm_min(),
                   1 + std::numeric_limits<double>::epsilon(), 1 / 3.0}};
  EXPECT_EQ(load_bytes(npy(npy_header("'<f8'", "False", "(1, 4)"),
                           little_endian_floats<double>(taps.values))),
            taps);
}

TEST(LoadNpy, ContentDecidesNotTheName) {
  EXPECT_EQ(load_bytes(valid_npy(), ".txt"), kTaps);
  EXPECT_EQ(load_bytes("1 2\n3 4\n", ".npy"), (Taps{{2, 2}, {1, 2, 3, 4}}));
}

TEST(LoadNpy, HeaderMayBeSpacedAndOrderedOtherwise) {
  const std::string data = little_endian_floats<double>(kTaps.values);
  EXPECT_EQ(load_bytes(npy("{'shape':(2,3),'fortran_order':False,'descr':'<f8'}", data)), kTaps);
  EXPECT_EQ(load_bytes(npy(
                "{ 'fortran_order' : False , 'descr' : '<f8' , 'shape' : ( 2 , 3 , ) , }", data)),
            kTaps);
}

TEST(LoadNpy, WhatFollowsTheArrayIsLeftAlone) {
  EXPECT_EQ(load_bytes(valid_npy() + valid_npy()), kTaps);
}

TEST(LoadNpy, OtherElementsAreRefusedWithTheAllowedOnes) {
  for (const char* descr : {"'<c8'", "'<f16'", "'f4'", "'|f4'", "'<i3'", "'=f4'", "'<U3'", "'|O'",
                            "'|b2'", "'<c16'", "[('x', '<f4'), ('y', '<f4')]"}) {
    EXPECT_THAT(
        error_of_bytes(npy(npy_header(descr, "False", "(2, 3)"), std::string(96, '\0'))),
        AllOf(HasSubstr(descr), HasSubstr("whole numbers of 8 to 64 bits, and floats of 16, 32"),
              HasSubstr("save ")));
  }
}

/// The bytes of each of six numbers in big-endian order.
std::string reversed_words(std::string bytes) {
  const std::size_t size = bytes.size() / 6;
  for (std::size_t at = 0; at < bytes.size(); at += size)
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
  return bytes;
}

TEST(LoadNpy, EveryNumberInBothByteOrders) {
  // 2 -3 1 / 0 -128 127, or as unsigned ones; of halves 2, -3, 1, 0, 2^-24 and 65504.
  const std::string i8("\x02\xfd\x01\x00\x80\x7f", 6);
  const std::string i16("\x02\0\xfd\xff\x01\0\0\0\x80\xff\x7f\0", 12);
  const std::string f16("\0\x40\0\xc2\0\x3c\0\0\x01\0\xff\x7b", 12);
  std::string i32, i64;
  for (std::size_t i = 0; i < 12; i += 2) {
    const std::string sign(2, static_cast<signed char>(i16[i + 1]) < 0 ? '\xff' : '\0');
    i32 += i16.substr(i, 2) + sign;
    i64 += i16.substr(i, 2) + sign + sign + sign;
  }
  const std::vector<double> whole = {2, -3, 1, 0, -128, 127};
  const auto plus = [&](double more) {
    std::vector<double> result = whole;
    for (double& value : result) value += value < 0 ? more : 0;
    return result;
  };
  struct Case {
    std::string kind;
    std::string bytes;
    std::vector<double> values;
  };
  for (const Case& one :
       {Case{"i1", i8, whole}, Case{"u1", i8, plus(256)}, Case{"b1", i8, {1, 1, 1, 0, 1, 1}},
        Case{"i2", i16, whole}, Case{"u2", i16, plus(65536)}, Case{"i4", i32, whole},
        Case{"u4", i32, plus(4294967296.0)}, Case{"i8", i64, whole},
        Case{"u8", i64, plus(18446744073709551616.0)},
        Case{"f2", f16, {2, -3, 1, 0, std::ldexp(1, -24), 65504}}}) {
    const Taps want{{2, 3}, one.values};
    EXPECT_EQ(load_bytes(npy(npy_header("'<" + one.kind + "'", "False", "(2, 3)"), one.bytes)),
              want)
        << one.kind;
    EXPECT_EQ(load_bytes(npy(npy_header("'>" + one.kind + "'", "False", "(2, 3)"),
                             reversed_words(one.bytes))),
              want)
        << one.kind;
  }
  EXPECT_EQ(load_bytes(npy(npy_header("'|u1'", "False", "(2, 3)"), i8)), (Taps{{2, 3}, plus(256)}));
  EXPECT_EQ(load_bytes(npy(npy_header("'>f8'", "False", "(2, 3)"),
                           reversed_words(little_endian_floats<double>(kTaps.values)))),
            kTaps);
  EXPECT_EQ(load_bytes(npy(npy_header("'>f4'", "False", "(2, 3)"),
                           reversed_words(little_endian_floats<float>(kTaps.values)))),
            kTaps);
  EXPECT_THAT(error_of_bytes(npy(npy_header("'<f2'", "False", "(1, 1)"), std::string("\0\x7c", 2))),
              HasSubstr("inf"));
}

TEST(LoadNpy, OtherDimensionsAreRefused) {
  const auto error = [](const char* shape) {
    return error_of_bytes(npy(npy_header("'<f8'", "False", shape), std::string(48, '\0')));
  };
  EXPECT_THAT(error("()"), HasSubstr("0 dimensions"));
  EXPECT_THAT(error("(6,)"), AllOf(HasSubstr("1 dimensions"), HasSubstr("(6,)"),
                                   HasSubstr("a.reshape(rows, columns)")));
  EXPECT_THAT(error("(1, 2, 3)"), HasSubstr("3 dimensions"));
}

TEST(LoadNpy, FourDimensionsAreAMatrixOfKernels) {
  std::vector<double> values(2 * 2 * 1 * 3);
  std::iota(values.begin(), values.end(), 1);
  const TapsMatrix want{
      2, {{{1, 3}, {1, 2, 3}}, {{1, 3}, {4, 5, 6}}, {{1, 3}, {7, 8, 9}}, {{1, 3}, {10, 11, 12}}}};
  const auto load = [](const std::string& bytes) {
    return load_taps_matrix(KernelFile(bytes).path());
  };
  EXPECT_EQ(
      load(npy(npy_header("'<f8'", "False", "(2, 2, 1, 3)"), little_endian_floats<double>(values))),
      want);
  const std::vector<double> first_axis_fastest = {1, 7, 4, 10, 2, 8, 5, 11, 3, 9, 6, 12};
  EXPECT_EQ(load(npy(npy_header("'<f4'", "True", "(2, 2, 1, 3)"),
                     little_endian_floats<float>(first_axis_fastest))),
            want);
  EXPECT_EQ(load(valid_npy()), (TapsMatrix{1, {kTaps}}));
  EXPECT_EQ(load("1 2\n3 4\n"), (TapsMatrix{1, {{{2, 2}, {1, 2, 3, 4}}}}));

  const auto error = [&](const char* shape) -> std::string {
    try {
      load(npy(npy_header("'<f8'", "False", shape), std::string(96, '\0')));
    } catch (const FileError& what) {
      return what.what();
    }
    return "loaded";
  };
  EXPECT_THAT(error("(2, 3, 2, 1)"),
              AllOf(HasSubstr("(2, 3, 2, 1)"), HasSubstr("(channels, channels, rows, columns)")));
  EXPECT_THAT(error("(17, 17, 1, 1)"), HasSubstr("1 to 16 channels"));
  EXPECT_THAT(error("(0, 0, 1, 1)"), HasSubstr("1 to 16 channels"));
  EXPECT_THAT(error("(2, 2, 0, 3)"), HasSubstr("1 to 8191"));
  EXPECT_THAT(error("(1, 2, 3)"), AllOf(HasSubstr("3 dimensions"), HasSubstr("or 4")));
  EXPECT_THAT(error_of_bytes(npy(npy_header("'<f8'", "False", "(2, 2, 1, 3)"),
                                 little_endian_floats<double>(values))),
              HasSubstr("4 dimensions"));
}

TEST(TapsMatrix, IsNormalizedByOutputChannel) {
  const TapsMatrix got = normalized(
      TapsMatrix{2, {{{1, 2}, {1, 2}}, {{1, 2}, {0, 1}}, {{1, 2}, {-1, 1}}, {{1, 2}, {0, 2}}}});
  EXPECT_EQ(
      got,
      (TapsMatrix{
          2,
          {{{1, 2}, {0.25, 0.5}}, {{1, 2}, {0, 0.25}}, {{1, 2}, {-0.5, 0.5}}, {{1, 2}, {0, 1}}}}));
  EXPECT_THROW(
      normalized(TapsMatrix{2, {{{1, 1}, {1}}, {{1, 1}, {1}}, {{1, 1}, {1}}, {{1, 1}, {-1}}}}),
      InvalidArgument);
  EXPECT_THROW(validate(TapsMatrix{2, {{{1, 1}, {1}}}}), InvalidArgument);
  EXPECT_THROW(
      validate(TapsMatrix{2, {{{1, 1}, {1}}, {{1, 1}, {1}}, {{1, 1}, {1}}, {{1, 2}, {1, 1}}}}),
      InvalidArgument);
}

TEST(LoadNpy, WhatIsNoRealNumberIsToldPlainly) {
  for (const auto& [descr, words] :
       {std::pair{"'<c16'", "these are complex: save a.real or abs(a)"},
        {"[('a', '<f4'), ('b', '<f4')]", "structures of several numbers: save one of their fields"},
        {"'|O'", "objects of Python"},
        {"'<U3'", "texts"},
        {"'<M8[s]'", "times"},
        {"'<f16'", "save a.astype('<f8')"}})
    EXPECT_THAT(error_of_bytes(npy(npy_header(descr, "False", "(1, 1)"), std::string(64, '\0'))),
                AllOf(HasSubstr(words), HasSubstr("allowed are bool, whole numbers")));
  const KernelFile longer(npy(npy_header("'<c32'", "False", "(1, 1)"), std::string(64, '\0')));
  try {
    load_complex_taps(longer.path());
    FAIL();
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("save a.astype('<c16') instead"));
  }
}

TEST(LoadNpy, SidesOutsideTheLimitAreRefused) {
  // The files end after the header: nothing may be read or allocated for what it announces.
  for (const char* shape :
       {"(0, 3)", "(3, 0)", "(-2, 3)", "(8192, 1)", "(1, 8192)", "(100000, 100000)",
        "(4294967296, 4294967296)", "(9223372036854775807, 2)", "(18446744073709551617, 1)",
        "(99999999999999999999999999, 3)"}) {
    EXPECT_THAT(error_of_bytes(npy(npy_header("'<f8'", "False", shape), "")),
                AllOf(HasSubstr(shape), HasSubstr("1 to 8191")));
  }
}

TEST(LoadNpy, LongestSidesAreLoaded) {
  const std::vector<double> ones(8191, 1);
  EXPECT_EQ(
      load_bytes(npy(npy_header("'<f4'", "False", "(8191, 1)"), little_endian_floats<float>(ones))),
      (Taps{{8191, 1}, ones}));
  EXPECT_EQ(
      load_bytes(npy(npy_header("'<f4'", "True", "(1, 8191)"), little_endian_floats<float>(ones))),
      (Taps{{1, 8191}, ones}));
}

TEST(LoadNpy, MissingDataIsRefused) {
  // Announces 512 MiB and has none.
  EXPECT_THAT(error_of_bytes(npy(npy_header("'<f8'", "False", "(8191, 8191)"), "")),
              HasSubstr("ends after 0 of 536739848 bytes"));
  const std::string bytes = valid_npy();
  EXPECT_THAT(error_of_bytes(bytes.substr(0, bytes.size() - 1)),
              HasSubstr("ends after 47 of 48 bytes"));
}

TEST(LoadNpy, ValuesMustBeFinite) {
  Taps taps = kTaps;
  taps.values[4] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(error_of_bytes(npy(npy_header("'<f8'", "False", "(2, 3)"),
                                 little_endian_floats<double>(taps.values))),
              AllOf(HasSubstr("nan"), HasSubstr("row 2, column 2")));
  std::vector<double> by_columns = kByColumns;
  by_columns[2] = -std::numeric_limits<double>::infinity();
  EXPECT_THAT(error_of_bytes(npy(npy_header("'<f4'", "True", "(2, 3)"),
                                 little_endian_floats<float>(by_columns))),
              AllOf(HasSubstr("-inf"), HasSubstr("row 1, column 2")));
}

TEST(LoadNpyArray, HasAnyShapeAndAsManyNumbersAsTheFile) {
  const auto load = [](const std::string& shape, const std::string& order, int count) {
    std::vector<double> numbers;
    for (int i = 0; i < count; ++i) numbers.push_back(i);
    return load_npy(
        KernelFile(npy(npy_header("'<f4'", order, shape), little_endian_floats<float>(numbers)))
            .path());
  };
  EXPECT_EQ(load("(3,)", "False", 3), (NumberArray{{3}, {0, 1, 2}}));
  EXPECT_EQ(load("(2, 1, 2)", "True", 4), (NumberArray{{2, 1, 2}, {0, 2, 1, 3}}));
  EXPECT_EQ(load("(20000,)", "False", 20000).values.back(), 19999);
  EXPECT_THROW(load("(20000,)", "False", 19999), FileError);
  EXPECT_THROW(load("()", "False", 1), FileError);
  EXPECT_THROW(load("(0, 2)", "False", 2), FileError);
  EXPECT_THROW(load("(65536, 65537)", "False", 2), FileError);
}

}  // namespace
}  // namespace fftcore::load_npy_test
