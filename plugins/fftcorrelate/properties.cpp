// SPDX-License-Identifier: LGPL-2.1-or-later
#include "properties.h"

#include "../base/device_properties.h"

namespace fftcore::gst::correlate {
namespace {

// gst-inspect-1.0 shows {value, meaning, name}.
const GEnumValue kMethods[] = {
    {static_cast<int>(Method::ccorr), "Plain sum of products (OpenCV: TM_CCORR); bright places win",
     "ccorr"},
    {static_cast<int>(Method::ccorr_normed),
     "Divided by the brightness of both, 0 to 1 (OpenCV: TM_CCORR_NORMED)", "ccorr-normed"},
    {static_cast<int>(Method::ccoeff_normed),
     "Without the means, -1 to 1, whatever the brightness and contrast (OpenCV: TM_CCOEFF_NORMED)",
     "ccoeff-normed"},
    {static_cast<int>(Method::phase),
     "How far the picture moved since the frame before; needs no template (OpenCV: phaseCorrelate)",
     "phase"},
    {0, nullptr, nullptr},
};

const GEnumValue kDrawings[] = {
    {static_cast<int>(Drawing::none), "Frames as they are", "passthrough"},
    {static_cast<int>(Drawing::boxes), "Frames with a box round each place found", "overlay"},
    {static_cast<int>(Drawing::surface),
     "The score at each place as brightness, where the middle of the template would lie",
     "surface"},
    {0, nullptr, nullptr},
};

constexpr int kMaxMargin = 1 << 16;  // pixels
constexpr double kMaxFlat = 65535;
constexpr double kMaxThreshold = 1e12;  // ccorr of 16-bit video can be that large

void store_template_location(Settings& settings, const GValue* value) {
  const gchar* const location = g_value_get_string(value);
  settings.source.location = location != nullptr ? location : "";
  ++settings.source.location_count;
}

void load_template_location(const Settings& settings, GValue* value) {
  const std::string& location = settings.source.location;
  g_value_set_string(value, location.empty() ? nullptr : location.c_str());
}

void add_template(PropertyTable<Settings>& table) {
  table.add(
      g_param_spec_string(
          "template-location", "Template location",
          "Picture to look for: a .png file, a 2-D .npy array of real numbers or text with one row "
          "a line, in the video's levels. Setting the name again reads the file again; an empty "
          "string is none. The newest of template-location, template-rect and a frame on the pad "
          "template counts",
          nullptr, kPlainProperty),
      store_template_location, load_template_location);
  PropertyTable<TemplateSource> source;
  source.array(&TemplateSource::rect,
               {"template-rect", "Template rectangle",
                "Part of the next frame that is looked for from then on: <x,y,width,height> in "
                "pixels, as in \"<320,240,64,64>\"; \"<>\" is none. It is taken anew when it is "
                "set again, and when the video's size or format changes"});
  table.include(source, &Settings::source);
}

void add_search(PropertyTable<Settings>& table) {
  table.real(&Settings::threshold,
             {"threshold", "Threshold", "Least score of a place that is reported"}, -kMaxThreshold,
             kMaxThreshold);
  table.integer(&Settings::max_peaks,
                {"max-peaks", "Most peaks",
                 "Most places to report, best first. They are further apart than half the "
                 "template's smaller side"},
                1, static_cast<int>(kMaxPeaks), kPlainProperty);
  table.real(&Settings::flat,
             {"flat", "Flat",
              "Least standard deviation under the template, in the video's levels, where a normed "
              "score is not 0. 0 is half a level, whatever the format's bits"},
             0, kMaxFlat, kPlainProperty);
  table.array(&Settings::search_rect,
              {"search-rect", "Search rectangle",
               "Part of the frame to search, <x,y,width,height> in pixels; the template lies in it "
               "with all its pixels. \"<>\" is the whole frame"});
  table.integer(&Settings::search_margin,
                {"search-margin", "Search margin",
                 "Distance in pixels around the place found last that is searched, inside "
                 "search-rect: faster, and not led astray by what looks alike elsewhere. -1 "
                 "searches everywhere in each frame. What template-rect shows was last found "
                 "there; after another template, and after a seek, the search begins everywhere"},
                -1, kMaxMargin, kPlainProperty);
  table.real(&Settings::update_rate,
             {"update-rate", "Update rate",
              "How much of what is found goes into the template with each frame, so that it "
              "follows what changes: template = (1 - rate) * template + rate * best place. 0 "
              "keeps it as it is"},
             0, 1);
}

void add_results(PropertyTable<Settings>& table) {
  static const GType drawing_type = register_enum("GstFftCorrelateOutput", kDrawings);
  table.boolean(&Settings::post_messages,
                {"post-messages", "Post messages",
                 "Whether an element message named fftcorrelate is posted for each frame in which "
                 "something is found"});
  table.boolean(&Settings::attach_meta,
                {"attach-meta", "Attach meta",
                 "Whether a GstVideoRegionOfInterestMeta of type fftcorrelate is attached to the "
                 "frame for each place found"});
  table.choice(&Settings::output, {"output", "Output", "What the frames that go out show"},
               drawing_type);
}

}  // namespace

PropertyTable<Settings> properties() {
  static const GType method_type = register_enum("GstFftCorrelateMethod", kMethods);
  PropertyTable<Settings> table;
  table.choice(&Settings::method, {"method", "Method", "How likeness is measured"}, method_type,
               kPlainProperty);
  add_template(table);
  add_search(table);
  add_results(table);
  table.include(device_properties(Flowing::frames), &Settings::device);
  return table;
}

}  // namespace fftcore::gst::correlate
