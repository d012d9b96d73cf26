// SPDX-License-Identifier: LGPL-2.1-or-later
// show_kernel WORK [GPU] [LANGUAGE]: the plan for a GPU that need not be here, and its kernels as
// trees and as source.
//   show_kernel "conv2d u8 1080x1920 k31x31 replicate same" sm_90 cuda
//   show_kernel "r2c 480x640 batch=3"
//   show_kernel "match ccoeff-normed u8 1080x1920 p64x64"
//   show_kernel "denoise u8 1080x1920 b16 step4 wiener sigma=8" sm_90 cuda
#include <exception>
#include <iostream>
#include <string>
#include <string_view>

#include "fftcore/backend.h"
#include "fftcore/explain.h"

namespace {

/// Names of the backends of GPUs, whose languages kernels are written in.
std::string languages() {
  std::string names;
  for (const fftcore::Backend* backend : fftcore::backends())
    if (backend->name() != "cpu")
      names += (names.empty() ? "" : " or ") + std::string(backend->name());
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4 || std::string_view(argv[1]).starts_with("-")) {
    std::cerr
        << "usage: show_kernel WORK [GPU] [LANGUAGE]\n"
           "  WORK: a text as the headers of its kind say, such as\n"
           "    \"conv2d u8 1080x1920 k31x31 [EDGE] [REGION]\" (as for show_plan; convolution.h)\n"
           "    \"r2c 480x640 [batch=3] ...\" (transform.h)\n"
           "    \"match ccoeff-normed u8 1080x1920 p64x64 [peaks=5] ...\" (search.h)\n"
           "    \"denoise u8 1080x1920 b16 step4 wiener sigma=8\" (denoise.h)\n"
           "  GPU: sm_90 (unless given), 48k or another name of fftcore-compile --traits list\n"
           "  LANGUAGE: "
        << languages() << "; opencl unless given\n";
    return 2;
  }
  try {
    const std::string_view gpu = argc > 2 ? argv[2] : "sm_90",
                           language = argc > 3 ? argv[3] : "opencl";
    std::cout << fftcore::explain_kernels(fftcore::parse_work(argv[1]), gpu, language);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "show_kernel: " << error.what() << "\n";
    return 1;
  }
}
