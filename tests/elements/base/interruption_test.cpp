// SPDX-License-Identifier: LGPL-2.1-or-later
// An element that stops waits for no compile, its own or another pipeline's.
#include "memory/interruption.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/rebuild.h"
#include "death_test_style.h"
#include "fftcore/log.h"
#include "filter_harness.h"
#include "gobject/errors.h"

namespace fftcore::test::interruption_test {
namespace {

using Clock = std::chrono::steady_clock;
using gst::Interruption;

TEST(Interruption, GivesWhatTheWorkReturnsOrThrows) {
  const auto interruption = std::make_shared<Interruption>();
  EXPECT_EQ(interruption->run([] { return 7; }), 7);
  EXPECT_THROW(interruption->run([]() -> int { throw std::out_of_range("seven"); }),
               std::out_of_range);
}

TEST(Interruption, LeavesTheWorkToItself) {
  const auto interruption = std::make_shared<Interruption>();
  std::promise<void> begun, may_end;
  auto has_ended = std::make_shared<std::promise<void>>();
  std::future<void> ended = has_ended->get_future();
  std::thread stopper([&] {
    begun.get_future().wait();
    interruption->set();
  });
  EXPECT_THROW(interruption->run([&begun, may_end = may_end.get_future().share(), has_ended] {
    begun.set_value();
    may_end.wait();
    has_ended->set_value();
    return 7;
  }),
               gst::Interrupted);
  stopper.join();
  EXPECT_THROW(interruption->run([] { return 7; }), gst::Interrupted) << "until it is cleared";
  may_end.set_value();
  ended.wait();
  interruption->clear();
  EXPECT_EQ(interruption->run([] { return 8; }), 8);
}

/// Says at its end whether what it lives in is there still.
struct Kernel {
  explicit Kernel(std::weak_ptr<int> lives_in, std::promise<bool>& told)
      : context(std::move(lives_in)), was_in_context(&told) {}
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  ~Kernel() { was_in_context->set_value(!context.expired()); }

  std::weak_ptr<int> context;
  std::promise<bool>* was_in_context;
};

// The element that stopped has given its context away by then.
TEST(Interruption, DropsAnOutcomeBeforeWhatTheWorkOwns) {
  const auto interruption = std::make_shared<Interruption>();
  std::promise<void> begun, may_end;
  std::promise<bool> was_in_context;
  std::thread stopper([&] {
    begun.get_future().wait();
    interruption->set();
  });
  EXPECT_THROW(interruption->run([&begun, &was_in_context, context = std::make_shared<int>(7),
                                  may_end = may_end.get_future().share()] {
    begun.set_value();
    may_end.wait();
    return std::make_unique<Kernel>(context, was_in_context);
  }),
               gst::Interrupted);
  stopper.join();
  may_end.set_value();
  EXPECT_TRUE(was_in_context.get_future().get());
}

// What a newer request supersedes.
TEST(Rebuild, DropsAnOutcomeBeforeWhatTheWorkOwns) {
  gst::Rebuild<std::unique_ptr<Kernel>> rebuild;
  std::promise<void> may_end;
  std::promise<bool> was_in_context;
  rebuild.post([&was_in_context, context = std::make_shared<int>(7),
                may_end = may_end.get_future().share()] {
    may_end.wait();
    return std::make_unique<Kernel>(context, was_in_context);
  });
  rebuild.drop();
  may_end.set_value();
  EXPECT_TRUE(was_in_context.get_future().get());
}

/// While it lives, the first compile waits, where it logs its work, for go_on().
class HeldLog {
 public:
  HeldLog() {
    set_log_sink([this](std::string_view topic, std::string_view) {
      if (topic != "work" || std::exchange(has_come_, true)) return;
      come_.set_value();
      gone_on_.wait();
    });
  }
  ~HeldLog() { set_log_sink({}); }
  void wait() { come_.get_future().wait(); }
  void go_on() { go_on_.set_value(); }

 private:
  bool has_come_ = false;
  std::promise<void> come_, go_on_;
  std::shared_future<void> gone_on_ = go_on_.get_future().share();
};

GstPadActivateModeFunction activate_source = nullptr;

/// Gives what is under way time to fail before the element's other pad refuses data.
gboolean deactivate_slowly(GstPad* pad, GstObject* parent, GstPadMode mode, gboolean is_active) {
  if (is_active == FALSE) std::this_thread::sleep_for(std::chrono::milliseconds(300));
  return activate_source(pad, parent, mode, is_active);
}

class Stop : public testing::TestWithParam<std::pair<const char*, const char*>> {};

// The compile that caps ask for waits in its log until the pipeline is in READY.
TEST_P(Stop, IsNoErrorWhileCapsAreTaken) {
  const auto& [source_text, element_text] = GetParam();
  const std::string text =
      fmt::format("{} ! {} name=element backend=cpu ! fakesink", source_text, element_text);
  const Owned<GstElement> pipeline(gst_parse_launch(text.c_str(), nullptr));
  const Owned<GstElement> element(gst_bin_get_by_name(GST_BIN(pipeline.get()), "element"));
  GstPad* const source = gst_element_get_static_pad(element.get(), "src");
  activate_source = GST_PAD_ACTIVATEMODEFUNC(source);
  gst_pad_set_activatemode_function(source, deactivate_slowly);
  gst_object_unref(source);
  HeldLog log;
  ASSERT_NE(gst_element_set_state(pipeline.get(), GST_STATE_PLAYING), GST_STATE_CHANGE_FAILURE);
  log.wait();
  gst_element_set_state(pipeline.get(), GST_STATE_READY);  // messages stay on the bus
  log.go_on();
  const Owned<GstBus> bus(gst_element_get_bus(pipeline.get()));
  EXPECT_TRUE(reports(bus.get(), GST_MESSAGE_ERROR).empty());
  gst_element_set_state(pipeline.get(), GST_STATE_NULL);
}

constexpr const char kVideo[] = "videotestsrc ! video/x-raw,format=I420,width=96,height=64";
constexpr const char kSound[] = "audiotestsrc ! audio/x-raw,format=F32LE";
INSTANTIATE_TEST_SUITE_P(Elements, Stop,
                         testing::Values(std::pair(kVideo, "fftfilter filter=lowpass"),
                                         std::pair(kVideo, "fftdenoise"),
                                         std::pair(kVideo, "fftstabilize"),
                                         std::pair(kSound, "fftforward")));

GstElement* pipeline_of(const std::string& size, const std::string& backend = "opencl") {
  return gst_parse_launch(
      ("videotestsrc ! video/x-raw,format=GRAY8," + size +
       " ! fftfilter filter=lowpass cutoff=0.05 backend=" + backend + " ! fakesink")
          .c_str(),
      nullptr);
}

// A driver compiles for seconds, and one program after the other.
TEST(OpenClStop, WaitsForNoCompile) {
  const char* const backend = std::getenv("FFTCORE_TEST_BACKEND");
  if (backend == nullptr || std::string(backend) != "opencl") GTEST_SKIP() << "no OpenCL asked for";
  const Owned<GstElement> other(pipeline_of("width=700,height=500"));
  const Owned<GstElement> stopped(pipeline_of("width=640,height=360"));
  ASSERT_EQ(gst_element_set_state(other.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_ASYNC);
  ASSERT_EQ(gst_element_set_state(stopped.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_ASYNC);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  const auto start = Clock::now();
  gst_element_set_state(stopped.get(), GST_STATE_READY);  // messages stay on the bus
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(2));
  const Owned<GstBus> bus(gst_element_get_bus(stopped.get()));
  EXPECT_TRUE(reports(bus.get(), GST_MESSAGE_ERROR).empty());
  gst_element_set_state(stopped.get(), GST_STATE_NULL);
  gst_element_set_state(other.get(), GST_STATE_NULL);
}

/// Ends the program while elements compile. None of the kernels was compiled before.
[[noreturn]] void exit_while_elements_compile(const std::string& backend) {
  alarm(60);
  for (const char* const size :
       {"width=702,height=500", "width=642,height=360", "width=502,height=300"})
    gst_element_set_state(pipeline_of(size, backend), GST_STATE_PAUSED);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  std::exit(0);
}

TEST(Exit, WaitsForOneKernelOfManyElements) {
  if (!start_death_tests_anew()) GTEST_SKIP() << "an emulator starts no program anew";
  const char* const backend = std::getenv("FFTCORE_TEST_BACKEND");
  const auto start = Clock::now();
  EXPECT_EXIT(exit_while_elements_compile(backend == nullptr ? "cpu" : backend),
              testing::ExitedWithCode(0), "");
  // One kernel takes 3 to 10 seconds here, and all of them more than a minute.
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(30));
}

}  // namespace
}  // namespace fftcore::test::interruption_test
