// SPDX-License-Identifier: LGPL-2.1-or-later
// How a language for kernels spells what the tree says. Dialects hold spellings only; what is
// computed is decided before.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "ast.h"

namespace fftcore {

class Dialect {
 public:
  virtual ~Dialect() = default;
  virtual std::string_view name() const = 0;

  /// What comes before the kernel.
  virtual std::string prelude(const ast::Kernel& kernel) const = 0;
  /// Up to the opening brace.
  virtual std::string signature(const ast::Kernel& kernel) const = 0;
  /// First lines of the body: shared arrays, and what must go before all else.
  virtual std::string opening(const ast::Kernel& kernel) const = 0;
  /// What goes before the definition of a function that kernels call.
  virtual std::string_view function() const = 0;
  // `real`: what the kernel's real numbers are.
  virtual std::string_view type(ast::Real real, ast::Type type) const = 0;
  /// Up to the opening brace, of an If that only skips.
  virtual std::string where_needed(std::string_view condition) const = 0;
  virtual std::string_view barrier(const ast::Barrier& barrier) const = 0;
  virtual std::string_view builtin(ast::Real real, ast::Builtin builtin, ast::Type type) const = 0;
  /// A pair of two numbers, all as text.
  virtual std::string pair(ast::Real real, std::string_view first,
                           std::string_view second) const = 0;
  /// Four numbers of single precision.
  virtual std::string quad(const std::array<std::string, 4>& lanes) const = 0;
  /// Four neighbours of an array of reals in shared memory; `index` counts groups of four.
  virtual std::string load_shared_quad(std::string_view array, std::string_view index) const = 0;
  /// Statement without semicolon; `value` is a quad().
  virtual std::string store_shared_quad(std::string_view array, std::string_view index,
                                        std::string_view value) const = 0;
  /// A real number, and a lane of a pair or of four. Languages have no literals of what is not
  /// finite; constants of formulas may be.
  virtual std::string literal(ast::Real real, double value) const;
  virtual std::string lane(ast::Real real, std::string_view pair, int lane) const;
  virtual std::string load(ast::Real real, const ast::BufferParameter& buffer,
                           std::string_view index, int lanes) const = 0;
  /// Statement without semicolon.
  virtual std::string prefetch(const ast::BufferParameter& buffer, std::string_view index,
                               int count) const = 0;
  /// Statement without semicolon; `value` is a real number, or a pair() or quad() where there are
  /// more lanes.
  virtual std::string store(ast::Real real, const ast::BufferParameter& buffer,
                            std::string_view index, std::string_view value, int lanes) const = 0;
  /// Likewise of several quads, which are neighbours. Default: one after the other.
  virtual std::string store_quads(const ast::BufferParameter& buffer, std::string_view index,
                                  const std::vector<std::string>& quads) const;
};

/// Whether the kernel has a buffer of that storage; `is_written`: one that it writes.
bool has_buffer(const ast::Kernel& kernel, ast::Storage storage, bool is_written);
/// Whether the kernel multiplies matrices.
bool has_matrices(const ast::Kernel& kernel);
/// Whether the kernel computes with halves other than by matrices of real sums.
bool computes_in_halves(const ast::Kernel& kernel);
/// Whether the kernel has a call of it.
bool calls(const ast::Kernel& kernel, ast::Builtin builtin);
/// Whether elements are floating point numbers of a C type.
constexpr bool is_floating(ast::Storage storage) {
  return storage == ast::Storage::f32 || storage == ast::Storage::f64;
}
/// Whether the kernel's numbers are f64 and the buffer's f32.
constexpr bool is_wider(ast::Real real, const ast::BufferParameter& buffer) {
  return real == ast::Real::f64 && buffer.storage == ast::Storage::f32;
}
/// The word for a storage, as part of a name.
std::string name_part(ast::Storage storage);

/// The number in a little-endian word of whole numbers, both as text.
std::string number_in(std::string_view word, ast::Storage storage);

const Dialect& opencl_dialect();  ///< OpenCL C 1.2
/// CUDA C++ as NVRTC takes it; shared memory is dynamic, so its size comes with the launch
const Dialect& cuda_dialect();

}  // namespace fftcore
