// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftfilter agrees on with its neighbours about CUDA memory: caps, contexts, pools.
#include <gtest/gtest.h>

#include "caps_fields.h"
#include "cuda_harness.h"
#include "fake_driver.h"

namespace fftcore::test::negotiation_test {
namespace {

constexpr Size kSize = {33, 17};
constexpr const char* kBlur = "fftfilter name=f filter=lowpass";

class EachFormatInCudaMemory : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(EachFormatInCudaMemory, IsTakenAndKeptThere) {
  CudaHarness harness(kBlur);
  ASSERT_TRUE(harness.set_caps(GetParam(), kSize));
  GstCaps* const out = gst_pad_get_current_caps(harness.get()->sinkpad);
  GstCaps* const expected = caps_in("memory:CUDAMemory", GetParam(), kSize);
  EXPECT_TRUE(gst_caps_is_equal(out, expected));
  gst_caps_unref(out);
  gst_caps_unref(expected);
  EXPECT_TRUE(harness.errors().empty());
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}
INSTANTIATE_TEST_SUITE_P(, EachFormatInCudaMemory, testing::ValuesIn(cuda_formats()), format_name);

// No GStreamer has them in CUDA memory; 1.22 ends the program where a pool of them is made.
TEST(CudaCaps, GreyIsRefused) {
  for (const GstVideoFormat format :
       {GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_GRAY16_LE, GST_VIDEO_FORMAT_xRGB}) {
    CudaHarness harness(kBlur);
    EXPECT_FALSE(harness.set_caps(format, kSize)) << gst_video_format_to_string(format);
    const std::vector<Report> warnings = harness.warnings();
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].text.find("cudaconvert"), std::string::npos) << warnings[0].text;
  }
}

TEST(CudaCaps, MemoryIsTheSameOnBothSides) {
  for (const char* feature : {"memory:CUDAMemory", static_cast<const char*>(nullptr)}) {
    CudaHarness harness(kBlur);
    GstCaps* const wanted = caps_in(feature, GST_VIDEO_FORMAT_NV12, kSize);
    gst_harness_set_sink_caps(harness.get(), gst_caps_ref(wanted));
    GstCaps* const possible = gst_pad_peer_query_caps(harness.get()->srcpad, nullptr);
    EXPECT_TRUE(gst_caps_is_subset(possible, wanted)) << gst_caps_to_string(possible);
    gst_caps_unref(possible);
    gst_caps_unref(wanted);
    EXPECT_EQ(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize), feature != nullptr);
  }
}

// cudaupload and its like take the first that they can give.
TEST(CudaCaps, BeginWithTheMemoryThatTheBackendReaches) {
  for (const auto& [backend, is_cuda_first] :
       {std::pair("auto", true), std::pair("cuda", true), std::pair("cpu", false)}) {
    CudaHarness harness(std::string(kBlur) + " backend=" + backend);
    gst_harness_play(harness.get());
    GstCaps* const filter = caps_in(nullptr, GST_VIDEO_FORMAT_NV12, kSize);
    gst_caps_append(filter, caps_in("memory:CUDAMemory", GST_VIDEO_FORMAT_NV12, kSize));
    GstCaps* const possible = gst_pad_peer_query_caps(harness.get()->srcpad, filter);
    EXPECT_EQ(gst_caps_get_size(possible), 2U) << backend;
    EXPECT_EQ(gst_caps_features_contains(gst_caps_get_features(possible, 0), "memory:CUDAMemory"),
              is_cuda_first)
        << backend;
    gst_caps_unref(possible);
    gst_caps_unref(filter);
  }
}

TEST(CudaCaps, MayFollowOnSystemMemoryAndBack) {
  CudaHarness harness(std::string(kBlur) + " backend=auto");
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
    EXPECT_NE(harness.push(harness.frame(picture)), nullptr);
    ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize, nullptr));
    EXPECT_NE(harness.push(buffer_of(picture)), nullptr);
  }
  EXPECT_TRUE(harness.errors().empty());
}

TEST(CudaContext, IsSharedByNeighbours) {
  CudaHarness harness("fftfilter name=a filter=lowpass ! fftfilter name=b filter=highpass");
  const int before = fake_cuda_count("contexts");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  EXPECT_EQ(fake_cuda_count("contexts") - before, 1);
  ASSERT_NE(harness.context_of("a"), nullptr);
  EXPECT_EQ(harness.context_of("a"), harness.context_of("b"));
}

TEST(CudaContext, IsNotMadeForSystemMemory) {
  CudaHarness harness(std::string(kBlur) + " backend=cpu");
  const int before = fake_cuda_count("contexts");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize, nullptr));
  EXPECT_EQ(fake_cuda_count("contexts"), before);
  EXPECT_EQ(harness.context_of("f"), nullptr);
}

TEST(CudaContext, IsTheApplicationsWhereItOffersOne) {
  CudaHarness harness(kBlur);
  const Context offered(gst_cuda_context_new(0));
  harness.offer_context(offered.get());
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  EXPECT_EQ(harness.context_of("f"), offered);
}

TEST(CudaContext, OfAnotherDeviceThanTheElementsIsNotTaken) {
  CudaHarness harness(std::string(kBlur) + " cuda-device-id=1");
  const Context offered(gst_cuda_context_new(0));
  harness.offer_context(offered.get());
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Context used = harness.context_of("f");
  ASSERT_NE(used, nullptr);
  guint device = 0;
  g_object_get(used.get(), "cuda-device-id", &device, nullptr);
  EXPECT_EQ(device, 1U);
}

TEST(CudaContext, FollowsTheFrames) {
  CudaHarness harness(kBlur);
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  EXPECT_NE(harness.context_of("f").get(), harness.context());
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  const Owned<GstBuffer> output = harness.push(harness.frame(picture));
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(harness.context_of("f").get(), harness.context());
  EXPECT_EQ(GST_CUDA_MEMORY_CAST(gst_buffer_peek_memory(output.get(), 0))->context,
            harness.context())
      << "the pool, too";

  const Context second(gst_cuda_context_new(0));
  EXPECT_NE(harness.push(harness.frame_in(second.get(), picture)), nullptr);
  EXPECT_EQ(harness.context_of("f"), second);
  EXPECT_TRUE(harness.errors().empty());
}

Owned<GstQuery> ask_for_memory(CudaHarness& harness) {
  GstCaps* const caps = caps_in("memory:CUDAMemory", GST_VIDEO_FORMAT_NV12, kSize);
  Owned<GstQuery> query(gst_query_new_allocation(caps, TRUE));
  gst_caps_unref(caps);
  EXPECT_TRUE(gst_pad_peer_query(harness.get()->srcpad, query.get()));
  return query;
}

TEST(CudaAllocation, OffersAPoolInTheElementsContext) {
  CudaHarness harness(kBlur);
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  const Owned<GstQuery> query = ask_for_memory(harness);
  EXPECT_TRUE(gst_query_find_allocation_meta(query.get(), GST_VIDEO_META_API_TYPE, nullptr));
  ASSERT_EQ(gst_query_get_n_allocation_pools(query.get()), 1U);
  GstBufferPool* offered = nullptr;
  guint size = 0;
  gst_query_parse_nth_allocation_pool(query.get(), 0, &offered, &size, nullptr, nullptr);
  const Pool pool(offered);
  ASSERT_TRUE(GST_IS_CUDA_BUFFER_POOL(offered));
  EXPECT_EQ(GST_CUDA_BUFFER_POOL(offered)->context, harness.context_of("f").get());
  const GstVideoInfo info = info_of(GST_VIDEO_FORMAT_NV12, kSize);
  EXPECT_GT(size, GST_VIDEO_INFO_SIZE(&info)) << "with the padding of rows";
}

TEST(CudaAllocation, IsTheNeighboursMatterInPassthrough) {
  CudaHarness harness("fftfilter name=f");
  ASSERT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  EXPECT_EQ(gst_query_get_n_allocation_pools(ask_for_memory(harness).get()), 0U);
}

// A downstream neighbour that offers the pool at `data`.
GstPadProbeReturn offer_pool(GstPad* /*pad*/, GstPadProbeInfo* info, gpointer data) {
  GstQuery* const query = GST_PAD_PROBE_INFO_QUERY(info);
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
  const GstVideoInfo video = info_of(GST_VIDEO_FORMAT_NV12, kSize);
  gst_query_add_allocation_pool(query, GST_BUFFER_POOL(data),
                                static_cast<guint>(GST_VIDEO_INFO_SIZE(&video)), 2, 0);
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  return GST_PAD_PROBE_HANDLED;
}

// The pool that an output frame comes from where downstream offers this one.
Owned<GstBuffer> output_with(CudaHarness& harness, GstBufferPool* offered) {
  gst_pad_add_probe(harness.get()->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_pool,
                    offered, nullptr);
  harness.offer_context(harness.context());
  EXPECT_TRUE(harness.set_caps(GST_VIDEO_FORMAT_NV12, kSize));
  return harness.push(harness.frame(random_picture(GST_VIDEO_FORMAT_NV12, kSize)));
}

TEST(CudaAllocation, TakesDownstreamsPoolOfTheSameContext) {
  CudaHarness harness(kBlur);
  const Pool offered = pool_in(harness.context(), GST_VIDEO_FORMAT_NV12, kSize);
  const Owned<GstBuffer> output = output_with(harness, offered.get());
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(output->pool, offered.get());
}

TEST(CudaAllocation, DoesNotTakeAPoolOfAnotherContext) {
  CudaHarness harness(kBlur);
  const Context other(gst_cuda_context_new(0));
  const Pool offered = pool_in(other.get(), GST_VIDEO_FORMAT_NV12, kSize);
  const Owned<GstBuffer> output = output_with(harness, offered.get());
  ASSERT_NE(output, nullptr);
  EXPECT_NE(output->pool, offered.get());
  EXPECT_EQ(GST_CUDA_MEMORY_CAST(gst_buffer_peek_memory(output.get(), 0))->context,
            harness.context());
}

TEST(CudaAllocation, DoesNotTakeAPoolInSystemMemory) {
  CudaHarness harness(kBlur);
  const Pool offered = pool_in(nullptr, GST_VIDEO_FORMAT_NV12, kSize);
  const Owned<GstBuffer> output = output_with(harness, offered.get());
  ASSERT_NE(output, nullptr);
  EXPECT_TRUE(gst_is_cuda_memory(gst_buffer_peek_memory(output.get(), 0)));
}

TEST(CudaAllocation, DoesNotTakeAPoolThatIsInUseOtherwise) {
  CudaHarness harness(kBlur);
  const Pool offered = pool_in(harness.context(), GST_VIDEO_FORMAT_NV12, {64, 48});
  gst_buffer_pool_set_active(offered.get(), TRUE);
  const Owned<GstBuffer> output = output_with(harness, offered.get());
  ASSERT_NE(output, nullptr);
  EXPECT_NE(output->pool, offered.get());
  gst_buffer_pool_set_active(offered.get(), FALSE);
}

TEST(CudaCaps, KeepTheirFieldsThroughEveryElement) {
  for (const std::string& line : lines_that_keep_fields()) {
    // Files are in system memory.
    if (line.find("fftspectrumenc") != std::string::npos) continue;
    CudaHarness harness(line);
    for (const std::string& fields : kept_fields()) {
      if (!takes_pictures(line, fields)) continue;
      SCOPED_TRACE(testing::Message() << line << fields);
      const std::string caps =
          caps_with("memory:CUDAMemory", GST_VIDEO_FORMAT_NV12, {32, 24}, fields);
      gst_harness_set_sink_caps_str(harness.get(), "video/x-raw(memory:CUDAMemory)");
      gst_harness_set_src_caps_str(harness.get(), caps.c_str());
      expect_same_fields(harness.get(), caps);
    }
  }
}

}  // namespace
}  // namespace fftcore::test::negotiation_test
