// SPDX-License-Identifier: LGPL-2.1-or-later
// The text of FFTW's wisdom, looked at before FFTW reads it: FFTW ends the process where numbers in
// it are larger than its bit fields.
#pragma once

#include <string_view>

namespace fftcore {

/// Whether the text is as fftwf_export_wisdom_to_string() writes it, with numbers that FFTW can
/// hold. What they mean FFTW checks itself.
bool is_wisdom_text(std::string_view text);

}  // namespace fftcore
