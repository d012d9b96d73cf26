// SPDX-License-Identifier: LGPL-2.1-or-later
// The order of things when settings change faster than they can be built, with a backend whose
// slowness the test decides.
#include "fftfilter/filter_session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>

#include "fftcore/error.h"
#include "filter_harness.h"
#include "gobject/array_value.h"

namespace fftcore::test::filter_session_test {
namespace {

using namespace std::chrono_literals;

constexpr Size kSize = {4, 4};

class FakeQueue : public Queue {
 public:
  int threads() const override { return 1; }
  void wait() override {}
};

// What a test sees of the executables of a backend.
struct Watch {
  Extent last_run;  // what the last frame was filtered for
  std::atomic<int> alive = 0, made = 0;
  // Calls of set_taps() by the thread that pushes frames.
  std::thread::id stream = std::this_thread::get_id();
  std::atomic<int> sets_on_stream = 0;
};

// Writes gain * first tap into each sample, so that a frame tells which taps and gain it got.
class FakeExecutable : public ConvolutionExecutable {
 public:
  FakeExecutable(Convolution problem, std::chrono::milliseconds set_time, Watch& watch)
      : ConvolutionExecutable(std::move(problem)), set_time_(set_time), watch_(watch) {
    ++watch_.alive;
    ++watch_.made;
  }
  ~FakeExecutable() override { --watch_.alive; }

  void set(const Setting& setting) override {
    if (const auto* gain = std::get_if<Gain>(&setting)) {
      gain_ = gain->gain;
      return;
    }
    const Taps& taps = std::get<std::span<const Taps>>(setting)[0];
    EXPECT_EQ(taps.extent, convolution().taps);
    if (std::this_thread::get_id() == watch_.stream) ++watch_.sets_on_stream;
    std::this_thread::sleep_for(set_time_);
    tap_ = taps.values[0];
  }
  void run_any(Queue& /*queue*/, std::span<const ConstBuffer> /*inputs*/, const Buffer& output,
               const Buffer& /*workspace*/) override {
    watch_.last_run = convolution().input.extent();
    auto* data = static_cast<std::uint8_t*>(output.data);
    for (int row = 0; row < kSize.height; ++row) {
      std::fill_n(data + row * output.row_stride, kSize.width,
                  static_cast<std::uint8_t>(gain_ * tap_));
    }
  }
  std::string plan_text() const override { return "fake"; }

 private:
  std::chrono::milliseconds set_time_;
  Watch& watch_;
  double tap_ = 0;
  double gain_ = 0;
};

class FakeBackend : public Backend {
 public:
  std::counting_semaphore<> permits{0};  // one for each compile()
  std::atomic<bool> is_broken = false;
  std::atomic<int> begun = 0;  // calls of compile(), those that wait for a permit too
  std::atomic<int> compiled = 0;
  std::chrono::milliseconds set_time = 0ms;
  Watch watch;

  std::string_view name() const override { return "fake"; }
  std::string unavailable_reason() const override { return ""; }
  std::unique_ptr<Queue> create_queue(const QueueOptions& /*options*/) override {
    return std::make_unique<FakeQueue>();
  }
  std::unique_ptr<Executable> compile_any(const AnyWork& work, const Queue& /*queue*/,
                                          Workspace /*workspace*/) override {
    ++begun;
    permits.acquire();
    ++compiled;
    if (is_broken) throw Unsupported("cannot do that");
    return std::make_unique<FakeExecutable>(std::get<Convolution>(work), set_time, watch);
  }
};

class Session : public testing::Test {
 protected:
  // A row of `columns` taps, the first of them `tap`; the fake gives gain * tap.
  static gst::Settings settings(int tap, int columns, double gain = 1) {
    std::vector<double> row(static_cast<std::size_t>(columns));
    row[0] = tap;
    GValue value = G_VALUE_INIT;
    g_value_init(&value, GST_TYPE_ARRAY);
    EXPECT_TRUE(gst_value_deserialize(&value, as_kernel_text({row}).c_str()));
    gst::Settings result;
    result.source.kernel = gst::keep_value(&value);
    result.gain = gain;
    g_value_unset(&value);
    return result;
  }

  void start(const gst::Settings& first) {
    backend.permits.release();
    engine = gst::system_engine(backend, {});
    session = std::make_unique<gst::FilterSession>(first);
    set_size(kSize);
  }

  void set_size(Size size) {
    GstVideoInfo info = info_of(GST_VIDEO_FORMAT_GRAY8, size);
    GST_VIDEO_INFO_FPS_N(&info) = frames_a_minute;
    GST_VIDEO_INFO_FPS_D(&info) = 60;
    session->set_input(engine, info);
    size_ = size;
  }

  // Polls as a frame does, then what the frame gets.
  int frame() {
    session->poll();
    const Owned<GstBuffer> input(buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, size_)));
    const Owned<GstBuffer> output(gst_buffer_copy_deep(input.get()));
    session->run(input.get(), output.get());
    return read(GST_VIDEO_FORMAT_GRAY8, size_, output.get()).planes[0].at(0, 0, 0);
  }

  int first_frame_that_is_not(int value) {
    for (int i = 0; i < 20000; ++i) {
      if (const int now = frame(); now != value) return now;
      std::this_thread::sleep_for(1ms);
    }
    return value;
  }

  // Waits for the background thread to come as far as that.
  template <class Condition>
  static void wait_until(Condition is_so) {
    for (int i = 0; i < 20000 && !is_so(); ++i) std::this_thread::sleep_for(1ms);
    ASSERT_TRUE(is_so());
  }

  // So long that no machine is too busy to set taps meanwhile.
  int frames_a_minute = 1;
  FakeBackend backend;
  std::shared_ptr<gst::Engine> engine;
  std::unique_ptr<gst::FilterSession> session;

 private:
  Size size_ = kSize;
};

TEST_F(Session, ServesTheOldSetWhileTheNewOneIsBuilt) {
  start(settings(10, 3));
  session->change(settings(20, 5));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(frame(), 10);
  backend.permits.release();
  EXPECT_EQ(first_frame_that_is_not(10), 20);
}

TEST_F(Session, TakesOverWhatChangedDuringTheBuild) {
  start(settings(10, 3));
  session->change(settings(20, 5));
  session->change(settings(30, 5));
  session->change(settings(30, 5, 2));
  EXPECT_EQ(frame(), 10);
  backend.permits.release();
  EXPECT_EQ(first_frame_that_is_not(10), 60) << "neither older taps nor older gain are seen";
  EXPECT_EQ(backend.compiled, 2) << "one build was enough";
}

TEST_F(Session, DropsABuildThatIsSuperseded) {
  start(settings(10, 3));
  session->change(settings(20, 5));
  session->change(settings(30, 7));
  backend.permits.release(2);
  EXPECT_EQ(first_frame_that_is_not(10), 30);
}

TEST_F(Session, DropsABuildThatIsNoLongerWanted) {
  start(settings(10, 3));
  session->change(settings(20, 5));
  wait_until([&] { return backend.begun == 2; });
  session->change(settings(40, 3));
  EXPECT_EQ(frame(), 40);
  backend.permits.release();
  // It is built to its end, and nobody keeps it.
  wait_until([&] { return backend.watch.made == 2 && backend.watch.alive == 1; });
  EXPECT_EQ(frame(), 40);
}

TEST_F(Session, KeepsServingWhenABuildFails) {
  start(settings(10, 3));
  backend.is_broken = true;
  backend.permits.release();
  session->change(settings(20, 5));
  EXPECT_THROW(first_frame_that_is_not(10), Unsupported);
  EXPECT_EQ(frame(), 10);
  session->change(settings(40, 3));
  EXPECT_EQ(frame(), 40);
}

TEST_F(Session, TriesAgainAfterABuildThatFailed) {
  const gst::Settings wanted = settings(20, 5);
  start(settings(10, 3));
  backend.is_broken = true;
  backend.permits.release(2);
  session->change(wanted);
  EXPECT_THROW(first_frame_that_is_not(10), Unsupported);
  backend.is_broken = false;
  session->change(wanted);
  EXPECT_EQ(first_frame_that_is_not(10), 20);
}

TEST_F(Session, DoesNotSetTapsOnTheStreamWhereThatTakesLongerThanAFrame) {
  backend.set_time = 100ms;
  frames_a_minute = 60'000;  // of 1 ms each
  start(settings(10, 3));
  EXPECT_EQ(frame(), 10);
  const int before = backend.watch.sets_on_stream;
  session->change(settings(20, 3));
  EXPECT_EQ(frame(), 10);
  session->change(settings(30, 3));
  backend.permits.release(2);
  EXPECT_EQ(first_frame_that_is_not(10), 20);
  EXPECT_EQ(first_frame_that_is_not(20), 30);
  EXPECT_EQ(backend.watch.sets_on_stream, before);
}

TEST_F(Session, BuildsForNewCapsWhateverIsUnderWay) {
  start(settings(10, 3));
  session->change(settings(20, 5));
  backend.permits.release(2);
  set_size({8, 6});
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(frame(), 20);
    EXPECT_EQ(backend.watch.last_run, (Extent{6, 8}));
    std::this_thread::sleep_for(1ms);
  }
}

// An element that stops gives up what it builds for its first caps; settings may change after that.
TEST_F(Session, TakesChangesAfterFirstCapsThatFailed) {
  backend.is_broken = true;
  EXPECT_THROW(start(settings(10, 3)), Unsupported);
  backend.is_broken = false;
  session->change(settings(20, 5));
  session->poll();
  EXPECT_EQ(backend.begun, 1) << "there is nothing to build for";
  backend.permits.release();
  set_size({8, 6});
  EXPECT_EQ(frame(), 20);
}

TEST_F(Session, StaysWithItsCapsWhereNewOnesFail) {
  start(settings(10, 3));
  backend.is_broken = true;
  backend.permits.release();
  EXPECT_THROW(set_size({8, 6}), Unsupported);
  backend.is_broken = false;
  backend.permits.release();
  session->change(settings(20, 5));
  EXPECT_EQ(first_frame_that_is_not(10), 20);
  EXPECT_EQ(backend.watch.last_run, (Extent{4, 4}));
}

TEST_F(Session, DoesNotTryASetThatFailedOnNewCaps) {
  start(settings(10, 3));
  backend.is_broken = true;
  backend.permits.release(2);
  session->change(settings(20, 5));
  EXPECT_THROW(first_frame_that_is_not(10), Unsupported);
  backend.is_broken = false;
  set_size({8, 6});
  EXPECT_EQ(frame(), 10);
}

TEST_F(Session, EndsDuringABuild) {
  start(settings(10, 3));
  EXPECT_EQ(backend.watch.alive, 1);
  session->change(settings(20, 5));
  wait_until([&] { return backend.begun == 2; });
  backend.permits.release();
  session.reset();
  EXPECT_EQ(backend.watch.alive, 0) << "neither what served nor what was built is left";
}

}  // namespace
}  // namespace fftcore::test::filter_session_test
