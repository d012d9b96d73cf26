// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectrum_meta.h"

#include <array>

namespace fftcore::gst {
namespace {

struct SourceMeta {
  GstMeta meta;
  SourceFrame frame;  // with a reference
};

struct WriterMeta {
  GstMeta meta;
  SpectrumWriter* writer;
};

bool is_copy(GQuark type, gpointer data) {
  return GST_META_TRANSFORM_IS_COPY(type) && !static_cast<GstMetaTransformCopy*>(data)->region;
}

// This code may be in a process twice, in a plugin and in a program (a test): what one has
// registered is the other's too.
GType registered_api(const char* name, const gchar** tags) {
  const GType known = g_type_from_name(name);
  return known != 0 ? known : gst_meta_api_type_register(name, tags);
}

GType source_api() {
  static std::array<const gchar*, 1> no_tags = {nullptr};
  static const GType type = registered_api("GstFftcoreSourceMetaAPI", no_tags.data());
  return type;
}

GType writer_api() {
  static std::array<const gchar*, 2> tags = {GST_META_TAG_MEMORY_STR, nullptr};
  static const GType type = registered_api("GstFftcoreWriterMetaAPI", tags.data());
  return type;
}

gboolean init_source(GstMeta* meta, gpointer /*parameters*/, GstBuffer* /*buffer*/) {
  SourceFrame& frame = reinterpret_cast<SourceMeta*>(meta)->frame;
  gst_video_info_init(&frame.info);
  frame.buffer = nullptr;
  return TRUE;
}

void free_source(GstMeta* meta, GstBuffer* /*buffer*/) {
  gst_clear_buffer(&reinterpret_cast<SourceMeta*>(meta)->frame.buffer);
}

gboolean transform_source(GstBuffer* to, GstMeta* meta, GstBuffer* /*from*/, GQuark type,
                          gpointer data) {
  if (!is_copy(type, data)) return FALSE;
  const SourceFrame& frame = reinterpret_cast<SourceMeta*>(meta)->frame;
  set_source_frame(to, frame.info, frame.buffer);
  return TRUE;
}

gboolean init_writer(GstMeta* meta, gpointer /*parameters*/, GstBuffer* /*buffer*/) {
  reinterpret_cast<WriterMeta*>(meta)->writer = new SpectrumWriter;
  return TRUE;
}

void free_writer(GstMeta* meta, GstBuffer* /*buffer*/) {
  delete reinterpret_cast<WriterMeta*>(meta)->writer;
}

gboolean transform_writer(GstBuffer* to, GstMeta* meta, GstBuffer* /*from*/, GQuark type,
                          gpointer data) {
  if (!is_copy(type, data)) return FALSE;
  set_writer(to, *reinterpret_cast<WriterMeta*>(meta)->writer);
  return TRUE;
}

template <class Meta>
const GstMetaInfo* registered(GType api, const char* name, GstMetaInitFunction init,
                              GstMetaFreeFunction free, GstMetaTransformFunction transform) {
  const GstMetaInfo* const known = gst_meta_get_info(name);
  return known != nullptr ? known
                          : gst_meta_register(api, name, sizeof(Meta), init, free, transform);
}

const GstMetaInfo* source_info() {
  static const GstMetaInfo* const info = registered<SourceMeta>(
      source_api(), "GstFftcoreSourceMeta", init_source, free_source, transform_source);
  return info;
}

const GstMetaInfo* writer_info() {
  static const GstMetaInfo* const info = registered<WriterMeta>(
      writer_api(), "GstFftcoreWriterMeta", init_writer, free_writer, transform_writer);
  return info;
}

template <class Meta>
Meta* meta_of(GstBuffer* buffer, GType api) {
  return reinterpret_cast<Meta*>(gst_buffer_get_meta(buffer, api));
}

}  // namespace

void set_source_frame(GstBuffer* spectrum, const GstVideoInfo& info, GstBuffer* frame) {
  auto* meta = meta_of<SourceMeta>(spectrum, source_api());
  if (meta == nullptr)
    meta = reinterpret_cast<SourceMeta*>(gst_buffer_add_meta(spectrum, source_info(), nullptr));
  meta->frame.info = info;
  gst_buffer_replace(&meta->frame.buffer, frame);
}

std::optional<SourceFrame> source_frame(GstBuffer* spectrum) {
  const auto* const meta = meta_of<SourceMeta>(spectrum, source_api());
  if (meta == nullptr) return std::nullopt;
  return meta->frame;
}

bool is_source_frame(GType meta_api) {
  return meta_api == source_api();
}

void set_writer(GstBuffer* spectrum, const SpectrumWriter& writer) {
  auto* meta = meta_of<WriterMeta>(spectrum, writer_api());
  if (meta == nullptr)
    meta = reinterpret_cast<WriterMeta*>(gst_buffer_add_meta(spectrum, writer_info(), nullptr));
  *meta->writer = writer;
}

SpectrumWriter writer_of(GstBuffer* spectrum) {
  const auto* const meta = meta_of<WriterMeta>(spectrum, writer_api());
  return meta != nullptr ? *meta->writer : SpectrumWriter{};
}

void wait_for_writer(GstBuffer* spectrum) {
  if (const SpectrumWriter writer = writer_of(spectrum); writer.engine != nullptr)
    writer.engine->queue().wait();
}

}  // namespace fftcore::gst
