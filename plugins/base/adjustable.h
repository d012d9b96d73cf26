// SPDX-License-Identifier: LGPL-2.1-or-later
// A base of elements with the properties of one element: its Settings, which have a member `device`
// (Device), and the table that says how properties are kept in them.
#pragma once

#include "../gobject/property_table.h"
#include "../gobject/published_settings.h"
#include "element.h"

namespace fftcore::gst {

/// `properties` makes the table; it is called once.
template <class Base, class Settings, PropertyTable<Settings> (*properties)()>
class Adjustable : public Base {
 public:
  using Base::Base;

  static void make_properties() { table(); }
  static void install_properties(GObjectClass* object_class) { table().install(object_class); }

  void store(guint property, const GValue* value) final {
    table().store(settings_.stored(), property, value);
  }
  void load(guint property, GValue* value) const final {
    table().load(settings_.stored(), property, value);
  }
  void publish() final { settings_.publish(); }
  Device published_device() const final { return settings_.published().device; }

  void start() final {
    const Settings settings = take();
    this->open(settings.device);
    begin(settings);
    this->has_begun();
  }

 protected:
  /// The element starts: its session, whatever caps come. Throws what is wrong with the settings.
  virtual void begin(const Settings& settings) = 0;
  /// New settings while buffers flow. Throws what is wrong with them; then the old ones serve on.
  virtual void change(const Settings& settings) = 0;

  bool follow_settings() final {
    if (!with_object_lock(this->base(), [&] { return settings_.is_changed(); })) return false;
    change(take());
    this->warning_.forget();
    return true;
  }
  /// The settings published last; from any thread.
  Settings published_settings() const {
    return with_object_lock(this->base(), [&] { return settings_.published(); });
  }

 private:
  static const PropertyTable<Settings>& table() {
    static const PropertyTable<Settings> made = properties();
    return made;
  }
  Settings take() {
    return with_object_lock(this->base(), [&] { return settings_.take(); });
  }

  PublishedSettings<Settings> settings_;
};

}  // namespace fftcore::gst
