// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms that GPUs are held to, by test. A GPU compiles kernels for each, so that these lists
// are shorter than the CPU's, which lie in the tests.
#pragma once

#include <string>
#include <vector>

namespace problems {

inline std::vector<std::string> transforms_of_every_length() {
  return {"c2c 1",
          "r2c 1 batch=3",
          "c2r 1",
          "c2c 2 inverse",
          "r2c 2",
          "c2r 2",
          "r2c 3",
          "c2r 3 normalized",
          "r2c 4",
          "c2r 4",
          "c2c 5",
          "r2c 7",
          "c2r 9",
          "c2c 13",
          "r2c 26",
          "c2r 26",
          "c2c 17",
          "c2c 19 inverse",
          "r2c 23",
          "c2r 29",
          "c2c 31 batch=9",
          "r2c 38",
          "c2r 62",
          "c2c 143",
          "c2c 551 inverse",
          "r2c 961",
          "c2r 1292",
          "c2c 37",
          "c2c 41 inverse normalized",
          "r2c 59 batch=9",
          "c2r 61 batch=9",
          "r2c 74",
          "c2r 106 normalized",
          "c2c 449 batch=3",
          "c2c 1021",
          "r2c 2039",
          "c2r 2039",
          "c2c 4094",
          "c2c 4099 inverse",
          "r2c 8191",
          "c2r 14002",
          "r2c 121 batch=3",
          "c2r 169",
          "c2c 243",
          "r2c 360",
          "c2r 360",
          "c2c 1000 inverse normalized",
          "c2r 1001",
          "r2c 1024",
          "c2r 2187",
          "c2c 4096",
          "r2c 8192",
          "c2r 8192 normalized"};
}

inline std::vector<std::string> transforms_of_many_axes() {
  return {"c2c 1x1",
          "r2c 1x7",
          "c2r 7x1",
          "c2c 16x16 inverse",
          "r2c 30x64",
          "c2r 30x64",
          "r2c 64x50x1",
          "c2r 23x38",
          "r2c 41x106 in-place batch=2",
          "c2r 41x106 in-place batch=2",
          "c2c 37x3x53 inverse",
          "c2c 17x19 in-place",
          "c2r 8x9x10",
          "c2c 7x11x13",
          "r2c 5x16x1",
          "c2r 5x16x1",
          "r2c 12x20 batch=5",
          "c2c 5x6 batch=2x3x4",
          "c2r 3x4x5 batch=7",
          "c2c 26 batch=100",
          "c2r 10x12 normalized",
          "c2c 4x6x8 in-place",
          "r2c 9x15 in-place batch=3",
          "c2r 9x15 in-place batch=3",
          "r2c 99 in-place batch=9",
          "c2c 13 in-place batch=70",
          "r2c 6x10x7 in-place normalized batch=2",
          "c2r 4x6x8 in-place normalized",
          "c2r 26 in-place batch=70"};
}

inline std::vector<std::string> strided_transforms_of_many_axes() {
  return {"c2c 2x3x4x5 in=1,2,6,24 out=60,20,5,1 offset=3,1",
          "r2c 2x3x4x5 batch=2 in=1,500,100,20,3 out=200,70,20,4,1",
          "c2r 2x3x4x6 zero=0:0x2:3x3:4x2:4", "r2c 4x5x6x7 zero=2:4x3:5x0:0x4:7",
          "c2c 3x4x3x4x3 zero=2:3x0:0x2:1x1:4x2:3 keep=2:1x0:0x1:2x0:3x0:2 in-place"};
}

inline std::vector<std::string> transforms_of_up_to_eight_axes() {
  std::vector<std::string> list = {"c2c 3x4x5x6 inverse",
                                   "r2c 2x3x1x5x4 normalized",
                                   "c2r 2x3x2x3x2x7 in-place",
                                   "c2c 3x2x2x3x2x2x2x5 in-place batch=2 normalized",
                                   "r2c 2x3x2x1x2x3x2x4 batch=2",
                                   "c2r 2x3x2x2x2x3x2x4 batch=2x3 f64",
                                   "dct2 3x2x4x5 f16"};
  for (const std::string& text : strided_transforms_of_many_axes()) list.push_back(text);
  return list;
}

inline std::vector<std::string> scaled_transforms() {
  return {"c2c 1 scale=-3",
          "c2c 100 inverse scale=0.3",
          "c2r 961 f64 normalized scale=-1e200",
          "r2c 16x18 normalized scale=-0.7",
          "c2r 5x6x7 in-place scale=3e-10",
          "r2c 30 f16 scale=0.01",
          "c2c 8x9 f32-in-f64 scale=3",
          "c2c 449 scale=0.1",
          "dct2 12x14 ortho scale=5",
          "dst3 9x7 inverse normalized scale=-0.2"};
}

inline std::vector<std::string> strided_transforms() {
  return {
      "c2c 100 in=3 out=2 offset=7,5",
      "c2c 12x18 in=1,12 out=20,1",  // columns contiguous on one side
      "r2c 12x18 in=1,12 out=1,15",
      "c2r 12x18 in=1,15 out=1,14",
      "c2c 6x7x8 batch=2 in=1,800,100,10 out=500,1,7,50",
      "r2c 6x7x8 batch=3 in=1,500,60,6 out=1,300,40,5",
      "c2r 6x7x8 batch=3 in=1,300,40,5 out=1,500,60,6 offset=2,3",
      "c2c 64 batch=10 in=16,1",  // overlapping inputs: frames of a spectrogram
      "r2c 64 batch=10 in=16,1",
      "r2c 36 batch=3 in=51,1 offset=1,0",  // pairs of samples that are not aligned
      "c2c 40 in-place in=5 out=5 offset=3,3",
      "r2c 9x14 in-place batch=2 in=200,20,1 out=100,10,1 offset=6,3",
      "c2r 9x14 in-place batch=2 in=100,10,1 out=200,20,1 offset=3,6",
      "r2c 35 batch=4 in=100,2 out=60,3 offset=1,9",
      "c2r 36 batch=4 in=60,3 out=100,2 offset=9,1",
      "r2c 37 batch=4 in=100,2 out=60,3 offset=1,9",
      "c2r 37 batch=4 in=60,3 out=100,2 offset=9,1",
      "c2r 74 batch=4 in=60,1 out=101,1 offset=0,1",
      "c2c 5x97 in=1,6 out=120,1",
  };
}

inline std::vector<std::string> planar_transforms() {
  return {"c2c 100 imaginary=100,130",
          "c2c 100 offset=3,7 imaginary=0,150",
          "c2c 12x18 inverse batch=3 normalized imaginary=648,700",
          "c2c 12x18 in-place imaginary=216,216",
          "r2c 12x18 imaginary=0,120",
          "c2r 12x18 imaginary=120,0",
          "c2r 5x6x7 f64 imaginary=200,0",
          "c2c 449 imaginary=449,0",
          "c2c 64 in=2 out=2 imaginary=1,1",  // pairs after all
          "r2c 37 f16 batch=3 imaginary=0,60",
          "c2c 20 batch=9 in=40,1 out=45,1 imaginary=20,20",
          "c2r 31 batch=9 in=1,9 out=40,1 imaginary=150,0",
          "c2c 40x25 f32-in-f64 imaginary=1000,1000",
          "c2c 16x20 zero=8:16x10:20 keep=2:9x0:11 imaginary=320,320"};
}

inline std::vector<std::string> padded_transforms() {
  return {"c2c 64 zero=20:64",
          "r2c 64 zero=33:64",
          "r2c 63 zero=30:63",
          "c2r 64 zero=10:33",
          "c2c 449 zero=225:449 inverse",
          "r2c 82 zero=33:82",
          "c2r 82 zero=20:42",
          "r2c 12x10x14 zero=6:12x5:10x7:14",
          "c2r 12x10x14 zero=6:12x5:10x4:8",
          "c2c 8x8x8 zero=4:8x0:0x4:8 in-place",
          "r2c 20x30 zero=10:20x15:30 in-place batch=2"};
}

inline std::vector<std::string> transforms_of_other_numbers() {
  return {"c2c 1 f64",
          "c2c 13 inverse f64",
          "r2c 1024 f64",
          "c2r 360 f64",
          "c2r 2187 f64",
          "c2c 4096 f64",
          "c2c 7x11x13 f64",
          "r2c 9x15 f64 in-place batch=3",
          "c2r 6x10x7 f64 in-place normalized",
          "r2c 36 f64 batch=3 in=51,1 offset=1,0",
          "r2c 12x10x14 f64 zero=6:12x5:10x7:14",
          "c2c 449 f64",
          "r2c 106 f64",
          "c2c 1000 f16 inverse normalized",
          "r2c 30x64 f16",
          "c2r 9x15 f16 in-place batch=3",
          "dct3 6x8x8x4x2 f16 normalized zero=1:6x1:8x1:8x1:4x1:2",
          "c2c 64 f16 batch=10 in=16,1",
          "c2c 16x16 f32-in-f64 in-place",
          "r2c 36 f32-in-f64 batch=3 in=51,1 offset=1,0",
          "c2r 12x10x14 f32-in-f64 zero=6:12x5:10x4:8"};
}

}  // namespace problems
