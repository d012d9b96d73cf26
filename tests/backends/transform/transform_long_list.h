// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms that GPUs are held to, by test: of lines that take several launches, of ranges, packed
// ones, cosines and sines.
#pragma once

#include <string>
#include <vector>

namespace problems {

/// GPUs with small limits, as FFTCORE_TRAITS names them: long lines take them two launches; three;
/// also, indices need 64 bits, and launches count few lines.
inline constexpr const char* kLittleMemory = "48k";
inline constexpr const char* kThreeLaunches = "48k,shared=4096";
inline constexpr const char* kWideIndices = "48k,shared=4096,index=1,lines=7";

inline std::vector<std::string> packed_transforms() {
  return {"r2c 2 packed batch=3", "c2r 2 packed in-place", "c2r 6 packed in-place batch=5",
          "r2c 10 f16 packed batch=40",  // staged
          "c2r 12 f16 packed batch=40", "r2c 60 f64 packed in-place scale=-0.3",
          "c2r 62 f32-in-f64 packed batch=2x3",
          "r2c 74 packed batch=9 in=101,1 out=50,1 offset=1,0",  // chirped
          "r2c 40 packed batch=2 imaginary=0,50 offset=2,1",
          // place 0 among the others, and not
          "r2c 64 packed zero=30:50 keep=0:7", "r2c 64 packed keep=1:32", "c2r 64 packed zero=0:1",
          "c2r 64 packed zero=5:32 keep=60:9 in-place"};
}

inline std::vector<std::string> transforms_of_ranges() {
  return {"c2c 61 zero=50:11 inverse",          "c2c 64 keep=40:64 in-place batch=3",
          "c2c 61 zero=20:30 keep=50:11",       "r2c 64 zero=20:41 keep=20:4",
          "r2c 63 zero=60:5 keep=3:7 in-place", "c2r 64 zero=31:8 keep=50:4",
          "dct2 36 zero=20:4 keep=3:36",        "dst3 12 zero=6:7 keep=11:3 batch=70"};
}

inline std::vector<std::string> transforms_of_several_ranges() {
  return {"c2c 16x20 zero=3:9x15:4 keep=12:3x1:7 in-place",
          "r2c 12x10x14 zero=10:4x3:5x9:2 keep=11:1x0:10x7:2",
          "c2r 12x10x14 zero=6:12x5:10x7:3 keep=10:5x9:3x12:7 in-place",
          // one line along an axis
          "r2c 3x7x8 batch=3 zero=2:1x4:3x0:0 keep=0:0x5:6x2:3", "c2c 6x7x8 zero=3:2x0:0x0:0",
          "dct2 12x10x14 zero=6:12x5:10x7:14 keep=2:5x9:3x2:7 ortho"};
}

/// On kLittleMemory.
inline std::vector<std::string> long_transforms() {
  return {"c2c 8192 f64", "c2r 16384 batch=2 f16", "r2c 9375 f32-in-f64", "c2c 8192",
          "c2c 7000 inverse normalized batch=3", "r2c 16384", "c2r 16384 batch=2",
          "r2c 9375 zero=4000:9375", "c2r 9375", "c2c 7000 in-place",
          "r2c 16384 in-place batch=2 normalized", "c2r 16384 in-place zero=3000:8193",
          // pieces, rows or both by chirps
          "c2c 7291", "c2c 22387 inverse zero=9999:22387", "r2c 3x22387", "c2r 22387 in-place",
          "r2c 44774",
          // whole lines by chirps
          "c2c 4099", "c2c 4099x3 inverse in-place", "r2c 11062 batch=2 zero=9999:11062",
          "c2r 3x4099 normalized", "c2c 8192x3 in-place", "r2c 8192x4", "c2r 3x16384",
          "c2c 8192 in=3 out=2 offset=5,7",
          // planar
          "c2c 8192x3 imaginary=30000,25000", "r2c 16384 imaginary=0,9000",
          "c2c 7291 in-place imaginary=8000,8000"};
}

/// On kLittleMemory.
inline std::vector<std::string> long_transforms_of_ranges() {
  return {"c2c 7000x3 inverse zero=6000:1000x0:0 keep=3000:50x2:1",
          "r2c 16384 zero=9000:800 keep=8000:10",
          "c2r 16384 zero=2000:7000 keep=16000:90",
          "c2c 4099x3 zero=4000:20x1:2 keep=100:4000x2:1",
          "r2c 107x2 zero=30:90x0:0 keep=54:3x0:1",
          "dct2 7001 zero=6000:10 keep=7000:5"};
}

/// On kThreeLaunches.
inline std::vector<std::string> very_long_transforms() {
  return {"c2c 27000 zero=20000:27000 normalized",
          "c2c 13824 inverse in-place batch=2 f64",
          "r2c 30000 keep=9000:2000",
          "c2r 32768 in-place zero=9999:16385",
          "dct2 8192",
          "dst3 10000 ortho",
          "c2c 8192x9",
          "c2c 37888 inverse",
          "c2c 13824 batch=2 in=1,2 out=40000,2 offset=3,1"};
}

/// On kWideIndices.
inline std::vector<std::string> transforms_of_wide_indices() {
  return {"c2c 64 batch=9 in=16,1",
          "r2c 35 batch=4 in=100,2 out=60,3 offset=1,9",
          "r2c 36 batch=3 in=51,1 offset=1,0",
          "c2r 74 batch=4 in=60,1 out=101,1 offset=0,1",
          "c2r 36 batch=2x3 in-place",
          "c2c 37 inverse in-place batch=3",
          "c2c 17 batch=15 imaginary=300,400",
          "r2c 6x10x7 zero=2:5x0:0x4:7 keep=3:6x4:2x0:3",
          "dct1 20 batch=3",
          "dct2 16x9 batch=3",
          "dst3 12x5 in-place",
          "dct4 15x8 zero=3:9x0:0",
          "dst4 16",
          "c2c 1000 in-place batch=3",
          "r2c 1210 f64",
          "c2r 8192 zero=900:4097",
          "dct2 4320",
          "c2c 499 batch=2"};
}

/// On kWideIndices.
inline std::vector<std::string> long_packed_transforms() {
  return {"r2c 3750 packed keep=1800:20",
          "c2r 3750 packed in-place zero=1870:20",
          "r2c 4096 packed imaginary=0,4100 offset=0,3 batch=2",
          "c2r 4096 packed imaginary=2100,0",
          "r2c 8192 packed in-place",
          "r2c 818 packed normalized",
          "c2r 818 f64 packed",
          "r2c 8 packed batch=9"};
}

struct TransformCase {
  std::string traits;  ///< as FFTCORE_TRAITS names a GPU; empty: that of the run
  std::string text;
};

inline std::vector<TransformCase> transforms_by_chirps_in_many_launches() {
  return {{"48k,shared=2048,index=1", "c2c 4099 batch=2"},
          {"48k,shared=2048", "c2c 2053x3 inverse in-place normalized"},
          {"48k,shared=2048", "r2c 4106 packed zero=900:2000"},
          {"48k,shared=2048", "c2r 2x2053"},
          {"48k,shared=4096", "c2c 4099 f64"}};
}

/// Cosine and sine transforms: each length, way of scaling, and way through memory. GPUs take fewer
/// lengths, and of one kind this half of what follows, of the next that.
inline std::vector<std::string> cosine_transforms(bool on_cpu) {
  std::vector<std::string> list;
  int number = 0;
  const auto add = [&](const std::string& text) {
    if (on_cpu || number++ % 2 == 0) list.push_back(text);
  };
  for (const std::string kind : {"dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"}) {
    for (int n = kind == "dct1" ? 2 : 1; n <= (on_cpu ? 20 : 6); ++n)
      for (const char* rest : {"", " ortho", " inverse normalized f64"})
        add(kind + " " + std::to_string(n) + rest);
    for (const char* rest : {"64 batch=40",
                             "100 ortho f64",
                             "23 batch=70 ortho",
                             "127 inverse",
                             "449 f64",
                             "521 batch=17",
                             "512",
                             "513 f64",
                             "1000 inverse ortho",
                             "1001 normalized",
                             "7x12 ortho batch=3",
                             "30x64 in-place f64",
                             "5x6x7 inverse normalized",
                             "5x6x7 inverse ortho f64",
                             "4x2x9 normalized",
                             "9x10 f16 ortho",
                             "20x30 f32-in-f64 in-place",
                             "60 zero=20:60",
                             "12x10x14 zero=6:12x5:10x7:14",
                             "12x18 in=1,12 out=20,1 offset=3,4",
                             "36 batch=3 in=51,1 offset=1,0",
                             "40 in-place in=5 out=5 offset=3,3 f64",
                             "64 batch=10 in=16,1"})
      add(kind + " " + rest);
    if (kind == "dct1") continue;
    for (const char* rest : {"4x1x9", "7x1 in-place ortho", "1x5 f64", "1x1 normalized"})
      add(kind + " " + rest);
  }
  return list;
}

}  // namespace problems
