// SPDX-License-Identifier: LGPL-2.1-or-later
// How a function of a user's kernel is spelled: a language's dialect, but for the signature, for
// where its values lie, and for halves in pairs.
#pragma once

#include <string>

#include "dialect.h"
#include "table.h"

namespace fftcore {

/// The function is `name`_registers(data, shared_memory).
class DeviceDialect : public Dialect {
 public:
  DeviceDialect(const Dialect& base, std::string name) : base_(base), name_(std::move(name)) {}

  /// What the function needs before it: types, and its table.
  virtual std::string types(ast::Real real) const = 0;
  virtual std::string table(const Table& pairs, ast::Real real) const = 0;

  std::string_view name() const override { return base_.name(); }
  std::string prelude(const ast::Kernel&) const override { return {}; }
  std::string_view function() const override { return base_.function(); }
  std::string_view type(ast::Real real, ast::Type type) const override;
  std::string where_needed(std::string_view condition) const override {
    return base_.where_needed(condition);
  }
  std::string quad(const std::array<std::string, 4>& lanes) const override {
    return base_.quad(lanes);
  }
  std::string load_shared_quad(std::string_view array, std::string_view index) const override {
    return base_.load_shared_quad(array, index);
  }
  std::string store_shared_quad(std::string_view array, std::string_view index,
                                std::string_view value) const override {
    return base_.store_shared_quad(array, index, value);
  }
  std::string_view barrier(const ast::Barrier& barrier) const override {
    return base_.barrier(barrier);
  }
  std::string load(ast::Real real, const ast::BufferParameter& buffer, std::string_view index,
                   int lanes) const override;
  std::string prefetch(const ast::BufferParameter&, std::string_view, int) const override {
    return {};
  }
  std::string store(ast::Real real, const ast::BufferParameter& buffer, std::string_view index,
                    std::string_view value, int lanes) const override;

 protected:
  /// The rows of a table, each what `entry` makes of a pair.
  template <class Entry>
  static std::string rows(const Table& pairs, const Entry& entry);

  const Dialect& base_;
  std::string name_;
  std::string half_ = name_ + "_half2", halves_ = name_ + "_half4";
};

/// CUDA C++.
class DeviceCuda : public DeviceDialect {
 public:
  explicit DeviceCuda(std::string name) : DeviceDialect(cuda_dialect(), std::move(name)) {}
  std::string types(ast::Real real) const override;
  std::string table(const Table& pairs, ast::Real real) const override;
  std::string signature(const ast::Kernel& kernel) const override;
  std::string opening(const ast::Kernel& kernel) const override;
  std::string_view builtin(ast::Real real, ast::Builtin builtin, ast::Type type) const override;
  std::string pair(ast::Real real, std::string_view first, std::string_view second) const override;
  std::string literal(ast::Real real, double value) const override;

 private:
  std::string fma_ = name_ + "_fma";
};

/// OpenCL C 1.2.
class DeviceOpenCl : public DeviceDialect {
 public:
  explicit DeviceOpenCl(std::string name) : DeviceDialect(opencl_dialect(), std::move(name)) {
    half_ = "half2";
    halves_ = "half4";
  }
  std::string types(ast::Real real) const override;
  std::string table(const Table& pairs, ast::Real real) const override;
  std::string signature(const ast::Kernel& kernel) const override;
  std::string opening(const ast::Kernel& kernel) const override;
  std::string_view builtin(ast::Real real, ast::Builtin builtin, ast::Type type) const override {
    return base_.builtin(real, builtin, type);
  }
  std::string pair(ast::Real real, std::string_view first, std::string_view second) const override;
  std::string literal(ast::Real real, double value) const override;
  std::string lane(ast::Real real, std::string_view pair, int lane) const override;
};

/// Bits of the half that is nearest, ties to even.
unsigned half_bits(double value);

}  // namespace fftcore
