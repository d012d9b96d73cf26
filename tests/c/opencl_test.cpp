// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers in device memory from C: the caller's OpenCL context, command queue and buffers.
#include <gtest/gtest.h>

#include "handles.h"
#include "opencl_session.h"

namespace opencl_test {

namespace {

using clmem::Bytes;
using fftcore::test::Executable;
using fftcore::test::OnQueue;
using COpenClMemory = clmem::OpenClMemory;

TEST_F(COpenClMemory, IsTheCallers) {
  fftcore_queue_options options = FFTCORE_QUEUE_OPTIONS;
  options.native_context = session_->context.get();
  options.native_stream = session_->queue.get();
  fftcore_queue* made = nullptr;
  ASSERT_EQ(fftcore_queue_create("opencl", &options, &made), FFTCORE_OK) << fftcore_last_message();
  const OnQueue queue(made);
  const Executable executable =
      fftcore::test::compiled(queue, "conv2d u8 32x48 k3x3 constant same");
  const double values[] = {1. / 8, 2. / 8, 3. / 8, 0, 1, 0, 0, 0, 0};
  const fftcore_taps taps = {3, 3, 1, values, nullptr};
  ASSERT_EQ(fftcore_set_taps(executable.get(), &taps, 1), FFTCORE_OK) << fftcore_last_message();

  constexpr std::size_t kFirst = 5, kSize = 32 * 48, kPixel = 10 * 48 + 20;
  Bytes image(kFirst + kSize);
  image[kFirst + kPixel] = 80;
  const auto from = session_->filled(image), to = session_->filled(Bytes(kSize, 99));
  fftcore_const_buffer input = {from.get(), 0, image.size(), kFirst, FFTCORE_MEMORY_DEVICE};
  const fftcore_buffer output = {to.get(), 0, kSize, 0, FFTCORE_MEMORY_DEVICE};
  ASSERT_EQ(fftcore_run(executable.get(), queue.get(), &input, 1, &output), FFTCORE_OK)
      << fftcore_last_message();
  ASSERT_EQ(fftcore_queue_wait(queue.get()), FFTCORE_OK);
  Bytes expected(kSize);
  expected[kPixel - 49] = 10;
  expected[kPixel - 48] = 20;
  expected[kPixel - 47] = 30;
  expected[kPixel] = 80;
  EXPECT_EQ(session_->content(to.get(), kSize), expected);

  input.first = kFirst + 1;  // the last sample would lie behind the buffer
  EXPECT_EQ(fftcore_run(executable.get(), queue.get(), &input, 1, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

}  // namespace

}  // namespace opencl_test
