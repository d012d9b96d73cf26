// SPDX-License-Identifier: LGPL-2.1-or-later
// How elements spread over GPUs: the list, and who goes where.
#include <gtest/gtest.h>

#include <optional>

#include "fftcore/error.h"
#include "memory/device_share.h"

namespace fftcore::test::device_share_test {

using gst::DeviceShare, gst::parse_devices;

TEST(Devices, AreNumbersWithCommas) {
  EXPECT_EQ(parse_devices("0"), std::vector{0});
  EXPECT_EQ(parse_devices("3,0,12"), (std::vector{3, 0, 12}));
  for (const char* text :
       {",", "0,", ",1", "-1", "0,,1", "0 1", "all", "1.5", "99999999999", "0x1"})
    try {
      parse_devices(text);
      ADD_FAILURE() << text;
    } catch (const InvalidArgument& refusal) {
      EXPECT_NE(std::string(refusal.what()).find(std::string("devices=") + text + ":"),
                std::string::npos)
          << refusal.what();
    }
}

TEST(DeviceShares, GoWhereTheFewestAre) {
  const DeviceShare first({4, 5, 6}), second({4, 5, 6}), third({4, 5, 6});
  EXPECT_EQ(first.device(), 4);
  EXPECT_EQ(second.device(), 5);
  EXPECT_EQ(third.device(), 6);
  const DeviceShare of_two({6, 5});
  EXPECT_EQ(of_two.device(), 6) << "the first of those alike";
  EXPECT_EQ(DeviceShare({6, 5, 4}).device(), 5);
}

TEST(DeviceShares, EndAndMove) {
  std::optional<DeviceShare> first(std::vector{7, 8});
  DeviceShare second({7, 8});
  first.reset();
  DeviceShare third({8, 7});
  EXPECT_EQ(third.device(), 7) << "its place is free again";
  second.move_to(7);
  EXPECT_EQ(second.device(), 7);
  EXPECT_EQ(DeviceShare({7, 8}).device(), 8);
}

}  // namespace fftcore::test::device_share_test
