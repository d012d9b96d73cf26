// SPDX-License-Identifier: LGPL-2.1-or-later
// What is said of formulas that cannot be read: line, column, and what is expected there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "fftcore/error.h"
#include "formula.h"

namespace fftcore::formula_errors_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string error_of(std::string_view text) {
  constexpr std::array<std::string_view, 2> kNames{"fx", "f"};
  try {
    parse_formula(text, kNames);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "no error";
}

TEST(FormulaErrors, SayWhereAndWhatIsExpected) {
  struct Case {
    std::string_view text, place, what;
  };
  for (const auto& [text, place, what] : {
           Case{"", "column 1, at the end", "a number, a name, '(' or '-' is expected"},
           {"  ", "column 3, at the end", "a number, a name"},
           {"exp(", "column 5, at the end", "a number, a name"},
           {"1 + * 2", "column 5, at '* 2'", "a number, a name"},
           {"1 +\n  * 2", "line 2, column 3, at '* 2'", "a number, a name"},
           {"(1 + 2", "column 7, at the end", "')' or an operator is expected"},
           {"max(1 2)", "column 7, at '2)'", "')' or an operator is expected"},
           {"f f", "column 3, at 'f'", "an operator or the end is expected"},
           {"1 < 2 < 3", "column 7, at '< 3'", "an operator or the end is expected"},
           {"2i", "column 2, at 'i'", "an operator or the end is expected"},
           {"f & 1", "column 3, at '& 1'", "an operator or the end is expected"},
           {"f = 1", "column 3, at '= 1'", "an operator or the end is expected"},
           {"1 + gauss(f)", "column 5, at 'gauss(f)'",
            "'gauss' is no function; there are if, exp, log, sqrt"},
           {"fz + 1", "column 1, at 'fz + 1'", "'fz' is no name here; there are fx, f, pi and i"},
           {"sqrt", "column 1", "the function sqrt needs its values in brackets"},
           {"exp(1, 2)", "column 1", "exp() takes 1 value, not 2"},
           {"if(f, 2)", "column 1", "if() takes 3 values, not 2"},
           {"max()", "column 5, at ')'", "a number, a name"},
           {"1e999", "column 1", "beyond what double precision holds"},
           {"1e-999", "column 1", "beyond what double precision holds"},
           {"i < 2", "column 3", "'<' takes real numbers; abs(), re() or im()"},
           {"1 + max(i, 2)", "column 5", "'max' takes real numbers"},
           {"if(i, 1, 2)", "column 1", "'if' takes real numbers"},
           {"!i", "column 1", "'!' takes real numbers"},
       }) {
    EXPECT_THAT(error_of(text), AllOf(HasSubstr(place), HasSubstr(what))) << text;
  }
}

TEST(FormulaErrors, TextsThatAreTooLongOrTooDeep) {
  EXPECT_THAT(error_of(std::string(kMaxFormulaLength, ' ') + "1"),
              HasSubstr("4097 characters; at most 4096 are read"));
  for (const std::string open : {"(", "-", "!", "2^", "exp(", "1+(", "if(1,2,"}) {
    std::string text;
    for (std::size_t i = 0; i <= kMaxFormulaDepth; ++i) text += open;
    EXPECT_THAT(error_of(text + "1"), HasSubstr("nest more than 100 deep")) << open;
  }
}

// A message repeats what people wrote, but not pages of it.
TEST(FormulaErrors, QuoteTheBeginningOfLongTexts) {
  const std::string error = error_of(std::string(1000, '1') + " x");
  EXPECT_THAT(error, HasSubstr("111..."));
  EXPECT_LT(error.size(), 300U);
}

}  // namespace
}  // namespace fftcore::formula_errors_test
