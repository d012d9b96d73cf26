// SPDX-License-Identifier: LGPL-2.1-or-later
#include "forward_harness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

namespace fftcore::test {
namespace {

using Complex = std::complex<double>;

double from_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  const double value =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -value : value;
}

double value_at(const SpectrumLayout& layout, const guint8* data, std::int64_t index) {
  if (layout.type == SampleType::f16) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, data + index * 2, 2);
    return from_half(bits);
  }
  float value = 0;
  std::memcpy(&value, data + index * 4, 4);
  return value;
}

Complex turn(std::int64_t n, std::int64_t k, std::int64_t points) {
  return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(n * k % points) /
                             static_cast<double>(points));
}

}  // namespace

Complex Spectrum::at(std::int64_t channel, std::int64_t row, std::int64_t bin) const {
  return bins[static_cast<std::size_t>(
      (channel * info.layout.stored_rows + row) * fftcore::bins(info.layout) + bin)];
}

Spectrum direct_spectrum(
    const gst::SpectrumInfo& info,
    const std::function<double(std::int64_t, std::int64_t, std::int64_t)>& sample) {
  const SpectrumLayout& layout = info.layout;
  const Extent points = layout.points;
  const std::int64_t width = fftcore::bins(layout);
  const double scale =
      layout.normalized ? 1.0 / static_cast<double>(points.rows * points.columns) : 1.0;
  Spectrum result{info, {}};
  for (std::int64_t channel = 0; channel < layout.channels; ++channel) {
    std::vector<Complex> rows(static_cast<std::size_t>(points.rows * width));
    for (std::int64_t y = 0; y < points.rows; ++y) {
      for (std::int64_t k = 0; k < width; ++k) {
        for (std::int64_t x = 0; x < points.columns; ++x)
          rows[static_cast<std::size_t>(y * width + k)] +=
              scale * sample(channel, y, x) * turn(x, k, points.columns);
      }
    }
    const bool is_whole = layout.transformed == Transformed::rows_and_columns;
    for (std::int64_t j = 0; j < layout.stored_rows; ++j) {
      for (std::int64_t k = 0; k < width; ++k) {
        Complex sum = is_whole ? 0 : rows[static_cast<std::size_t>(j * width + k)];
        for (std::int64_t y = 0; is_whole && y < points.rows; ++y)
          sum += rows[static_cast<std::size_t>(y * width + k)] * turn(y, j, points.rows);
        result.bins.push_back(sum);
      }
    }
  }
  return result;
}

double distance(const Spectrum& a, const Spectrum& b) {
  if (a.bins.size() != b.bins.size()) return HUGE_VAL;
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < a.bins.size(); ++i) {
    difference += std::norm(a.bins[i] - b.bins[i]);
    size += std::norm(b.bins[i]);
  }
  return std::sqrt(difference / size);
}

ForwardHarness::ForwardHarness(const FilterHarness::Properties& properties,
                               const std::string& wanted)
    : bus_(gst_bus_new()) {
  const Owned<GstElement> element(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftforward", nullptr))));
  gst_element_set_bus(element.get(), bus_.get());
  for (const auto& [name, value] : properties) set_property(element.get(), name, value);
  harness_ = gst_harness_new_with_element(element.get(), "sink", "src");
  if (!wanted.empty())
    gst_harness_set_sink_caps_str(harness_, ("application/x-fft-spectrum," + wanted).c_str());
}

ForwardHarness::~ForwardHarness() {
  gst_element_set_bus(harness_->element, nullptr);
  gst_harness_teardown(harness_);
}

void ForwardHarness::set_audio(int rate, int channels) {
  //
  GstCaps* const caps = gst_caps_new_simple(
      "audio/x-raw", "format", G_TYPE_STRING, "F32LE", "layout", G_TYPE_STRING, "interleaved",
      "rate", G_TYPE_INT, rate, "channels", G_TYPE_INT, channels, nullptr);
  if (channels > 1)
    gst_caps_set_simple(caps, "channel-mask", GST_TYPE_BITMASK, guint64{0}, nullptr);
  set_input(caps);
}

void ForwardHarness::want(const std::string& caps) {
  gst_harness_set_sink_caps_str(harness_, ("application/x-fft-spectrum," + caps).c_str());
}

Owned<GstBuffer> ForwardHarness::push(GstBuffer* input) {
  if (gst_harness_push(harness_, input) != GST_FLOW_OK) return nullptr;
  return pull();
}

GstFlowReturn ForwardHarness::push_samples(const std::vector<float>& samples, int rate,
                                           int channels, std::uint64_t first, bool is_discont) {
  GstBuffer* const buffer = gst_buffer_new_memdup(samples.data(), samples.size() * sizeof(float));
  const auto time_of = [&](std::uint64_t sample) {
    return gst_util_uint64_scale_int(sample, GST_SECOND, rate);
  };
  GST_BUFFER_PTS(buffer) = time_of(first);
  GST_BUFFER_DURATION(buffer) =
      time_of(first + samples.size() / static_cast<std::size_t>(channels)) - time_of(first);
  if (is_discont) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
  return gst_harness_push(harness_, buffer);
}

gst::SpectrumInfo ForwardHarness::info() const {
  GstCaps* const caps = gst_pad_get_current_caps(harness_->sinkpad);
  if (caps == nullptr) throw std::runtime_error("no caps came out");
  const gst::SpectrumInfo info = gst::spectrum_info(caps);
  gst_caps_unref(caps);
  return info;
}

Spectrum ForwardHarness::read(GstBuffer* buffer) const {
  Spectrum result{info(), {}};
  const SpectrumLayout& layout = result.info.layout;
  GstMapInfo map;
  if (!gst_buffer_map(buffer, &map, GST_MAP_READ))
    throw std::runtime_error("a spectrum cannot be read");
  EXPECT_GE(map.size, size_bytes(layout));
  for (std::int64_t row = 0; row < layout.channels * layout.stored_rows; ++row) {
    for (std::int64_t k = 0; k < fftcore::bins(layout); ++k) {
      const std::int64_t index = (row * row_stride(layout) + k) * 2;
      result.bins.emplace_back(value_at(layout, map.data, index),
                               value_at(layout, map.data, index + 1));
    }
  }
  gst_buffer_unmap(buffer, &map);
  return result;
}

void expect_one(const std::vector<Report>& reports, const std::vector<std::string>& words) {
  ASSERT_EQ(reports.size(), 1U);
  for (const std::string& word : words)
    EXPECT_NE(reports[0].text.find(word), std::string::npos) << reports[0].text;
}

}  // namespace fftcore::test
