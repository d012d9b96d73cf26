// SPDX-License-Identifier: LGPL-2.1-or-later
// Workspaces of the caller's on the CPU: their size is known before, they are used, nothing around
// them is, and results have the same bits. (tests/backends/gpu/opencl_memory_test.cpp has a GPU's.)
#include <cstring>

#include "fftcore/error.h"
#include "transform_run.h"

namespace transform_workspace_test {

using namespace fftcore;

namespace {

constexpr std::uint8_t kMark = 0xAB;

/// A workspace in the midst of memory, which is aligned to `alignment` and to no more.
class Workspaces {
 public:
  explicit Workspaces(std::size_t bytes, std::size_t alignment = kWorkspaceAlignment)
      : bytes_(bytes), memory_(bytes + 4 * kWorkspaceAlignment, kMark) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    begin_ = 2 * kWorkspaceAlignment - address % kWorkspaceAlignment;
    if (alignment < kWorkspaceAlignment) begin_ += alignment;
  }
  /// Half an alignment before it, so that `first` counts.
  Buffer buffer() {
    return {memory_.data() + begin_ - 128, 0, bytes_ + 128, MemoryKind::host, 128};
  }
  bool is_used() const { return count(begin_, begin_ + bytes_) != bytes_; }
  bool is_left_around() const {
    return count(0, begin_) == begin_ &&
           count(begin_ + bytes_, memory_.size()) == memory_.size() - begin_ - bytes_;
  }

 private:
  std::size_t count(std::size_t first, std::size_t end) const {
    return static_cast<std::size_t>(std::count(memory_.begin() + static_cast<std::ptrdiff_t>(first),
                                               memory_.begin() + static_cast<std::ptrdiff_t>(end),
                                               kMark));
  }
  std::size_t bytes_, begin_ = 0;
  std::vector<std::uint8_t> memory_;
};

struct Case {
  const char* text;
  std::size_t bytes;
};

class TransformWorkspaces : public testing::Test {
 protected:
  void SetUp() override {
    if (!problems::on_cpu()) GTEST_SKIP() << "a GPU's is in its own memory";
  }
  Backend& backend_ = select_backend("cpu");
  std::unique_ptr<Queue> queue_ = backend_.create_queue({.threads = 2});
};

}  // namespace

TEST_F(TransformWorkspaces, AreUsedAndNothingAround) {
  for (const auto& [text, bytes] :
       {Case{"c2r 12x35", 12 * 18 * 8}, Case{"c2r 8x9x10 batch=2 f64", 2 * 8 * 9 * 6 * 16},
        Case{"c2c 40x25 f16", 40 * 25 * 8}, Case{"r2c 30x64 f32-in-f64", 30 * 33 * 16}}) {
    SCOPED_TRACE(text);
    const Transform transform = parse_transform(text);
    EXPECT_EQ(backend_.workspace_bytes(transform, *queue_), bytes);
    const auto own = backend_.compile(transform, *queue_),
               given = backend_.compile(transform, *queue_, Workspace::given);
    EXPECT_EQ(own->workspace_bytes(), bytes);
    EXPECT_EQ(given->workspace_bytes(), bytes);
    std::vector<std::uint8_t> input(input_size_bytes(transform)),
        want(output_size_bytes(transform)), got(want.size());
    for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::uint8_t>(i % 59);
    own->run(*queue_, {input.data()}, {want.data()});
    Workspaces workspace(bytes), another(bytes);
    for (Workspaces* const one : {&workspace, &another}) {
      std::ranges::fill(got, std::uint8_t{0});
      given->run(*queue_, {input.data()}, {got.data()}, one->buffer());
      EXPECT_EQ(got, want);
      EXPECT_TRUE(one->is_used());
      EXPECT_TRUE(one->is_left_around());
    }
  }
}

TEST_F(TransformWorkspaces, AreNotNeededByAll) {
  for (const char* text : {"c2c 16x18", "r2c 8x9x10", "c2r 20x30 in-place", "c2r 30", "dct2 8x9"}) {
    const Transform transform = parse_transform(text);
    EXPECT_EQ(backend_.workspace_bytes(transform, *queue_), 0U) << text;
    const auto given = backend_.compile(transform, *queue_, Workspace::given);
    std::vector<double> input(2000), output(2000);
    given->run(*queue_, {input.data()}, {transform.in_place ? input.data() : output.data()});
  }
}

TEST_F(TransformWorkspaces, AreRefused) {
  const Transform transform = parse_transform("c2r 12x35");
  const auto own = backend_.compile(transform, *queue_),
             given = backend_.compile(transform, *queue_, Workspace::given);
  alignas(kWorkspaceAlignment) static std::array<std::byte, 1 << 14> memory;
  std::vector<float> in(2 * 12 * 18), out(12 * 35);
  const auto message = [&](TransformExecutable& executable, Buffer workspace) -> std::string {
    try {
      executable.run(*queue_, {in.data()}, {out.data()}, workspace);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message(*given, {memory.data()}), "accepted");
  EXPECT_EQ(message(*given, {memory.data(), 0, 1728}), "accepted");
  EXPECT_EQ(message(*given, {memory.data(), 0, 1727}),
            "run() got 1727 bytes of workspace; what lies between the steps takes 1728");
  EXPECT_EQ(message(*given, {memory.data() + 128}),
            "run() got workspace that is not aligned to 256 bytes");
  EXPECT_EQ(message(*given, {memory.data(), 0, 0, MemoryKind::host, 128}),
            "run() got workspace that is not aligned to 256 bytes");
  EXPECT_EQ(message(*given, {}),
            "run() got no workspace; 1728 bytes of host memory, aligned to "
            "256, are needed");
  EXPECT_NE(message(*given, {memory.data(), 0, 0, MemoryKind::device}).find("memory of the host"),
            std::string::npos);
  EXPECT_NE(message(*given, {memory.data(), 9}).find("row stride"), std::string::npos);
  EXPECT_NE(message(*own, {memory.data()}).find("Workspace::given"), std::string::npos);
  const auto overlapping = [&](std::size_t input, std::size_t output) {
    try {
      given->run(*queue_, {memory.data() + input}, {memory.data() + output},
                 {memory.data() + 4096});
    } catch (const InvalidArgument& error) {
      return std::string(error.what()).find("overlaps input or output") != std::string::npos;
    }
    return false;
  };
  EXPECT_FALSE(overlapping(4096 - 1728, 4096 + 1728));
  EXPECT_TRUE(overlapping(4096 - 1728 + 8, 4096 + 1728));
  EXPECT_TRUE(overlapping(4096 - 1728, 4096 + 1728 - 4));
}

}  // namespace transform_workspace_test
