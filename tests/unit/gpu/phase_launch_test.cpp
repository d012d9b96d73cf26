// SPDX-License-Identifier: LGPL-2.1-or-later
// Launches of phase correlations, counted by a device that computes nothing: what plans promise, no
// memory taken and nothing compiled or copied beside the images, and which memory is whose
// spectrum.
#include <gtest/gtest.h>

#include <vector>

#include "counting_device.h"
#include "fftcore/error.h"
#include "gpu_phase_executable.h"
#include "gpu_queue.h"
#include "planner.h"

namespace phase_launch_test {

using namespace fftcore;
using fftcore::test::CountingDevice;

namespace {

struct Phase {
  explicit Phase(const char* text, bool takes_pointers = true)
      : device(std::make_shared<CountingDevice>()),
        queue(device, device->create_stream()),
        image(1 << 22),
        surface(1 << 21) {
    device->takes_device_pointers = takes_pointers;
    const PhaseCorrelation correlation = parse_phase_correlation(text);
    executable = std::make_unique<GpuPhaseExecutable>(
        correlation, plan_launches(correlation, CountingDevice::traits()), device);
  }
  void forget() {
    Counts& counts = device->counts;
    counts.allocations = counts.loads = counts.launches = counts.early_launches = counts.copies =
        counts.waits = 0;
    device->counts.arguments.clear();
  }
  ConstBuffer there() const { return {image.data(), 0, 0, MemoryKind::device}; }

  using Counts = fftcore::test::Counts;
  std::shared_ptr<CountingDevice> device;
  GpuQueue queue;
  std::vector<std::byte> image;
  std::vector<float> surface;
  std::unique_ptr<PhaseExecutable> executable;
};

}  // namespace

TEST(GpuPhase, ThreeLaunchesAndTheSearchAndNothingElse) {
  for (const auto& [text, measuring] :
       {std::pair{"phase u8 480x640", 0},
        {"phase u16 101x67x3 planar weights=0.299,0.587,0.114,0 peaks=4", 0},
        {"phase f32 1x1 no-window bandwidth=0 noise=0.001", 0},
        {"phase f32 480x640", 2}}) {
    SCOPED_TRACE(text);
    Phase phase(text);
    EXPECT_EQ(phase.device->counts.loads, 5 + measuring);
    phase.forget();
    phase.executable->set_reference(phase.queue, phase.there());
    const auto& counts = phase.device->counts;
    EXPECT_EQ(counts.launches, 2 + measuring);
    EXPECT_EQ(counts.early_launches, 1 + measuring);
    phase.forget();
    phase.executable->run(phase.queue, phase.there());
    phase.executable->keep_as_reference();
    EXPECT_EQ(counts.launches, 4 + measuring);
    // not the first: what comes before it may be somebody else's
    EXPECT_EQ(counts.early_launches, 3 + measuring);
    EXPECT_EQ(counts.copies + counts.waits + counts.allocations + counts.loads, 0);
    phase.executable->peaks();
    EXPECT_EQ(counts.waits, 1);
  }
}

// Each on a GPU of 132 multiprocessors: 321 columns, and 961.
TEST(GpuPhase, ColumnsKeepAtLeastHalfOfTheMultiprocessorsBusy) {
  for (const auto& [text, lines] :
       {std::pair{"phase u8 480x640", 4}, std::pair{"phase u8 1080x1920", 8},
        std::pair{"phase u8 48x2", 2}}) {
    const LaunchPlan plan = plan_launches(parse_phase_correlation(text), gpu_traits("sm_90"));
    EXPECT_EQ(std::get<LineSpec>(plan.run.at(1).spec).shape.lines, lines) << text;
    EXPECT_EQ(std::get<LineSpec>(plan.set_taps.at(0).spec).shape.lines, lines) << text;
  }
}

TEST(GpuPhase, CopiesWhatIsInHostMemoryAndWaitsOnce) {
  Phase phase("phase u8 48x64 surface", false);
  phase.forget();
  phase.executable->set_reference(phase.queue, {phase.image.data()});
  EXPECT_EQ(phase.device->counts.copies, 1);
  EXPECT_EQ(phase.device->counts.waits, 1);
  phase.forget();
  phase.executable->run(phase.queue, {phase.image.data()}, {phase.surface.data()});
  EXPECT_EQ(phase.device->counts.copies, 2);  // image, S
  EXPECT_EQ(phase.device->counts.waits, 1);
  phase.executable->peaks();
  EXPECT_EQ(phase.device->counts.copies, 3);
  EXPECT_EQ(phase.device->counts.waits, 2);
  EXPECT_EQ(phase.device->counts.allocations + phase.device->counts.loads, 0);
}

/// By what the second launch is given: where the image's own spectrum goes, and the reference's.
TEST(GpuPhase, TheLastImagesSpectrumBecomesTheReferences) {
  Phase phase("phase u8 48x64");
  const auto spectra_of_run = [&] {
    phase.forget();
    phase.executable->run(phase.queue, phase.there());
    std::vector<const DeviceMemory*> memory;
    for (const Argument& argument : phase.device->counts.arguments.at(1))
      if (const auto* one = std::get_if<const DeviceMemory*>(&argument)) memory.push_back(*one);
    EXPECT_EQ(memory.size(), 4U);  // lines in place, own spectrum, reference, table
    return std::pair{memory.at(1), memory.at(2)};
  };
  const auto set_reference = [&] { phase.executable->set_reference(phase.queue, phase.there()); };
  set_reference();
  const auto first = spectra_of_run();
  EXPECT_NE(first.first, first.second);
  EXPECT_EQ(spectra_of_run(), first);
  phase.executable->keep_as_reference();
  phase.executable->keep_as_reference();  // once more is no more
  const auto second = spectra_of_run();
  EXPECT_EQ(second, std::pair(first.second, first.first));
  phase.executable->keep_as_reference();
  EXPECT_EQ(spectra_of_run(), first);
  // A new reference leaves the last image where it is, which can then become the reference in its
  // turn.
  phase.executable->keep_as_reference();
  set_reference();
  phase.executable->keep_as_reference();
  EXPECT_EQ(spectra_of_run(), second);
}

TEST(GpuPhase, SaysWhatIsMissing) {
  Phase phase("phase u8 48x64");
  EXPECT_THROW(phase.executable->run(phase.queue, phase.there()), InvalidArgument);
  EXPECT_THROW(phase.executable->keep_as_reference(), InvalidArgument);
  EXPECT_TRUE(phase.executable->peaks().empty());
}

TEST(GpuPhase, SmallImagesHaveFewValuesAThread) {
  constexpr int kFew = 8;
  for (const auto& [text, is_small] :
       {std::pair{"phase u8 480x640", true}, {"phase u8 1080x1920", false}}) {
    const LaunchPlan plan = plan_launches(parse_phase_correlation(text), gpu_traits("sm_90"));
    for (std::size_t i = 0; i < 3; ++i) {
      const LineShape& shape = std::get<LineSpec>(plan.run[i].spec).shape;
      EXPECT_EQ(shape.radices.front() <= kFew, is_small) << text << ", launch " << i;
    }
  }
}

TEST(GpuPhase, LinesThatFitNoBlock) {
  try {
    plan_launches(parse_phase_correlation("phase u8 30000x64"), CountingDevice::traits());
    ADD_FAILURE() << "planned";
  } catch (const Unsupported& error) {
    EXPECT_NE(std::string(error.what())
                  .find("columns of 30000 points do not fit a block (48 KiB of shared memory); "
                        "backend 'cpu' does it"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace phase_launch_test
