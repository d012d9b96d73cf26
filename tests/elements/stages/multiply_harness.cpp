// SPDX-License-Identifier: LGPL-2.1-or-later
#include "multiply_harness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "direct_sum.h"
#include "fftcore/backend.h"

namespace fftcore::test {
namespace {

Backend& cpu() {
  return select_backend("cpu");
}

Layout layout_of(const Image& image) {
  return Layout::interleaved(SampleType::f32, {image.height, image.width}, image.channels);
}

gboolean answer_with_all(GstPad* pad, GstObject* parent, GstQuery* query) {
  if (GST_QUERY_TYPE(query) != GST_QUERY_CAPS) return gst_pad_query_default(pad, parent, query);
  GstCaps* filter = nullptr;
  gst_query_parse_caps(query, &filter);
  GstCaps* const all = gst::all_spectrum_caps();
  GstCaps* const result = filter != nullptr ? gst_caps_intersect(filter, all) : gst_caps_ref(all);
  gst_query_set_caps_result(query, result);
  gst_caps_unref(result);
  gst_caps_unref(all);
  return TRUE;
}

}  // namespace

Image random_image(int width, int height, int channels, unsigned seed) {
  Image image{width, height, channels,
              std::vector<float>(static_cast<std::size_t>(width * height * channels))};
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> sample(0, 255);
  for (float& value : image.values) value = sample(random);
  return image;
}

double largest_difference(const Image& a, const Image& b) {
  if (a.values.size() != b.values.size()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const double difference = std::abs(static_cast<double>(a.values[i]) - b.values[i]);
    if (!(difference <= largest)) largest = difference;
  }
  return largest;
}

gst::SpectrumInfo info_for(const Image& image, Extent points, Border border,
                           Transformed transformed) {
  gst::SpectrumInfo info;
  info.layout.points = points;
  info.layout.channels = image.channels;
  info.layout.transformed = transformed;
  info.layout.stored_rows =
      transformed == Transformed::rows ? border.top + image.height + border.bottom : points.rows;
  info.width = image.width;
  info.height = image.height;
  info.border = border;
  info.x = static_cast<int>(border.left);
  info.y = static_cast<int>(border.top);
  info.framerate_numerator = 25;
  return info;
}

Bytes spectrum_of(const gst::SpectrumInfo& info, const Image& image) {
  ForwardStage stage;
  stage.image = layout_of(image);
  stage.edge = EdgeMode::replicate;
  stage.border = info.border;
  stage.spectrum = info.layout;
  const auto queue = cpu().create_queue({});
  Bytes bytes(size_bytes(info.layout));
  cpu().compile(stage, *queue)->run(*queue, {image.values.data()}, {bytes.data()});
  return bytes;
}

Image image_of(const gst::SpectrumInfo& info, const Bytes& spectrum) {
  Image image = random_image(info.width, info.height, static_cast<int>(info.layout.channels));
  InverseStage stage;
  stage.spectrum = info.layout;
  stage.image = layout_of(image);
  stage.first_row = info.y;
  stage.first_column = info.x;
  const auto queue = cpu().create_queue({});
  cpu().compile(stage, *queue)->run(*queue, {spectrum.data()}, {image.values.data()});
  return image;
}

Image convolved(const Image& image, std::span<const Taps> taps, Operation operation) {
  Convolution problem =
      convolution(layout_of(image), taps.front().extent, operation, EdgeMode::replicate);
  if (taps.size() > 1) problem.mixing = Mixing::full;
  oracle::Samples samples = oracle::samples_of(problem.input);
  Image result = image;
  const auto visit = [&](auto&& each) {
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        for (int c = 0; c < image.channels; ++c)
          each(c, y, x, static_cast<std::size_t>((y * image.width + x) * image.channels + c));
  };
  visit([&](int c, int y, int x, std::size_t i) { samples.at(c, y, x) = image.values[i]; });
  const oracle::Samples exact = oracle::direct_sum(problem, samples, taps);
  visit([&](int c, int y, int x, std::size_t i) {
    result.values[i] = static_cast<float>(exact.at(c, y, x));
  });
  return result;
}

std::string as_kernel_text(const Taps& taps) {
  std::vector<std::vector<double>> rows;
  for (std::int64_t row = 0; row < taps.extent.rows; ++row) {
    const auto first = taps.values.begin() + row * taps.extent.columns;
    rows.emplace_back(first, first + taps.extent.columns);
  }
  return as_kernel_text(rows);
}

Taps random_taps(Extent extent, unsigned seed) {
  Taps taps{extent, std::vector<double>(static_cast<std::size_t>(extent.rows * extent.columns))};
  std::mt19937 random(seed);
  for (double& value : taps.values)
    value = static_cast<double>(random() % 64) / 64 / static_cast<double>(taps.values.size());
  return taps;
}

GstBuffer* buffer_of(const Bytes& bytes, int index) {
  GstBuffer* const buffer = gst_buffer_new_memdup(bytes.data(), bytes.size());
  GST_BUFFER_DURATION(buffer) = GST_SECOND / 25;
  GST_BUFFER_PTS(buffer) = static_cast<GstClockTime>(index) * GST_BUFFER_DURATION(buffer);
  return buffer;
}

MultiplyHarness::MultiplyHarness(
    std::initializer_list<std::pair<std::string, std::string>> properties)
    : bus_(gst_bus_new()) {
  const Owned<GstElement> element(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftmultiply", nullptr))));
  gst_element_set_bus(element.get(), bus_.get());
  for (const auto& [name, value] : properties) set_property(element.get(), name, value);
  harness_ = gst_harness_new_with_element(element.get(), "sink", "src");
  gst_pad_set_query_function(harness_->srcpad, gst_pad_query_default);
  gst_pad_use_fixed_caps(harness_->srcpad);
}

MultiplyHarness::~MultiplyHarness() {
  gst_element_set_bus(harness_->element, nullptr);
  gst_harness_teardown(harness_);
}

void MultiplyHarness::let_upstream_choose() {
  gst_pad_set_query_function(harness_->srcpad, answer_with_all);
}

void MultiplyHarness::let_downstream_take(const char* caps) {
  gst_harness_set_sink_caps_str(harness_, caps);
}

int MultiplyHarness::asked_for(const char* field) {
  GstCaps* const caps = gst_caps_fixate(gst_pad_peer_query_caps(harness_->srcpad, nullptr));
  int value = -1;
  if (!gst_caps_is_empty(caps))
    gst_structure_get_int(gst_caps_get_structure(caps, 0), field, &value);
  gst_caps_unref(caps);
  return value;
}

bool MultiplyHarness::was_asked_to_reconfigure() {
  bool was_asked = false;
  while (GstEvent* const event = gst_harness_try_pull_upstream_event(harness_)) {
    was_asked = was_asked || GST_EVENT_TYPE(event) == GST_EVENT_RECONFIGURE;
    gst_event_unref(event);
  }
  return was_asked;
}

void MultiplyHarness::set_caps(const gst::SpectrumInfo& info) {
  if (info_ == info) return;
  info_ = info;
  GstCaps* const caps = gst::caps_of(info);
  // which may be refused, or flushed
  gst_pad_push_event(harness_->srcpad, gst_event_new_caps(caps));
  gst_caps_unref(caps);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_pad_push_event(harness_->srcpad, gst_event_new_segment(&segment));
}

GstFlowReturn MultiplyHarness::push(const Bytes& spectrum) {
  return gst_harness_push(harness_, buffer_of(spectrum, index_++));
}

std::optional<Bytes> MultiplyHarness::pull() {
  std::optional<Bytes> result;
  while (GstBuffer* const buffer = gst_harness_try_pull(harness_)) {
    result.emplace(gst_buffer_get_size(buffer));
    gst_buffer_extract(buffer, 0, result->data(), result->size());
    gst_buffer_unref(buffer);
  }
  return result;
}

gst::SpectrumInfo MultiplyHarness::output_info() {
  GstCaps* const caps = gst_pad_get_current_caps(harness_->sinkpad);
  if (caps == nullptr) throw std::runtime_error("no caps came out");
  const gst::SpectrumInfo info = gst::spectrum_info(caps);
  gst_caps_unref(caps);
  return info;
}

Image MultiplyHarness::multiplied(const gst::SpectrumInfo& info, const Image& image) {
  set_caps(info);
  EXPECT_EQ(push(spectrum_of(info, image)), GST_FLOW_OK);
  const std::optional<Bytes> output = pull();
  if (!output) {
    for (const Report& error : errors()) ADD_FAILURE() << error.text;
    throw std::runtime_error("no spectrum came out");
  }
  const gst::SpectrumInfo behind = output_info();
  EXPECT_EQ(output->size(), size_bytes(behind.layout));
  return image_of(behind, *output);
}

KernelSender::KernelSender(GstElement* element)
    : element_(GST_ELEMENT(gst_object_ref(element))),
      source_(gst_pad_new("kernels", GST_PAD_SRC)),
      sink_(gst_element_request_pad_simple(element, "kernel")) {
  EXPECT_NE(sink_, nullptr);
  gst_pad_set_active(source_, TRUE);
  EXPECT_EQ(gst_pad_link(source_, sink_), GST_PAD_LINK_OK);
}

KernelSender::~KernelSender() {
  release();
  gst_object_unref(source_);
}

void KernelSender::release() {
  if (sink_ == nullptr) return;
  gst_pad_set_active(source_, FALSE);
  gst_element_release_request_pad(element_.get(), sink_);
  gst_clear_object(&sink_);
}

GstFlowReturn KernelSender::push(const gst::SpectrumInfo& info, const Bytes& spectrum) {
  if (!has_started_) push_event(gst_event_new_stream_start("kernels"));
  has_started_ = true;
  if (info_ != info) {
    info_ = info;
    GstCaps* const caps = gst::caps_of(info);
    EXPECT_TRUE(push_event(gst_event_new_caps(caps)));
    gst_caps_unref(caps);
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    push_event(gst_event_new_segment(&segment));
  }
  return gst_pad_push(source_, buffer_of(spectrum));
}

bool KernelSender::push_event(GstEvent* event) {
  return gst_pad_push_event(source_, event) != FALSE;
}

}  // namespace fftcore::test
