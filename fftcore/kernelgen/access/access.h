// SPDX-License-Identifier: LGPL-2.1-or-later
// How elements of a line come from global memory and go there. Each function declares its buffers
// and scalars, computes what all elements of a thread share, and returns what loads or stores the
// values of one butterfly.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "complex.h"
#include "edge_index.h"
#include "line_spec.h"
#include "line_transform.h"

namespace fftcore {

/// The line that a thread works at.
struct LinePosition {
  PerDim<ast::Expr> number{ast::integer(0)};  ///< always a line that exists
  PerDim<int> lines{1};                       ///< how many there are
  /// Where a block's last lines do not exist: whether this one does. It is loaded, but must not be
  /// stored, if not.
  std::optional<ast::Expr> exists;

  /// Indices of the launch may need 64 bits.
  bool is_wide = false;

  Range range(Dim dim) const { return {0, lines[dim] - 1}; }
  /// A number that an index is made of.
  ast::Expr term(const ast::Expr& number) const { return is_wide ? ast::widened(number) : number; }
};

using Loader = std::function<std::vector<Complex>(const Butterfly&, int values)>;
using Storer = std::function<void(const Butterfly&, const std::vector<Complex>&)>;

/// `buffer`: the name of the kernel's `input`.
Loader make_loader(Builder& builder, const ComplexLoad& load, const LinePosition& line,
                   const std::string& buffer);
/// `windows`: the place of window_table() in the table.
Loader make_loader(Builder& builder, const ImageLoad& load, const LinePosition& line,
                   const std::string& buffer, int windows = 0);
/// Weights that the table must hold for a window; empty where there is none.
Table window_table(const ImageLoad& load);
Loader make_loader(Builder& builder, const RealLoad& load, const LinePosition& line,
                   const std::string& buffer);
/// `roots`: of pairs, the place of half_roots() in the table.
Loader make_loader(Builder& builder, const HermitianLoad& load, const LinePosition& line,
                   const std::string& buffer, int roots);
/// Asks for the whole line of aligned pairs.
void prefetch(Builder& builder, const ImageLoad& load, const LinePosition& line,
              const std::string& buffer);
Loader make_spectrum_loader(Builder& builder, const SpectrumMultiply& multiply,
                            const LinePosition& line);

/// `buffer`: the name of the kernel's `output`. `imaginary`: LineSpec's output_imaginary.
Storer make_storer(Builder& builder, const ComplexStore& store, const LinePosition& line,
                   const std::string& buffer = "output", std::int64_t imaginary = 0);
Storer make_storer(Builder& builder, const ImageStore& store, const LinePosition& line);
Storer make_storer(Builder& builder, const RealStore& store, const LinePosition& line);

/// Whether this thread has such a butterfly of a line that exists.
ast::Expr is_stored(const Butterfly& butterfly, const LinePosition& line);

/// The first element of the line.
ast::Expr line_base(const Strides& strides, const LinePosition& line);

/// An element's number in the whole of which its line is a piece, for value k of a butterfly.
struct WholeElement {
  ast::Expr number;
  Range range;
};
WholeElement whole_element(const LinePosition& line, int step, const Butterfly& butterfly, int k);

/// What run() says of an image's memory, in samples: from row to row, and where the image begins.
struct ImageMemory {
  ast::Expr row_stride;
  std::optional<ast::Expr> first;  ///< nothing where the buffer begins with the image
};
/// `name`: that of the parameter whose memory it is.
ImageMemory image_memory(Builder& builder, const std::string& name, const ImageGeometry& image);

/// One of the image's rows.
struct ImageRow {
  ast::Expr inside;      ///< whether the image has it
  ast::Expr base;        ///< index of its first sample, where it has; else of another row's
  ast::Expr row, slice;  ///< of the image
};
/// The row of the line's row and slice, shifted; `edge` says what is outside of the image.
ImageRow image_row(Builder& builder, const ImageGeometry& image, EdgeMode edge,
                   const LinePosition& line, const ast::Expr& channel, const ImageMemory& memory,
                   int row_shift, int slice_shift, bool reversed = false);
/// The channel that a line is of.
ast::Expr channel_of(const ImageGeometry& image, const LinePosition& line);

}  // namespace fftcore
