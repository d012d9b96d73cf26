// SPDX-License-Identifier: LGPL-2.1-or-later
// Enumerated properties that several elements share. Each type is registered once and named in the
// plugin's documentation.
#pragma once

#include <glib-object.h>

#include <cstdint>

namespace fftcore::gst {

enum class PlaneSelection : std::uint8_t { luma, all };
enum class BackendChoice : std::uint8_t { automatic, cpu, opencl, cuda };

GType edge_mode_type();  ///< of fftcore::EdgeMode
GType plane_selection_type();
GType backend_choice_type();
GType host_wait_type();  ///< of fftcore::HostWait

/// The name that select_backend() knows, which is also the nick of the enum value.
const char* backend_name(BackendChoice choice);

/// Registers an enum type and marks it as part of the plugin's interface. `values` must live as
/// long as the program.
GType register_enum(const char* type_name, const GEnumValue* values);

}  // namespace fftcore::gst
