// SPDX-License-Identifier: LGPL-2.1-or-later
// The list of configurations.
#include <array>
#include <random>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "fft_case.h"
#include "fftcore/error.h"

namespace device_fft {
namespace {

using namespace fftcore;

/// Words of a text that are chosen from, and the case's form.
const std::array<std::vector<std::string>, 7> kSettings = {{
    {"c2c", "c2c inverse", "r2c", "c2r"},
    {"2", "7", "12", "16", "30", "37", "64", "100", "128", "256", "360", "1000", "1024"},
    {"f32", "f64", "f16"},
    {"natural", "packed", "full"},
    {"", "folded"},
    {"", "ept=3", "ept=4", "ept=8"},
    {"", "ffts=1", "ffts=3"},
}};

std::string text_of(const std::vector<std::size_t>& choice) {
  const auto word = [&](std::size_t i) { return kSettings[i][choice[i]]; };
  const std::string kind = word(0).substr(0, 3), rest = word(0).substr(3);
  std::string text = fmt::format("block {} {}{}", kind, word(1), rest);
  for (std::size_t i = 2; i < kSettings.size(); ++i)
    if (!word(i).empty()) text += " " + word(i);
  return text;
}

bool is_allowed(const std::string& text) {
  try {
    validate(parse_device_fft(text));
    return true;
  } catch (const InvalidArgument&) {
    return false;
  }
}

}  // namespace

std::vector<Case> pairwise_cases() {
  constexpr int kDraws = 4000;
  std::mt19937 generator(1);
  std::set<std::array<std::size_t, 4>> met;
  std::vector<Case> cases;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<std::size_t> choice;
    for (const auto& words : kSettings) choice.push_back(generator() % words.size());
    choice.push_back(generator() % 2);  // the form
    std::set<std::array<std::size_t, 4>> pairs;
    for (std::size_t a = 0; a < choice.size(); ++a)
      for (std::size_t b = a + 1; b < choice.size(); ++b)
        if (const std::array pair{a, choice[a], b, choice[b]}; !met.contains(pair))
          pairs.insert(pair);
    // Early on, only what meets many pairs at once.
    const std::size_t least = draw < kDraws / 4 ? 12 : draw < kDraws / 2 ? 4 : 1;
    const std::string text = text_of(choice);
    if (pairs.size() < least || !is_allowed(text)) continue;
    met.merge(pairs);
    cases.push_back(
        {parse_device_fft(text), choice.back() == 0 ? Form::registers : Form::shared, 5});
  }
  return cases;
}

std::vector<Case> further_cases() {
  std::vector<Case> cases;
  const auto add = [&](const std::string& text, int transforms, Form form = Form::registers) {
    cases.push_back({parse_device_fft(text), form, transforms});
  };
  // The seeds' example: threads have elements 0, 2, 4, 6 and 1, 3, 5.
  add("block c2c 7 ept=4", 3);
  add("block c2c 1", 3);
  add("block c2r 30 packed", 3);  // by one thread, which has not all bins as values
  for (const char* points : {"2", "3", "5", "13", "16", "32", "37", "64"})
    add(fmt::format("thread c2c {}", points), 70);
  add("thread c2c 31 inverse f64", 70);
  add("thread c2c 20 f16", 70);
  for (const char* layout : {"natural", "packed", "full"})
    for (const char* kind : {"r2c", "c2r"})
      for (const char* folded : {"", " folded"})
        add(fmt::format("thread {} 24 {}{}", kind, layout, folded), 70);
  add("thread r2c 15", 70);
  add("thread c2r 15 full", 70);
  for (const char* points : {"243", "343", "512", "625", "2048", "2187", "3125", "4096", "6561"})
    add(fmt::format("block c2c {}", points), 2);
  add("block c2c 8192", 1);  // real parts, then imaginary ones
  add("block c2c 8192 inverse f64 sm=80", 1);
  add("block c2c 8192 ept=9 sm=90", 1);
  add("block r2c 16384 folded", 1);
  add("block c2r 16384 folded packed", 1);
  add("block c2c 4099 sm=90", 1);  // a prime, by a chirp
  add("block c2r 4093", 1);
  return cases;
}

std::vector<Case> long_cases() {
  // A little more than NVRTC 13.0 leaves for sm_80 to sm_100.
  std::vector<Case> cases;
  for (const auto& [text, bytes] : {std::pair{"block c2c 17280", 64},
                                    {"block c2c 21952", 256},
                                    {"block c2c 24389", 192},
                                    {"block c2c 27000", 256},
                                    {"block c2c 29791", 640},
                                    {"block c2c 32768", 320},
                                    {"block c2c 12288 f64", 448},
                                    {"block c2c 16384 f64", 640},
                                    {"block c2c 32768 f16", 448},
                                    {"block r2c 32768 folded", 64},
                                    {"block r2c 65536 folded", 896},
                                    {"block c2r 65536 folded", 576},
                                    {"block c2c 16381", 768}})  // a prime, by a chirp
    cases.push_back(
        {.fft = parse_device_fft(fmt::format("{} sm=80", text)), .most_local_bytes = bytes});
  return cases;
}

}  // namespace device_fft
