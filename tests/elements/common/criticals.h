// SPDX-License-Identifier: LGPL-2.1-or-later
// What GLib and GStreamer call critical is a mistake of the program, and ends it under
// G_DEBUG=fatal-criticals: input from outside must not lead to any.
#pragma once

#include <glib.h>

#include <string>
#include <vector>

namespace fftcore::test {

/// Collects criticals instead of printing them, for as long as it lives.
class Criticals {
 public:
  Criticals() : before_(g_log_set_default_handler(take, this)) {}
  ~Criticals() { g_log_set_default_handler(before_, nullptr); }
  Criticals(const Criticals&) = delete;
  Criticals& operator=(const Criticals&) = delete;

  const std::vector<std::string>& texts() const { return texts_; }

 private:
  static void take(const gchar* domain, GLogLevelFlags level, const gchar* text, gpointer self) {
    if ((level & G_LOG_LEVEL_CRITICAL) != 0)
      static_cast<Criticals*>(self)->texts_.push_back(text);
    else
      g_log_default_handler(domain, level, text, nullptr);
  }

  std::vector<std::string> texts_;
  GLogFunc before_;
};

}  // namespace fftcore::test
