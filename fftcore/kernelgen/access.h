// SPDX-License-Identifier: LGPL-2.1-or-later
// How elements of a line come from global memory and go there. Each function declares its buffers and scalars, computes what all
// elements of a thread share, and returns what loads or stores the values of one butterfly.
#pragma once

#include <functional>
#include <vector>

#include "complex.h"
#include "line_transform.h"
#include "stage_spec.h"

namespace fftcore {

/// The line that a thread works at.
struct LinePosition {
  std::array<ast::Expr, 3> axes;  ///< always a line that exists
  /// Where a block's last lines do not exist: whether this one does. It is loaded, but must not be stored, if not.
  std::optional<ast::Expr> exists;
};

using Loader = std::function<std::vector<Complex>(const Butterfly&, int values)>;
using Storer = std::function<void(const Butterfly&, const std::vector<Complex>&)>;

Loader make_loader(Builder& builder, const ComplexLoad& load, const LinePosition& line);
Loader make_loader(Builder& builder, const ImageLoad& load, const LinePosition& line, const LineAxes& lines);
Loader make_spectrum_loader(Builder& builder, const SpectrumMultiply& multiply, const LinePosition& line);

Storer make_storer(Builder& builder, const ComplexStore& store, const LinePosition& line);
Storer make_storer(Builder& builder, const ImageStore& store, const LinePosition& line, const LineAxes& lines);

/// offset + a * line[0] + b * line[1] + c * line[2].
ast::Expr line_base(const Strides& strides, const LinePosition& line);
/// Index of the sample at row 0, column 0 of the line's channel and frame.
ast::Expr plane_base(const ImageGeometry& image, const LinePosition& line);

}  // namespace fftcore
