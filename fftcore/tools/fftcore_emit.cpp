// SPDX-License-Identifier: LGPL-2.1-or-later
// fftcore-emit: an FFT as source text for a user's own kernels. Its --help and
// fftcore/device_fft/README.md say how it is used.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fftcore/device_fft.h"
#include "fftcore/error.h"
#include "say.h"
#include "whole_file.h"

namespace {

using namespace fftcore;

constexpr std::string_view kHelp =
    R"(fftcore-emit: writes an FFT as source text, for kernels of your own.

  fftcore-emit [OPTION...] FFT

  FFT              what it is, in one argument:
                     "block c2c 256 ept=16 ffts=4"   by the threads of a block
                     "thread c2c 16"                 by one thread
                     "block r2c 1024 folded f64"     of real numbers
                   block|thread c2c|r2c|c2r POINTS, then what differs from the default:
                     f64, f16        numbers; f16 does two transforms at once
                     inverse         of c2c
                     packed, full    bins of a real signal: N/2, or all N, instead of N/2+1
                     folded          real samples in pairs: half the work
                     ept=N           values that a thread transforms
                     ffts=N          transforms of a block
                     sm=80,90        GPUs by compute capability, all of which the text fits
  -o FILE          the file to write; standard output unless given. Its name, without folder and
                   ending, begins all names in the text, unless --name is given.
  --language L     cuda or opencl; as the file's ending says (.cl is opencl), or cuda
  --name NAME      what begins all names in the text
  --traits         prints what the text says of itself, instead of the text
  --help           this text

The text needs no include and no library, and is 0BSD: it is yours.
)";

struct Options {
  std::string fft, output, language, name;
  bool wants_traits = false, wants_help = false;
};

Options parse(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 == arguments.size() || arguments[i + 1].empty())
        throw InvalidArgument(word + " needs a value");
      return arguments[++i];
    };
    if (word == "--help")
      options.wants_help = true;
    else if (word == "--traits")
      options.wants_traits = true;
    else if (word == "-o")
      options.output = value();
    else if (word == "--language")
      options.language = value();
    else if (word == "--name")
      options.name = value();
    else if (word.starts_with("-"))
      throw InvalidArgument(fmt::format("{} is no option; --help shows them", word));
    else if (options.fft.empty())
      options.fft = word;
    else
      throw InvalidArgument(fmt::format("'{}' comes after '{}'; the FFT is one argument, in quotes",
                                        word, options.fft));
  }
  if (options.fft.empty() && !options.wants_help)
    throw InvalidArgument("no FFT is given, such as \"block c2c 256\"; --help shows more");
  return options;
}

Language language_of(const Options& options) {
  if (options.language == "opencl") return Language::opencl;
  if (options.language.empty() && std::filesystem::path(options.output).extension() == ".cl")
    return Language::opencl;
  if (options.language.empty() || options.language == "cuda") return Language::cuda;
  throw InvalidArgument(
      fmt::format("--language {}; cuda and opencl are allowed", options.language));
}

void print(const DeviceFft& fft) {
  const DeviceFftTraits t = traits_of(fft);
  fmt::print(
      "{}\n  elements per thread    {} (suggested {})\n  transforms of a block  {} (suggested {})"
      "\n  threads of a block     {} x {}\n  input                  {} {} values, {} a thread"
      "\n  output                 {} {} values, {} a thread\n  storage                {} complex "
      "values a thread\n  shared memory          {} bytes; {} with data in it\n",
      to_string(fft), t.elements_per_thread, t.suggested_elements_per_thread, t.ffts_per_block,
      t.suggested_ffts_per_block, t.stride, t.ffts_per_block, t.input_length,
      t.is_input_real ? "real" : "complex", t.input_elements_per_thread, t.output_length,
      t.is_output_real ? "real" : "complex", t.output_elements_per_thread, t.storage_size,
      t.shared_bytes, t.shared_io_bytes);
}

void run(const Options& options) {
  const DeviceFft fft = parse_device_fft(options.fft);
  if (options.wants_traits) return print(fft);
  std::string name = options.name;
  if (name.empty())
    name = options.output.empty() ? "fft" : std::filesystem::path(options.output).stem().string();
  const std::string text = device_source(fft, language_of(options), name);
  if (options.output.empty())
    fmt::print("{}", text);
  else
    tools::write_whole(options.output, text);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse({argv + 1, argv + argc});
    if (options.wants_help)
      fmt::print("{}", kHelp);
    else
      run(options);
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const InvalidArgument& error) {
    tools::say("fftcore-emit: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    tools::say("fftcore-emit: {}\n", error.what());
    return 1;
  }
}
