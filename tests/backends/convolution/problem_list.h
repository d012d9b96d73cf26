// SPDX-License-Identifier: LGPL-2.1-or-later
// The problems that every backend is held to: formats, sizes, edges, regions and kernels crossed so
// that each pair of choices meets.
#pragma once

#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace problems {

/// Three dimensions.
inline std::vector<std::string> volumes() {
  return {
      "conv3d f32 5x17x19 k3x3x3 reflect same",
      "corr3d f32 8x9x10 k4x2x3 constant full",
      "conv3d f32 9x12x11 k2x5x4 replicate valid pitch=13,12",
      "corr3d u8 6x20x31 k5x5x5 reflect-101 same",
      "conv3d u16 3x7x40 k7x1x9 wrap same",
      "conv3d u8 1x12x13 k3x3x3 replicate full",
      "icorr3d f32 5x12x13 k3x4x3 constant full",
      "conv3d u8 12x1x13 k3x1x5 reflect same",
      "corr3d u8>f32 7x8x9x3 k3x4x5 wrap same",
      "conv3d f32 5x6x7x3 k3x3x3 constant same planar",
      "conv3d u8 5x6x7x4 k3x3x3 reflect same skip=8",
      "conv3d f32 4x6x7 k3x3x3 reflect same frames=3",
      "conv3d f32 4x6x7 k3x2x3 wrap same filters=3",
      "conv3d f32 9x12x11x2 k3x3x3 wrap valid slice=300,200 frame=3000,1800 frames=2",
      "corr3d f32 4x6x7 k2x3x3 constant full frames=3 filters=3",
      "conv3d u8 4x6x7x2 k2x3x3 constant same skip=2 frames=2 filters=3 bank=crossed",
      "conv3d f32 4x6x7x3 k3x3x3 replicate same mix=full",
      "conv3d f32 4x6x7x3 k3x3x3 reflect same planar filters=2 mix=symmetric",
      "conv3d u8 3x6x7x4 k3x3x3 reflect same skip=4 frames=2 mix=diagonal",
      "conv3d u10-high>u16-be 4x6x7x3 k3x3x3 replicate same mix=symmetric",
      "conv3d u10-packed 4x6x7x3 k3x3x3 replicate same mix=symmetric",
      "conv3d f64 5x8x9 k3x4x3 reflect full",
      "icorr3d complex64 5x6x7x2 k3x3x2 wrap same planar filters=2",
  };
}

/// Frames, banks of kernels, and kernels that mix channels.
inline std::vector<std::string> banks() {
  std::vector<std::string> list;
  const std::vector<std::string> counts = {"", " frames=3", " filters=3", " frames=3 filters=3",
                                           " frames=3 filters=2 bank=crossed"};
  const std::vector<std::string> edges = {"constant same", "replicate full", "reflect valid",
                                          "reflect-101 same", "wrap full"};
  const std::vector<std::string> formats = {"f32 40x51x3", "u8 33x29x2",   "f32 21x60x4",
                                            "u16 35x31x3", "u8>f32 64x64", "f32 30x31x3"};
  std::size_t n = 0;
  for (const char* mix : {"", " mix=diagonal", " mix=full", " mix=symmetric"})
    for (const auto& count : counts)
      for (const auto& format : formats) {
        const std::string planar = format == "f32 30x31x3" ? " planar" : "";
        list.push_back((n % 2 == 0 ? "conv2d " : "corr2d ") + format +
                       (n % 3 == 0 ? " k5x7 " : " k6x3 ") + edges[n % 5] + planar +
                       (n % 4 == 0 ? " pitch=300,350" : "") + count + mix);
        ++n;
      }
  for (const char* text :
       {"conv2d u8 33x40x4 k5x5 reflect same skip=8 mix=full",
        "conv2d u8 20x21x33 k3x3 wrap same planar mix=diagonal skip=5",
        "conv2d f32 9x13x64 k3x4 reflect same", "conv2d f32 14x15x16 k3x3 wrap same mix=full",
        "corr2d u16 14x15x12 k3x5 reflect same mix=symmetric filters=2 skip=2560",
        "conv1d f32 500x9 k31 reflect same mix=full",
        "conv2d u8 33x40x4 k5x5 reflect same skip=1 frames=2 mix=symmetric",
        "corr2d u8 33x40x4 k5x5 reflect same planar skip=5 filters=2 mix=full",
        "conv2d u8 30x40x3 k5x5 wrap same bias=128 filters=2", "conv1d f32 1000 k31 constant full",
        "conv1d f32 3000x3 k64 reflect same mix=full", "corr1d u8 999 k999 wrap same frames=5",
        "conv1d f32 449 k449 wrap same filters=4",
        "conv2d f32 100x90x3 k31x25 wrap same mix=full frames=2",
        "conv2d f32 90x100x3 k21x35 reflect same filters=3 mix=symmetric"})
    list.push_back(text);
  return list;
}

/// Of those, each way that channels meet with each number of frames and kernels.
inline std::vector<std::string> few_banks() {
  std::vector<std::string> list;
  const std::vector<std::string> formats = {
      "f32 40x51x3 k5x7 constant same", "u8 33x29x2 k6x3 replicate full",
      "u8 21x30x4 k3x3 wrap same skip=8", "f32 30x31x3 k5x4 reflect valid planar"};
  std::size_t n = 0;
  for (const char* mix : {"", " mix=diagonal", " mix=full", " mix=symmetric"})
    for (const char* count :
         {"", " frames=3", " filters=3", " frames=3 filters=3", " frames=2 filters=3 bank=crossed"})
      list.push_back((n % 2 == 0 ? "conv2d " : "corr2d ") + formats[(n + n / 5) % formats.size()] +
                     count + mix),
          ++n;
  return list;
}

/// Whole numbers that fill a part of their words, or lie in them the other way round: each type in
/// and out, with steps that loops of the CPU know and others, copied with the bits beside them.
inline std::vector<std::string> in_parts_of_words() {
  return {"conv2d u10 33x250 k15x15 reflect-101 same", "corr2d u12 64x64x3 k3x3 replicate full",
          "conv2d u10-high 97x101x2 k5x7 reflect same pitch=240,250",
          "corr2d u12-high 41x60x3 k4x5 wrap valid planar",
          "icorr2d u16-be 40x51x2 k6x3 constant full pitch=120,130",
          "conv2d u10 33x40x4 k5x5 reflect same skip=8",
          "corr2d u12-high 21x30x4 k3x3 wrap same planar skip=5 frames=2",
          "conv2d u10-high 33x40x2 k1x3 replicate same skip=2 filters=3",
          "conv2d u12 17x19x3 k3x3 reflect same skip=4 mix=full",
          "conv2d u16-be 20x31x4 k3x5 constant same skip=1",
          "conv2d u10-high>u8 30x41 k3x3 reflect same bias=512",
          "conv2d u8>u12-high 30x41 k3x3 wrap full",
          "conv2d u16-be>u10 33x29x2 k6x3 replicate same",
          "conv2d u12>f32 1x200 k1x9 reflect-101 same",
          "conv2d f32>u16-be 7x128x2 k1x9 wrap same planar filters=2",
          "conv2d f16>u10-high 6x52 k1x10 wrap same", "conv1d u12-high 20000 k31 reflect-101 same",
          "conv2d u10-high 97x101 k15x15 replicate same precision=fast",
          "conv2d u10 60x50x2 k5x6 wrap same skip=1 precision=fast",
          // three in a word: in and out, rows that end within one, channels that are copied
          "conv2d u10-packed 33x250 k15x15 reflect-101 same",
          "corr2d u10-packed 41x60x3 k4x5 wrap valid",
          "icorr2d u10-packed 40x51x2 k6x3 constant full pitch=120,132",
          "conv2d u10-packed 33x40x4 k5x5 reflect same skip=8",
          "conv2d u10-packed 21x31x4 k3x3 wrap same skip=5 frames=2",
          "conv2d u10-packed 17x19x3 k3x3 reflect same skip=4 mix=full",
          "conv2d u10-packed>u8 30x41 k3x3 reflect same bias=512",
          "conv2d f32>u10-packed 7x128x2 k1x9 wrap same filters=2",
          "conv1d u10-packed 20000 k31 reflect-101 same",
          "conv2d u10-packed 97x101 k15x15 replicate same precision=fast"};
}

/// Doubles and complex numbers, in and out, for backends that compile kernels for each problem.
inline std::vector<std::string> few_in_double_and_complex() {
  return {"conv2d f64 33x40x4 k5x5 reflect same skip=8",
          "corr2d u8>f64 33x29x2 k6x3 replicate same bias=0.1",
          "conv2d f64>u16-be 21x30 k3x3 reflect same",
          "corr2d f64 17x19 k3x4 reflect-101 same",
          "conv1d f64 1000 k31 wrap same",
          "icorr2d complex64 40x51x2 k6x3 constant full pitch=120,130",
          "conv2d complex64 33x40x4 k5x5 reflect same skip=10",
          "corr2d complex64 17x19x3 k3x3 constant same mix=full filters=2",
          "conv2d complex64 60x50 k7x6 replicate same precision=fast",
          "corr2d u8>complex64 30x41 k3x3 reflect same bias=128",
          "icorr2d f16>complex128 17x19 k3x4 wrap same",
          "conv2d complex128>complex64 21x30 k3x3 wrap same"};
}

/// Doubles and complex numbers, in and out, beside each other and beside other types: each
/// operation, edge mode and region, ways that channels and filters meet, long lines.
inline std::vector<std::string> in_double_and_complex() {
  std::vector<std::string> list = few_in_double_and_complex();
  for (const char* text :
       {"conv2d f64 33x250 k15x15 reflect-101 same",
        "corr2d f64 41x60x3 k4x5 wrap valid planar",
        "icorr2d f64 40x51x2 k6x3 constant full pitch=120,130",
        "conv2d f64 17x19x3 k3x3 wrap same mix=full filters=2",
        "conv1d f64 12000 k501 replicate same",
        "conv2d f64>u8 30x41 k3x3 wrap full",
        "conv2d f64>f16 17x19 k3x3 reflect same",
        "conv2d f64>u10-packed 17x19 k3x3 replicate same",
        "conv2d u10-packed>f64 17x19 k3x3 replicate same",
        "conv2d f64>f32 21x30x2 k3x3 constant same frames=2",
        "conv2d complex64 33x250 k15x15 reflect-101 same",
        "corr2d complex64 41x60x3 k4x5 wrap valid planar",
        "conv2d complex64 97x101 k67x41 wrap same",
        "conv2d complex64 17x19x3 k3x4 replicate same mix=symmetric frames=2",
        "conv2d complex64 20x21x3 k3x3 wrap same mix=diagonal frames=2 filters=2",
        "corr1d complex64 1000 k31 wrap same filters=3",
        "icorr1d complex64 1000 k31 replicate full",
        "conv1d complex64 20000 k501 reflect same",
        "conv2d complex64 33x40 k1x9 constant same bias=0.25",
        "conv2d f32>complex64 33x29x2 k6x3 replicate same",
        "corr2d u10-packed>complex64 17x19 k3x3 replicate same",
        "conv2d complex128 33x40x2 k5x6 reflect-101 same planar",
        "corr2d complex128 33x40 k5x6 constant full",
        "icorr2d complex128 33x40 k31x8 wrap same",
        "conv2d complex128 21x30x3 k3x3 replicate same skip=1",
        "conv1d complex128 9000 k31 wrap same",
        "conv2d complex64>complex128 21x30 k3x3 reflect same",
        "corr2d f64>complex64 17x19 k5x4 reflect same"})
    list.push_back(text);
  return list;
}

/// Images.
inline std::vector<std::string> images() {
  const std::vector<std::string> formats = {
      "u8 ",           "u16 ",        "f32 ",       "u8>f32 ",      "f32>u8 ",
      "u8 3 ",         "u8 4 skip=8", "u16 2 ",     "f32 3 planar", "u8 4 planar skip=1",
      "u8 2 bias=128", "f16 ",        "f16>f32 2 ", "u8>f16 3 "};
  const std::vector<std::string> sizes = {"1x1",   "1x37",   "41x1",  "17x19",
                                          "64x64", "97x101", "33x250"};
  const std::vector<std::string> kernels = {"1x1", "3x3",   "2x4",  "5x1",
                                            "1x6", "15x15", "31x8", "67x41"};
  const std::vector<std::string> edges = {"constant", "replicate", "reflect", "reflect-101",
                                          "wrap"};
  const std::vector<std::string> operations = {"conv2d", "corr2d", "icorr2d"};
  std::vector<std::string> list;
  std::size_t n = 0;
  // Formats x sizes x kernels in full; the rest goes round with periods that share no factor with
  // theirs.
  for (const auto& format : formats) {
    for (const auto& size : sizes) {
      for (const auto& kernel : kernels) {
        const auto space = format.find(' ');
        std::string rest = format.substr(space + 1), channels;
        if (!rest.empty() && rest[0] >= '2' && rest[0] <= '4') {
          channels = std::string("x") + rest[0];
          rest = rest.substr(1);
        }
        const bool copies = rest.find("skip") != std::string::npos;
        const std::string region = copies      ? "same"
                                   : n % 7 < 4 ? "same"
                                   : n % 7 < 6 ? "full"
                                               : "valid";
        std::string text = operations[copies ? n % 2 : n % 3] + " " + format.substr(0, space) +
                           " " + size + channels + " k" + kernel + " " + edges[n % 5] + " " +
                           region;
        if (n % 11 < 4) text += " pitch=1100,1400";
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

/// Results beyond half precision here and there, which become infinite.
constexpr const char* kOverflows = "corr2d u16>f16 19x22x2 k5x5 replicate same";

inline std::vector<std::string> all() {
  std::vector<std::string> list = images();
  for (const auto& more : {in_parts_of_words(), in_double_and_complex(), banks(), volumes()})
    list.insert(list.end(), more.begin(), more.end());
  list.push_back(kOverflows);
  return list;
}

/// Fewer of them, in which every two words that meet in a problem of small sizes meet somewhere.
inline std::vector<std::string> pairwise() {
  const std::set<std::string> sizes = {"1x37", "41x1", "17x19", "33x250"},
                              kernels = {"k1x1", "k3x3", "k2x4", "k15x15", "k67x41"};
  using Pairs = std::set<std::pair<std::string, std::string>>;
  const auto pairs_of = [](const std::string& text) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; stream >> word;) words.push_back(word);
    // channels go with the format
    words[2] = words[2].substr(0, words[2].find('x', words[2].find('x') + 1));
    Pairs pairs;
    for (std::size_t i = 0; i < words.size(); ++i)
      for (std::size_t j = i + 1; j < words.size(); ++j) pairs.insert({words[i], words[j]});
    return pairs;
  };
  std::vector<std::string> candidates;
  for (const auto& text : images()) {
    std::istringstream stream(text);
    std::string operation, element, size, kernel;
    stream >> operation >> element >> size >> kernel;
    size = size.substr(0, size.find('x', size.find('x') + 1));
    if (sizes.count(size) != 0 && kernels.count(kernel) != 0 &&
        text.find(" valid") == std::string::npos)
      candidates.push_back(text);
  }
  std::vector<std::string> chosen = {"conv2d u8 97x101 k15x15 reflect valid"};
  Pairs covered;
  while (true) {
    std::size_t most = 0;
    const std::string* best = nullptr;
    for (const auto& text : candidates) {
      std::size_t fresh = 0;
      for (const auto& pair : pairs_of(text)) fresh += covered.count(pair) == 0 ? 1 : 0;
      if (fresh > most) {
        most = fresh;
        best = &text;
      }
    }
    if (best == nullptr) return chosen;
    covered.merge(pairs_of(*best));
    chosen.push_back(*best);
  }
}

/// Those that GPUs do in tiles, long to compile: sizes around one tile and more, each edge mode,
/// halves both ways.
inline std::vector<std::string> in_tiles() {
  return {"conv2d u8 150x170 k15x15 replicate same", "corr2d f32 60x50x2 k5x6 wrap full",
          "conv2d u16 97x101x3 k31x8 reflect valid pitch=400,350",
          "conv2d u8 70x64x4 k3x3 reflect-101 same skip=8",
          "icorr2d f16>f32 64x65 k4x5 constant full", "conv2d u8 41x1 k5x1 replicate same",
          "conv2d f32 3x200 k3x15 constant same frames=3",
          "corr2d u8 33x40x2 k7x9 wrap same bias=128",
          "conv2d f32 80x90x2 k9x9 reflect same frames=2 filters=2 mix=diagonal",
          "conv2d u8 130x140 k9x9 wrap same precision=fast",
          "conv2d u12-high 70x64x4 k3x3 reflect-101 same skip=8",
          "conv2d u10>u16-be 60x50 k5x6 wrap same",
          "conv2d u10-packed 70x64x4 k3x3 reflect-101 same skip=8",
          "conv2d complex64 70x64x4 k5x3 reflect-101 same skip=8",
          "icorr2d f32>complex64 97x130 k9x9 constant full frames=2",
          // several filters of a frame, in one group and in several
          "conv2d f32 150x170 k31x31 reflect same filters=12",
          "conv2d u8 70x64x4 k3x3 reflect-101 same skip=8 frames=2 filters=3 bank=crossed",
          "corr2d complex64 64x60x2 k25x23 wrap same filters=4 mix=diagonal"};
}

/// In Precision::fast: each sample type, edge mode and region, ways that kernels and channels
/// meet, one to three dimensions, long lines.
inline std::vector<std::string> in_halves() {
  std::vector<std::string> list;
  for (const char* text :
       {"conv2d u8 97x101 k15x15 replicate same", "corr2d f32 60x50x2 k5x6 wrap full pitch=120,130",
        "conv2d f16 64x65 k4x5 constant valid", "icorr2d f16>f32 33x40 k7x9 reflect same",
        "conv2d u8>f32 120x90 k31x8 reflect-101 same",
        "corr2d f32>u8 41x60x3 k3x3 wrap same planar",
        "conv2d u8 33x40x4 k5x5 reflect same skip=8 filters=3",
        "conv2d f32 40x51x3 k5x7 constant same frames=2 mix=full",
        "conv2d u8 30x29x2 k6x3 replicate full bias=128 frames=3 filters=3 mix=diagonal",
        "conv3d u8 6x20x31 k5x5x5 reflect-101 same",
        "conv3d f32 4x6x7x3 k3x3x3 replicate same mix=symmetric",
        "conv1d f32 1000 k31 constant full", "conv1d f32 30000x2 k9 replicate same",
        "conv1d u8 20000 k501 reflect-101 same", "conv2d f32 20x15000 k3x5 wrap same"})
    list.push_back(std::string(text) + " precision=fast");
  return list;
}

/// Rows of an even number of samples whose edges wrap: samples in pairs that are aligned, or not,
/// or not of floats; taps that begin at odd samples, or are as long as the row.
inline std::vector<std::string> of_even_and_odd_samples() {
  return {"conv1d f32 2 k2 wrap same",
          "corr1d f32 100 k100 wrap same",
          "conv1d f32 90 k89 wrap same filters=3",
          "corr1d f32 90 k88 wrap same frames=3 filters=2 bank=crossed",
          "icorr1d f32 64 k60 wrap same",
          "icorr1d u8 64 k63 wrap same",
          "corr1d u8 1000 k998 wrap same frames=5 bias=128",
          "conv2d f32 5x40x3 k1x7 wrap same frames=2 filters=2 mix=diagonal",
          "conv2d f32 3x40 k1x8 wrap same pitch=45,45",
          "conv2d f32 3x40 k1x8 wrap same pitch=44,45",
          "conv2d f32>u8 7x128x2 k1x9 wrap same planar filters=2",
          "conv2d f16 6x52 k1x10 wrap same",
          "conv3d f32 3x4x30x2 k1x1x6 wrap same planar frames=2",
          "conv2d f32 4x3000 k1x2999 wrap same precision=fast",
          "conv1d f32 16384 k801 wrap same",
          "conv1d f32 32768 k801 wrap same",
          "conv2d f32 2x8192x2 k1x31 wrap same planar frames=2"};
}

/// For backends that compile kernels for each problem.
inline std::vector<std::string> on_gpus() {
  std::vector<std::string> list = pairwise();
  for (const auto& more :
       {in_parts_of_words(), few_in_double_and_complex(), few_banks(), volumes(), in_halves()})
    list.insert(list.end(), more.begin(), more.end());
  for (const char* text :
       {"conv1d f32 1000 k31 constant full", "conv1d f32 3000x3 k64 reflect same mix=full",
        "corr1d u8 999 k999 wrap same frames=5", "conv1d f32 449 k449 wrap same filters=4",
        "conv2d u8 30x40 k1x9 replicate same", "conv2d u8 30x40x3 k9x1 reflect same",
        "conv1d u8 20000 k31 reflect-101 same", "conv2d f32 20x15000 k3x5 wrap same",
        "conv2d f32 2x70000 k2x31 replicate same", "conv2d u8 9000x3 k31x2 wrap full",
        "conv1d f32 30000x2 k9 replicate same mix=full"})
    list.push_back(text);
  for (const std::string& text : of_even_and_odd_samples()) list.push_back(text);
  list.push_back(kOverflows);
  return list;
}

}  // namespace problems
