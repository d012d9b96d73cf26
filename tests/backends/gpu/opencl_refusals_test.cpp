// SPDX-License-Identifier: LGPL-2.1-or-later
// What backend opencl refuses of a caller's objects, and the words for it.
#include <gmock/gmock.h>

#include "callers_objects.h"
#include "fftcore/error.h"
#include "opencl_session.h"

namespace opencl_refusals_test {

using namespace fftcore;
using clmem::OpenClMemory;
using testing::AllOf, testing::HasSubstr;

namespace {

template <class Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "nothing was refused";
}

class OpenClRefusals : public OpenClMemory {
 protected:
  void SetUp() override {
    OpenClMemory::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    executable_ = backend_->compile(parse_convolution("conv2d u8 20x30 k1x1 wrap same"), *queue_);
    executable_->set_taps({{1, 1}, {1.0}});
    good_ = clmem::buffer_of(session_->context.get(), 600);
    other_ = clmem::buffer_of(session_->context.get(), 600);
  }
  std::string of_run(ConstBuffer from, Buffer to) {
    return refusal([&] { executable_->run(*queue_, from, to); });
  }
  std::string of_input(const clmem::Owned<clmem::MemoryHandle>& memory, std::int64_t first = 0) {
    return of_run(input(memory.get(), first), output(good_.get()));
  }
  std::string of_output(const clmem::Owned<clmem::MemoryHandle>& memory, std::int64_t first = 0) {
    return of_run(input(good_.get()), output(memory.get(), first));
  }
  std::string of_queue(void* context, void* queue) {
    return refusal(
        [&] { backend_->create_queue({.native_context = context, .native_stream = queue}); });
  }

  std::unique_ptr<ConvolutionExecutable> executable_;
  clmem::Owned<clmem::MemoryHandle> good_, other_;
};

}  // namespace

TEST_F(OpenClRefusals, MemoryThatIsTooSmall) {
  const auto small = clmem::buffer_of(session_->context.get(), 599);
  EXPECT_THAT(of_input(small),
              AllOf(HasSubstr("memory object of 599 bytes as input"), HasSubstr("reach over 600")));
  EXPECT_THAT(of_output(small), AllOf(HasSubstr("599 bytes as output"), HasSubstr("600")));
  EXPECT_THAT(of_input(other_, 1), AllOf(HasSubstr("600 bytes"), HasSubstr("601")));
  EXPECT_THAT(of_input(other_, -1), HasSubstr("begins with element -1; 0 to"));
  EXPECT_THAT(of_input(other_, std::int64_t{1} << 62), HasSubstr("0 to 1125899906842624"));
  EXPECT_THAT(of_run(input(other_.get(), 0, 599), output(good_.get())),
              AllOf(HasSubstr("599 bytes of input"), HasSubstr("600")));
  // A part is held against its own size.
  const auto whole = clmem::buffer_of(session_->context.get(), 4096);
  EXPECT_THAT(of_input(clmem::part_of(whole.get(), 2048, 512)), HasSubstr("512 bytes as input"));
}

TEST_F(OpenClRefusals, MemoryThatKernelsMayNotUse) {
  clmem::ContextHandle context = session_->context.get();
  const auto read_only = clmem::buffer_of(context, 600, clmem::kMemoryReadOnly),
             write_only = clmem::buffer_of(context, 600, clmem::kMemoryWriteOnly);
  EXPECT_THAT(of_output(read_only), AllOf(HasSubstr("output in memory that kernels may not both"),
                                          HasSubstr("CL_MEM_READ_WRITE")));
  EXPECT_THAT(of_output(write_only), HasSubstr("output in memory that kernels may not both"));
  EXPECT_THAT(of_input(write_only), AllOf(HasSubstr("input in memory that kernels may not read"),
                                          HasSubstr("CL_MEM_READ_WRITE or CL_MEM_READ_ONLY")));
  EXPECT_EQ(of_input(read_only), "nothing was refused");
}

TEST_F(OpenClRefusals, WhatIsNoBufferOfTheContext) {
  EXPECT_THAT(of_run(input(nullptr), output(good_.get())), HasSubstr("no input (a null pointer)"));
  EXPECT_THAT(of_run(input(good_.get()), output(nullptr)), HasSubstr("no output"));
  const clmem::Session elsewhere;
  const auto foreign = clmem::buffer_of(elsewhere.context.get(), 600);
  EXPECT_THAT(of_input(foreign), AllOf(HasSubstr("cl_mem of another context"),
                                       HasSubstr("QueueOptions::native_context")));
  EXPECT_THAT(of_output(foreign), HasSubstr("cl_mem of another context"));
  const auto own = backend_->create_queue({});
  const auto of_own = backend_->compile(executable_->convolution(), *own);
  of_own->set_taps({{1, 1}, {1.0}});
  EXPECT_THAT(refusal([&] { of_own->run(*own, input(good_.get()), output(other_.get())); }),
              HasSubstr("another context"));
  EXPECT_THAT(refusal([&] { of_own->run(*queue_, input(good_.get()), output(other_.get())); }),
              HasSubstr("queue of another backend, device or context"));

  struct Format {
    clmem::Uint order = 0x10B5, type = 0x10DA;  // CL_RGBA, CL_UNSIGNED_INT8
  } format;
  struct Image {
    clmem::Uint type = 0x10F1;  // CL_MEM_OBJECT_IMAGE2D
    std::size_t width = 32, height = 32, depth = 0, array_size = 0, row_pitch = 0, slice_pitch = 0;
    clmem::Uint levels = 0, samples = 0;
    void* buffer = nullptr;
  } shape;
  clmem::Int code = 0;
  const clmem::Owned<clmem::MemoryHandle> image(
      clmem::call<clmem::MemoryHandle>("clCreateImage", session_->context.get(), clmem::Bitfield{1},
                                       &format, &shape, static_cast<void*>(nullptr), &code));
  if (code == clmem::kSuccess) {
    EXPECT_THAT(of_input(image), HasSubstr("only buffers are allowed"));
  }
}

/// Null stands for what a driver knows to be no handle; PoCL follows a released one into the void.
TEST_F(OpenClRefusals, HandlesThatTheDriverDoesNotKnow) {
  EXPECT_THAT(refusal([&] { clmem::callers_memory(nullptr, session_->context.get()); }),
              AllOf(HasSubstr("no cl_mem (CL_INVALID_MEM_OBJECT)"), HasSubstr("not released")));
  EXPECT_THAT(refusal([&] { clmem::callers_context(nullptr, nullptr); }),
              AllOf(HasSubstr("native_context is no cl_context (CL_INVALID_CONTEXT)"),
                    HasSubstr("not released")));
}

TEST_F(OpenClRefusals, WhatOverlaps) {
  EXPECT_THAT(of_output(good_), HasSubstr("overlap"));
  const auto whole = clmem::buffer_of(session_->context.get(), 4096);
  EXPECT_THAT(of_run(input(whole.get()), output(whole.get(), 599)), HasSubstr("overlap"));
  EXPECT_EQ(of_run(input(whole.get()), output(whole.get(), 600)), "nothing was refused");
  // Parts of one buffer, by where they are in it.
  const auto first = clmem::part_of(whole.get(), 0, 2048),
             second = clmem::part_of(whole.get(), 1024, 2048);
  EXPECT_THAT(of_run(input(first.get(), 425), output(second.get())), HasSubstr("overlap"));
  EXPECT_EQ(of_run(input(first.get(), 424), output(second.get())), "nothing was refused");
}

TEST_F(OpenClRefusals, SpectraAndTransformsThatAreNotAligned) {
  const auto large = clmem::buffer_of(session_->context.get(), 1 << 16);
  const auto c2c = backend_->compile(parse_transform("r2c 16"), *queue_);
  EXPECT_THAT(refusal([&] { c2c->run(*queue_, input(large.get(), 1), output(good_.get())); }),
              HasSubstr("input that is not aligned to 8 bytes"));
  const auto in_place = backend_->compile(parse_transform("r2c 16 in-place"), *queue_);
  EXPECT_THAT(
      refusal([&] { in_place->run(*queue_, input(large.get(), 4), output(large.get(), 4)); }),
      HasSubstr("got two buffers"));
  const ForwardStage stage{.image = Layout::interleaved(SampleType::u8, {8, 16}),
                           .spectrum = {.points = {8, 16}, .stored_rows = 8}};
  const auto forward = backend_->compile(stage, *queue_);
  EXPECT_THAT(refusal([&] { forward->run(*queue_, input(good_.get()), output(large.get(), 7)); }),
              HasSubstr("output that is not aligned to 64 bytes"));
}

TEST_F(OpenClRefusals, Workspaces) {
  const auto large = clmem::buffer_of(session_->context.get(), 1 << 16),
             result = clmem::buffer_of(session_->context.get(), 1 << 16),
             work = clmem::buffer_of(session_->context.get(), 1 << 16);
  const auto given =
      backend_->compile(parse_transform("c2r 12x35"), *queue_, Workspace::given);  // 1728 bytes
  const auto of_workspace = [&](Buffer workspace) {
    return refusal(
        [&] { given->run(*queue_, input(large.get()), output(result.get()), workspace); });
  };
  std::vector<std::byte> host(1 << 12);
  EXPECT_EQ(of_workspace(output(work.get(), 256)), "nothing was refused");
  EXPECT_THAT(of_workspace({}), HasSubstr("no workspace; 1792 bytes of device memory"));
  EXPECT_THAT(of_workspace({host.data()}), HasSubstr("workspace in host memory; 1792 bytes"));
  EXPECT_THAT(of_workspace(output(work.get(), 128)), HasSubstr("not aligned to 256 bytes"));
  EXPECT_THAT(of_workspace(output(work.get(), (1 << 16) - 1536)),
              AllOf(HasSubstr("memory object of 65536 bytes as workspace"), HasSubstr("65792")));
  EXPECT_THAT(of_workspace(output(large.get())), HasSubstr("overlaps"));
  const auto read_only = clmem::buffer_of(session_->context.get(), 1 << 16, clmem::kMemoryReadOnly);
  EXPECT_THAT(of_workspace(output(read_only.get())), HasSubstr("CL_MEM_READ_WRITE"));
}

TEST_F(OpenClRefusals, QueuesAndContexts) {
  clmem::ContextHandle context = session_->context.get();
  const clmem::Session elsewhere;
  EXPECT_THAT(of_queue(context, elsewhere.queue.get()),
              AllOf(HasSubstr("command queue of another context than native_context"),
                    HasSubstr("give the queue's own")));
  const auto out_of_order =
      clmem::queue_of(context, clmem::devices().front(), clmem::kQueueOutOfOrder);
  EXPECT_THAT(of_queue(context, out_of_order.get()),
              AllOf(HasSubstr("out of order"), HasSubstr("only one that works in order")));
  EXPECT_THAT(of_queue(nullptr, out_of_order.get()), HasSubstr("out of order"));
}

/// The test's environment makes PoCL show two devices.
TEST_F(OpenClRefusals, ContextsOfSeveralDevicesWithoutAQueue) {
  const auto ids = clmem::devices();
  if (ids.size() < 2) GTEST_SKIP() << "one device";
  const auto context = clmem::context_of(ids);
  EXPECT_THAT(of_queue(context.get(), nullptr),
              AllOf(HasSubstr("has 2 devices"), HasSubstr("native_stream")));
  const auto first = clmem::queue_of(context.get(), ids[0]),
             second = clmem::queue_of(context.get(), ids[1]);
  const auto on_first = backend_->create_queue({.native_stream = first.get()}),
             on_second = backend_->create_queue({.native_stream = second.get()});
  const auto compiled = backend_->compile(executable_->convolution(), *on_second);
  compiled->set_taps({{1, 1}, {1.0}});
  const auto from = clmem::buffer_of(context.get(), 600), to = clmem::buffer_of(context.get(), 600);
  EXPECT_THAT(refusal([&] { compiled->run(*on_first, input(from.get()), output(to.get())); }),
              HasSubstr("another backend, device or context"));
  compiled->run(*on_second, input(from.get()), output(to.get()));
  on_second->wait();
}

}  // namespace opencl_refusals_test
