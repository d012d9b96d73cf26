// SPDX-License-Identifier: LGPL-2.1-or-later
#include "denoise_table.h"

#include <algorithm>

namespace fftcore {

using ast::Expr;
using ast::integer;
using ast::Type;

void keep_table(Builder& b, const DenoiseSpec& spec, const Expr& thread, const std::string& name,
                int first) {
  b.shared(name, Type::real, spec.table_size());
  b.every("i", thread, integer(spec.table_size()), spec.threads(), [&](const Expr& i) {
    b.store_shared(name, i, {ast::LoadGlobal{kStrengthBuffer, i + first, 1}});
  });
}

std::vector<Expr> table_column(Builder& b, const DenoiseSpec& spec, const std::string& name,
                               const Expr& bin) {
  std::vector<Expr> half, all;
  const int quads = spec.power_pitch() / 4;
  for (int i = 0; i < quads; ++i) {
    const Expr quad = b.let("quad", ast::LoadShared{name, Type::real_x4, bin * quads + i});
    for (int lane = 0; lane < 4; ++lane) half.push_back(ast::lane(quad, lane));
  }
  for (int y = 0; y < spec.block; ++y)
    all.push_back(half[static_cast<std::size_t>(std::min(y, spec.block - y))]);
  return all;
}

}  // namespace fftcore
