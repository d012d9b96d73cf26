// SPDX-License-Identifier: LGPL-2.1-or-later
// Mark of what libfftcore exports. Everything else in the library is hidden.
#pragma once

#define FFTCORE_API __attribute__((visibility("default")))
