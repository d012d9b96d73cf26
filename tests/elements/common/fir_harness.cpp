// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fir_harness.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

namespace fftcore::test {
namespace {

double one(GstAudioFormat format) {
  return format == GST_AUDIO_FORMAT_S16   ? 32768.0
         : format == GST_AUDIO_FORMAT_S32 ? 2147483648.0
                                          : 1.0;
}

template <class Sample>
void write_sample(double value, guint8* to) {
  const auto sample = static_cast<Sample>(value);
  std::memcpy(to, &sample, sizeof sample);
}
template <class Sample>
double read_sample(const guint8* from) {
  Sample sample{};
  std::memcpy(&sample, from, sizeof sample);
  return static_cast<double>(sample);
}

void write_sample(GstAudioFormat format, double value, guint8* to) {
  const double whole = std::nearbyint(value * one(format));
  switch (format) {
    case GST_AUDIO_FORMAT_S16: return write_sample<std::int16_t>(whole, to);
    case GST_AUDIO_FORMAT_S32: return write_sample<std::int32_t>(whole, to);
    case GST_AUDIO_FORMAT_F64: return write_sample<double>(value, to);
    default: return write_sample<float>(value, to);
  }
}
double read_sample(GstAudioFormat format, const guint8* from) {
  switch (format) {
    case GST_AUDIO_FORMAT_S16: return read_sample<std::int16_t>(from) / one(format);
    case GST_AUDIO_FORMAT_S32: return read_sample<std::int32_t>(from) / one(format);
    case GST_AUDIO_FORMAT_F64: return read_sample<double>(from);
    default: return read_sample<float>(from);
  }
}

template <class Value>
std::string little_endian(Value value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

GstAudioInfo info_of(const AudioKind& kind) {
  GstCaps* const caps = caps_of(kind);
  GstAudioInfo info;
  gst_audio_info_from_caps(&info, caps);
  gst_caps_unref(caps);
  return info;
}

}  // namespace

Sound noise(int channels, int samples, unsigned seed) {
  std::mt19937 random(seed);
  Sound sound(static_cast<std::size_t>(channels));
  for (auto& channel : sound)
    for (int i = 0; i < samples; ++i)
      channel.push_back((static_cast<double>(random() % 65536) - 32768) / 65536);
  return sound;
}

std::vector<double> decaying(int taps, unsigned seed) {
  std::vector<double> response = noise(1, taps, seed)[0];
  for (int i = 0; i < taps; ++i)
    response[static_cast<std::size_t>(i)] *= 0.3 * std::exp(-4.0 * i / taps);
  return response;
}

Sound part(const Sound& sound, std::size_t first, std::size_t count) {
  Sound result;
  for (const auto& channel : sound)
    result.emplace_back(channel.begin() + static_cast<std::ptrdiff_t>(first),
                        channel.begin() + static_cast<std::ptrdiff_t>(first + count));
  return result;
}

void append(Sound& sound, const Sound& more) {
  sound.resize(std::max(sound.size(), more.size()));
  for (std::size_t c = 0; c < more.size(); ++c)
    sound[c].insert(sound[c].end(), more[c].begin(), more[c].end());
}

std::size_t length(const Sound& sound) {
  return sound.empty() ? 0 : sound[0].size();
}

Sound direct_convolution(const Sound& sound, const Matrix& responses, std::size_t samples) {
  Sound result(responses.size(), std::vector<double>(samples));
  for (std::size_t to = 0; to < responses.size(); ++to)
    for (std::size_t from = 0; from < responses[to].size(); ++from)
      for (std::size_t k = 0; k < responses[to][from].size(); ++k)
        for (std::size_t i = 0; i < length(sound) && i + k < samples; ++i)
          result[to][i + k] += sound[from][i] * responses[to][from][k];
  return result;
}

Sound direct_convolution(const Sound& sound, const std::vector<double>& response,
                         std::size_t samples) {
  Matrix responses(sound.size(), std::vector<std::vector<double>>(sound.size()));
  for (std::size_t c = 0; c < sound.size(); ++c) responses[c][c] = response;
  return direct_convolution(sound, responses, samples);
}

double distance(const Sound& a, const Sound& b) {
  if (a.size() != b.size() || length(a) != length(b)) return HUGE_VAL;
  double difference = 0;
  double size = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    for (std::size_t i = 0; i < length(a); ++i) {
      difference += (a[c][i] - b[c][i]) * (a[c][i] - b[c][i]);
      size += b[c][i] * b[c][i];
    }
  }
  return std::sqrt(difference / size);
}

double largest_difference(const Sound& a, const Sound& b) {
  if (a.size() != b.size() || length(a) != length(b)) return HUGE_VAL;
  double largest = 0;
  for (std::size_t c = 0; c < a.size(); ++c)
    for (std::size_t i = 0; i < length(a); ++i)
      largest = std::max(largest, std::abs(a[c][i] - b[c][i]));
  return largest;
}

ResponseFile ResponseFile::bytes(const std::string& name, const std::string& content) {
  static int count = 0;
  std::string path = fmt::format("{}response-{}-{}", testing::TempDir(), ++count, name);
  std::ofstream(path, std::ios::binary) << content;
  return ResponseFile(std::move(path));
}

ResponseFile ResponseFile::npy(const std::string& shape,
                               const std::vector<std::vector<double>>& rows) {
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}", shape);
  header.resize(118, ' ');
  std::string content = "\x93NUMPY";
  content += std::string("\x01\x00", 2) + little_endian(std::uint16_t{118}) + header;
  for (const auto& row : rows)
    for (const double value : row) content += little_endian(value);
  return bytes("x.npy", content);
}

ResponseFile ResponseFile::of(const std::vector<double>& response) {
  return npy(fmt::format("{},", response.size()), {response});
}

ResponseFile ResponseFile::wav(int rate, const Sound& channels) {
  const auto count = static_cast<std::uint16_t>(channels.size());
  const auto frame = static_cast<std::uint16_t>(count * 8);
  const auto size = static_cast<std::uint32_t>(length(channels) * frame);
  std::string content =
      "RIFF" + little_endian(size + 36) + "WAVEfmt " + little_endian(std::uint32_t{16}) +
      little_endian(std::uint16_t{3}) + little_endian(count) + little_endian(rate) +
      little_endian(static_cast<std::uint32_t>(rate) * frame) + little_endian(frame) +
      little_endian(std::uint16_t{64}) + "data" + little_endian(size);
  for (std::size_t i = 0; i < length(channels); ++i)
    for (const auto& channel : channels) content += little_endian(channel[i]);
  return bytes("x.wav", content);
}

ResponseFile::~ResponseFile() {
  if (!path_.empty()) std::filesystem::remove(path_);
}

std::string ResponseFile::content() const {
  std::ifstream file(path_, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string name_of(const AudioKind& kind) {
  return fmt::format("{}_{}_{}", gst_audio_format_to_string(kind.format),
                     kind.is_planar ? "planar" : "interleaved", kind.channels);
}

GstCaps* caps_of(const AudioKind& kind) {
  GstAudioInfo info;
  gst_audio_info_init(&info);
  const std::vector<GstAudioChannelPosition> positions(64, GST_AUDIO_CHANNEL_POSITION_NONE);
  gst_audio_info_set_format(&info, kind.format, kind.rate, kind.channels,
                            kind.channels > 2 ? positions.data() : nullptr);
  if (kind.is_planar) info.layout = GST_AUDIO_LAYOUT_NON_INTERLEAVED;
  return gst_audio_info_to_caps(&info);
}

GstBuffer* buffer_of(const AudioKind& kind, const Sound& sound) {
  const std::size_t bytes = gst_audio_format_get_info(kind.format)->width / 8,
                    count = length(sound), channels = sound.size();
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, bytes * count * channels, nullptr);
  GstMapInfo map;
  gst_buffer_map(buffer, &map, GST_MAP_WRITE);
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t i = 0; i < count; ++i)
      write_sample(kind.format, sound[c][i],
                   map.data + bytes * (kind.is_planar ? c * count + i : i * channels + c));
  gst_buffer_unmap(buffer, &map);
  const GstAudioInfo info = info_of(kind);
  if (kind.is_planar) gst_buffer_add_audio_meta(buffer, &info, count, nullptr);
  return buffer;
}

Sound read(const AudioKind& kind, GstBuffer* buffer) {
  const GstAudioInfo info = info_of(kind);
  const std::size_t bytes = gst_audio_format_get_info(kind.format)->width / 8,
                    channels = static_cast<std::size_t>(kind.channels);
  GstAudioBuffer audio;
  if (!gst_audio_buffer_map(&audio, &info, buffer, GST_MAP_READ))
    throw std::runtime_error("audio cannot be read");
  Sound sound(channels);
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t i = 0; i < audio.n_samples; ++i)
      sound[c].push_back(read_sample(
          kind.format, static_cast<const guint8*>(audio.planes[kind.is_planar ? c : 0]) +
                           bytes * (kind.is_planar ? i : i * channels + c)));
  gst_audio_buffer_unmap(&audio);
  return sound;
}

FirHarness::FirHarness(const FilterHarness::Properties& properties, const AudioKind& kind)
    : bus_(gst_bus_new()) {
  const Owned<GstElement> element(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftfir", nullptr))));
  gst_element_set_bus(element.get(), bus_.get());
  for (const auto& [name, value] : properties) set_property(element.get(), name, value);
  harness_ = gst_harness_new_with_element(element.get(), "sink", "src");
  set_caps(kind);
}

FirHarness::~FirHarness() {
  gst_element_set_bus(harness_->element, nullptr);
  gst_harness_teardown(harness_);
}

void FirHarness::set_caps(const AudioKind& kind) {
  kind_ = kind;
  gst_harness_set_src_caps(harness_, caps_of(kind));
}

GstFlowReturn FirHarness::push(const Sound& sound, std::size_t first, bool is_discont) {
  GstBuffer* const buffer = buffer_of(kind_, sound);
  const auto time_of = [&](std::size_t sample) {
    return gst_util_uint64_scale_int_round(sample, GST_SECOND, kind_.rate);
  };
  GST_BUFFER_PTS(buffer) = time_of(first);
  GST_BUFFER_DURATION(buffer) = time_of(first + length(sound)) - time_of(first);
  GST_BUFFER_OFFSET(buffer) = first;
  GST_BUFFER_OFFSET_END(buffer) = first + length(sound);
  if (is_discont) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
  return gst_harness_push(harness_, buffer);
}

void FirHarness::push_all(const Sound& sound, const std::vector<std::size_t>& lengths) {
  std::size_t turn = 0;
  for (std::size_t first = 0; first < length(sound);) {
    const std::size_t count = std::min(lengths[turn++ % lengths.size()], length(sound) - first);
    ASSERT_EQ(push(part(sound, first, count), first), GST_FLOW_OK);
    first += count;
  }
}

std::size_t FirHarness::sample_of(GstClockTime pts) const {
  return gst_util_uint64_scale_int_round(pts, static_cast<guint>(kind_.rate), GST_SECOND);
}

Sound FirHarness::pull(GstClockTime* pts) {
  const Owned<GstBuffer> buffer(gst_harness_try_pull(harness_));
  if (buffer == nullptr) return {};
  if (pts != nullptr) *pts = GST_BUFFER_PTS(buffer.get());
  return read(kind_, buffer.get());
}

Sound FirHarness::pull_all(std::size_t first) {
  Sound sound;
  while (const Owned<GstBuffer> buffer{gst_harness_try_pull(harness_)}) {
    const Sound samples = read(kind_, buffer.get());
    const GstClockTime pts = GST_BUFFER_PTS(buffer.get());
    EXPECT_EQ(sample_of(pts), first + length(sound));
    EXPECT_EQ(sample_of(pts + GST_BUFFER_DURATION(buffer.get())),
              first + length(sound) + length(samples));
    append(sound, samples);
  }
  return sound;
}

}  // namespace fftcore::test
