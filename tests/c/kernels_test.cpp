// SPDX-License-Identifier: LGPL-2.1-or-later
// GPUs by name, bundles of kernels and FFTs as source text, from C.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

#include "fftcore/device_fft.h"
#include "fftcore/kernels.h"
#include "handles.h"

namespace fftcore::test::kernels_test {
namespace {

TEST(CGpus, AreThoseOfTheLibrary) {
  const auto gpus = known_gpus();
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    ASSERT_STREQ(fftcore_gpu_name(i), gpus[i].name.c_str());
    char* text = nullptr;
    ASSERT_EQ(fftcore_gpu_text(fftcore_gpu_name(i), &text), FFTCORE_OK);
    EXPECT_EQ(text, to_string(gpus[i]));
    fftcore_text_free(text);
  }
  EXPECT_EQ(fftcore_gpu_name(gpus.size()), nullptr);
  char* text = nullptr;
  EXPECT_EQ(fftcore_gpu_text("abacus", &text), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(fftcore_last_message(), "orin-agx-64"), nullptr) << fftcore_last_message();
  EXPECT_EQ(fftcore_gpu_text("sm_87 shared=1", &text), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_queue_gpu(cpu_queue().get(), &text), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(text, nullptr);
}

TEST(CBundle, WithoutKernelsIsOneToo) {
  fftcore_bundle* made = nullptr;
  ASSERT_EQ(fftcore_bundle_create(&made), FFTCORE_OK);
  const std::unique_ptr<fftcore_bundle, Free<fftcore_bundle_free>> bundle(made);
  const void* bytes = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(fftcore_bundle_bytes(bundle.get(), &bytes, &size), FFTCORE_OK);
  EXPECT_EQ(std::string(static_cast<const char*>(bytes), size), KernelBundle().bytes());
  const Work work = work_of("r2c 48x64");
  EXPECT_EQ(fftcore_bundle_add(bundle.get(), work.get(), "abacus", nullptr, nullptr),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_bundle_add(bundle.get(), nullptr, "orin-agx-64", nullptr, nullptr),
            FFTCORE_ERROR_INVALID_ARGUMENT);
}

class CDeviceFft : public testing::TestWithParam<const char*> {};

TEST_P(CDeviceFft, IsTheLibrarys) {
  const DeviceFft fft = parse_device_fft(GetParam());
  for (const Language language : {Language::cuda, Language::opencl}) {
    char* text = nullptr;
    ASSERT_EQ(fftcore_device_fft_source(GetParam(), std::string(to_string(language)).c_str(), "own",
                                        &text),
              FFTCORE_OK)
        << fftcore_last_message();
    EXPECT_EQ(text, device_source(fft, language, "own"));
    fftcore_text_free(text);
  }
  fftcore_device_fft_traits got = {};
  ASSERT_EQ(fftcore_device_fft_traits_of(GetParam(), &got), FFTCORE_OK) << fftcore_last_message();
  const DeviceFftTraits traits = traits_of(fft);
  const int expected[] = {traits.elements_per_thread,
                          traits.storage_size,
                          traits.stride,
                          traits.ffts_per_block,
                          traits.implicit_batching,
                          traits.input_length,
                          traits.output_length,
                          traits.input_elements_per_thread,
                          traits.output_elements_per_thread,
                          traits.is_input_real ? 1 : 0,
                          traits.is_output_real ? 1 : 0,
                          traits.real_bytes,
                          traits.threads,
                          traits.shared_bytes,
                          traits.shared_io_bytes,
                          traits.workspace_bytes,
                          traits.suggested_elements_per_thread,
                          traits.suggested_ffts_per_block};
  static_assert(sizeof expected == sizeof got);
  EXPECT_EQ(std::memcmp(expected, &got, sizeof got), 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, CDeviceFft,
                         testing::Values("block r2c 256 f64 folded ffts=4", "block c2r 101 ept=8",
                                         "block c2c 8 ept=8", "block c2c 7 ept=4 f16",
                                         "thread c2c 16 inverse"));

TEST(CDeviceFfts, ThatIsWrongSaysWhatIsAllowed) {
  char* text = nullptr;
  fftcore_device_fft_traits traits = {};
  const auto expect_refusal = [&](fftcore_status status, const char* words) {
    EXPECT_EQ(status, FFTCORE_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(fftcore_last_message(), words), nullptr) << fftcore_last_message();
    EXPECT_EQ(text, nullptr);
  };
  expect_refusal(fftcore_device_fft_source("block c2c 256", "fortran", "own", &text),
                 "language is 'fortran'; cuda, opencl are allowed");
  expect_refusal(fftcore_device_fft_source("block c2c 256", "cuda", "no name", &text), "no name");
  expect_refusal(fftcore_device_fft_source("block c2c 0", "cuda", "own", &text), "0");
  expect_refusal(fftcore_device_fft_source(nullptr, "cuda", "own", &text), "NULL");
  expect_refusal(fftcore_device_fft_source("block c2c 256", nullptr, "own", &text), "NULL");
  expect_refusal(fftcore_device_fft_source("block c2c 256", "cuda", nullptr, &text), "NULL");
  expect_refusal(fftcore_device_fft_traits_of("block dct2 256", &traits), "dct2");
  expect_refusal(fftcore_device_fft_traits_of("block c2c 256", nullptr), "NULL");
}

}  // namespace
}  // namespace fftcore::test::kernels_test
