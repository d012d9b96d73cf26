// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties are a promise to those who write pipelines: names, types, defaults, when they may
// change.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "filter_harness.h"

namespace fftcore::test::properties_test {
namespace {

struct Promise {
  const char* name;
  const char* default_value;  // as gst-launch-1.0 takes it
  bool is_controllable;
  const char* other_value;
  const char* element = "fftfilter";
};

void PrintTo(const Promise& promise, std::ostream* stream) {
  *stream << promise.name;
}

std::string text_of(const GValue* value) {
  if (G_VALUE_HOLDS_STRING(value))
    return g_value_get_string(value) != nullptr ? g_value_get_string(value) : "";
  gchar* text = gst_value_serialize(value);
  std::string result = text;
  g_free(text);
  return result;
}

std::string value_of(GstElement* element, const char* name) {
  GValue value = G_VALUE_INIT;
  g_object_get_property(G_OBJECT(element), name, &value);
  std::string result = text_of(&value);
  g_value_unset(&value);
  return result;
}

class EachProperty : public testing::TestWithParam<Promise> {};

TEST_P(EachProperty, IsAsPromised) {
  const Promise& promise = GetParam();
  const Owned<GstElement> filter(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make(promise.element, nullptr))));
  const GParamSpec* spec =
      g_object_class_find_property(G_OBJECT_GET_CLASS(filter.get()), promise.name);
  ASSERT_NE(spec, nullptr);
  EXPECT_EQ((spec->flags & GST_PARAM_CONTROLLABLE) != 0, promise.is_controllable);
  const bool is_fixed =
      std::set<std::string>{"backend", "cuda-device-id", "cuda-wait", "n-threads"}.contains(
          promise.name);
  EXPECT_EQ((spec->flags & GST_PARAM_MUTABLE_PLAYING) != 0, !is_fixed);
  EXPECT_EQ((spec->flags & GST_PARAM_MUTABLE_READY) != 0, is_fixed);

  EXPECT_EQ(value_of(filter.get(), promise.name), promise.default_value);
  set_property(filter.get(), promise.name, promise.other_value);
  EXPECT_EQ(value_of(filter.get(), promise.name), promise.other_value);
}

std::string promise_name(const testing::TestParamInfo<Promise>& info) {
  std::string name = info.param.name;
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    , EachProperty,
    testing::Values(
        Promise{"filter", "none", true, "bandstop"}, Promise{"shape", "gaussian", true, "ideal"},
        Promise{"cutoff", "0.10000000000000001", true, "0.70720000000000005"},
        Promise{"cutoff-high", "0.25", true, "0.5"}, Promise{"order", "2", true, "16"},
        Promise{"kernel-location", "", false, "kernel.npy"},
        Promise{"kernel", "<  >", false,
                "< (array)< (double)1, (double)2 >, (array)< (double)3, (double)4 > >"},
        Promise{"notches", "<  >", false, "< (array)< (double)0.25, (double)0.125 > >"},
        Promise{"response", "", false, "exp(-(f/0.1)^2)"},
        Promise{"circular", "false", true, "true"}, Promise{"normalize", "false", true, "true"},
        Promise{"correlate", "false", true, "true"},
        Promise{"edge-mode", "reflect-101", true, "wrap"}, Promise{"gain", "1", true, "-2.5"},
        Promise{"offset", "0", true, "128"}, Promise{"planes", "luma", true, "all"},
        Promise{"precision", "full", true, "fast"}, Promise{"backend", "auto", false, "cpu"},
        Promise{"cuda-device-id", "-1", false, "3"}, Promise{"cuda-wait", "auto", false, "sleep"},
        Promise{"n-threads", "0", false, "2"}),
    promise_name);

Promise of_stabilizer(const char* name, const char* default_value, bool is_controllable,
                      const char* other_value) {
  return {name, default_value, is_controllable, other_value, "fftstabilize"};
}

INSTANTIATE_TEST_SUITE_P(Stabilize, EachProperty,
                         testing::Values(of_stabilizer("reference", "previous", true, "first"),
                                         of_stabilizer("smoothing", "30", true, "0"),
                                         of_stabilizer("max-shift", "32", true, "512"),
                                         of_stabilizer("min-confidence", "0.29999999999999999",
                                                       true, "1"),
                                         of_stabilizer("edge-mode", "replicate", true, "constant"),
                                         of_stabilizer("post-messages", "false", false, "true"),
                                         of_stabilizer("attach-meta", "true", false, "false"),
                                         of_stabilizer("backend", "auto", false, "cpu"),
                                         of_stabilizer("cuda-device-id", "-1", false, "0"),
                                         of_stabilizer("cuda-wait", "auto", false, "spin"),
                                         of_stabilizer("n-threads", "0", false, "256")),
                         promise_name);

Promise of_denoiser(const char* name, const char* default_value, bool is_controllable,
                    const char* other_value) {
  return {name, default_value, is_controllable, other_value, "fftdenoise"};
}

INSTANTIATE_TEST_SUITE_P(
    Denoise, EachProperty,
    testing::Values(
        of_denoiser("sigma", "-1", true, "10000"), of_denoiser("chroma-sigma", "-1", true, "0"),
        of_denoiser("auto-noise", "false", true, "true"),
        of_denoiser("strength", "1", true, "1000"),
        of_denoiser("sigma-is-threshold", "false", true, "true"),
        of_denoiser("curve", "", false, "0:4,0.5:16"),
        of_denoiser("chroma-curve", "", false, "0:4,0.5:16"),
        of_denoiser("sharpen", "0", true, "-1"),
        of_denoiser("sharpen-cutoff", "0.14999999999999999", true, "0.75"),
        of_denoiser("sharpen-min", "4", true, "0"), of_denoiser("sharpen-max", "20", true, "10000"),
        of_denoiser("dehalo", "0", true, "100"), of_denoiser("halo-radius", "2", true, "64"),
        of_denoiser("halo-threshold", "50", true, "0"),
        of_denoiser("vertical-ratio", "1", true, "0"), of_denoiser("before", "1", true, "3"),
        of_denoiser("after", "0", true, "3"), of_denoiser("radius", "1", false, "2"),
        of_denoiser("kind", "firm", true, "soft-band"), of_denoiser("beta", "1", true, "100"),
        of_denoiser("floor", "0", true, "1"), of_denoiser("gain", "1", true, "1000"),
        of_denoiser("gain-outside", "0", true, "2"), of_denoiser("power-min", "0", true, "5"),
        of_denoiser("power-max", "500", true, "1000"), of_denoiser("block", "16", true, "64"),
        of_denoiser("step", "0", true, "8"), of_denoiser("window", "hann", true, "kaiser"),
        of_denoiser("temporal-window", "rectangle", true, "hann"),
        of_denoiser("zero-mean", "true", true, "false"), of_denoiser("planes", "all", true, "luma"),
        of_denoiser("post-messages", "false", false, "true"),
        of_denoiser("backend", "auto", false, "cpu"),
        of_denoiser("cuda-device-id", "-1", false, "0"), of_denoiser("n-threads", "0", false, "2")),
    promise_name);

// GStreamer 1.22 ends the program where an element begins with CUDA and there is none.
TEST(PadTemplates, SpeakOfCudaMemoryOnlyWithADriver) {
  const Owned<GstElement> filter(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftfilter", nullptr))));
  GstPad* const pad = gst_element_get_static_pad(filter.get(), "sink");
  GstCaps* const caps = gst_pad_get_pad_template_caps(pad);
  gchar* const text = gst_caps_to_string(caps);
  const bool has_cuda = std::string(text).find("memory:CUDAMemory") != std::string::npos;
  g_free(text);
  gst_caps_unref(caps);
  gst_object_unref(pad);
  void* const driver = dlopen("libcuda.so.1", RTLD_LAZY);
  if (driver == nullptr) {
    EXPECT_FALSE(has_cuda);
  } else {
    dlclose(driver);
  }
}

}  // namespace
}  // namespace fftcore::test::properties_test
