// SPDX-License-Identifier: LGPL-2.1-or-later
// show_plan CONVOLUTION [THREADS]: what fftcore would do with a convolution and why.
//   show_plan "conv2d u8 1080x1920 k31x31 replicate same"
#include <algorithm>
#include <charconv>
#include <exception>
#include <iostream>
#include <string_view>
#include <system_error>
#include <thread>

#include "fftcore/explain.h"

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3 || std::string_view(argv[1]).starts_with("-")) {
    std::cerr << "usage: show_plan \"conv2d u8 1080x1920 k31x31 [EDGE] [REGION]\" [THREADS]\n"
                 "  conv2d, corr2d or icorr2d; u8, u16, f16, f32 or IN>OUT; "
                 "ROWSxCOLUMNS[xCHANNELS]; kROWSxCOLUMNS;\n"
                 "  constant, replicate, reflect, reflect-101 or wrap; same, valid or full\n";
    return 2;
  }
  try {
    int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    if (argc == 3) {
      const std::string_view text = argv[2];
      const auto [end, error] = std::from_chars(text.begin(), text.end(), threads);
      if (error != std::errc{} || end != text.end() || threads < 1) {
        std::cerr << "show_plan: THREADS is '" << text << "'; a number from 1 is expected\n";
        return 2;
      }
    }
    std::cout << fftcore::explain(fftcore::parse_convolution(argv[1]), threads) << "\n";
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "show_plan: " << error.what() << "\n";
    return 1;
  }
}
