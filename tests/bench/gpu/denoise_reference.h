// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether a Denoise's result is right: beside what the CPU makes of the same frames, which the
// library's tests hold against the definition.
#pragma once

#include <memory>

#include "fftcore/denoise.h"
#include "reference.h"

namespace bench {

std::unique_ptr<Reference> denoise_reference(const fftcore::Denoise& denoise);

}  // namespace bench
