// SPDX-License-Identifier: LGPL-2.1-or-later
// fftmultiply between spectra in CUDA memory, with a driver that counts what it is asked for and
// runs no kernels: how many launches a convolution in three elements takes, what is copied and
// waited for, kernels from a second stream, and that everything is given back.
#include <gtest/gtest.h>

#include "cuda_harness.h"
#include "fake_driver.h"

namespace fftcore::test::multiply_frames_test {
namespace {

constexpr Size kSize = {34, 18};
constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_NV12;
constexpr char kSmall[] = "kernel=\"<<0.0,0.25,0.0>,<0.25,0.0,0.25>,<0.0,0.25,0.0>>\"";

struct Counts {
  int up = fake_cuda_count("host to device");
  int down = fake_cuda_count("device to host");
  int launches = fake_cuda_count("launches");
  int waits = fake_cuda_count("waits");
  bool operator==(const Counts&) const = default;
};

Counts operator-(const Counts& a, const Counts& b) {
  return {a.up - b.up, a.down - b.down, a.launches - b.launches, a.waits - b.waits};
}

std::ostream& operator<<(std::ostream& out, const Counts& counts) {
  return out << counts.up << " up, " << counts.down << " down, " << counts.launches << " launches, "
             << counts.waits << " waits";
}

class Multiply : public CudaHarness {
 public:
  explicit Multiply(const std::string& line) : CudaHarness(line) { set_caps(kFormat, kSize); }

  Owned<GstBuffer> run() {
    GstBuffer* const input = next_frame();
    cost_ = Counts();
    Owned<GstBuffer> output = push(input);
    cost_ = Counts() - cost_;
    for (const Report& error : errors()) ADD_FAILURE() << error.text;
    return output;
  }
  /// Behind queues, where frames come when they come.
  Owned<GstBuffer> run_with_threads() {
    GstBuffer* const input = next_frame();
    cost_ = Counts();
    gst_harness_push(get(), input);
    Owned<GstBuffer> output(gst_harness_pull(get()));
    cost_ = Counts() - cost_;
    for (const Report& error : errors()) ADD_FAILURE() << error.text;
    return output;
  }
  /// What a frame costs once the first is through.
  Counts cost() {
    EXPECT_NE(run(), nullptr);
    EXPECT_NE(run(), nullptr);
    return cost_;
  }
  const Counts& last_cost() const { return cost_; }

 private:
  GstBuffer* next_frame() {
    GstBuffer* const buffer = frame(random_picture(kFormat, kSize));
    GstMapInfo map;  // so that the frame is on the device before
    gst_buffer_map(buffer, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA));
    gst_buffer_unmap(buffer, &map);
    return buffer;
  }

  Counts cost_;
};

TEST(CudaMultiply, AConvolutionInThreeElementsIsThreeLaunches) {
  Multiply multiply(std::string("fftforward ! fftmultiply name=m ") + kSmall + " ! fftinverse");
  EXPECT_EQ(multiply.cost(), (Counts{0, 0, 3, 1})) << "and waits at its end only";
}

TEST(CudaMultiply, AFilterBankIsOneMoreEach) {
  Multiply multiply(std::string("fftforward ! fftmultiply ") + kSmall + " ! fftmultiply " + kSmall +
                    " ! fftinverse");
  EXPECT_EQ(multiply.cost(), (Counts{0, 0, 4, 1}));
}

// Rows, columns | product and columns back | rows.
TEST(CudaMultiply, OfTheFullTransformIsFour) {
  Multiply multiply(
      std::string(
          "fftforward ! application/x-fft-spectrum(memory:CUDAMemory),transformed=rows-and-columns "
          "! fftmultiply ") +
      kSmall + " ! fftinverse");
  EXPECT_EQ(multiply.cost(), (Counts{0, 0, 4, 1}));
}

TEST(CudaMultiply, NothingIsNoLaunch) {
  Multiply multiply("fftforward ! fftmultiply ! fftinverse");
  EXPECT_EQ(multiply.cost(), (Counts{0, 0, 2, 1}));
}

TEST(CudaMultiply, KernelsOfASecondStreamStayOnTheDevice) {
  Multiply multiply(
      "tee name=t  fftmultiply name=m conjugate=true phase-only=true ! fftinverse  t. ! queue ! "
      "fftforward ! m.sink  t. ! queue ! fftforward ! m.kernel");
  for (int i = 0; i < 3; ++i) ASSERT_NE(multiply.run_with_threads(), nullptr);
  for (int i = 0; i < 10; ++i) {
    ASSERT_NE(multiply.run_with_threads(), nullptr);
    EXPECT_EQ(multiply.last_cost().down, 0);
    EXPECT_EQ(multiply.last_cost().up, 0);
  }
}

TEST(CudaMultiply, FollowsSettingsOnTheDevice) {
  Multiply multiply("fftforward ! fftmultiply name=m ! fftinverse");
  EXPECT_EQ(multiply.cost().launches, 2);
  const Owned<GstElement> element = multiply.element("m");
  set_property(element.get(), "filter", "lowpass");
  EXPECT_NE(multiply.run(), nullptr);
  EXPECT_EQ(multiply.cost().launches, 3);
  set_property(element.get(), "cutoff", "0.2");
  EXPECT_EQ(multiply.cost().launches, 3);
  set_property(element.get(), "filter", "none");
  EXPECT_NE(multiply.run(), nullptr);
  EXPECT_EQ(multiply.cost().launches, 2);
  EXPECT_TRUE(multiply.warnings().empty());
}

TEST(CudaMultiply, LeavesNothingBehind) {
  const auto run = [] {
    {
      Multiply multiply(std::string("fftforward ! fftmultiply ") + kSmall + " ! fftinverse");
      for (const Size size : {kSize, Size{64, 48}}) {
        multiply.set_caps(kFormat, size);
        const Picture picture = random_picture(kFormat, size);
        for (int i = 0; i < 3; ++i) ASSERT_NE(multiply.push(multiply.frame(picture)), nullptr);
      }
      for (const Report& error : multiply.errors()) ADD_FAILURE() << error.text;
    }
    Multiply multiply(
        "tee name=t  fftmultiply name=m ! fftinverse  t. ! queue ! fftforward ! m.sink  t. ! queue "
        "! fftforward ! m.kernel");
    for (int i = 0; i < 3; ++i) ASSERT_NE(multiply.run_with_threads(), nullptr);
  };
  run();  // what the library keeps for the program's lifetime
  const int before = fake_cuda_left();
  for (int i = 0; i < 3; ++i) run();
  EXPECT_EQ(fake_cuda_left(), before);
}

}  // namespace
}  // namespace fftcore::test::multiply_frames_test
