// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in host memory through a CUDA GPU, one after the other, beside copies of pinned memory up
// and down without work. host_frames [--seconds S] [CONVOLUTION...], as "conv2d u8 1080x1920 k31x31
// reflect-101 same". Medians of a frame, each from its first byte up to its last byte down; the
// ratio is the copies' time over this one. Exit status 77 where there is no GPU, 1 where a result
// depends on where its frame lay.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cuda_graph.h"
#include "fftcore/backend.h"
#include "fftcore/error.h"

namespace fftcore::test {
namespace {

struct Options {
  double seconds = 1;  // of each row
  std::vector<std::string> texts;
};

Options parse_options(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word != "--seconds") {
      options.texts.emplace_back(word);
      continue;
    }
    const std::string_view text = ++i < count ? words[i] : "";
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), options.seconds);
    if (error != std::errc{} || end != text.data() + text.size() || !(options.seconds > 0))
      throw InvalidArgument(fmt::format("--seconds takes a number above 0, not '{}'", text));
  }
  if (options.texts.empty())
    for (const char* extent : {"480x640", "1080x1920", "2160x3840"})
      options.texts.push_back(fmt::format("conv2d u8 {} k31x31 reflect-101 same", extent));
  return options;
}

/// Memory of the device of the current context.
class DeviceBytes {
 public:
  explicit DeviceBytes(std::size_t size) {
    cuda::check(cuda::api().MemAlloc(&address_, size), "cuMemAlloc");
  }
  ~DeviceBytes() { cuda::api().MemFree(address_); }
  DeviceBytes(const DeviceBytes&) = delete;
  DeviceBytes& operator=(const DeviceBytes&) = delete;
  cuda::Address address() const { return address_; }
  void* data() const { return reinterpret_cast<void*>(address_); }

 private:
  cuda::Address address_ = 0;
};

struct Row {
  const char* name;
  std::function<void()> frame;  // returns when it is done
  std::vector<double> us;
  double median() {
    std::ranges::nth_element(us, us.begin() + static_cast<std::ptrdiff_t>(us.size() / 2));
    return us[us.size() / 2];
  }
};

/// Rows take turns, so that none has the better moment.
void measure(std::vector<Row>& rows, double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr int kInARow = 20;
  for (Row& row : rows)
    for (int i = 0; i < kInARow; ++i) row.frame();  // warm
  const auto end =
      Clock::now() + std::chrono::duration<double>(seconds * static_cast<double>(rows.size()));
  do {
    for (Row& row : rows) {
      for (int i = 0; i < kInARow; ++i) {
        const auto begin = Clock::now();
        row.frame();
        row.us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
      }
    }
  } while (Clock::now() < end);
}

/// From the first sample to the last one.
std::size_t reach_of(const Layout& image) {
  std::int64_t last = 0;
  for (const Axis& axis : {image.columns, image.rows, image.channels, image.slices, image.frames})
    last += (axis.extent - 1) * axis.stride;
  return static_cast<std::size_t>(last + 1) * size_bytes(image.type);
}

/// Whether all results were the same.
bool run(const CudaSession& session, Backend& backend, const std::string& text, double seconds) {
  const Convolution problem = parse_convolution(text);
  const auto queue = backend.create_queue({});
  const auto executable = backend.compile(problem, *queue);
  std::mt19937 random(1);
  std::vector<Taps> taps(static_cast<std::size_t>(taps_needed(problem)), Taps{problem.taps, {}});
  for (Taps& filter : taps) {
    const auto count = static_cast<std::size_t>(problem.taps.rows * problem.taps.columns);
    for (std::size_t i = 0; i < count; ++i)
      filter.values.push_back(std::uniform_real_distribution(0.0, 2.0)(random) /
                              static_cast<double>(count));
  }
  executable->set_taps(taps);

  const std::size_t input_bytes = reach_of(problem.input), output_bytes = reach_of(problem.output);
  const auto up = queue->pinned_memory(input_bytes), down = queue->pinned_memory(output_bytes);
  std::vector<std::byte> input(input_bytes), output(output_bytes);
  for (std::byte& byte : input) byte = static_cast<std::byte>(random());
  std::memcpy(up.get(), input.data(), input_bytes);
  const DeviceBytes on_device_in(input_bytes), on_device_out(output_bytes);
  const auto& api = cuda::api();
  const auto copy_up = [&] {
    cuda::check(
        api.MemcpyHtoDAsync(on_device_in.address(), up.get(), input_bytes, session.stream()),
        "cuMemcpyHtoDAsync");
  };
  copy_up();
  cuda::check(api.StreamSynchronize(session.stream()), "cuStreamSynchronize");

  std::vector<Row> rows;
  rows.push_back({"copies up and down, pinned",
                  [&] {
                    copy_up();
                    cuda::check(api.MemcpyDtoHAsync(down.get(), on_device_out.address(),
                                                    output_bytes, session.stream()),
                                "cuMemcpyDtoHAsync");
                    cuda::check(api.StreamSynchronize(session.stream()), "cuStreamSynchronize");
                  },
                  {}});
  rows.push_back({"run(), pinned", [&] { executable->run(*queue, {up.get()}, {down.get()}); }, {}});
  rows.push_back({"run(), ordinary memory",
                  [&] { executable->run(*queue, {input.data()}, {output.data()}); },
                  {}});
  rows.push_back({"run() and wait(), on the device",
                  [&] {
                    executable->run(*queue, {on_device_in.data(), 0, 0, MemoryKind::device},
                                    {on_device_out.data(), 0, 0, MemoryKind::device});
                    queue->wait();
                  },
                  {}});
  rows.push_back({"the processor's copies",
                  [&] {
                    std::memcpy(down.get(), input.data(), std::min(input_bytes, output_bytes));
                    std::memcpy(input.data(), up.get(), input_bytes);
                  },
                  {}});
  measure(rows, seconds);

  executable->run(*queue, {up.get()}, {down.get()});
  executable->run(*queue, {input.data()}, {output.data()});
  const bool is_same = std::memcmp(down.get(), output.data(), output_bytes) == 0;
  const double copies = rows.front().median();
  fmt::print("\n{}: {:.1f} MB up, {:.1f} MB down{}\n", text, static_cast<double>(input_bytes) / 1e6,
             static_cast<double>(output_bytes) / 1e6, is_same ? "" : ": RESULTS DIFFER");
  for (Row& row : rows) {
    const double us = row.median();
    fmt::print("  {:<32} {:>9.1f} us {:>9.0f} frames/s {:>6.2f}\n", row.name, us, 1e6 / us,
               copies / us);
  }
  std::fflush(stdout);
  return is_same;
}

int run_all(int count, char** words) {
  const Options options = parse_options(count, words);
  Backend& backend = select_backend("cuda");
  const CudaSession session(0);
  bool is_same = true;
  for (const std::string& text : options.texts)
    is_same = run(session, backend, text, options.seconds) && is_same;
  return is_same ? 0 : 1;
}

}  // namespace
}  // namespace fftcore::test

int main(int count, char** words) {
  try {
    return fftcore::test::run_all(count, words);
  } catch (const fftcore::BackendUnavailable& error) {
    fmt::print("skipped: {}\n", error.what());
    return 77;
  } catch (const std::exception& error) {
    fmt::print(stderr, "host_frames: {}\n", error.what());
    return 1;
  }
}
