// SPDX-License-Identifier: LGPL-2.1-or-later
// Wisdom as FFTW writes it is let through; what FFTW would end the process for is not.
#include "wisdom_text.h"

#include <fftw3.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace fftcore::wisdom_text_test {
namespace {

std::string replaced(std::string text, std::string_view part, std::string_view by) {
  const std::size_t place = text.find(part);
  EXPECT_NE(place, std::string::npos) << part;
  return text.replace(place, part.size(), by);
}

constexpr char kText[] =
    "(fftw-3.3.10 fftwf_wisdom #x9e7d4dee #xdb14fed1 #x34bf76a4 #xeb6e8fdf\n"
    "  (fftwf_codelet_r2cf_16 2 #x11bdd #x21bdd #x1ff #x0a44f60f #x462750a3 #xf1b2c043 "
    "#xffffffff)\n"
    "  (fftwf_dft_nop_register 0 #x0 #xfffff #x0 #x1 #x2 #x3 #x4)\n"
    ")\n";

TEST(WisdomText, OfFftwItselfIsTaken) {
  EXPECT_TRUE(is_wisdom_text(kText));
  std::vector<float> values(480);
  std::vector<fftwf_complex> bins(480);
  for (const int points : {7, 60, 480})
    fftwf_destroy_plan(fftwf_plan_dft_r2c_1d(points, values.data(), bins.data(), FFTW_MEASURE));
  const std::unique_ptr<char, void (*)(void*)> text(fftwf_export_wisdom_to_string(), fftwf_free);
  EXPECT_TRUE(is_wisdom_text(text.get())) << text.get();
}

TEST(WisdomText, NumbersLargerThanFftwsFieldsAreNot) {
  for (const auto& [part, by] : {std::pair{"#x11bdd", "#x100000"},
                                 {"#x21bdd", "#x1021bdd"},
                                 {"#x1ff", "#x200"},
                                 {"#xffffffff)", "#x1ffffffff)"},
                                 {" 2 ", " 2147483648 "},
                                 {"#x0a44f60f", "#xfffffffffffffffff"}})
    EXPECT_FALSE(is_wisdom_text(replaced(kText, part, by))) << by;
}

TEST(WisdomText, OtherTextIsNot) {
  const std::string text = kText;
  for (const std::string& other :
       {std::string(), std::string("("), std::string("()"), text + " ", text.substr(2),
        text.substr(0, text.size() - 2), replaced(text, "#x11bdd ", ""),
        replaced(text, "#x11bdd", "-1"), replaced(text, "#x11bdd", "#x-1"),
        replaced(text, " 2 ", " -2 "), replaced(text, "r2cf_16 ", "r2cf(16 "),
        replaced(text, "\n", " (a 0 #x100000 #x0 #x0 #x0 #x0 #x0 #x0)\n")})
    EXPECT_FALSE(is_wisdom_text(other)) << other;
}

}  // namespace
}  // namespace fftcore::wisdom_text_test
