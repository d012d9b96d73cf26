// SPDX-License-Identifier: LGPL-2.1-or-later
#include "builder.h"

#include <stdexcept>

#include <fmt/format.h>

namespace fftcore {

std::string Builder::unique(std::string_view hint) {
  return fmt::format("{}_{}", hint, names_++);
}

ast::Expr Builder::let(std::string_view hint, ast::Expr value) {
  if (value.as<ast::Literal>() != nullptr || value.as<ast::Variable>() != nullptr) return value;
  ast::Variable variable{value.type(), unique(hint)};
  block_.push_back(ast::Declare{variable, std::move(value)});
  return variable;
}

void Builder::stream(std::string_view buffer) {
  for (auto& parameter : kernel_.parameters)
    if (auto* known = std::get_if<ast::BufferParameter>(&parameter);
        known != nullptr && known->name == buffer)
      known->is_streamed = true;
}

void Builder::buffer(std::string name, ast::Storage storage, ast::Access access) {
  for (ast::Parameter& parameter : kernel_.parameters)
    if (auto* known = std::get_if<ast::BufferParameter>(&parameter);
        known != nullptr && known->name == name) {
      if (known->storage != storage)
        throw std::logic_error(
            fmt::format("kernel {}: buffer {} of two kinds", kernel_.name, name));
      if (known->access != access)
        known->access = std::max(known->access, access) >= ast::Access::write ? ast::Access::update
                                                                              : ast::Access::read;
      return;
    }
  kernel_.parameters.push_back(ast::BufferParameter{std::move(name), storage, access});
}

ast::Expr Builder::scalar(std::string name, ast::Type type) {
  ast::Variable variable{type, std::move(name)};
  for (const ast::Parameter& parameter : kernel_.parameters)
    if (const auto* known = std::get_if<ast::Variable>(&parameter);
        known != nullptr && known->name == variable.name)
      return *known;
  kernel_.parameters.push_back(variable);
  return variable;
}

void Builder::shared(std::string name, ast::Type type, int length) {
  kernel_.shared.push_back({std::move(name), type, length});
}

void Builder::launch(ast::Size3 block, ast::Size3 grid) {
  kernel_.block = block;
  kernel_.grid = grid;
}

void Builder::limit_registers(int registers, int least) {
  // A multiprocessor has four parts of 16384 registers, which warps are dealt out to; of each
  // thread a multiple of 8.
  constexpr int kParts = 4, kRegistersOfALane = 16384 / ast::kWarp, kStep = 8, kMostBlocks = 16;
  const int warps = (kernel_.block_threads() + ast::kWarp - 1) / ast::kWarp;
  const auto registers_beside = [&](int blocks) {
    return kRegistersOfALane / ((blocks * warps + kParts - 1) / kParts) / kStep * kStep;
  };
  int& blocks = kernel_.blocks_beside;
  for (blocks = kMostBlocks; blocks > 1 && registers_beside(blocks) < registers; --blocks) {
  }
  // A block alone leaves its multiprocessor idle whenever it waits at a barrier.
  if (blocks == 1 && registers_beside(2) >= least) blocks = 2;
}

void Builder::store_global(std::string buffer, ast::Expr index, std::vector<ast::Expr> values) {
  block_.push_back(ast::StoreGlobal{std::move(buffer), std::move(index), std::move(values)});
}

void Builder::copy_global(std::string from, ast::Expr from_index, std::string to,
                          ast::Expr to_index) {
  block_.push_back(
      ast::CopyGlobal{std::move(from), std::move(from_index), std::move(to), std::move(to_index)});
}

void Builder::prefetch(std::string buffer, ast::Expr index, int count) {
  block_.push_back(ast::Prefetch{std::move(buffer), std::move(index), count});
}

void Builder::store_shared(std::string array, ast::Expr index, std::vector<ast::Expr> values) {
  block_.push_back(ast::StoreShared{std::move(array), std::move(index), std::move(values)});
}

void Builder::barrier(ast::Scope scope) {
  block_.push_back(ast::Barrier{barriers_are_global_, scope});
}

ast::Kernel Builder::finish() && {
  kernel_.body = std::move(block_);
  return std::move(kernel_);
}

}  // namespace fftcore
