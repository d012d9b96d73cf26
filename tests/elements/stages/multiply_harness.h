// SPDX-License-Identifier: LGPL-2.1-or-later
// fftmultiply between two pads of the test's own, with spectra made and read by the CPU backend's
// stages, and results by the oracle's sums.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fftcore/taps.h"
#include "filter_harness.h"
#include "spectra/spectrum_info.h"

namespace fftcore::test {

/// Float samples, the channels of a pixel together.
struct Image {
  int width = 0;
  int height = 0;
  int channels = 1;
  std::vector<float> values;
};

Image random_image(int width, int height, int channels = 1, unsigned seed = 1);
double largest_difference(const Image& a, const Image& b);

using Bytes = std::vector<std::byte>;

/// Of an image of that size: x, y and stored rows follow from the border.
gst::SpectrumInfo info_for(const Image& image, Extent points, Border border,
                           Transformed transformed = Transformed::rows);
/// Edges replicated.
Bytes spectrum_of(const gst::SpectrumInfo& info, const Image& image);
Image image_of(const gst::SpectrumInfo& info, const Bytes& spectrum);

/// By definition, edges replicated; taps as ConvolutionExecutable::set_taps() takes them: several
/// mix all channels.
Image convolved(const Image& image, std::span<const Taps> taps,
                Operation operation = Operation::convolve);
std::string as_kernel_text(const Taps& taps);
Taps random_taps(Extent extent, unsigned seed = 7);

GstBuffer* buffer_of(const Bytes& bytes, int index = 0);

class MultiplyHarness {
 public:
  explicit MultiplyHarness(std::initializer_list<std::pair<std::string, std::string>> properties);
  ~MultiplyHarness();
  MultiplyHarness(const MultiplyHarness&) = delete;
  MultiplyHarness& operator=(const MultiplyHarness&) = delete;

  GstHarness* get() const { return harness_; }
  GstElement* element() const { return harness_->element; }
  void set(const std::string& property, const std::string& value) {
    set_property(element(), property, value);
  }

  /// Upstream can give all spectra from now on, as fftforward; else only those of set_caps().
  void let_upstream_choose();
  /// Downstream takes only these.
  void let_downstream_take(const char* caps);
  /// What upstream is asked for, `field` of it fixed to the least.
  int asked_for(const char* field);
  bool was_asked_to_reconfigure();

  void set_caps(const gst::SpectrumInfo& info);
  GstFlowReturn push(const Bytes& spectrum);
  /// What came out last, if anything did.
  std::optional<Bytes> pull();
  gst::SpectrumInfo output_info();

  /// set_caps(), push(), and what came out as an image.
  Image multiplied(const gst::SpectrumInfo& info, const Image& image);

  std::vector<Report> warnings() const { return reports(bus_.get(), GST_MESSAGE_WARNING); }
  std::vector<Report> errors() const { return reports(bus_.get(), GST_MESSAGE_ERROR); }

 private:
  GstHarness* harness_ = nullptr;
  Owned<GstBus> bus_;
  std::optional<gst::SpectrumInfo> info_;
  int index_ = 0;
};

/// The element's pad `kernel`, and who sends spectra to it.
class KernelSender {
 public:
  explicit KernelSender(GstElement* element);
  ~KernelSender();
  KernelSender(const KernelSender&) = delete;
  KernelSender& operator=(const KernelSender&) = delete;

  /// Sends stream-start and caps where they are new. May wait for the element: the first time until
  /// the main stream has caps.
  GstFlowReturn push(const gst::SpectrumInfo& info, const Bytes& spectrum);
  bool push_event(GstEvent* event);
  GstCaps* asked_for() const { return gst_pad_peer_query_caps(source_, nullptr); }
  bool was_asked_to_reconfigure() const { return gst_pad_check_reconfigure(source_) != FALSE; }
  /// Takes the pad off the element.
  void release();

 private:
  Owned<GstElement> element_;
  GstPad* source_;
  GstPad* sink_;
  bool has_started_ = false;
  std::optional<gst::SpectrumInfo> info_;
};

}  // namespace fftcore::test
