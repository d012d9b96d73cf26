// SPDX-License-Identifier: LGPL-2.1-or-later
#include "excerpt.h"

#include <gtest/gtest.h>

namespace excerpt_test {

using namespace fftcore;
using namespace std::string_literals;

TEST(Excerpt, IsAllOfAShortText) {
  EXPECT_EQ(excerpt(""), "");
  EXPECT_EQ(excerpt(std::string(200, 'x')), std::string(200, 'x'));
}

TEST(Excerpt, SaysThatThereIsMore) {
  EXPECT_EQ(excerpt(std::string(201, 'x')), std::string(200, 'x') + "...");
}

TEST(Excerpt, KeepsCharactersWhole) {
  EXPECT_EQ(excerpt(std::string(199, 'x') + "\u00e4\u00e4"), std::string(199, 'x') + "...");
  EXPECT_EQ(excerpt(std::string(198, 'x') + "\u00e4\u00e4"), std::string(198, 'x') + "\u00e4...");
}

TEST(Message, QuotesInPartWhatIsGiven) {
  const std::string given(1000, 'x'), own(1000, 'y');
  EXPECT_EQ(message("'{}' is no {}; {} has {:3}", std::string_view(given), "size", own, 7),
            "'" + std::string(200, 'x') + "...' is no size; " + own + " has   7");
}

}  // namespace excerpt_test
