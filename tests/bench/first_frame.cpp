// SPDX-License-Identifier: LGPL-2.1-or-later
// first_frame [BACKEND [WORK]]: how long a process takes until its first frame of a convolution is
// filtered, step by step. Each call is one process, so one first time. tests/bench/README.md has
// the lines for kernels that are compiled, cached, and from a bundle.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fftcore/backend.h>

namespace {

using Clock = std::chrono::steady_clock;

/// Prints what was done since it was made, or since the line before.
class Steps {
 public:
  void print(const char* what) {
    const auto now = Clock::now();
    std::printf("%-42s %8.2f ms\n", what, milliseconds(now - last_));
    last_ = Clock::now();
  }
  static double milliseconds(Clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
  }

 private:
  Clock::time_point last_ = Clock::now();
};

/// Bytes that hold all of an image, whatever its strides.
std::size_t bytes_of(const fftcore::Layout& image) {
  std::int64_t last = 0;
  for (const auto& axis : {image.rows, image.columns, image.slices, image.channels, image.frames})
    last += (axis.extent - 1) * axis.stride;
  constexpr std::size_t kMostBytesOfASample = 4;
  return static_cast<std::size_t>(last + 1) * kMostBytesOfASample;
}

void run(const char* backend_name, const char* text) {
  using namespace fftcore;
  const Convolution work = parse_convolution(text);
  std::vector<std::byte> input(bytes_of(work.input)), output(bytes_of(work.output));
  const std::size_t taps_count =
      static_cast<std::size_t>(work.taps.rows * work.taps.columns * work.taps.slices);
  const std::vector<Taps> taps(static_cast<std::size_t>(taps_needed(work)),
                               Taps{work.taps, std::vector<double>(taps_count, 1.0)});

  Steps steps;
  Backend& backend = select_backend(backend_name);
  const auto queue = backend.create_queue({});
  steps.print("driver, context, queue");
  const auto begin = Clock::now();
  const auto executable = backend.compile(work, *queue);
  steps.print("compile(): plan, kernels, memory");
  executable->set_taps(taps);
  steps.print("set_taps()");
  executable->run(*queue, {input.data()}, {output.data()});
  steps.print("first run(), from and to host memory");
  std::printf("%-42s %8.2f ms\n", "first frame, beyond the context",
              Steps::milliseconds(Clock::now() - begin));
  executable->run(*queue, {input.data()}, {output.data()});
  steps.print("second run()");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? argv[1] : "cuda",
        argc > 2 ? argv[2] : "conv2d u8 1080x1920 k31x31 replicate same");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "first_frame: %s\n", error.what());
    return 1;
  }
}
