// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <limits>

#include <fmt/format.h>

#include "kernel_file.h"

namespace fftcore::load_text_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const Taps kTaps{{2, 3}, {1, -2.5, 3, 0.25, 5, -6}};

TEST(LoadText, SeparatorsLineEndsAndComments) {
  for (const char* text : {
           "1 -2.5 3\n0.25 5 -6\n",
           "1 -2.5 3\n0.25 5 -6",                    // no newline at the end
           "1 -2.5 3\r\n0.25 5 -6\r\n",              // CRLF
           "1 -2.5 3\r0.25 5 -6\r",                  // CR
           "\n\n1 -2.5 3\n\n \t \n0.25 5 -6\n\n\n",  // blank lines
           "# a kernel, 2 x 3\n1 -2.5 3 # top\n#\n0.25 5 -6#bottom",
           "1,-2.5,3\n0.25,5,-6\n",
           "1;-2.5;3\n0.25;5;-6\n",
           " 1 ,\t-2.5 , 3 ,\n 0.25 5\t-6;\n",  // mixed, a separator at the end
           "+1 -25e-1 3.0\n.25 5. -6.000e+00\n",
           "\xef\xbb\xbf"
           "1 -2.5 3\n0.25 5 -6\n",  // byte order mark
           "\xef\xbb\xbf# a kernel\n1 -2.5 3\n0.25 5 -6\n",
       }) {
    EXPECT_EQ(load_bytes(text), kTaps) << text;
  }
  EXPECT_EQ(load_bytes("7"), (Taps{{1, 1}, {7}}));
}

TEST(LoadText, DoublesKeepEveryBit) {
  const Taps taps{{1, 3},
                  {0.1, std::numeric_limits<double>::denorm_min(),
                   1.0 + std::numeric_limits<double>::epsilon()}};
  EXPECT_EQ(load_bytes("0.1 4.9406564584124654e-324 1.0000000000000002220446049250313"), taps);
  EXPECT_EQ(
      load_bytes("0.1000000000000000055511151231257827021181583404541015625 " + std::string("0.") +
                 std::string(323, '0') + "49406564584124654 1.000000000000000222044604925031308"),
      taps);
}

TEST(LoadText, WhatIsNoNumberIsShownWithItsLine) {
  for (const char* word :
       {"abc", "1.2.3", "0x10", "1e", "--1", "+-1", "-+1", "++1", "+", "-", "1_000", "1a", "'1'"}) {
    EXPECT_THAT(error_of_bytes("# comment\n1 2\n3 " + std::string(word) + "\n"),
                HasSubstr("line 3: \"" + std::string(word) + "\" is not a number"));
  }
  EXPECT_THAT(error_of_bytes("1\r\n2\r\nx\r\n"), HasSubstr("line 3: \"x\""));
  EXPECT_THAT(error_of_bytes("\xef\xbc\x91"), HasSubstr("\"\\xef\\xbc\\x91\" is not a number"));
  EXPECT_THAT(error_of_bytes(std::string("1\0", 2)), HasSubstr("\"1\\x00\" is not a number"));
}

TEST(LoadText, OtherFilesAreNamed) {
  for (const auto& [head, what] : {std::pair{"\x89PNG\r\n\x1a\n", "a PNG picture"},
                                   {"\xff\xd8\xff\xe0", "a JPEG picture"},
                                   {"II*", "a TIFF picture"},
                                   {"BM6", "a BMP picture"},
                                   {"GIF89a", "a GIF picture"},
                                   {"RIFFabcdWEBP", "a sound or a picture"},
                                   {"PK\3\4", "an archive, such as numpy.savez() writes"},
                                   {"\x89HDF", "an HDF5 file"}})
    EXPECT_THAT(error_of_bytes(std::string(head) + std::string(8, '\0')),
                AllOf(HasSubstr(what), HasSubstr("expected a .npy file"), HasSubstr("a row a line"),
                      HasSubstr("grey PNG and TIFF")));
  EXPECT_THAT(error_of_bytes("B"), HasSubstr("\"B\" is not a number"));
}

TEST(LoadText, EndlessNumberIsGivenUp) {
  const std::string error = error_of_bytes(std::string(1 << 20, '1'));
  EXPECT_THAT(error, HasSubstr("11...\" is not a number"));
  EXPECT_LT(error.size(), 500u);
}

TEST(LoadText, NumberBeyondADoubleIsRefused) {
  EXPECT_THAT(error_of_bytes("1\n1e999\n"),
              AllOf(HasSubstr("line 2: \"1e999\""), HasSubstr("does not fit")));
}

TEST(LoadText, ValuesMustBeFinite) {
  EXPECT_THAT(error_of_bytes("# head\n1 2\n3 nan\n"),
              AllOf(HasSubstr("nan"), HasSubstr("row 2, column 2")));
  EXPECT_THAT(error_of_bytes("1 -Inf\n"), AllOf(HasSubstr("-inf"), HasSubstr("row 1, column 2")));
  EXPECT_THAT(error_of_bytes("infinity\n"), HasSubstr("row 1, column 1"));
}

TEST(LoadText, RaggedRowsAreRefused) {
  EXPECT_THAT(error_of_bytes("# head\n1 2 3\n\n4 5\n"),
              HasSubstr("line 4 has 2 numbers; expected 3, as in line 2"));
  EXPECT_THAT(error_of_bytes("1 2\n3 4 5"),
              HasSubstr("line 2 has 3 numbers; expected 2, as in line 1"));
}

TEST(LoadText, NamesDecimalCommas) {
  for (const char* text : {"0,5 0,25\n", "1 2\n0,5\t0,25\n", "0,5;0,25\n", "1,5 2 3,5\n"})
    EXPECT_THAT(error_of_bytes(text),
                AllOf(HasSubstr("commas"), HasSubstr("decimal points"), HasSubstr("one kind")))
        << text;
  EXPECT_THAT(error_of_bytes("1 2\n0,5 0,25\n"), HasSubstr("line 2"));
}

TEST(LoadText, ColumnsOfDecimalCommasAreRefused) {
  for (const char* text : {"0,25\n0,5\n0,25\n", "0,1\n0,2", "\xef\xbb\xbf-0,25\r\n0,5\r\n-0,25\r\n",
                           "# smooth\n 0,25 # a\n\n0,50\t\n"})
    EXPECT_THAT(error_of_bytes(text),
                AllOf(HasSubstr("decimal commas are not read"), HasSubstr("expected 0.25"),
                      HasSubstr("a blank behind the comma where two columns are meant")))
        << text;
}

TEST(LoadText, ColumnsThatAreNoDecimalsAreRead) {
  const Taps expected{{2, 2}, {0, 25, 0, 5}};
  for (const char* text : {"0, 25\n0, 5\n", "0,25\n0, 5\n", "0 ,25\n0,5\n", "0;25\n0;5\n",
                           "0 25\n0 5\n", "0,25\n0,5.\n", "0,25,\n0,5,\n", "00,25\n0,5\n"})
    EXPECT_EQ(load_bytes(text), expected) << text;
  EXPECT_EQ(load_bytes("0,25\n1,5\n"), (Taps{{2, 2}, {0, 25, 1, 5}}));
  EXPECT_EQ(load_bytes("0,25\n0,-5\n"), (Taps{{2, 2}, {0, 25, 0, -5}}));
  EXPECT_EQ(load_bytes("0,25\n"), (Taps{{1, 2}, {0, 25}}));
  EXPECT_EQ(load_bytes("0,1,2\n0,3,4\n"), (Taps{{2, 3}, {0, 1, 2, 0, 3, 4}}));
  EXPECT_EQ(load_bytes("0\n0\n"), (Taps{{2, 1}, {0, 0}}));
}

TEST(LoadText, EmptyPlacesAreRefused) {
  EXPECT_THAT(error_of_bytes("1,2,3\n4,,6\n"), HasSubstr("line 2: no number before separator 2"));
  EXPECT_THAT(error_of_bytes(",1\n"), HasSubstr("line 1: no number before separator 1"));
  EXPECT_THAT(error_of_bytes("1; ;2\n"), HasSubstr("line 1: no number before separator 2"));
  EXPECT_THAT(error_of_bytes("1,2,,\n"), HasSubstr("separator 3"));
}

TEST(LoadText, SidesOutsideTheLimitAreRefused) {
  std::string row, column;
  for (int i = 0; i < 8191; ++i) {
    row += "1 ";
    column += "1\n";
  }
  const std::vector<double> ones(8191, 1);
  EXPECT_EQ(load_bytes(row), (Taps{{1, 8191}, ones}));
  EXPECT_EQ(load_bytes(column), (Taps{{8191, 1}, ones}));
  EXPECT_EQ(load_bytes(column + "\n# end\n"), (Taps{{8191, 1}, ones}));
  EXPECT_THAT(error_of_bytes(row + "1"),
              AllOf(HasSubstr("line 1 has 8192 numbers or more"), HasSubstr("at most 8191")));
  EXPECT_THAT(error_of_bytes(column + "1"),
              AllOf(HasSubstr("line 8192 begins row 8192"), HasSubstr("at most 8191")));
}

TEST(LoadText, FilesWithoutNumbersAreRefused) {
  EXPECT_THAT(error_of_bytes(""), HasSubstr("is empty"));
  EXPECT_THAT(error_of_bytes("\n \n# nothing\n"), HasSubstr("holds no numbers"));
}

TEST(LoadText, FilesThatCannotBeReadAreNamed) {
  const std::filesystem::path missing =
      std::filesystem::temp_directory_path() / "fftcore-no-such-kernel.txt";
  EXPECT_THAT(error_of(missing),
              AllOf(HasSubstr(missing.string()), HasSubstr("No such file or directory")));
  const std::filesystem::path directory = std::filesystem::temp_directory_path();
  EXPECT_THAT(error_of(directory),
              AllOf(HasSubstr(directory.string()), HasSubstr("Is a directory")));
  EXPECT_THAT(error_of("/dev/zero"), HasSubstr("a pipe or device is no file of numbers"));
  const std::filesystem::path pipe = directory / fmt::format("fftcore-pipe-{}", getpid());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(error_of(pipe), HasSubstr("a pipe or device"));  // and does not wait for a writer
  std::filesystem::remove(pipe);
  EXPECT_THAT(error_of(""), HasSubstr("No such file or directory"));
}

}  // namespace
}  // namespace fftcore::load_text_test
