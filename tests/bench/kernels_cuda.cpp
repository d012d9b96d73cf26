// SPDX-License-Identifier: LGPL-2.1-or-later
// Times the three launches of a generated convolution on a CUDA GPU, in a replayed graph, and
// checks what they compute. Options, with their defaults (numbers joined by x):
//   kernels_cuda image=1080x1920 taps=31x31 rows=16x16x8 row-threads=0 row-lines=1 row-buffers=2
//                columns=24x24 column-threads=0 column-lines=8 column-buffers=2 device=0 json=
// Threads 0: as many as the first stage has butterflies. For each kind of pixels: microseconds of
// each launch (the same one again and again), of a frame whose graph is launched again and again,
// and of a frame in a graph of many. Medians. Fails where a result is wrong.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "convolve_reference.h"
#include "cuda_device.h"
#include "cuda_graph.h"
#include "device_run.h"
#include "fftcore/error.h"

namespace fftcore::test {
namespace {

constexpr int kInARow = 20;   // launches that are timed together
constexpr int kSamples = 51;  // of which the median is told
constexpr int kCheckedPixels = 400;
constexpr double kMostRelative = 1e-6;
constexpr double kMostOfPixel = 1;

class Options {
 public:
  Options(int count, char** words) {
    for (int i = 1; i < count; ++i) {
      const std::string word = words[i];
      const std::size_t equal = word.find('=');
      const auto known = values_.find(word.substr(0, equal));
      if (equal == std::string::npos || known == values_.end())
        throw InvalidArgument(
            fmt::format("'{}' is no option; see the top of kernels_cuda.cpp", word));
      known->second = word.substr(equal + 1);
    }
  }
  const std::string& text(const std::string& name) const { return values_.at(name); }
  std::vector<int> numbers(const std::string& name) const {
    std::vector<int> result;
    const std::string& text = values_.at(name);
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('x', begin), text.size());
      result.push_back(std::stoi(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    return result;
  }
  int number(const std::string& name) const { return numbers(name).front(); }
  LineShape shape(const std::string& radices, const std::string& prefix,
                  bool lines_adjacent) const {
    LineShape shape = shape_of(numbers(radices));
    if (const int threads = number(prefix + "-threads"); threads != 0) shape.threads = threads;
    shape.lines = number(prefix + "-lines");
    shape.exchange_buffers = number(prefix + "-buffers");
    shape.lines_adjacent = lines_adjacent;
    return shape;
  }

 private:
  std::map<std::string, std::string> values_ = {
      {"image", "1080x1920"},  {"taps", "31x31"},       {"rows", "16x16x8"},
      {"row-threads", "0"},    {"row-lines", "1"},      {"row-buffers", "2"},
      {"columns", "24x24"},    {"column-threads", "0"}, {"column-lines", "8"},
      {"column-buffers", "2"}, {"device", "0"},         {"json", ""}};
};

double median_us(const CudaSession& session, const std::function<void()>& enqueue, int units) {
  session.elapsed_ms(enqueue);
  std::vector<double> samples(kSamples);
  for (double& sample : samples) sample = session.elapsed_ms(enqueue) * 1e3 / units;
  std::nth_element(samples.begin(), samples.begin() + kSamples / 2, samples.end());
  return samples[kSamples / 2];
}

/// A kernel with what it is launched with.
struct Launch {
  std::string name;
  const GeneratedKernel& stage;
  std::unique_ptr<LoadedKernel> kernel;
  std::unique_ptr<DeviceMemory> twiddles;
  std::vector<Argument> arguments;
};

class Bench {
 public:
  Bench(const Options& options)
      : session_(options.number("device")),
        device_(cuda_device({options.number("device"), nullptr}, cache_)),
        stream_(device_->borrow_stream(session_.stream())) {}

  const DeviceInfo& info() const { return device_->info(); }
  bool is_right() const { return is_right_; }

  template <class Sample>
  std::string run(const std::string& title, const Image& m, const LineShape& across,
                  const LineShape& down) {
    const std::vector<Sample> x = pixels<Sample>(m);
    const std::vector<float> taps = some_taps(m);
    const ConvolveStages s = stages_of(m, across, down);
    const std::size_t lines = static_cast<std::size_t>(across.length);
    std::map<std::string, std::unique_ptr<DeviceMemory>> memory;
    memory["image"] = filled(bytes_of(x));
    memory["taps"] = filled(bytes_of(taps));
    memory["taps_rows"] = device_->allocate(lines * static_cast<std::size_t>(m.taps_rows) * 8);
    memory["taps_spectrum"] = device_->allocate(lines * static_cast<std::size_t>(down.length) * 8);
    memory["spectrum"] = device_->allocate(spectrum_bytes(m, across));
    memory["product"] = device_->allocate(spectrum_bytes(m, across));
    memory["result"] =
        device_->allocate(static_cast<std::size_t>(m.out_rows * m.out_columns) * sizeof(Sample));
    const auto launch = [&](const char* name, const GeneratedKernel& stage, const char* input,
                            const char* output, int row_stride) {
      return make_launch(name, stage,
                         {{"input", memory[input].get()},
                          {"output", memory[output].get()},
                          {"taps_spectrum", memory["taps_spectrum"].get()}},
                         {{"input_row_stride", row_stride},
                          {"output_row_stride", m.out_columns},
                          {"gain", 1.0F},
                          {"offset", 0.0F}});
    };
    for (const auto& prepare :
         {launch("taps rows", s.taps_rows, "taps", "taps_rows", m.taps_columns),
          launch("taps columns", s.taps_columns, "taps_rows", "taps_spectrum", 0)}) {
      stream_->launch(*prepare->kernel, Start::after_all, prepare->arguments);
      stream_->wait();
    }
    std::vector<std::shared_ptr<Launch>> frame;
    frame.push_back(launch("rows", s.rows, "image", "spectrum", m.row_stride));
    frame.push_back(launch("columns", s.columns, "spectrum", "product", 0));
    frame.push_back(launch("rows back", s.rows_back, "product", "result", 0));
    const auto enqueue = [&] {
      for (const auto& part : frame)
        stream_->launch(*part->kernel, Start::after_all, part->arguments);
    };

    fmt::print("\n{}: {} x {} pixels, {} x {} taps\n", title, m.rows, m.columns, m.taps_rows,
               m.taps_columns);
    std::vector<std::string> json;
    for (const auto& part : frame) {
      const CudaGraph graph(session_, [&] {
        for (int i = 0; i < kInARow; ++i)
          stream_->launch(*part->kernel, Start::after_all, part->arguments);
      });
      const double us = median_us(
          session_, [&] { graph.launch(); }, kInARow);
      const KernelUsage usage = cuda_usage(*part->kernel);
      const ast::Kernel& kernel = part->stage.kernel;
      const int blocks = kernel.grid[0] * kernel.grid[1] * kernel.grid[2];
      fmt::print(
          "  {:10} {:7.2f} us  {:5} blocks of {:4} threads, {:3} registers, {:6} B shared, {} B "
          "local\n",
          part->name, us, blocks, kernel.block_threads(), usage.registers,
          kernel.shared_bytes() + usage.shared_bytes, usage.local_bytes);
      json.push_back(fmt::format(
          R"({{"name": "{}", "us": {:.3f}, "blocks": {}, "threads": {}, "registers": {}, "shared_bytes": {}, "local_bytes": {}}})",
          part->name, us, blocks, kernel.block_threads(), usage.registers,
          kernel.shared_bytes() + usage.shared_bytes, usage.local_bytes));
    }
    const CudaGraph one(session_, enqueue);
    const double replayed = median_us(
        session_,
        [&] {
          for (int i = 0; i < kInARow; ++i) one.launch();
        },
        kInARow);
    const CudaGraph many(session_, [&] {
      for (int i = 0; i < kInARow; ++i) enqueue();
    });
    const double in_a_row = median_us(
        session_, [&] { many.launch(); }, kInARow);
    const double error = checked_error(m, x, taps, *memory["result"]);
    fmt::print(
        "  frame      {:7.2f} us  its graph of {} launches replayed; {:.2f} us in a graph of {} "
        "frames\n",
        replayed, one.nodes(), in_a_row, kInARow);
    is_right_ =
        is_right_ && error <= (std::is_floating_point_v<Sample> ? kMostRelative : kMostOfPixel);
    fmt::print("  error      {}\n", std::is_floating_point_v<Sample>
                                        ? fmt::format("{:.2e} relative L2", error)
                                        : fmt::format("{:.3f} at most, of exact", error));
    return fmt::format(
        R"({{"case": "{}", "frame_us": {:.3f}, "frame_in_graph_of_many_us": {:.3f}, "error": {:.3e}, "launches": [{}]}})",
        title, replayed, in_a_row, error, fmt::join(json, ", "));
  }

 private:
  template <class Sample>
  static std::vector<Sample> pixels(const Image& m) {
    std::mt19937 generator(5);
    std::vector<Sample> x(static_cast<std::size_t>(m.rows * m.row_stride));
    for (Sample& sample : x) sample = static_cast<Sample>(generator() % 256);
    return x;
  }
  static std::vector<float> some_taps(const Image& m) {
    std::mt19937 generator(3);
    std::uniform_real_distribution<float> uniform(0, 1);
    std::vector<float> taps(static_cast<std::size_t>(m.taps_rows * m.taps_columns));
    for (float& tap : taps) tap = uniform(generator) / static_cast<float>(taps.size());
    return taps;
  }

  std::unique_ptr<DeviceMemory> filled(const HostBuffer& bytes) {
    auto memory = device_->allocate(bytes.size());
    stream_->copy_in(*memory, bytes.data(), CopyShape::bytes(bytes.size()));
    stream_->wait();
    return memory;
  }

  std::shared_ptr<Launch> make_launch(
      std::string name, const GeneratedKernel& stage,
      const std::map<std::string, const DeviceMemory*>& buffers,
      const std::map<std::string, std::variant<std::int32_t, float>>& scalars) {
    auto launch = std::make_shared<Launch>(
        Launch{std::move(name), stage, device_->load(stage.kernel), nullptr, {}});
    if (!stage.twiddles.empty())
      launch->twiddles = filled(bytes_of(stage.twiddles, stage.kernel.real));
    for (const ast::Parameter& parameter : stage.kernel.parameters) {
      if (const auto* buffer = std::get_if<ast::BufferParameter>(&parameter))
        launch->arguments.emplace_back(buffer->name == "twiddles" ? launch->twiddles.get()
                                                                  : buffers.at(buffer->name));
      else
        std::visit([&](auto value) { launch->arguments.emplace_back(value); },
                   scalars.at(std::get<ast::Variable>(parameter).name));
    }
    return launch;
  }

  /// Of some pixels, corners among them: relative in the L2 norm, or for whole numbers the largest.
  template <class Sample>
  double checked_error(const Image& m, const std::vector<Sample>& x, const std::vector<float>& taps,
                       const DeviceMemory& result) {
    HostBuffer bytes(result.size_bytes());
    stream_->copy_out(bytes.data(), result, CopyShape::bytes(bytes.size()));
    stream_->wait();
    const std::vector<Sample> y = values_of<Sample>(bytes);
    std::mt19937 generator(11);
    double worst = 0;
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < kCheckedPixels; ++i) {
      const int row = i < 4 ? (i & 1) * (m.out_rows - 1)
                            : static_cast<int>(generator() % static_cast<unsigned>(m.out_rows));
      const int column = i < 4
                             ? (i >> 1) * (m.out_columns - 1)
                             : static_cast<int>(generator() % static_cast<unsigned>(m.out_columns));
      const double exact = direct_sample(m, x, taps, row, column, 0);
      const double error =
          static_cast<double>(y[static_cast<std::size_t>(row * m.out_columns + column)]) - exact;
      worst = std::max(worst, std::abs(error));
      difference += error * error;
      norm += exact * exact;
    }
    return std::is_floating_point_v<Sample> ? std::sqrt(difference / norm) : worst;
  }

  KernelCache cache_;
  CudaSession session_;
  std::unique_ptr<Device> device_;
  std::unique_ptr<DeviceStream> stream_;
  bool is_right_ = true;
};

int bench(const Options& options) {
  const LineShape across = options.shape("rows", "row", false);
  const LineShape down = options.shape("columns", "column", true);
  Image m;
  m.rows = m.out_rows = options.numbers("image").at(0);
  m.columns = m.out_columns = m.row_stride = options.numbers("image").at(1);
  m.taps_rows = options.numbers("taps").at(0);
  m.taps_columns = options.numbers("taps").at(1);
  m.origin_row = -(m.taps_rows / 2);
  m.origin_column = -(m.taps_columns / 2);

  Bench bench(options);
  fmt::print("{}, {}, {}\nrows {} = {}, columns {} = {}\n", bench.info().name,
             bench.info().architecture, bench.info().compiler, across.length,
             fmt::join(across.radices, "*"), down.length, fmt::join(down.radices, "*"));
  std::vector<std::string> json;
  m.storage = m.out_storage = ast::Storage::f32;
  json.push_back(bench.run<float>("f32, f32 spectra", m, across, down));
  m.storage = m.out_storage = ast::Storage::u8;
  json.push_back(bench.run<unsigned char>("u8, f32 spectra", m, across, down));
  m.spectrum_storage = ast::Storage::f16;
  json.push_back(bench.run<unsigned char>("u8, f16 spectra", m, across, down));

  const std::string text = fmt::format(
      R"({{"device": "{}", "architecture": "{}", "compiler": "{}", "rows": [{}], "columns": [{}], "cases": [{}]}})",
      bench.info().name, bench.info().architecture, bench.info().compiler,
      fmt::join(across.radices, ", "), fmt::join(down.radices, ", "), fmt::join(json, ", "));
  fmt::print("\n{}\n", text);
  if (const std::string& file = options.text("json"); !file.empty())
    std::ofstream(file) << text << "\n";
  if (!bench.is_right()) fmt::print(stderr, "kernels_cuda: the result is wrong\n");
  return bench.is_right() ? 0 : 1;
}

}  // namespace
}  // namespace fftcore::test

int main(int count, char** words) {
  try {
    return fftcore::test::bench(fftcore::test::Options(count, words));
  } catch (const std::exception& error) {
    fmt::print(stderr, "kernels_cuda: {}\n", error.what());
    return 1;
  }
}
