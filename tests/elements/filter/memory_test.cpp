// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers whose rows and planes lie elsewhere than the caps say, and what is agreed on with the
// neighbours.
#include <gtest/gtest.h>

#include "filter_harness.h"

namespace fftcore::test::memory_test {
namespace {

constexpr Size kSize = {31, 17};

DirectFilter some_filter() {
  DirectFilter filter;
  filter.taps = {{0.5, 0, 0}, {0, 0.25, 0}, {0, 0, 0.25}};
  filter.all_planes = true;
  return filter;
}

// A downstream neighbour with a pool of padded frames.
GstPadProbeReturn offer_padded_pool(GstPad* /*pad*/, GstPadProbeInfo* info, gpointer /*unused*/) {
  GstQuery* query = GST_PAD_PROBE_INFO_QUERY(info);
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
  GstCaps* caps = nullptr;
  gst_query_parse_allocation(query, &caps, nullptr);
  GstVideoInfo video;
  gst_video_info_from_caps(&video, caps);
  GstVideoAlignment alignment;
  gst_video_alignment_reset(&alignment);
  alignment.padding_left = 16;
  alignment.padding_right = 48;
  alignment.padding_top = 6;
  GstBufferPool* pool = gst_video_buffer_pool_new();
  GstStructure* config = gst_buffer_pool_get_config(pool);
  gst_buffer_pool_config_set_params(config, caps, static_cast<guint>(GST_VIDEO_INFO_SIZE(&video)),
                                    0, 0);
  gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_ALIGNMENT);
  gst_buffer_pool_config_set_video_alignment(config, &alignment);
  gst_buffer_pool_set_config(pool, config);
  gst_query_add_allocation_pool(query, pool, static_cast<guint>(GST_VIDEO_INFO_SIZE(&video)), 0, 0);
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  gst_object_unref(pool);
  return GST_PAD_PROBE_HANDLED;
}

class EachFormatsMemory : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(EachFormatsMemory, MayHaveAnyStrides) {
  const Picture input = random_picture(GetParam(), kSize);
  const Picture expected = apply(some_filter(), input);
  FilterHarness harness(GetParam(), kSize, properties_of(some_filter()));
  for (const int padding : {0, 2, 34}) {  // changes from frame to frame
    const Owned<GstBuffer> output = harness.push(strided_buffer_of(input, padding));
    ASSERT_NE(output, nullptr);
    EXPECT_LE(largest_difference(read(GetParam(), kSize, output.get()), expected),
              input.white > 255 ? 2 : 1)
        << padding;
  }
}

TEST_P(EachFormatsMemory, MayHaveStridesOnBothSides) {
  const Picture input = random_picture(GetParam(), kSize);
  FilterHarness harness(GetParam(), kSize, properties_of(some_filter()));
  gst_pad_add_probe(harness.get()->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_padded_pool,
                    nullptr, nullptr);
  harness.set_caps(GetParam(), {kSize.width + 1, kSize.height});  // so that it asks again
  harness.set_caps(GetParam(), kSize);
  const Owned<GstBuffer> output = harness.push(strided_buffer_of(input, 6));
  ASSERT_NE(output, nullptr);
  const GstVideoMeta* meta = gst_buffer_get_video_meta(output.get());
  ASSERT_NE(meta, nullptr) << "the neighbour's pool is used";
  EXPECT_GE(meta->stride[0], kSize.width + 48);
  EXPECT_LE(largest_difference(read(GetParam(), kSize, output.get()), apply(some_filter(), input)),
            input.white > 255 ? 2 : 1);
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(, EachFormatsMemory, testing::ValuesIn(all_formats()), format_name);

TEST(Memory, WithHalfSamplesPerRowIsAnError) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY16_LE, kSize, properties_of(some_filter()));
  EXPECT_EQ(harness.push(strided_buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY16_LE, kSize), 3)),
            nullptr);
  const std::vector<Report> errors = harness.errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].text.find("stride of 65 bytes"), std::string::npos) << errors[0].text;
}

Owned<GstQuery> ask_for_memory(FilterHarness& harness) {
  GstCaps* caps = caps_of(info_of(GST_VIDEO_FORMAT_I420, kSize));
  Owned<GstQuery> query(gst_query_new_allocation(caps, TRUE));
  gst_caps_unref(caps);
  EXPECT_TRUE(gst_pad_peer_query(harness.get()->srcpad, query.get()));
  return query;
}

TEST(Allocation, OffersStridesAndAPool) {
  FilterHarness harness(GST_VIDEO_FORMAT_I420, kSize, properties_of(some_filter()));
  const Owned<GstQuery> query = ask_for_memory(harness);
  EXPECT_TRUE(gst_query_find_allocation_meta(query.get(), GST_VIDEO_META_API_TYPE, nullptr));
  ASSERT_EQ(gst_query_get_n_allocation_pools(query.get()), 1U);
  GstBufferPool* pool = nullptr;
  gst_query_parse_nth_allocation_pool(query.get(), 0, &pool, nullptr, nullptr, nullptr);
  ASSERT_NE(pool, nullptr);
  gst_object_unref(pool);
}

TEST(Allocation, DescribesTheRowsToOneWhoReadsStrides) {
  FilterHarness harness(GST_VIDEO_FORMAT_I420, kSize, properties_of(some_filter()));
  gst_harness_add_propose_allocation_meta(harness.get(), GST_VIDEO_META_API_TYPE, nullptr);
  harness.set_caps(GST_VIDEO_FORMAT_GRAY8, kSize);  // so that it asks again
  const Owned<GstBuffer> output =
      harness.push(buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize)));
  ASSERT_NE(output, nullptr);
  EXPECT_NE(gst_buffer_get_video_meta(output.get()), nullptr);
}

TEST(Allocation, IsTheNeighboursMatterInPassthrough) {
  FilterHarness harness(GST_VIDEO_FORMAT_I420, kSize, {});
  EXPECT_FALSE(gst_query_find_allocation_meta(ask_for_memory(harness).get(),
                                              GST_VIDEO_META_API_TYPE, nullptr))
      << "the harness takes none";
  gst_harness_add_propose_allocation_meta(harness.get(), GST_VIDEO_META_API_TYPE, nullptr);
  EXPECT_TRUE(gst_query_find_allocation_meta(ask_for_memory(harness).get(), GST_VIDEO_META_API_TYPE,
                                             nullptr));
}

// Upstream has been told that any strides will do; downstream never was.
TEST(Allocation, StridesDoNotReachOneWhoCannotReadThem) {
  const Picture input = random_picture(GST_VIDEO_FORMAT_I420, kSize);
  FilterHarness harness(GST_VIDEO_FORMAT_I420, kSize, properties_of(some_filter()));
  harness.push(strided_buffer_of(input, 10));
  harness.set_together({{"kernel", "<>"}});
  for (int i = 0; i < 2; ++i) {
    const Owned<GstBuffer> output = harness.push(strided_buffer_of(input, 10));
    ASSERT_NE(output, nullptr);
    const GstVideoInfo info = info_of(GST_VIDEO_FORMAT_I420, kSize);
    const GstVideoMeta* meta = gst_buffer_get_video_meta(output.get());
    EXPECT_TRUE(meta == nullptr || meta->stride[0] == info.stride[0]);
    EXPECT_EQ(gst_buffer_get_size(output.get()), GST_VIDEO_INFO_SIZE(&info));
    EXPECT_EQ(largest_difference(read(GST_VIDEO_FORMAT_I420, kSize, output.get()), input), 0);
  }
  GstBuffer* plain = buffer_of(input);
  EXPECT_EQ(harness.push(plain).get(), plain) << "what lies as the caps say passes as it is";
}

}  // namespace
}  // namespace fftcore::test::memory_test
