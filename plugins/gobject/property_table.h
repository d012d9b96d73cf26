// SPDX-License-Identifier: LGPL-2.1-or-later
// An element's properties as one table: each row has a property's texts and range, and the member
// of the element's Settings that holds its value. Defaults are those of Settings.
#pragma once

#include <gst/gst.h>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "array_value.h"

namespace fftcore::gst {

/// Flags of properties: may change at any time (kControllable: by a controller too), or in NULL and
/// READY only.
inline constexpr auto kPlainProperty = static_cast<GParamFlags>(
    G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING);
inline constexpr auto kControllableProperty =
    static_cast<GParamFlags>(kPlainProperty | GST_PARAM_CONTROLLABLE);
inline constexpr auto kReadyProperty =
    static_cast<GParamFlags>(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY);

/// A property's name, its name for people, and what gst-inspect-1.0 says of it. Literals.
struct PropertyText {
  const char* name;
  const char* nick;
  const char* blurb;
};

// Members of Settings from GObject's values, and back.
inline void read_value(const GValue* value, double& to) {
  to = g_value_get_double(value);
}
inline void read_value(const GValue* value, int& to) {
  to = g_value_get_int(value);
}
inline void read_value(const GValue* value, bool& to) {
  to = g_value_get_boolean(value) != FALSE;
}
inline void read_value(const GValue* value, std::shared_ptr<const GValue>& to) {
  to = keep_value(value);
}
inline void read_value(const GValue* value, std::string& to) {
  const gchar* const text = g_value_get_string(value);
  to = text != nullptr ? text : "";
}
template <class Enum>
requires std::is_enum_v<Enum>
void read_value(const GValue* value, Enum& to) {
  to = static_cast<Enum>(g_value_get_enum(value));
}

inline void write_value(double from, GValue* value) {
  g_value_set_double(value, from);
}
inline void write_value(int from, GValue* value) {
  g_value_set_int(value, from);
}
inline void write_value(bool from, GValue* value) {
  g_value_set_boolean(value, from);
}
inline void write_value(const std::shared_ptr<const GValue>& from, GValue* value) {
  if (from != nullptr) g_value_copy(from.get(), value);
}
inline void write_value(const std::string& from, GValue* value) {
  g_value_set_string(value, from.empty() ? nullptr : from.c_str());
}
template <class Enum>
requires std::is_enum_v<Enum>
void write_value(Enum from, GValue* value) {
  g_value_set_enum(value, static_cast<int>(from));
}

/// The rows' order is the order that gst-inspect-1.0 shows. A table serves one class of elements.
template <class Settings>
class PropertyTable {
 public:
  using Store = std::function<void(Settings&, const GValue*)>;
  using Load = std::function<void(const Settings&, GValue*)>;
  struct Row {
    GParamSpec* spec;  // floating until install()
    Store store;
    Load load;
  };

  void real(double Settings::*member, PropertyText text, double least, double most,
            GParamFlags flags = kControllableProperty) {
    add(g_param_spec_double(text.name, text.nick, text.blurb, least, most, Settings{}.*member,
                            flags),
        member);
  }
  void integer(int Settings::*member, PropertyText text, int least, int most,
               GParamFlags flags = kControllableProperty) {
    add(g_param_spec_int(text.name, text.nick, text.blurb, least, most, Settings{}.*member, flags),
        member);
  }
  void boolean(bool Settings::*member, PropertyText text,
               GParamFlags flags = kControllableProperty) {
    add(g_param_spec_boolean(text.name, text.nick, text.blurb, Settings{}.*member, flags), member);
  }
  template <class Enum>
  void choice(Enum Settings::*member, PropertyText text, GType type,
              GParamFlags flags = kControllableProperty) {
    add(g_param_spec_enum(text.name, text.nick, text.blurb, type,
                          static_cast<int>(Settings{}.*member), flags),
        member);
  }
  /// A text; none is an empty one.
  void text(std::string Settings::*member, PropertyText text, GParamFlags flags = kPlainProperty) {
    add(g_param_spec_string(text.name, text.nick, text.blurb, nullptr, flags), member);
  }
  /// An array without an element type: given one, GObject would silently replace what does not fit
  /// (an int by 0.0).
  void array(std::shared_ptr<const GValue> Settings::*member, PropertyText text) {
    add(gst_param_spec_array(text.name, text.nick, text.blurb, nullptr, kPlainProperty), member);
  }
  /// Any other property.
  void add(GParamSpec* spec, Store store, Load load) {
    rows_.push_back({spec, std::move(store), std::move(load)});
  }
  /// All rows of a part of Settings.
  template <class Part>
  void include(const PropertyTable<Part>& part, Part Settings::*member) {
    for (const auto& row : part.rows()) {
      add(
          row.spec,
          [member, store = row.store](Settings& settings, const GValue* value) {
            store(settings.*member, value);
          },
          [member, load = row.load](const Settings& settings, GValue* value) {
            load(settings.*member, value);
          });
    }
  }

  const std::vector<Row>& rows() const { return rows_; }

  /// Once, for the class. Numbers of properties count from 1.
  void install(GObjectClass* object_class) const {
    guint id = 0;
    for (const Row& row : rows_) g_object_class_install_property(object_class, ++id, row.spec);
  }
  /// Only stores: GObject has checked type and range; the rest is checked when it is used.
  void store(Settings& settings, guint id, const GValue* value) const {
    rows_.at(id - 1).store(settings, value);
  }
  void load(const Settings& settings, guint id, GValue* value) const {
    rows_.at(id - 1).load(settings, value);
  }

 private:
  template <class Member>
  void add(GParamSpec* spec, Member Settings::*member) {
    add(
        spec,
        [member](Settings& settings, const GValue* value) { read_value(value, settings.*member); },
        [member](const Settings& settings, GValue* value) {
          write_value(settings.*member, value);
        });
  }

  std::vector<Row> rows_;
};

}  // namespace fftcore::gst
