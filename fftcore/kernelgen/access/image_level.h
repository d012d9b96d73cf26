// SPDX-License-Identifier: LGPL-2.1-or-later
// The level of a channel, which each thread reads for itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "access.h"

namespace fftcore {

/// ImageLoad::level_places has the definition. Nothing where there are no places.
std::optional<ast::Expr> image_level(Builder& b, const std::string& buffer,
                                     const ImageGeometry& image, const ImageMemory& memory,
                                     const ast::Expr& channel,
                                     const std::vector<LevelPlace>& places, float largest);

}  // namespace fftcore
