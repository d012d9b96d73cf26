// SPDX-License-Identifier: LGPL-2.1-or-later
// show_kernel PROBLEM|TRANSFORM|SEARCH|DENOISE [GPU] [LANGUAGE]: the plan for a GPU that need not
// be here, and its kernels as trees and as source.
//   show_kernel "conv2d u8 1080x1920 k31x31 replicate same" sm_90 cuda
//   show_kernel "r2c 480x640 batch=3"
//   show_kernel "match ccoeff-normed u8 1080x1920 p64x64"
//   show_kernel "denoise u8 1080x1920 b16 step4 wiener sigma=8" sm_90 cuda
#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <string_view>

#include "fftcore/explain.h"

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4 || std::string_view(argv[1]).starts_with("-")) {
    std::cerr
        << "usage: show_kernel \"conv2d u8 1080x1920 k31x31 [EDGE] [REGION]\" [GPU] [LANGUAGE]\n"
           "       show_kernel \"r2c 480x640 [batch=3] ...\" [GPU] [LANGUAGE]\n"
           "       show_kernel \"match ccoeff-normed u8 1080x1920 p64x64 [peaks=5] ...\" [GPU] "
           "[LANGUAGE]\n"
           "       show_kernel \"denoise u8 1080x1920 b16 step4 wiener sigma=8\" [GPU] [LANGUAGE]\n"
           "  a problem is written as for show_plan, a transform as fftcore/transform.h says, a "
           "search as fftcore/search.h, a denoising as fftcore/denoise.h\n"
           "  GPU: sm_90 (unless given), 48k or another name of fftcore-compile --traits list; "
           "LANGUAGE: opencl (unless given) or cuda\n";
    return 2;
  }
  try {
    const std::string_view text = argv[1], gpu = argc > 2 ? argv[2] : "sm_90",
                           language = argc > 3 ? argv[3] : "opencl";
    const bool is_transform =
        std::ranges::any_of(std::array{"c2c", "r2c", "c2r", "dct", "dst"},
                            [&](std::string_view kind) { return text.starts_with(kind); });
    std::cout << (text.starts_with("match")
                      ? fftcore::explain_kernels(fftcore::parse_matching(text), gpu, language)
                  : text.starts_with("phase")
                      ? fftcore::explain_kernels(fftcore::parse_phase_correlation(text), gpu,
                                                 language)
                  : text.starts_with("denoise")
                      ? fftcore::explain_kernels(fftcore::parse_denoise(text), gpu, language)
                  : is_transform
                      ? fftcore::explain_kernels(fftcore::parse_transform(text), gpu, language)
                      : fftcore::explain_kernels(fftcore::parse_convolution(text), gpu, language));
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "show_kernel: " << error.what() << "\n";
    return 1;
  }
}
