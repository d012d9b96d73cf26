// SPDX-License-Identifier: LGPL-2.1-or-later
// Cosine and sine transforms by Fourier transforms, for engines that have none of their own.
#pragma once

#include "any_length.h"

namespace fftcore {

template <class Real>
std::unique_ptr<CosineTransformOf<Real>> cosine_by_fft(LengthsOf<Real>& lengths, TransformKind kind,
                                                       std::int64_t n, std::int64_t lanes);

}  // namespace fftcore
