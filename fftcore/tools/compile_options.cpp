// SPDX-License-Identifier: LGPL-2.1-or-later
#include "compile_options.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fftcore/error.h"

namespace fftcore::tools {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

/// All known GPUs of an architecture.
std::vector<GpuTarget> known_of(const std::string& architecture) {
  std::vector<GpuTarget> gpus = known_gpus();
  std::set<std::string> architectures;
  for (const GpuTarget& gpu : gpus) architectures.insert(gpu.architecture);
  std::erase_if(gpus, [&](const GpuTarget& gpu) { return gpu.architecture != architecture; });
  if (gpus.empty())
    throw InvalidArgument(fmt::format(
        "no GPU of --arch {} is known; give --traits shared=BYTES,threads=N,units=N,cache=BYTES, "
        "or take one of {}",
        architecture, fmt::join(architectures, ", ")));
  return gpus;
}

/// GPUs by the words of --arch and --traits.
std::vector<GpuTarget> gpus_of(const std::string& architectures, const std::string& traits) {
  std::vector<GpuTarget> gpus;
  if (traits.find('=') != std::string::npos) {
    if (architectures.empty()) throw InvalidArgument("--traits with numbers needs --arch too");
    for (const std::string& architecture : split(architectures, ','))
      gpus.push_back(parse_gpu_target(fmt::format("{} {}", architecture, traits)));
  } else if (!traits.empty()) {
    const auto wanted = split(architectures, ',');
    for (const std::string& name : split(traits, ',')) {
      gpus.push_back(known_gpu(name));
      if (!architectures.empty() &&
          std::ranges::find(wanted, gpus.back().architecture) == wanted.end())
        throw InvalidArgument(fmt::format("--traits {} is {}; --arch says {}", name,
                                          gpus.back().architecture, architectures));
    }
  } else if (!architectures.empty()) {
    for (const std::string& architecture : split(architectures, ','))
      for (GpuTarget& gpu : known_of(architecture)) gpus.push_back(std::move(gpu));
  } else {
    throw InvalidArgument("--arch or --traits is missing: which GPUs are the kernels for?");
  }
  return gpus;
}

}  // namespace

std::string_view help() {
  return R"(fftcore-compile: compiles GPU kernels for machines that have no compiler (NVRTC).

  fftcore-compile --arch ARCH[,ARCH...] [--traits GPU[,GPU...]] [OPTION...] WORK...
  fftcore-compile --arch ARCH[,ARCH...] [OPTION...] --file FILE

It plans the work for these GPUs, compiles its kernels and writes them into one file. It needs
NVRTC, and no GPU. On the board, FFTCORE_KERNELS=FILE names the file.

  WORK             what is computed there, as text:
                     "conv2d u8 1080x1920 k31x31 replicate same"     a convolution
                     "match ccoeff-normed u8 1080x1920 p64x64"       a search
                     "r2c 480x640"                                   a transform
                   FFTCORE_LOG=work prints these texts when a program or pipeline runs.
  --file FILE      takes texts from a file, a line each; - is standard input. Where it is a log,
                   only its lines of FFTCORE_LOG=work count. All are read before the first is
                   compiled.
  --arch ARCH      architectures, such as sm_75, sm_87, sm_90 or sm_121: all GPUs of it that are
                   known, unless --traits says which
  --traits GPU     GPUs by name (--traits list shows them), or numbers of one:
                   shared=BYTES,threads=N,units=N,cache=BYTES: shared memory and threads of a
                   block, multiprocessors, second-level cache. A board that has no kernels for
                   its work says its own.
  --output FILE    the file to write; fftcore.kernels unless given
  --nvrtc FILE     the NVRTC library to compile with. Version 13 knows sm_75 and later, version
                   12 also older ones.
  --devices        lists the devices of this machine, with the numbers that programs and elements
                   take, and their architectures
  --help           this text

Status 0: all is compiled. 1: some is not; the output has the rest. 2: a text or option is wrong, and
nothing is compiled.

  FFTCORE_LOG=work gst-launch-1.0 ... 2>&1 | fftcore-compile --arch sm_87 --file -
)";
}

CompileOptions parse_options(const std::vector<std::string>& arguments) {
  CompileOptions options;
  std::string architectures, traits;
  bool is_text = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string name = arguments[i];
    if (is_text || !name.starts_with("--")) {
      options.work.push_back(std::move(name));
      continue;
    }
    if (name == "--") {
      is_text = true;
      continue;
    }
    if (name == "--help") {
      options.wants_help = true;
      return options;
    }
    if (name == "--devices") {
      options.wants_devices = true;
      return options;
    }
    std::string value;
    if (const std::size_t equals = name.find('='); equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
    } else if (i + 1 < arguments.size()) {
      value = arguments[++i];
    }
    if (name == "--arch")
      architectures = value;
    else if (name == "--traits")
      traits = value;
    else if (name == "--output")
      options.output = value;
    else if (name == "--nvrtc")
      options.nvrtc = value;
    else if (name == "--file")
      options.files.push_back(value);
    else
      throw InvalidArgument(fmt::format("{} is no option; --help shows them", name));
    if (value.empty()) throw InvalidArgument(fmt::format("{} needs a value", name));
  }
  options.wants_list = traits == "list";
  if (options.wants_list) return options;
  options.gpus = gpus_of(architectures, traits);
  if (options.work.empty() && options.files.empty())
    throw InvalidArgument("no work is given: a text or --file is expected; --help shows both");
  return options;
}

}  // namespace fftcore::tools
