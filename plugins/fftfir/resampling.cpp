// SPDX-License-Identifier: LGPL-2.1-or-later
#include "resampling.h"

#include <gst/audio/audio.h>

#include <memory>
#include <new>

namespace fftcore::gst::fir {
namespace {

struct FreeStructure {
  void operator()(GstStructure* structure) const { gst_structure_free(structure); }
};
struct FreeResampler {
  void operator()(GstAudioResampler* resampler) const { gst_audio_resampler_free(resampler); }
};

/// Its tables have this many places a sample, and results are late by one of them.
constexpr int kPlaces = 2048;

std::unique_ptr<GstAudioResampler, FreeResampler> make_resampler(int from, int to) {
  const std::unique_ptr<GstStructure, FreeStructure> options(
      gst_structure_new_empty("fftfir-resampler"));
  gst_audio_resampler_options_set_quality(GST_AUDIO_RESAMPLER_METHOD_KAISER,
                                          GST_AUDIO_RESAMPLER_QUALITY_MAX, from, to, options.get());
  gst_structure_set(options.get(), GST_AUDIO_RESAMPLER_OPT_FILTER_OVERSAMPLE, G_TYPE_INT, kPlaces,
                    nullptr);
  std::unique_ptr<GstAudioResampler, FreeResampler> resampler(
      gst_audio_resampler_new(GST_AUDIO_RESAMPLER_METHOD_KAISER, GST_AUDIO_RESAMPLER_FLAG_NONE,
                              GST_AUDIO_FORMAT_F64, 1, from, to, options.get()));
  if (resampler == nullptr) throw std::bad_alloc();
  return resampler;
}

}  // namespace

ImpulseResponse resampled(const ImpulseResponse& response, int from, int to) {
  const auto resampler = make_resampler(from, to);
  // Behind the last tap, zeros until the resampler's own filter has rung out.
  ImpulseResponse padded = response;
  padded.resize(response.size() + 2 * gst_audio_resampler_get_max_latency(resampler.get()));
  const gsize frames = gst_audio_resampler_get_out_frames(resampler.get(), padded.size());
  ImpulseResponse result(frames);
  gpointer in[] = {padded.data()};
  gpointer out[] = {result.data()};
  gst_audio_resampler_resample(resampler.get(), in, padded.size(), out, frames);
  // A tap is the response times the time between two.
  for (double& tap : result) tap *= static_cast<double>(from) / to;
  if (result.empty()) result.push_back(0);
  return result;
}

}  // namespace fftcore::gst::fir
