// SPDX-License-Identifier: LGPL-2.1-or-later
// One image of a Convolution, read with its edges extended and written with gain, offset and
// packing. Immutable, so that all threads share it.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "canonical.h"
#include "fftcore/backend.h"
#include "fftcore/convolution.h"
#include "formula_program.h"
#include "parameters.h"

namespace fftcore {

/// One frame of several, one slice of it.
struct Position {
  std::int64_t frame = 0;
  std::int64_t slice = 0;
};

/// Which samples of one frame's channel are read, and as what.
struct SampleLimit {
  double largest = 0;  ///< those of a larger magnitude are read as 0
  double unit = 1;     ///< a power of 2: the others are divided by it, and results multiplied
};

/// What a run() got, or one slice of one of its frames: where it lies and how.
struct Frame {
  ConstBuffer input;
  Buffer output;
  float gain = 1;
  float offset = 0;
  Parameters parameters{};
  Position read{}, written{};  ///< of the slices
  /// Is set where numbers that are not finite are met, or too large, where it is given.
  std::atomic<bool>* met_not_finite = nullptr;
  bool sets_aside = false;  ///< samples that are not finite are read as 0, which sets it
  /// So are those beyond a limit, where limits are given: of input frames x channels.
  const SampleLimit* limits = nullptr;
  ConstBuffer second{};  ///< where the output has one
};

/// The word that a row of an image begins in; a row stride of 0 is the Layout's.
const void* row_of(const ConstBuffer& image, const Layout& layout, std::int64_t row);
void* row_of(const Buffer& image, const Layout& layout, std::int64_t row);
/// Which of that word's samples is the first: the same in all rows.
std::int64_t first_of(const ConstBuffer& image, const Layout& layout);
std::int64_t first_of(const Buffer& image, const Layout& layout);

/// Rows of an image, extended to the left and right.
class ExtendedRows {
 public:
  /// Column 0 of the extended image is column `origin` of the image, which may be negative. Samples
  /// have a formula or, without text, none.
  ExtendedRows(const Layout& layout, EdgeMode edge, float bias, std::int64_t origin,
               std::int64_t columns, const SampleFormula& formula = {});
  std::int64_t columns() const { return columns_; }
  /// Extended columns [first, first + count) of a source row, less the bias; constants are 0.
  /// `slice` and `parameters` are for formulas. A Number of 16 bits is a sample of u8 in fixed
  /// point, which has neither bias nor formula.
  template <class Number>
  void read(const ConstBuffer& image, std::int64_t source_row, std::int64_t channel,
            std::int64_t first, std::int64_t count, Number* to, const Position& slice = {},
            const Parameters& parameters = {}) const;
  /// The same of all channels of interleaved ones, pixel after pixel, without a formula. Number is
  /// float, or of 16 bits.
  template <class Number>
  void read_pixels(const ConstBuffer& image, std::int64_t source_row, std::int64_t first,
                   std::int64_t count, Number* to) const;

 private:
  /// The samples of a row that a run stands for, less the bias; at most one where all are the same.
  template <class Number>
  void load(const void* row, std::int64_t base, const EdgeRun& run, SampleRun at,
            const Parameters& parameters, Number* to) const;

  Layout layout_;
  EdgeMode edge_;
  float bias_;
  std::int64_t origin_;
  std::int64_t columns_;
  std::optional<FormulaProgram> formula_;
};

/// A Number is float or double, or a complex one where is_complex(problem).
class ImageAccess {
 public:
  explicit ImageAccess(const Convolution& problem);

  /// A slice to read from and one to write to. The functions below work on slices.
  Frame slice(const Frame& whole, Position input, Position output) const;

  /// Slices, rows and columns of the extended image: those that some output needs.
  Extent extended() const { return extended_; }
  /// Source slice behind slice `z` of the extended volume, -1 for constants.
  std::int64_t source_slice(std::int64_t z) const {
    return edge_index(origin_.slices + z, problem_.input.slices.extent, problem_.edge);
  }
  /// Source row behind row `y` of the extended image, -1 for a row of constants.
  std::int64_t source_row(std::int64_t y) const {
    return edge_index(origin_.rows + y, problem_.input.rows.extent, problem_.edge);
  }

  /// Columns [first, first + count) of the extended image, of one source row and channel, bias
  /// taken off.
  template <class Number>
  void read(const Frame& frame, std::int64_t source_row, std::int64_t channel, std::int64_t first,
            std::int64_t count, Number* to) const;
  /// The same for row y of the extended image.
  template <class Number>
  void read_extended(const Frame& frame, std::int64_t y, std::int64_t channel, std::int64_t first,
                     std::int64_t count, Number* to) const;
  /// The same of all channels of interleaved ones, pixel after pixel.
  template <class Number>
  void read_pixels(const Frame& frame, std::int64_t y, std::int64_t first, std::int64_t count,
                   Number* to) const;
  /// As many pixels of row y of output from column `first` on, likewise. Not reversed, without a
  /// formula.
  void write_pixels(const Frame& frame, std::int64_t y, std::int64_t first, std::int64_t count,
                    const float* from) const;
  /// Copies bytes of the input's pixels to the output's, from column `first` of row y on: those
  /// where `mask` is 255, and not those where it is 0. All of them are written.
  void copy_bytes(const Frame& frame, std::int64_t y, std::int64_t first,
                  std::span<const std::uint8_t> mask) const;
  /// Output columns [first, first + count) of row y.
  template <class Number>
  void write(const Frame& frame, std::int64_t y, std::int64_t channel, std::int64_t first,
             std::int64_t count, const Number* from) const;
  /// A source row of f32 samples that lie side by side, from the image's first column on.
  const float* floats(const Frame& frame, std::int64_t source_row, std::int64_t channel) const;
  /// Column of the image that column 0 of the extended image is; may be negative.
  std::int64_t source_origin() const { return origin_.columns; }
  /// Column of the image that stands for `column`, which may be beyond it; -1 for constants.
  std::int64_t source_column(std::int64_t column) const {
    return edge_index(column, problem_.input.columns.extent, problem_.edge);
  }
  /// Samples of row y of output, from column `first` on, as they lie in memory: `Sample`s, `step`
  /// apart, a row and the next `stride` apart. Not reversed.
  template <class Sample>
  struct Samples {
    Sample* data;
    std::int64_t step, stride;
  };
  template <class Sample>
  Samples<Sample> samples(const Frame& frame, std::int64_t y, std::int64_t channel,
                          std::int64_t first) const;
  /// Whether a channel's results are samples of output as they are: floats side by side, without
  /// unit, gain, offset and formula, not reversed.
  bool writes_floats(const Frame& frame, std::int64_t channel) const;
  /// Both, of as many numbers a sample as parts_of(problem).
  template <class Real>
  void read_parts(const Frame& frame, std::int64_t source_row, std::int64_t channel,
                  std::int64_t first, std::int64_t count, Real* to) const;
  template <class Real>
  void write_parts(const Frame& frame, std::int64_t y, std::int64_t channel, std::int64_t first,
                   std::int64_t count, const Real* from) const;
  /// One part of complex outputs alone, without formula: 0 the real one.
  template <class Real>
  void write_part(const Frame& frame, std::int64_t y, std::int64_t channel, std::int64_t first,
                  std::int64_t count, int part, const Real* from) const;
  /// Copies the Convolution's skipped_channels of rows [first, first + count).
  void copy_channels(const Frame& frame, std::int64_t first, std::int64_t count) const;

 private:
  /// What a frame's limits leave of numbers that were read.
  template <class Number>
  void set_aside_in(const Frame& frame, std::int64_t channel, std::int64_t count, Number* to) const;
  /// What results of a channel are multiplied by besides the gain.
  double unit_of(const Frame& frame, std::int64_t channel) const;
  /// Samples of an output row from `column` on, backward and as their conjugates where `step` is -1
  /// and not 1.
  template <class Number>
  void store(const Frame& frame, std::int64_t row, std::int64_t channel, std::int64_t column,
             std::int64_t step, std::int64_t count, const Number* from) const;

  Convolution problem_;
  Origin origin_;
  Extent extended_;
  ExtendedRows rows_;
  std::optional<FormulaProgram> store_formula_;
};

}  // namespace fftcore
