// SPDX-License-Identifier: LGPL-2.1-or-later
// Files that properties name: what is there is looked at before anybody reads it as something else.
#pragma once

#include <string>
#include <string_view>

namespace fftcore::gst {

struct FileProperty {
  std::string_view name;     ///< "kernel-location"
  std::string_view allowed;  ///< for messages: "a .npy array or a text matrix ..."
  bool takes_png = false, takes_tiff = false;
};

/// The file's first bytes, 64 at most. Throws MissingFile, or FileError where it is no ordinary
/// file, with what is allowed.
std::string beginning_of(const FileProperty& property, const std::string& location);

enum class InputKind { numbers, picture };

/// What the file holds, by its beginning; `numbers` where nothing speaks against them. Throws
/// MissingFile, or FileError where it is no ordinary file or evidently of another kind, with what
/// is allowed.
InputKind input_kind(const FileProperty& property, const std::string& location);

}  // namespace fftcore::gst
