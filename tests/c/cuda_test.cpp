// SPDX-License-Identifier: LGPL-2.1-or-later
// CUDA from C: the caller's context, stream and memory; pinned memory; compiled kernels as bytes.
// On a driver that pretends kernels do nothing, and calls are counted; on a GPU results are right.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "cuda_graph.h"
#include "fake_driver.h"
#include "fftcore/error.h"
#include "handles.h"

namespace fftcore::test::cuda_test {
namespace {

using Bytes = std::vector<unsigned char>;

class CCuda : public testing::Test {
 protected:
  static constexpr std::size_t kSize = 32 * 48, kPixel = 10 * 48 + 20;
  static constexpr const char* kText = "conv2d u8 32x48 k3x3 constant same";

  void SetUp() override {
    try {
      session_ = std::make_unique<CudaSession>(0);
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
    fftcore_queue_options options = FFTCORE_QUEUE_OPTIONS;
    options.native_context = session_->context();
    options.native_stream = session_->stream();
    fftcore_queue* made = nullptr;
    ASSERT_EQ(fftcore_queue_create("cuda", &options, &made), FFTCORE_OK) << fftcore_last_message();
    queue_ = OnQueue(made);
    executable_ = compiled(queue_, kText);
    const std::array<double, 9> values = {1. / 8, 2. / 8, 3. / 8, 0, 1, 0, 0, 0, 0};
    const fftcore_taps taps = {3, 3, 1, values.data(), nullptr};
    ASSERT_EQ(fftcore_set_taps(executable_.get(), &taps, 1), FFTCORE_OK) << fftcore_last_message();
    ASSERT_EQ(fftcore_queue_wait(queue_.get()), FFTCORE_OK);
    image_[kPixel] = 80;
    expected_[kPixel - 49] = 10;
    expected_[kPixel - 48] = 20;
    expected_[kPixel - 47] = 30;
    expected_[kPixel] = 80;
  }

  static bool is_pretended() { return fake_cuda_left() >= 0; }

  std::unique_ptr<CudaSession> session_;
  OnQueue queue_;
  Executable executable_;
  Bytes image_ = Bytes(kSize), expected_ = Bytes(kSize);
};

/// Memory of the device that lives as long as this.
class Memory {
 public:
  explicit Memory(const Bytes& bytes, const CudaSession& session) : session_(session) {
    cuda::check(cuda::api().MemAlloc(&address_, bytes.size()), "cuMemAlloc");
    cuda::check(cuda::api().MemcpyHtoDAsync(address_, bytes.data(), bytes.size(), session.stream()),
                "cuMemcpyHtoDAsync");
  }
  ~Memory() { cuda::api().MemFree(address_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  void* data() const { return reinterpret_cast<void*>(address_); }
  Bytes content(std::size_t size) const {
    Bytes bytes(size);
    cuda::check(cuda::api().MemcpyDtoHAsync(bytes.data(), address_, size, session_.stream()),
                "cuMemcpyDtoHAsync");
    cuda::check(cuda::api().StreamSynchronize(session_.stream()), "cuStreamSynchronize");
    return bytes;
  }

 private:
  const CudaSession& session_;
  cuda::Address address_ = 0;
};

TEST_F(CCuda, MemoryIsTheCallers) {
  constexpr std::size_t kFirst = 5;
  Bytes placed(kFirst);
  placed.insert(placed.end(), image_.begin(), image_.end());
  const Memory from(placed, *session_), to(Bytes(kSize, 99), *session_);
  fftcore_const_buffer input = {from.data(), 0, placed.size(), kFirst, FFTCORE_MEMORY_DEVICE};
  const fftcore_buffer output = {to.data(), 0, kSize, 0, FFTCORE_MEMORY_DEVICE};
  const int launches = fake_cuda_count("launches"), waits = fake_cuda_count("waits"),
            copies = fake_cuda_count("host to device") + fake_cuda_count("device to host");
  ASSERT_EQ(fftcore_run(executable_.get(), queue_.get(), &input, 1, &output), FFTCORE_OK)
      << fftcore_last_message();
  if (is_pretended()) {
    EXPECT_GT(fake_cuda_count("launches"), launches);
    EXPECT_EQ(fake_cuda_count("host to device") + fake_cuda_count("device to host"), copies);
    EXPECT_EQ(fake_cuda_count("waits"), waits) << "it only puts work on the stream";
  }
  ASSERT_EQ(fftcore_queue_wait(queue_.get()), FFTCORE_OK);
  EXPECT_EQ(to.content(kSize), is_pretended() ? Bytes(kSize, 99) : expected_);

  input.first = kFirst + 1;  // the last sample would lie behind the buffer
  EXPECT_EQ(fftcore_run(executable_.get(), queue_.get(), &input, 1, &output),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(fftcore_last_message(), "bytes of input"), nullptr)
      << fftcore_last_message();
}

TEST_F(CCuda, HostMemoryIsCopiedAndPinned) {
  fftcore_pinned* made = nullptr;
  ASSERT_EQ(fftcore_pinned_create(queue_.get(), kSize, &made), FFTCORE_OK);
  const std::unique_ptr<fftcore_pinned, Free<fftcore_pinned_free>> pinned(made);
  auto* const data = static_cast<unsigned char*>(fftcore_pinned_data(pinned.get()));
  ASSERT_NE(data, nullptr);
  std::copy(image_.begin(), image_.end(), data);
  Bytes result(kSize, 99);
  const fftcore_const_buffer input = {data, 0, kSize, 0, FFTCORE_MEMORY_HOST};
  const fftcore_buffer output = {result.data(), 0, kSize, 0, FFTCORE_MEMORY_HOST};
  const int copies = fake_cuda_count("host to device");
  ASSERT_EQ(fftcore_run(executable_.get(), queue_.get(), &input, 1, &output), FFTCORE_OK)
      << fftcore_last_message();
  if (is_pretended()) {
    EXPECT_TRUE(fake_cuda_has_pinned(data));
    EXPECT_GT(fake_cuda_count("host to device"), copies);
    EXPECT_NE(result, Bytes(kSize, 99)) << "the device's memory is copied back";
  } else {
    EXPECT_EQ(result, expected_);
  }
}

TEST_F(CCuda, KernelsForItsGpuBecomeBytes) {
  char* gpu = nullptr;
  ASSERT_EQ(fftcore_queue_gpu(queue_.get(), &gpu), FFTCORE_OK) << fftcore_last_message();
  const std::string text = gpu;
  fftcore_text_free(gpu);
  EXPECT_EQ(text.substr(0, 3), "sm_");
  ASSERT_EQ(fftcore_gpu_text(text.c_str(), &gpu), FFTCORE_OK) << fftcore_last_message();
  EXPECT_EQ(gpu, text);
  fftcore_text_free(gpu);

  fftcore_bundle* made = nullptr;
  ASSERT_EQ(fftcore_bundle_create(&made), FFTCORE_OK);
  const std::unique_ptr<fftcore_bundle, Free<fftcore_bundle_free>> bundle(made);
  int kernels = 0, compiled_now = -1;
  ASSERT_EQ(
      fftcore_bundle_add(bundle.get(), work_of(kText).get(), text.c_str(), &kernels, &compiled_now),
      FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_GT(kernels, 0);
  EXPECT_EQ(compiled_now, 0) << "the executable has them already";
  ASSERT_EQ(fftcore_bundle_add(bundle.get(), work_of("r2c 48x96").get(), text.c_str(), nullptr,
                               &compiled_now),
            FFTCORE_OK);
  EXPECT_GT(compiled_now, 0);
  const void* bytes = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(fftcore_bundle_bytes(bundle.get(), &bytes, &size), FFTCORE_OK);
  EXPECT_EQ(fftcore_load_kernels(bytes, size), FFTCORE_OK) << fftcore_last_message();
  EXPECT_EQ(fftcore_load_kernels(bytes, size - 1), FFTCORE_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace fftcore::test::cuda_test
