// SPDX-License-Identifier: LGPL-2.1-or-later
// Enumerated properties that several elements share. Each type is registered once and named in the
// plugin's documentation.
#pragma once

#include <glib-object.h>

#include <cstdint>
#include <string_view>

namespace fftcore::gst {

enum class PlaneSelection : std::uint8_t { luma, all };
/// `auto`, then fftcore::backends() from the last one on: `cpu`, and those of GPUs.
enum class BackendChoice : std::uint8_t { automatic, cpu };
/// The backend that reaches frames and spectra in CUDA memory.
inline constexpr std::string_view kCudaBackend = "cuda";

GType edge_mode_type();  ///< of fftcore::EdgeMode
/// A type of the plugin's own with its values and one more. `more` must live as long as the
/// program.
GType edge_mode_type_with(const char* type_name, const GEnumValue& more);
GType plane_selection_type();
GType backend_choice_type();
GType host_wait_type();  ///< of fftcore::HostWait

/// The name that select_backend() knows, which is also the nick of the enum value.
const char* backend_name(BackendChoice choice);
/// Whether that is the backend's name, or auto, which may come to it.
bool may_be(BackendChoice choice, std::string_view backend);

/// Registers an enum type and marks it as part of the plugin's interface. `values` must live as
/// long as the program.
GType register_enum(const char* type_name, const GEnumValue* values);

}  // namespace fftcore::gst
