// SPDX-License-Identifier: LGPL-2.1-or-later
// fftforward between two pads of the test's own, what it should give by the definition of the
// transform, and spectra as plain numbers.
#pragma once

#include <complex>
#include <functional>

#include "filter_harness.h"
#include "spectra/spectrum_info.h"

namespace fftcore::test {

/// Bins by channel, row and column; rows that are not stored are left out.
struct Spectrum {
  gst::SpectrumInfo info;
  std::vector<std::complex<double>> bins;
  std::complex<double> at(std::int64_t channel, std::int64_t row, std::int64_t bin) const;
};

/// Sum over columns, and over rows where they are transformed, of samples x(row, column) of a
/// channel, in double; of the bins that `info` says are stored.
Spectrum direct_spectrum(const gst::SpectrumInfo& info,
                         const std::function<double(std::int64_t channel, std::int64_t row,
                                                    std::int64_t column)>& sample);

/// ||a - b|| / ||b||.
double distance(const Spectrum& a, const Spectrum& b);

class ForwardHarness {
 public:
  /// `wanted`: caps downstream, as text; empty: any spectrum.
  ForwardHarness(const FilterHarness::Properties& properties, const std::string& wanted);
  ~ForwardHarness();
  ForwardHarness(const ForwardHarness&) = delete;
  ForwardHarness& operator=(const ForwardHarness&) = delete;

  GstHarness* get() const { return harness_; }
  GstElement* element() const { return harness_->element; }
  GstBus* bus() const { return bus_.get(); }

  /// Takes `caps`.
  void set_input(GstCaps* caps) { gst_harness_set_src_caps(harness_, caps); }
  void set_video(GstVideoFormat format, Size size) { set_input(caps_of(info_of(format, size))); }
  void set_audio(int rate, int channels);
  /// Downstream wants other caps from now on, and says so.
  void want(const std::string& caps);

  /// Takes `input`; null where nothing comes out.
  Owned<GstBuffer> push(GstBuffer* input);
  Owned<GstBuffer> pull() { return Owned<GstBuffer>(gst_harness_try_pull(harness_)); }
  /// Samples of all channels, interleaved; `first`: the first one's number, for the timestamp.
  GstFlowReturn push_samples(const std::vector<float>& samples, int rate, int channels,
                             std::uint64_t first, bool is_discont = false);

  /// Of the caps that came out last. Throws where none did.
  gst::SpectrumInfo info() const;
  Spectrum read(GstBuffer* buffer) const;

  std::vector<Report> warnings() const { return reports(bus_.get(), GST_MESSAGE_WARNING); }
  std::vector<Report> errors() const { return reports(bus_.get(), GST_MESSAGE_ERROR); }

 private:
  Owned<GstBus> bus_;
  GstHarness* harness_ = nullptr;
};

/// There is one report, in all these words.
void expect_one(const std::vector<Report>& reports, const std::vector<std::string>& words);

}  // namespace fftcore::test
