// SPDX-License-Identifier: LGPL-2.1-or-later
// Spectra of pictures, made by ForwardStage on the processor, and an element that takes them
// between two pads of the test's own.
#pragma once

#include "filter_harness.h"
#include "spectra/spectrum_info.h"

namespace fftcore::test {

/// Of a picture's filtered channels without a border, at 25 pictures/s; the picture at (0, 0).
/// Change what should be otherwise.
gst::SpectrumInfo spectrum_of_video(GstVideoFormat format, Size size, Extent points,
                                    Transformed transformed = Transformed::rows_and_columns);

/// `picture` as `info` says, at its (x, y), picture number `index` of the stream. `frame`: what the
/// spectrum says that it comes from, null: nothing.
GstBuffer* spectrum_buffer(const Picture& picture, const gst::SpectrumInfo& info, int index = 0,
                           GstBuffer* frame = nullptr);

class SpectrumHarness {
 public:
  using Properties = FilterHarness::Properties;

  /// `output_caps`: what the pad behind the element takes; null: anything. The spectra's caps come
  /// with set_caps().
  explicit SpectrumHarness(const char* element, const Properties& properties = {},
                           const char* output_caps = nullptr);
  ~SpectrumHarness();
  SpectrumHarness(const SpectrumHarness&) = delete;
  SpectrumHarness& operator=(const SpectrumHarness&) = delete;

  GstHarness* get() const { return harness_; }
  GstElement* element() const { return harness_->element; }
  void set(const std::string& property, const std::string& value) {
    set_property(element(), property, value);
  }

  /// `more`: further fields, as ", pixel-aspect-ratio=4/3".
  void set_caps(const gst::SpectrumInfo& info, const std::string& more = "");
  /// As text; the element may refuse them.
  void send_caps(const std::string& caps);

  /// Takes `input`; null where nothing comes out.
  Owned<GstBuffer> push(GstBuffer* input);
  /// The same, read as the output's caps say. Throws where nothing comes out.
  Picture push_for_picture(GstBuffer* input);

  GstVideoInfo output_info() const;
  /// Text of the output's caps.
  std::string output_caps() const;

  std::vector<Report> warnings() const { return reports(bus_.get(), GST_MESSAGE_WARNING); }
  std::vector<Report> errors() const { return reports(bus_.get(), GST_MESSAGE_ERROR); }

 private:
  GstHarness* harness_ = nullptr;
  Owned<GstBus> bus_;
};

/// The caps of such a spectrum, as text.
std::string text_of(const gst::SpectrumInfo& info);

/// Each of the reports has all of these words.
void expect_words(const std::vector<Report>& reports, std::initializer_list<const char*> words);

}  // namespace fftcore::test
