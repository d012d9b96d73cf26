// SPDX-License-Identifier: LGPL-2.1-or-later
// Files of spectra: by their reader, and in pieces by fftspectrumdec. Both agree on what is a file,
// and what is read can be written again.
#include <gst/check/gstharness.h>

#include <algorithm>
#include <memory>

#include "fftcore/error.h"
#include "fftspectrumfile/file_header.h"
#include "target.h"

GST_ELEMENT_REGISTER_DECLARE(fftspectrumdec)

namespace {

using fftcore::gst::FileHeader;

/// The reader's word on the file: its header, nothing (it ends within it), or that it is none.
struct Reading {
  std::optional<FileHeader> header;
  bool is_refused = false;
};

Reading reading_of(std::string_view text) {
  try {
    return {fftcore::gst::read_header(text), false};
  } catch (const fftcore::FileError&) {
    return {std::nullopt, true};
  }
}

void check_written_again(const FileHeader& header) {
  std::string text;
  try {
    text = fftcore::gst::header_text(header.caps.get());
  } catch (const fftcore::InvalidArgument&) {
    return;  // as text the caps can be longer than they were
  }
  const Reading again = reading_of(text);
  fuzz::require(again.header && again.header->info == header.info, "a header is written as read");
  fuzz::require(again.header->bytes == text.size(), "a header's length is its text's");
}

/// fftspectrumdec between two pads, one for all inputs.
class Decoder {
 public:
  Decoder() {
    harness_ = gst_harness_new("fftspectrumdec");
    gst_harness_set_src_caps_str(harness_, fftcore::gst::kSpectrumFileType);
  }

  GstFlowReturn push(std::string_view piece) {
    return gst_harness_push(harness_, gst_buffer_new_memdup(piece.data(), piece.size()));
  }
  void end() { gst_harness_push_event(harness_, gst_event_new_eos()); }

  /// Bytes of spectra that came out.
  std::size_t pull_all() {
    std::size_t bytes = 0;
    while (GstBuffer* const buffer = gst_harness_try_pull(harness_)) {
      bytes += gst_buffer_get_size(buffer);
      gst_buffer_unref(buffer);
    }
    while (GstEvent* const event = gst_harness_try_pull_event(harness_)) gst_event_unref(event);
    return bytes;
  }

  void begin_anew() {
    gst_harness_push_event(harness_, gst_event_new_flush_start());
    gst_harness_push_event(harness_, gst_event_new_flush_stop(TRUE));
    GstSegment bytes;
    gst_segment_init(&bytes, GST_FORMAT_BYTES);
    gst_harness_push_event(harness_, gst_event_new_segment(&bytes));
  }

 private:
  GstHarness* harness_ = nullptr;
};

}  // namespace

int LLVMFuzzerInitialize(int* count, char*** arguments) {
  setenv("G_DEBUG", "fatal-criticals", 1);
  gst_init(count, arguments);
  GST_ELEMENT_REGISTER(fftspectrumdec, nullptr);
  return 0;
}

/// The first byte says how long the pieces are.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return -1;
  static Decoder decoder;
  const std::size_t piece = data[0] == 0 ? size : std::size_t{data[0]};
  const std::string_view text = fuzz::text_of(data + 1, size - 1);
  const Reading reading = reading_of(text);
  if (reading.header) check_written_again(*reading.header);
  GstFlowReturn result = GST_FLOW_OK;
  for (std::size_t at = 0; at < text.size() && result == GST_FLOW_OK; at += piece)
    result = decoder.push(text.substr(at, piece));
  decoder.end();
  fuzz::require((result == GST_FLOW_OK) == !reading.is_refused, "decoder and reader agree");
  const std::size_t spectra = decoder.pull_all();
  std::size_t expected = 0;
  if (reading.header) {
    expected = text.size() - reading.header->bytes;
    expected -= expected % reading.header->spectrum_bytes();
  }
  fuzz::require(spectra == expected, "every whole spectrum comes out");
  decoder.begin_anew();
  return 0;
}
