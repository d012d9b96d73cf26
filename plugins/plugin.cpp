// SPDX-License-Identifier: LGPL-2.1-or-later
// What GStreamer loads: registers the elements and hands fftcore's log to GStreamer's.
#include <glib.h>
#include <gst/gst.h>

#include <exception>

#include "fftcore/log.h"

GST_ELEMENT_REGISTER_DECLARE(fftcorrelate)
GST_ELEMENT_REGISTER_DECLARE(fftdenoise)
GST_ELEMENT_REGISTER_DECLARE(fftfilter)
GST_ELEMENT_REGISTER_DECLARE(fftfir)
GST_ELEMENT_REGISTER_DECLARE(fftforward)
GST_ELEMENT_REGISTER_DECLARE(fftinverse)
GST_ELEMENT_REGISTER_DECLARE(fftmultiply)
GST_ELEMENT_REGISTER_DECLARE(fftspectrumdec)
GST_ELEMENT_REGISTER_DECLARE(fftspectrumenc)
GST_ELEMENT_REGISTER_DECLARE(fftstabilize)
GST_ELEMENT_REGISTER_DECLARE(fftview)
GST_TYPE_FIND_REGISTER_DECLARE(fftspectrumfile)

GST_DEBUG_CATEGORY_STATIC(fftcore_debug);

// Elements, each with what it needs in memory already.
static gboolean register_all(GstPlugin* plugin) {
  return GST_ELEMENT_REGISTER(fftfilter, plugin) && GST_ELEMENT_REGISTER(fftcorrelate, plugin) &&
         GST_ELEMENT_REGISTER(fftstabilize, plugin) && GST_ELEMENT_REGISTER(fftforward, plugin) &&
         GST_ELEMENT_REGISTER(fftinverse, plugin) && GST_ELEMENT_REGISTER(fftmultiply, plugin) &&
         GST_ELEMENT_REGISTER(fftview, plugin) && GST_ELEMENT_REGISTER(fftspectrumenc, plugin) &&
         GST_ELEMENT_REGISTER(fftspectrumdec, plugin) && GST_ELEMENT_REGISTER(fftfir, plugin) &&
         GST_ELEMENT_REGISTER(fftdenoise, plugin) &&
         GST_TYPE_FIND_REGISTER(fftspectrumfile, plugin);
}

static gboolean plugin_init(GstPlugin* plugin) {
  GST_DEBUG_CATEGORY_INIT(fftcore_debug, "fftcore", 0, "fftcore library: plans, backends");
  const char* const topics = g_getenv("FFTCORE_LOG");
  if (topics == nullptr || *topics == '\0') {
    fftcore::set_log_sink([](std::string_view topic, std::string_view text) {
      GST_CAT_DEBUG(fftcore_debug, "%.*s: %.*s", static_cast<int>(topic.size()), topic.data(),
                    static_cast<int>(text.size()), text.data());
    });
  }
  gboolean is_registered = FALSE;
  try {
    is_registered = register_all(plugin);
  } catch (const std::exception& error) {
    GST_CAT_ERROR(fftcore_debug, "the plugin does not start: %s", error.what());
  }
  return is_registered;
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, fftcore,
                  "Frequency filters, convolution, correlation, stabilization and denoising for "
                  "video, and convolution for audio, by fast Fourier transforms",
                  plugin_init, VERSION, "LGPL", PACKAGE, FFTCORE_PLUGIN_ORIGIN)
