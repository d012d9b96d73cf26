// SPDX-License-Identifier: LGPL-2.1-or-later
// Backend opencl in the caller's context, on the caller's command queue, in the caller's memory:
// the same bits as in host memory, wherever in a buffer something begins, and nothing else touched.
#include <chrono>
#include <cstring>
#include <functional>
#include <random>
#include <span>
#include <thread>

#include "fftcore/error.h"
#include "opencl_session.h"
#include "spectrum_chain.h"
#include "test_image.h"

namespace opencl_memory_test {

using namespace fftcore;
using clmem::Bytes, clmem::OpenClMemory;

namespace {

constexpr std::uint8_t kPoison = 0xFF;  // no number in f16, f32 and f64

/// What a buffer of the caller's has, and where in it something begins.
struct Content {
  Bytes bytes;
  std::int64_t first = 0;
};

Content image_content(const Layout& layout, std::int64_t first, std::mt19937* random) {
  oracle::TestImage image(layout, first);
  if (random != nullptr) image.set(oracle::random_samples(layout, *random));
  const ConstBuffer buffer = image.const_buffer();
  const auto* const bytes = static_cast<const std::uint8_t*>(buffer.data);
  return {Bytes(bytes, bytes + buffer.size_bytes), first};
}

Content poison(std::size_t size_bytes, std::int64_t first, std::size_t element_bytes) {
  return {Bytes(size_bytes + static_cast<std::size_t>(first) * element_bytes + 32, kPoison), first};
}

class InBothMemories : public OpenClMemory {
 protected:
  using Run = std::function<void(std::span<const ConstBuffer> inputs, Buffer output)>;

  /// Runs in host memory and in device memory. Returns what the output has then, both times the
  /// same.
  Bytes same_bits(const Run& run, const std::vector<Content>& inputs, const Content& output) {
    std::vector<ConstBuffer> from;
    for (const Content& one : inputs)
      from.push_back({one.bytes.data(), 0, one.bytes.size(), MemoryKind::host, one.first});
    Bytes at_host = output.bytes;
    run(from, {at_host.data(), 0, at_host.size(), MemoryKind::host, output.first});
    EXPECT_NE(at_host, output.bytes);

    std::vector<clmem::Owned<clmem::MemoryHandle>> memory;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      memory.push_back(session_->filled(inputs[i].bytes, clmem::kMemoryReadOnly));
      from[i] = input(memory[i].get(), inputs[i].first, inputs[i].bytes.size());
    }
    const auto result = session_->filled(output.bytes);
    run(from, this->output(result.get(), output.first));
    // On the same command queue, which works in order.
    EXPECT_EQ(session_->content(result.get(), output.bytes.size()), at_host);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      EXPECT_EQ(session_->content(memory[i].get(), inputs[i].bytes.size()), inputs[i].bytes);
    return at_host;
  }
};

std::vector<Peak> copy_of(std::span<const Peak> peaks) {
  return {peaks.begin(), peaks.end()};
}

}  // namespace

TEST_F(InBothMemories, Convolutions) {
  std::mt19937 random(1);
  struct Case {
    const char* text;
    std::int64_t input, output;
  };
  for (const auto& [text, from, to] :
       {Case{"conv2d u8 40x50 k5x5 reflect-101 same", 3, 7},
        {"corr2d u8 33x29x4 k3x3 replicate same skip=8", 5, 1},
        {"conv2d u16 21x30 k4x3 wrap full", 9, 13},
        {"conv2d u10-packed 13x30 k3x3 wrap same pitch=33,36", 1, 5},
        {"conv2d f32 4x64 k1x5 wrap same", 1, 3},
        {"conv2d f32 4x64 k1x5 wrap same", 2, 4},
        {"conv2d f16 20x24 k3x3 constant same frames=2 filters=2 pitch=27,31", 11, 5},
        {"conv2d f32 4x64 k1x5 wrap same store=\"w * v\"", 2, 4},
        {"conv2d f32 33x29 k3x3 replicate same pitch=29,29,31 w=u8 store=\"w * v\"", 5, 1},
        {"conv3d f32 5x7x9 k3x3x3 reflect same", 1, 1}}) {
    SCOPED_TRACE(text);
    const Convolution work = parse_convolution(text);
    const auto executable = backend_->compile(work, *queue_);
    executable->set_taps(oracle::averaging_kernels(work, random));
    std::vector<Content> images{image_content(work.input, from, &random)};
    if (work.second) images.push_back(image_content(*work.second, from + 6, &random));
    same_bits([&](auto in, Buffer out) { executable->run_any(*queue_, in, out); }, images,
              image_content(work.output, to, nullptr));
  }
}

TEST_F(InBothMemories, Transforms) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> uniform(-1, 1);
  struct Case {
    const char* text;
    std::int64_t input, output;
    std::size_t input_value, output_value;  // bytes
  };
  for (const auto& [text, from, to, from_bytes, to_bytes] :
       {Case{"r2c 30x31", 6, 3, 4, 8}, {"c2r 12x35", 5, 2, 8, 4}, {"c2c 20x21", 1, 7, 8, 8}}) {
    SCOPED_TRACE(text);
    const Transform work = parse_transform(text);
    Content input = poison(input_size_bytes(work), from, from_bytes);
    auto* const values =
        reinterpret_cast<float*>(input.bytes.data() + static_cast<std::size_t>(from) * from_bytes);
    std::generate_n(values, input_size_bytes(work) / sizeof(float),
                    [&] { return uniform(random); });
    const auto executable = backend_->compile(work, *queue_);
    same_bits([&](auto in, Buffer out) { executable->run(*queue_, in[0], out); }, {input},
              poison(output_size_bytes(work), to, to_bytes));
  }
}

TEST_F(InBothMemories, TransformsInPlace) {
  const Transform work = parse_transform("r2c 12x30 in-place");
  const auto executable = backend_->compile(work, *queue_);
  Bytes bytes(output_size_bytes(work) + 64, kPoison);
  for (std::size_t i = 6; i < output_size_bytes(work) / sizeof(float) + 6; ++i)
    reinterpret_cast<float*>(bytes.data())[i] = static_cast<float>(i % 17);
  const auto memory = session_->filled(bytes);
  // 6 real values are 3 complex ones.
  executable->run(*queue_, input(memory.get(), 6), output(memory.get(), 3));
  executable->run(*queue_, {bytes.data(), 0, 0, MemoryKind::host, 6},
                  {bytes.data(), 0, 0, MemoryKind::host, 3});
  EXPECT_EQ(session_->content(memory.get(), bytes.size()), bytes);
}

/// Two parts between launches, in the caller's memory: the same bits, and nothing else touched.
TEST_F(InBothMemories, Workspaces) {
  const char* const set = std::getenv("FFTCORE_TRAITS");
  const std::string before = set != nullptr ? set : "";
  setenv("FFTCORE_TRAITS", "48k", 1);
  const Transform work = parse_transform("c2r 3x16384");
  const std::size_t bytes = backend_->workspace_bytes(work, *queue_);
  const auto own = backend_->compile(work, *queue_),
             given = backend_->compile(work, *queue_, Workspace::given);
  before.empty() ? unsetenv("FFTCORE_TRAITS") : setenv("FFTCORE_TRAITS", before.c_str(), 1);
  EXPECT_EQ(own->workspace_bytes(), bytes);
  EXPECT_GT(bytes, 2U * 3 * 8193 * 8);

  Bytes values(input_size_bytes(work));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint8_t>(i % 61);
  const auto from = session_->filled(values), to = session_->filled(Bytes(3 * 16384 * 4));
  own->run(*queue_, input(from.get()), output(to.get()));
  const Bytes want = session_->content(to.get(), 3 * 16384 * 4);

  constexpr std::size_t kFirst = 512;
  const auto memory = session_->filled(Bytes(kFirst + bytes + 64, kPoison));
  const auto result = session_->filled(Bytes(want.size()));
  given->run(*queue_, input(from.get()), output(result.get()), output(memory.get(), kFirst));
  EXPECT_EQ(session_->content(result.get(), want.size()), want);
  const Bytes after = session_->content(memory.get(), kFirst + bytes + 64);
  EXPECT_EQ(Bytes(after.begin(), after.begin() + kFirst), Bytes(kFirst, kPoison));
  EXPECT_EQ(Bytes(after.end() - 64, after.end()), Bytes(64, kPoison));
  EXPECT_NE(std::count(after.begin() + kFirst, after.begin() + kFirst + 3 * 8193 * 8, kPoison),
            3 * 8193 * 8);
}

TEST_F(InBothMemories, Stages) {
  std::mt19937 random(3);
  for (const char* text : {"conv2d u8 18x20x2 k5x3 reflect same | rows to-rows",
                           "conv2d u8 30x41x4 k3x3 replicate same skip=8 | both to-both copies",
                           "conv2d f32 20x22 k1x1 wrap same | rows to-both spectrum conjugate"}) {
    SCOPED_TRACE(text);
    const stages::Chain chain = stages::parse_chain(text, *backend_, *queue_);
    const auto forward = backend_->compile(chain.forward, *queue_);
    const auto multiply = backend_->compile(chain.multiply, *queue_);
    const auto inverse = backend_->compile(chain.inverse, *queue_);
    // A spectrum begins at a multiple of 64 bytes.
    const auto first =
        static_cast<std::int64_t>(64 / (2 * size_bytes(chain.forward.spectrum.type)));
    const auto empty = [&](const SpectrumLayout& layout, std::int64_t times) {
      return poison(size_bytes(layout), times * first,
                    static_cast<std::size_t>(2 * size_bytes(layout.type)));
    };
    const Content image = image_content(chain.forward.image, 3, &random);
    Content spectrum = empty(chain.forward.spectrum, 3);
    spectrum.bytes = same_bits([&](auto in, Buffer out) { forward->run(*queue_, in[0], out); },
                               {image}, spectrum);
    std::vector<Content> factors{spectrum};
    if (chain.multiply.taps)
      multiply->set_taps(oracle::averaging_kernels(chain.problem, random));
    else
      factors.push_back(spectrum);
    Content product = empty(chain.multiply.output, 1);
    product.bytes = same_bits(
        [&](auto in, Buffer out) {
          multiply->run(*queue_, in[0], in.size() > 1 ? in[1] : ConstBuffer{}, out);
        },
        factors, product);
    std::vector<Content> sources{product};
    if (chain.inverse.copies_skipped)
      sources.push_back(image_content(chain.inverse.image, 5, &random));
    same_bits(
        [&](auto in, Buffer out) {
          if (in.size() > 1)
            inverse->run(*queue_, in[0], in[1], out);
          else
            inverse->run(*queue_, in[0], out);
        },
        sources, image_content(chain.inverse.image, 7, nullptr));
  }
}

TEST_F(InBothMemories, Searches) {
  std::mt19937 random(4);
  std::vector<std::vector<Peak>> peaks;
  const auto expect_the_same_peaks = [&] {
    ASSERT_EQ(peaks.size(), 2U);
    ASSERT_FALSE(peaks[0].empty());
    ASSERT_EQ(peaks[0].size(), peaks[1].size());
    for (std::size_t i = 0; i < peaks[0].size(); ++i) {
      EXPECT_EQ(peaks[0][i].x, peaks[1][i].x);
      EXPECT_EQ(peaks[0][i].y, peaks[1][i].y);
      EXPECT_EQ(peaks[0][i].score, peaks[1][i].score);
    }
    peaks.clear();
  };
  const TemplateMatching matching =
      parse_matching("match ccoeff-normed u8 40x50 p5x6 peaks=3 templates=2 surface");
  const auto finder = backend_->compile(matching, *queue_);
  finder->set_templates(std::vector{oracle::random_taps(matching.template_extent, random),
                                    oracle::random_taps(matching.template_extent, random)});
  const auto surface = [](Extent extent, std::int64_t count) {
    return poison(static_cast<std::size_t>(extent.rows * extent.columns * count) * sizeof(float), 5,
                  sizeof(float));
  };
  same_bits(
      [&](auto in, Buffer out) {
        finder->run(*queue_, in[0], out);
        peaks.push_back(copy_of(finder->peaks()));
      },
      {image_content(matching.image, 3, &random)}, surface(surface_extent(matching), 2));
  expect_the_same_peaks();

  const PhaseCorrelation correlation = parse_phase_correlation("phase f32 33x40 peaks=2 surface");
  const auto meter = backend_->compile(correlation, *queue_);
  same_bits(
      [&](auto in, Buffer out) {
        meter->set_reference(*queue_, in[0]);
        meter->run(*queue_, in[1], out);
        peaks.push_back(copy_of(meter->peaks()));
      },
      {image_content(correlation.image, 3, &random), image_content(correlation.image, 1, &random)},
      surface(surface_extent(correlation), 1));
  expect_the_same_peaks();
}

TEST_F(InBothMemories, RowStridesOfBuffers) {
  const Convolution work = parse_convolution("conv2d u8 9x20 k3x3 wrap same");
  const auto executable = backend_->compile(work, *queue_);
  std::mt19937 random(5);
  executable->set_taps(oracle::averaging_kernels(work, random));
  Content image{Bytes(9 * 33 + 5), 5};
  for (std::uint8_t& byte : image.bytes) byte = static_cast<std::uint8_t>(random());
  same_bits(
      [&](auto in, Buffer out) {
        ConstBuffer from = in[0];
        from.row_stride = 33;
        out.row_stride = 27;
        executable->run(*queue_, from, out);
      },
      {image}, {Bytes(9 * 27 + 3, kPoison), 3});
}

TEST_F(InBothMemories, OneBufferInEach) {
  const Convolution work = parse_convolution("conv2d u8 20x30 k1x1 wrap same");
  const auto executable = backend_->compile(work, *queue_);
  executable->set_taps({{1, 1}, {1.0}});
  const Bytes image(600, 7);
  Bytes result(600);
  const auto memory = session_->filled(Bytes(601, 0));
  executable->run(*queue_, {image.data()}, output(memory.get(), 1));
  executable->run(*queue_, input(memory.get(), 1), {result.data()});
  EXPECT_EQ(result, image);
  EXPECT_EQ(session_->content(memory.get(), 1), Bytes(1, 0));
}

// Of a queue that waits for the caller's event run() returns all the same, and what it enqueued is
// done in the queue's order.
TEST_F(InBothMemories, RunOnlyEnqueues) {
  const Convolution work = parse_convolution("conv2d u8 20x30 k1x1 wrap same");
  const auto executable = backend_->compile(work, *queue_);
  executable->set_taps({{1, 1}, {1.0}});
  const Bytes image(600, 7);
  const auto from = session_->filled(Bytes(600, 0)), to = session_->filled(Bytes(600, 0));
  clmem::Int code = 0;
  const auto event =
      clmem::call<clmem::EventHandle>("clCreateUserEvent", session_->context.get(), &code);
  ASSERT_EQ(code, clmem::kSuccess);
  ASSERT_EQ(clmem::call<clmem::Int>("clEnqueueWriteBuffer", session_->queue.get(), from.get(),
                                    clmem::Uint{0}, std::size_t{0}, image.size(),
                                    static_cast<const void*>(image.data()), clmem::Uint{1}, &event,
                                    static_cast<clmem::EventHandle*>(nullptr)),
            clmem::kSuccess);
  executable->run(*queue_, input(from.get()), output(to.get()));
  ASSERT_EQ(clmem::call<clmem::Int>("clSetUserEventStatus", event, clmem::Int{0}), clmem::kSuccess);
  EXPECT_EQ(session_->content(to.get(), 600), image);
  clmem::call<clmem::Int>("clReleaseEvent", event);
}

TEST_F(InBothMemories, BuffersAreOneObjectsPartsToo) {
  const Convolution work = parse_convolution("conv2d u8 20x30 k1x1 wrap same");
  const auto executable = backend_->compile(work, *queue_);
  executable->set_taps({{1, 1}, {1.0}});
  Bytes bytes(4096, kPoison);
  std::fill_n(bytes.begin() + 1, 600, std::uint8_t{9});
  const auto whole = session_->filled(bytes);
  executable->run(*queue_, input(whole.get(), 1), output(whole.get(), 601));
  std::fill_n(bytes.begin() + 601, 600, std::uint8_t{9});
  EXPECT_EQ(session_->content(whole.get(), bytes.size()), bytes);
  const auto part = clmem::part_of(whole.get(), 2048, 1024);
  executable->run(*queue_, input(whole.get(), 1), output(part.get(), 3));
  std::fill_n(bytes.begin() + 2048 + 3, 600, std::uint8_t{9});
  EXPECT_EQ(session_->content(whole.get(), bytes.size()), bytes);
}

/// Context, command queue and memory are the caller's to release, at any time.
TEST_F(InBothMemories, ObjectsAreRetained) {
  constexpr clmem::Uint kContextReferences = 0x1080, kQueueReferences = 0x1092;
  const auto references = [&] {
    return std::pair{clmem::value_info<clmem::Uint>(session_->context.get(), kContextReferences),
                     clmem::value_info<clmem::Uint>(session_->queue.get(), kQueueReferences)};
  };
  queue_.reset();
  const auto before = references();
  const Convolution work = parse_convolution("conv2d u8 20x30 k3x3 wrap same");
  {
    const auto queue = backend_->create_queue(session_->options());
    EXPECT_GT(references().second, before.second);
    const auto executable = backend_->compile(work, *queue);
  }
  // PoCL's own threads let go of what they did a little later.
  for (int i = 0; i < 1000 && references() != before; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(references(), before);

  queue_ = backend_->create_queue(session_->options());
  const auto executable = backend_->compile(work, *queue_);
  executable->set_taps({{3, 3}, std::vector<double>(9, 0.1)});
  {
    const auto from = session_->filled(Bytes(600, 0)), to = session_->filled(Bytes(600, 0));
    session_.reset();
    executable->run(*queue_, input(from.get()), output(to.get()));
  }
  queue_->wait();
}

/// The device is the command queue's; without one the context's. What was compiled for a context
/// serves all queues of it.
TEST_F(InBothMemories, QueuesOfOneContextShareADevice) {
  const Convolution work = parse_convolution("conv2d u8 20x30 k1x1 wrap same");
  const auto executable = backend_->compile(work, *queue_);
  executable->set_taps({{1, 1}, {1.0}});
  QueueOptions only_queue, only_context;
  only_queue.native_stream = session_->queue.get();
  only_context.native_context = session_->context.get();
  for (const QueueOptions& options : {only_queue, only_context}) {
    const auto other = backend_->create_queue(options);
    const auto from = session_->filled(Bytes(600, 5)), to = session_->filled(Bytes(600, 0));
    executable->run(*other, input(from.get()), output(to.get()));
    other->wait();
    EXPECT_EQ(session_->content(to.get(), 600), Bytes(600, 5));
  }
}

}  // namespace opencl_memory_test
