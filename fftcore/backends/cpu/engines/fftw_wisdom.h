// SPDX-License-Identifier: LGPL-2.1-or-later
// Wisdom that FFTW gathered on this machine, kept from program to program in the cache's folder
// (cache_folder.h), a file for each precision. FFTW aborts the process where its text is damaged,
// so the text is handed over only where the entry's checksum holds and wisdom_text.h finds it
// sound.
#pragma once

#include "fftw_module.h"

namespace fftcore {

/// Hands the file to FFTW. A missing one is no error. One that is damaged, or of another version of
/// FFTW, is logged (topic `cpu`) and ignored.
void import_wisdom(const FftwCalls& fftw);

/// Adds what other processes have saved meanwhile and replaces the file whole. A full disk or a
/// folder that is refused is logged and costs only the next program's planning time.
void export_wisdom(const FftwCalls& fftw);

}  // namespace fftcore
