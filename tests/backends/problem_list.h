// SPDX-License-Identifier: LGPL-2.1-or-later
// The problems that every backend is held to: formats, sizes, edges, regions and kernels crossed so that each pair of choices meets.
#pragma once

#include <string>
#include <vector>

namespace problems {

inline std::vector<std::string> all() {
  const std::vector<std::string> formats = {"u8 ",         "u16 ",        "f32 ",        "u8>f32 ",    "f32>u8 ",
                                            "u8 3 ",       "u8 4 copy=8", "u16 2 ",      "f32 3 planar", "u8 4 planar copy=1",
                                            "u8 2 bias=128"};
  const std::vector<std::string> sizes = {"1x1", "1x37", "41x1", "17x19", "64x64", "97x101", "33x250"};
  const std::vector<std::string> kernels = {"1x1", "3x3", "2x4", "5x1", "1x6", "15x15", "31x8", "67x41"};
  const std::vector<std::string> edges = {"constant", "replicate", "reflect", "reflect-101", "wrap"};
  const std::vector<std::string> operations = {"conv2d", "corr2d"};
  std::vector<std::string> list;
  std::size_t n = 0;
  // Formats x sizes x kernels in full; the rest goes round with periods that share no factor with theirs.
  for (const auto& format : formats) {
    for (const auto& size : sizes) {
      for (const auto& kernel : kernels) {
        const auto space = format.find(' ');
        std::string rest = format.substr(space + 1), channels;
        if (!rest.empty() && rest[0] >= '2' && rest[0] <= '4') {
          channels = std::string("x") + rest[0];
          rest = rest.substr(1);
        }
        const bool copies = rest.find("copy") != std::string::npos;
        const std::string region = copies ? "same" : n % 7 < 4 ? "same" : n % 7 < 6 ? "full" : "valid";
        std::string text = operations[n % 2] + " " + format.substr(0, space) + " " + size + channels + " k" + kernel + " " + edges[n % 5] + " " + region;
        if (n % 3 == 0) text += " pitch=1100,1400";
        list.push_back(text + " " + rest);
        ++n;
      }
    }
  }
  list.push_back("corr2d u8 4x3840 k3x63 reflect-101 same");
  list.push_back("conv2d u8 480x641 k31x31 replicate same");
  list.push_back("conv2d f32 300x200 k120x90 wrap same");
  list.push_back("conv2d u8 3x2 k301x299 reflect same");
  list.push_back("corr2d u8 1x1 k63x63 wrap same");
  return list;
}

}  // namespace problems
