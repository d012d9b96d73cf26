// SPDX-License-Identifier: LGPL-2.1-or-later
// fftfir between two pads of the test's own, sound as plain numbers, files of responses, and what
// comes out by the definition of convolution.
#pragma once

#include <gst/audio/audio.h>

#include <string>
#include <utility>
#include <vector>

#include "filter_harness.h"

namespace fftcore::test {

/// Samples by channel.
using Sound = std::vector<std::vector<double>>;

/// Between -1/2 and 1/2, the same each time.
Sound noise(int channels, int samples, unsigned seed = 1);
/// Noise that dies away; `taps` of them.
std::vector<double> decaying(int taps, unsigned seed);
Sound part(const Sound& sound, std::size_t first, std::size_t count);
void append(Sound& sound, const Sound& more);
std::size_t length(const Sound& sound);

/// out[to] = sum over from: sound[from] * responses[to][from], by direct sums, `samples` long.
/// Null responses are left out.
using Matrix = std::vector<std::vector<std::vector<double>>>;
Sound direct_convolution(const Sound& sound, const Matrix& responses, std::size_t samples);
/// One response for all channels.
Sound direct_convolution(const Sound& sound, const std::vector<double>& response,
                         std::size_t samples);

/// ||a - b|| / ||b||; huge where they differ in length.
double distance(const Sound& a, const Sound& b);
double largest_difference(const Sound& a, const Sound& b);

/// A file in the test's own folder; gone with this.
class ResponseFile {
 public:
  /// .npy of f8. `shape`: as in "3, 100".
  static ResponseFile npy(const std::string& shape, const std::vector<std::vector<double>>& rows);
  static ResponseFile of(const std::vector<double>& response);
  /// WAV of floats of 64 bits.
  static ResponseFile wav(int rate, const Sound& channels);
  /// Any bytes; `name` ends the file's name.
  static ResponseFile bytes(const std::string& name, const std::string& content);
  ~ResponseFile();
  ResponseFile(ResponseFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ResponseFile& operator=(ResponseFile&&) = delete;

  const std::string& path() const { return path_; }
  std::string content() const;

 private:
  explicit ResponseFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

struct AudioKind {
  GstAudioFormat format = GST_AUDIO_FORMAT_F32;
  bool is_planar = false;
  int rate = 8000;
  int channels = 2;
};
std::string name_of(const AudioKind& kind);
GstCaps* caps_of(const AudioKind& kind);

class FirHarness {
 public:
  explicit FirHarness(const FilterHarness::Properties& properties, const AudioKind& kind = {});
  ~FirHarness();
  FirHarness(const FirHarness&) = delete;
  FirHarness& operator=(const FirHarness&) = delete;

  GstHarness* get() const { return harness_; }
  GstElement* element() const { return harness_->element; }
  const AudioKind& kind() const { return kind_; }
  void set(const std::string& property, const std::string& value) {
    set_property(element(), property, value);
  }

  void set_caps(const AudioKind& kind);
  /// `first`: number of the first sample, for the timestamp.
  GstFlowReturn push(const Sound& sound, std::size_t first, bool is_discont = false);
  /// All of it from sample 0 on, in buffers of these lengths by turns.
  void push_all(const Sound& sound, const std::vector<std::size_t>& lengths);
  void send(GstEvent* event) { gst_harness_push_event(harness_, event); }
  /// All that came out since, one after the other. Their timestamps follow one another, from that
  /// of sample `first` on.
  Sound pull_all(std::size_t first);
  /// The next buffer; none: an empty sound.
  Sound pull(GstClockTime* pts = nullptr);
  std::size_t sample_of(GstClockTime pts) const;

  std::vector<Report> warnings() const { return reports(bus_.get(), GST_MESSAGE_WARNING); }
  std::vector<Report> errors() const { return reports(bus_.get(), GST_MESSAGE_ERROR); }
  GstBus* bus() const { return bus_.get(); }

 private:
  GstHarness* harness_ = nullptr;
  Owned<GstBus> bus_;
  AudioKind kind_;
};

/// Samples in a buffer of this kind, and back.
GstBuffer* buffer_of(const AudioKind& kind, const Sound& sound);
Sound read(const AudioKind& kind, GstBuffer* buffer);

}  // namespace fftcore::test
