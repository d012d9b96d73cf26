// SPDX-License-Identifier: LGPL-2.1-or-later
// What TransformExecutables refuse, and what they say of themselves.
#include "fftcore/error.h"
#include "little_memory.h"
#include "transform_run.h"

namespace transform_executable_test {

using namespace fftcore;

namespace {

class TransformExecutables : public transforms::OnThisBackend {};

}  // namespace

TEST_F(TransformExecutables, RefusedBuffers) {
  const auto queue = problems::backend().create_queue({.threads = 1});
  const auto executable = problems::backend().compile(parse_transform("c2c 16"), *queue);
  std::vector<float> in(64), out(64);
  const auto message = [&](ConstBuffer input, Buffer output) -> std::string {
    try {
      executable->run(*queue, input, output);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message({in.data()}, {out.data()}), "accepted");
  EXPECT_NE(message({}, {out.data()}).find("no input (a null pointer)"), std::string::npos);
  EXPECT_NE(message({in.data()}, {}).find("no output (a null pointer)"), std::string::npos);
  EXPECT_NE(message({in.data()}, {in.data()}).find("overlap"), std::string::npos);
  EXPECT_NE(message({in.data()}, {in.data() + 31}).find("overlap"), std::string::npos);
  EXPECT_EQ(message({in.data()}, {in.data() + 32}), "accepted");
  EXPECT_NE(message({in.data(), 0, 127}, {out.data()})
                .find("127 bytes of input; the transform reaches over 128"),
            std::string::npos);
  EXPECT_NE(message({in.data()}, {out.data(), 0, 1}).find("1 bytes of output"), std::string::npos);
  EXPECT_NE(message({in.data(), 16}, {out.data()}).find("row stride"), std::string::npos);
  EXPECT_NE(message({reinterpret_cast<char*>(in.data()) + 1}, {out.data()}).find("aligned"),
            std::string::npos);
  const auto doubles = problems::backend().compile(parse_transform("c2c 4 f64"), *queue);
  EXPECT_THROW(doubles->run(*queue, {in.data() + 1}, {out.data()}), InvalidArgument);
  const auto in_place = problems::backend().compile(parse_transform("c2c 16 in-place"), *queue);
  EXPECT_THROW(in_place->run(*queue, {in.data()}, {out.data()}), InvalidArgument);
  if (!problems::on_cpu()) return;
  const auto wide = problems::backend().create_queue({.threads = 2});
  EXPECT_THROW(executable->run(*wide, {in.data()}, {out.data()}), InvalidArgument);
}

/// Real values and complex ones, and what lies before them stays.
TEST_F(TransformExecutables, BuffersBeginWithAnyValue) {
  const auto queue = problems::backend().create_queue({.threads = 1});
  const auto executable = problems::backend().compile(parse_transform("r2c 16"), *queue);
  std::vector<float> in(16 + 3), out(18), moved(18 + 2, -1);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i * i % 7);
  executable->run(*queue, {in.data() + 3}, {out.data()});
  executable->run(*queue, {in.data(), 0, 0, MemoryKind::host, 3},
                  {moved.data(), 0, 0, MemoryKind::host, 1});
  EXPECT_EQ(std::vector(moved.begin() + 2, moved.end()), out);
  EXPECT_EQ(moved[0], -1);
  EXPECT_EQ(moved[1], -1);
}

TEST_F(TransformExecutables, MemoryThatIsNotThereIsAnError) {
  if (!problems::on_cpu()) GTEST_SKIP() << "GPUs refuse so many values";
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer ends the program";
#endif
  const auto queue = select_backend("cpu").create_queue({.threads = 1});
  try {
    select_backend("cpu").compile(parse_transform("c2r 8388608x1048576"), *queue);
    ADD_FAILURE() << "32 TiB of work memory";
  } catch (const InvalidArgument&) {
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("not enough memory"), std::string::npos)
        << error.what();
  }
}

TEST_F(TransformExecutables, SayTheirPlan) {
  const auto queue = problems::backend().create_queue({.threads = 1});
  const auto executable =
      problems::backend().compile(parse_transform("r2c 30x64 normalized"), *queue);
  const std::string_view words =
      problems::on_cpu()
          ? "pass 2 of 2: forward C2C of 30 points, 33 lines, 16 at a time, times 0.0005208"
          : "axis1_forward: 33 lines of 30";
  EXPECT_NE(executable->plan_text().find(words), std::string::npos) << executable->plan_text();
}

TEST_F(TransformExecutables, GpusSayWhatTheyCannotDo) {
  if (problems::on_cpu()) GTEST_SKIP() << "the CPU does all of them";
  const auto queue = problems::backend().create_queue({});
  const transforms::LittleMemory device("48k,shared=1024");
  for (const auto& [text, words] :
       {std::pair{"c2c 1031", "does not fit three launches with 1 KiB of shared memory a block"},
        std::pair{"dct2 1031", "nor chirps; backend 'cpu' does it"}}) {
    try {
      problems::backend().compile(parse_transform(text), *queue);
      ADD_FAILURE() << text;
    } catch (const Unsupported& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

}  // namespace transform_executable_test
