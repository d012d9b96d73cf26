// SPDX-License-Identifier: LGPL-2.1-or-later
// The command line of fftcore-compile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fftcore/kernels.h"

namespace fftcore::tools {

/// Text of --help.
std::string_view help();

struct CompileOptions {
  std::vector<GpuTarget> gpus;
  std::vector<std::string> work;   ///< texts
  std::vector<std::string> files;  ///< of texts; `-` is standard input
  std::string output = "fftcore.kernels";
  std::string nvrtc;
  bool wants_help = false;
  bool wants_list = false;     ///< of the known GPUs
  bool wants_devices = false;  ///< a list of this machine's devices
};

/// Throws InvalidArgument with what is wrong.
CompileOptions parse_options(const std::vector<std::string>& arguments);

}  // namespace fftcore::tools
