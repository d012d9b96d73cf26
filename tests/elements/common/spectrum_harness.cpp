// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectrum_harness.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "fftcore/backend.h"
#include "frames/frame_planes.h"
#include "memory/mapped_frame.h"
#include "spectra/mapped_spectrum.h"
#include "spectra/spectrum_meta.h"

namespace fftcore::test {

using gst::SpectrumInfo;

SpectrumInfo spectrum_of_video(GstVideoFormat format, Size size, Extent points,
                               Transformed transformed) {
  const bool is_rgb = gst_video_format_get_info(format)->flags & GST_VIDEO_FORMAT_FLAG_RGB;
  SpectrumInfo info;
  info.layout.points = points;
  info.layout.channels = is_rgb ? 3 : 1;
  info.layout.transformed = transformed;
  info.layout.stored_rows = transformed == Transformed::rows ? size.height : points.rows;
  info.width = size.width;
  info.height = size.height;
  info.framerate_numerator = 25;
  info.video_format = gst_video_format_to_string(format);
  return info;
}

GstBuffer* spectrum_buffer(const Picture& picture, const SpectrumInfo& info, int index,
                           GstBuffer* frame) {
  const GstVideoInfo video = info_of(picture.format, {info.width, info.height});
  const std::vector<gst::PlaneJob> jobs = gst::image_jobs(video);
  const gst::PlaneJob& job = jobs.front();
  ForwardStage stage;
  stage.image = job.layout;
  stage.skipped_channels = job.skipped_channels;
  stage.edge = EdgeMode::wrap;  // with a border on both sides: what lies round the image's ends
  stage.border.left = info.x;
  stage.border.top = info.y;
  stage.border.bottom = info.layout.transformed == Transformed::rows ? info.border.bottom : 0;
  stage.spectrum = info.layout;
  stage.spectrum.channels /= std::ssize(jobs);
  Backend& backend = select_backend("cpu");
  const auto queue = backend.create_queue({});
  const Owned<GstBuffer> input(buffer_of(picture, index));
  GstBuffer* const output = gst_buffer_new_allocate(nullptr, size_bytes(info.layout), nullptr);
  {
    const gst::MappedFrame source(video, input.get(), GST_MAP_READ, MemoryKind::host);
    gst::MappedSpectrum target(info.layout, output, GST_MAP_WRITE, MemoryKind::host);
    const auto executable = backend.compile(stage, *queue);
    for (std::size_t i = 0; i < jobs.size(); ++i)
      executable->run(*queue, source.source(jobs[i]), target.target(static_cast<std::int64_t>(i)));
    queue->wait();
  }
  gst_buffer_copy_into(output, input.get(), GST_BUFFER_COPY_TIMESTAMPS, 0, static_cast<gsize>(-1));
  if (frame != nullptr) gst::set_source_frame(output, video, frame);
  return output;
}

SpectrumHarness::SpectrumHarness(const char* element, const Properties& properties,
                                 const char* output_caps)
    : bus_(gst_bus_new()) {
  const Owned<GstElement> made(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make(element, nullptr))));
  gst_element_set_bus(made.get(), bus_.get());
  for (const auto& [name, value] : properties) set_property(made.get(), name, value);
  harness_ = gst_harness_new_with_element(made.get(), "sink", "src");
  if (output_caps != nullptr) gst_harness_set_sink_caps_str(harness_, output_caps);
}

SpectrumHarness::~SpectrumHarness() {
  gst_element_set_bus(harness_->element, nullptr);
  gst_harness_teardown(harness_);
}

void SpectrumHarness::set_caps(const SpectrumInfo& info, const std::string& more) {
  gst_harness_set_src_caps_str(harness_, (text_of(info) + more).c_str());
}

void SpectrumHarness::send_caps(const std::string& text) {
  gst_harness_play(harness_);
  GstCaps* const caps = gst_caps_from_string(text.c_str());
  gst_harness_push_event(harness_, gst_event_new_stream_start("spectra"));
  gst_harness_push_event(harness_, gst_event_new_caps(caps));
  gst_caps_unref(caps);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(harness_, gst_event_new_segment(&segment));
}

Owned<GstBuffer> SpectrumHarness::push(GstBuffer* input) {
  if (gst_harness_push(harness_, input) != GST_FLOW_OK) return nullptr;
  return Owned<GstBuffer>(gst_harness_try_pull(harness_));
}

Picture SpectrumHarness::push_for_picture(GstBuffer* input) {
  const Owned<GstBuffer> output = push(input);
  if (output == nullptr) {
    for (const Report& error : errors()) ADD_FAILURE() << error.text;
    throw std::runtime_error("no picture came out");
  }
  const GstVideoInfo info = output_info();
  return read(GST_VIDEO_INFO_FORMAT(&info),
              {GST_VIDEO_INFO_WIDTH(&info), GST_VIDEO_INFO_HEIGHT(&info)}, output.get());
}

GstVideoInfo SpectrumHarness::output_info() const {
  GstCaps* const caps = gst_pad_get_current_caps(harness_->sinkpad);
  GstVideoInfo info;
  if (caps == nullptr || !gst_video_info_from_caps(&info, caps))
    throw std::runtime_error("the output has no caps of video");
  gst_caps_unref(caps);
  return info;
}

std::string SpectrumHarness::output_caps() const {
  GstCaps* const caps = gst_pad_get_current_caps(harness_->sinkpad);
  gchar* const text = gst_caps_to_string(caps);
  const std::string result = text;
  g_free(text);
  if (caps != nullptr) gst_caps_unref(caps);
  return result;
}

std::string text_of(const SpectrumInfo& info) {
  GstCaps* const caps = gst::caps_of(info);
  gchar* const text = gst_caps_to_string(caps);
  const std::string result = text;
  g_free(text);
  gst_caps_unref(caps);
  return result;
}

void expect_words(const std::vector<Report>& reports, std::initializer_list<const char*> words) {
  EXPECT_FALSE(reports.empty());
  for (const Report& report : reports)
    for (const char* word : words)
      EXPECT_NE(report.text.find(word), std::string::npos) << report.text << "\nlacks " << word;
}

}  // namespace fftcore::test
