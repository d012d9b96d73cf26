// SPDX-License-Identifier: LGPL-2.1-or-later
#include "enums.h"

#include <gst/gst.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <vector>

#include "fftcore/backend.h"

namespace fftcore::gst {
namespace {

// {value, what gst-inspect-1.0 says about it, name in pipelines}
const GEnumValue kEdgeModes[] = {
    {static_cast<int>(EdgeMode::constant), "Black (chroma: no colour)", "constant"},
    {static_cast<int>(EdgeMode::replicate), "The nearest pixel: aaa|abcd|ddd", "replicate"},
    {static_cast<int>(EdgeMode::reflect), "The frame mirrored: cba|abcd|dcb", "reflect"},
    {static_cast<int>(EdgeMode::reflect_101),
     "The frame mirrored about its edge pixel: dcb|abcd|cba", "reflect-101"},
    {static_cast<int>(EdgeMode::wrap), "The opposite side: bcd|abcd|abc", "wrap"},
    {0, nullptr, nullptr},
};

const GEnumValue kPlaneSelections[] = {
    {static_cast<int>(PlaneSelection::luma), "Brightness only, colour is copied", "luma"},
    {static_cast<int>(PlaneSelection::all), "Brightness and colour", "all"},
    {0, nullptr, nullptr},
};

const GEnumValue kHostWaits[] = {
    {static_cast<int>(HostWait::automatic),
     "Asks the GPU again and again for 0.2 ms, longer than most frames take, then sleeps", "auto"},
    {static_cast<int>(HostWait::spin),
     "Asks until the frame is done: the least delay; one processor core is busy meanwhile", "spin"},
    {static_cast<int>(HostWait::sleep),
     "Sleeps until the GPU's driver wakes it, somewhat later; the processor is free meanwhile",
     "sleep"},
    {0, nullptr, nullptr},
};

/// By BackendChoice.
const std::vector<GEnumValue>& backend_choices() {
  static const auto& choices = *new auto([] {
    std::vector<GEnumValue> values = {{0, "The best that works on this machine", "auto"}};
    const auto add = [&](const Backend& backend) {  // whose texts are literals
      values.push_back(
          {static_cast<int>(values.size()), backend.title().data(), backend.name().data()});
    };
    const auto list = backends();
    std::for_each(list.rbegin(), list.rend(), [&](const Backend* one) { add(*one); });
    values.push_back({0, nullptr, nullptr});
    return values;
  }());
  return choices;
}

}  // namespace

GType register_enum(const char* type_name, const GEnumValue* values) {
  const GType type = g_enum_register_static(type_name, values);
  gst_type_mark_as_plugin_api(type, static_cast<GstPluginAPIFlags>(0));
  return type;
}

GType edge_mode_type() {
  static const GType type = register_enum("GstFftcoreEdgeMode", kEdgeModes);
  return type;
}

GType edge_mode_type_with(const char* type_name, const GEnumValue& more) {
  static auto& all = *new std::deque<std::vector<GEnumValue>>;
  std::vector<GEnumValue>& values = all.emplace_back(std::begin(kEdgeModes), std::end(kEdgeModes));
  values.insert(values.end() - 1, more);
  return register_enum(type_name, values.data());
}

GType plane_selection_type() {
  static const GType type = register_enum("GstFftcorePlanes", kPlaneSelections);
  return type;
}

GType backend_choice_type() {
  static const GType type = register_enum("GstFftcoreBackend", backend_choices().data());
  return type;
}

GType host_wait_type() {
  static const GType type = register_enum("GstFftcoreCudaWait", kHostWaits);
  return type;
}

const char* backend_name(BackendChoice choice) {
  return backend_choices()[static_cast<std::size_t>(choice)].value_nick;
}

bool may_be(BackendChoice choice, std::string_view backend) {
  return choice == BackendChoice::automatic || backend_name(choice) == backend;
}

}  // namespace fftcore::gst
