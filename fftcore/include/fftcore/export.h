// SPDX-License-Identifier: LGPL-2.1-or-later
// Marks what libfftcore exports; everything else in the library is hidden.
#pragma once

#define FFTCORE_API __attribute__((visibility("default")))
