// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFTW measured on this machine, kept in $XDG_CACHE_HOME/fftcore/fftwf-wisdom (~/.cache where
// that is not set).
#pragma once

namespace fftcore {

/// Reads the file into FFTW. A missing, damaged or foreign one is logged (topic `cpu`) and ignored.
void import_wisdom();

/// Adds what other processes have saved meanwhile and replaces the file whole. A full disk or a
/// read-only home is logged and costs only the next program's planning time.
void export_wisdom();

}  // namespace fftcore
